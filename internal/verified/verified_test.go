package verified_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/verified"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

func bundles(t *testing.T) *catalog.Catalog {
	t.Helper()
	crm := "../../testdata/bundles/email_from_db"
	from, problems := catalog.Load([]catalog.Source{
		{FS: policies.FS, Name: "policies", Origin: catalog.OriginEmbedded},
		{FS: os.DirFS(crm), Name: crm, Origin: catalog.OriginFolder},
	}, catalog.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

func digest(of byte) string { return "sha256:" + strings.Repeat(string(of), 64) }

func word() verified.Word {
	return verified.Word{Prover: "prover", Version: "1.2.3", Target: "run.py", TargetDigest: digest('1'), ProofDigest: digest('2'), SourceDigest: digest('3')}
}

func whole() verified.Present {
	return verified.Present{Target: digest('1'), Proof: digest('2'), Source: digest('3')}
}

// record records a word about an expression and reads it back, as from a file.
func record(t *testing.T, from *catalog.Catalog, expression string, imports map[string]string) *schema.VerifiedClaim {
	t.Helper()
	g, problems := from.Bind(expression, imports)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	text, err := json.Marshal(verified.Record(g, word()))
	if err != nil {
		t.Fatal(err)
	}
	var out schema.VerifiedClaim
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

// TestMatches requires that a word that was just recorded is about what it was
// recorded about, whatever its expression imports.
func TestMatches(t *testing.T) {
	from := bundles(t)
	for _, test := range []struct {
		expression string
		imports    map[string]string
	}{
		{`filesystem.only_read_under("docs/")`, nil},
		{`fs.only_read_under(root='docs/')`, map[string]string{"fs": "tools.filesystem.trusted.contracts"}},
		{`filesystem.read_only()`, nil},
		{`env.only_vars(['A', "B"])`, nil},
		{`email_from_db.addresses_from(email_from_db.UserRow, 'email')`, nil},
		{`c.addresses_from(UserRow, "email")`, map[string]string{"c": "tools.db.trusted.contracts", "UserRow": "tools.db.trusted.schemas.UserRow"}},
		{`c.addresses_from(rows.UserRow, "email")`, map[string]string{"c": "tools.db.trusted.contracts", "rows": "tools.db.trusted.schemas"}},
	} {
		check, err := verified.Check(record(t, from, test.expression, test.imports), from, whole())
		if err != nil {
			t.Fatal(err)
		}
		if check.State != schema.ClaimStateMatches || len(check.Parts) != 6 {
			t.Errorf("%s: %+v", test.expression, check)
		}
	}
}

// TestDiffers requires that a part that is not what it was is told, and that
// nothing else is.
func TestDiffers(t *testing.T) {
	from := bundles(t)
	for _, test := range []struct {
		name   string
		change func(*schema.VerifiedClaim, *verified.Present)
		part   schema.ClaimPart
		state  schema.ClaimState
		reason string
	}{
		{"another target", func(_ *schema.VerifiedClaim, p *verified.Present) { p.Target = digest('9') }, schema.ClaimPartTarget, schema.ClaimStateDiffers, ""},
		{"another proof", func(_ *schema.VerifiedClaim, p *verified.Present) { p.Proof = digest('9') }, schema.ClaimPartProof, schema.ClaimStateDiffers, ""},
		{"another source", func(_ *schema.VerifiedClaim, p *verified.Present) { p.Source = digest('9') }, schema.ClaimPartSource, schema.ClaimStateDiffers, ""},
		{"no target", func(_ *schema.VerifiedClaim, p *verified.Present) { p.Target = "" }, schema.ClaimPartTarget, schema.ClaimStateNotGiven, ""},
		{"no source", func(_ *schema.VerifiedClaim, p *verified.Present) { p.Source = "" }, schema.ClaimPartSource, schema.ClaimStateNotGiven, ""},
		{"another digest of the contract", func(c *schema.VerifiedClaim, _ *verified.Present) { c.Invocation.Digest = digest('9') }, schema.ClaimPartContract, schema.ClaimStateDiffers, ""},
		{"another version of the contract", func(c *schema.VerifiedClaim, _ *verified.Present) { c.Invocation.Version = "0.1.0" }, schema.ClaimPartContract, schema.ClaimStateDiffers, `has version 1.0.0 and was recorded at "0.1.0"`},
		{"another digest of the library", func(c *schema.VerifiedClaim, _ *verified.Present) { c.Invocation.SourceDigest = digest('9') }, schema.ClaimPartLibrary, schema.ClaimStateDiffers, ""},
		{"another argument", func(c *schema.VerifiedClaim, _ *verified.Present) {
			c.Invocation.Arguments[0].Value = &schema.PathPrefixValue{Prefix: ""}
		}, schema.ClaimPartArguments, schema.ClaimStateDiffers, "other arguments"},
		{"another expression", func(c *schema.VerifiedClaim, _ *verified.Present) {
			c.Invocation.Expression = `filesystem.only_read_under("")`
		}, schema.ClaimPartArguments, schema.ClaimStateDiffers, "other arguments"},
		{"an expression of another contract", func(c *schema.VerifiedClaim, _ *verified.Present) {
			c.Invocation.Expression = `filesystem.never_read_under("docs/")`
		}, schema.ClaimPartArguments, schema.ClaimStateDiffers, `one of the contract "filesystem.never_read_under"`},
		{"an expression that does not bind", func(c *schema.VerifiedClaim, _ *verified.Present) {
			c.Invocation.Expression = `filesystem.only_read_under(1)`
		}, schema.ClaimPartArguments, schema.ClaimStateDiffers, "does not bind"},
		{"an expression that is none", func(c *schema.VerifiedClaim, _ *verified.Present) {
			c.Invocation.Expression = "x"
		}, schema.ClaimPartArguments, schema.ClaimStateDiffers, "does not bind"},
	} {
		claim, given := record(t, from, `filesystem.only_read_under("docs/")`, nil), whole()
		before, err := verified.Digest(claim)
		if err != nil {
			t.Fatal(err)
		}
		test.change(claim, &given)
		check, err := verified.Check(claim, from, given)
		if err != nil {
			t.Fatal(err)
		}
		if changed := given == whole(); changed == (check.Claim == before) {
			t.Errorf("%s: the digest of the claim is %s, before %s", test.name, check.Claim, before)
		}
		for _, p := range check.Parts {
			want, reason := schema.ClaimStateMatches, ""
			if p.Part == test.part {
				want, reason = test.state, test.reason
			}
			if p.State != want || reason != "" && (p.Reason == nil || !strings.Contains(*p.Reason, reason)) {
				t.Errorf("%s: %s %s, want %s %q", test.name, p.Part, p.State, want, reason)
			}
		}
		if check.State != test.state {
			t.Errorf("%s: %s, want %s", test.name, check.State, test.state)
		}
	}
}

// TestContractIsGone requires that a word about a contract that is not loaded is
// about something else.
func TestContractIsGone(t *testing.T) {
	claim := record(t, bundles(t), `email_from_db.none()`, nil)
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	check, err := verified.Check(claim, from, whole())
	if err != nil || check.State != schema.ClaimStateDiffers || check.Parts[0].Reason == nil {
		t.Errorf("%+v, %v", check, err)
	}
}
