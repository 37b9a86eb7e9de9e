package eval_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// recommending is the default bundle whose filesystem recommends and requires
// contracts, with a recorded proof that no_reads implies only_read_under.
// Replacements are made beside that; change changes the proof.
func recommending(t *testing.T, coverage string, change func(*schema.Proof), replace ...string) fstest.MapFS {
	t.Helper()
	const at = "  - tools.filesystem.trusted.contracts\n"
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	stated, implied := from.Contract("filesystem.no_reads"), from.Contract("filesystem.only_read_under")
	proof := &schema.Proof{
		Kind: schema.ProofKind, Format: schema.ProofFormat, Engine: eval.Name,
		Stated:     schema.ProvedContract{Id: stated.ID, Version: stated.Version, Digest: stated.Digest},
		Implied:    schema.ProvedContract{Id: implied.ID, Version: implied.Version, Digest: implied.Digest},
		Parameters: []schema.OpenParameter{{Name: "root", Type: "path prefix", Of: schema.ParameterSideSecond}},
		Grounds:    from.Grounds(stated, implied), Solvers: []schema.ProofSolver{{Name: "z3", Version: "4.8.12"}}, Script: stated.Digest,
	}
	change(proof)
	bundle := reduced(t, everything, strings.NewReplacer(append([]string{at, at + coverage}, replace...)...), nil)
	bundle["filesystem/"+catalog.ProofFile(proof)] = &fstest.MapFile{Data: catalog.FormatProof(proof)}
	return bundle
}

// withProofs loads a bundle and returns what is said of its proofs.
func withProofs(t *testing.T, bundle fs.FS) (*catalog.Catalog, []string) {
	t.Helper()
	from, problems := eval.Load([]catalog.Source{{FS: bundle, Name: "bundle", Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	var said []string
	for _, p := range problems {
		if p.Code == "proof.stale" {
			said = append(said, p.String())
		}
	}
	return from, said
}

// TestEntailed requires that a recorded proof covers what is recommended where
// its digests are those of the present contracts, and nothing otherwise.
func TestEntailed(t *testing.T) {
	const recommended, required = "coverage: {recommended: [only_read_under]}\n", "coverage: {required: [only_read_under]}\n"
	unchanged := func(*schema.Proof) {}
	other := "sha256:" + strings.Repeat("0", 64)
	for _, test := range []struct {
		name       string
		coverage   string
		change     func(*schema.Proof)
		replace    []string
		guarantees []string
		status     schema.CoverageStatus
		detail     string
		stale      string
	}{
		{"entailed", recommended, unchanged, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusEntailed, "filesystem.only_read_under by filesystem.no_reads", ""},
		{"in force itself", recommended, unchanged, nil, []string{"filesystem.only_read_under('x')"}, schema.CoverageStatusCovered, "", ""},
		{"from another contract", recommended, unchanged, nil, []string{"filesystem.read_only()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", ""},
		{"from nothing", recommended, unchanged, nil, []string{"filesystem.no_guarantees()"}, schema.CoverageStatusSilentGap, "", ""},
		{"of a contract of the same name elsewhere", recommended, unchanged, nil, []string{"grep.only_read_under('x')"}, schema.CoverageStatusSilentGap, "", ""},
		{"required", required, unchanged, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRequiredGap, "filesystem.only_read_under", ""},
		{"another digest of the first", recommended, func(p *schema.Proof) { p.Stated.Digest = other }, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `the contract "filesystem.no_reads" is not what it was`},
		{"another digest of the second", recommended, func(p *schema.Proof) { p.Implied.Digest = other }, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `the contract "filesystem.only_read_under" is not what it was`},
		{"another version", recommended, func(p *schema.Proof) { p.Implied.Version = "0.9.0" }, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `has version 1.0.0 and was proved at 0.9.0`},
		{"a contract that is gone", recommended, func(p *schema.Proof) { p.Stated.Id = "filesystem.nothing" }, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `there is no contract "filesystem.nothing"`},
		{"a ground that is missing", recommended, func(p *schema.Proof) { p.Grounds = p.Grounds[1:] }, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `it does not rest on the effect`},
		{"a ground beyond", recommended, func(p *schema.Proof) {
			p.Grounds = append(p.Grounds, schema.ProofGround{Kind: "effect", Id: "a.B", Digest: other})
		}, nil, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `it rests on what the contracts do not speak of`},
		{"an effect type that changed", recommended, unchanged, []string{"function: list_directory", "function: list_folder"}, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `the effect "filesystem.ListDirectory" is not what it was`},
		{"a contract that changed", recommended, unchanged, []string{"Every file a filesystem tool reads or lists starts with {root}.", "Files that are read or listed start with {root}."}, []string{"filesystem.no_reads()"}, schema.CoverageStatusRecommendedGap, "filesystem.only_read_under", `the contract "filesystem.only_read_under" is not what it was`},
	} {
		from, said := withProofs(t, recommending(t, test.coverage, test.change, test.replace...))
		if (test.stale == "") != (len(said) == 0) || test.stale != "" && !strings.Contains(said[0], test.stale) {
			t.Errorf("%s: it is said %q, want %q", test.name, said, test.stale)
		}
		if n := len(from.Entailments()); (n == 1) != (test.stale == "") {
			t.Errorf("%s: there are %d entailments", test.name, n)
		}
		e := engine(t, from, eval.Options{})
		r := judge(t, e, ready(t, e, tools, test.guarantees...), call("read_file", `{"path": "docs/a"}`))
		if r.Failure != nil || len(r.Actions) != 1 || len(r.Actions[0].Call.Coverage) != 1 {
			t.Errorf("%s: %+v", test.name, r)
			continue
		}
		entry, detail := r.Actions[0].Call.Coverage[0], ""
		if entry.Detail != nil {
			detail = *entry.Detail
		}
		if entry.Status != test.status || detail != test.detail {
			t.Errorf("%s: %s, %q, want %s, %q", test.name, entry.Status, detail, test.status, test.detail)
		}
		gap := false
		for _, reason := range r.Actions[0].Call.Reasons {
			gap = gap || reason.Code == eval.ReasonCoverage
		}
		if want := test.status != schema.CoverageStatusEntailed && test.status != schema.CoverageStatusCovered; gap != want {
			t.Errorf("%s: coverage is a reason to ask: %v, want %v", test.name, gap, want)
		}
	}
}
