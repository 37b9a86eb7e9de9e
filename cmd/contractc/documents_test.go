package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published compiles the published JSON Schema of a document.
func published(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../schema/json", name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", value); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// outputOf runs a command line and returns what it printed.
func outputOf(stdin string, args ...string) (stdout, stderr string) {
	var out, problems bytes.Buffer
	run(args, strings.NewReader(stdin), &out, &problems)
	return out.String(), problems.String()
}

// valid checks a text against a JSON Schema.
func valid(t *testing.T, what string, accepts *jsonschema.Schema, text string) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = accepts.Validate(value)
	}
	if err != nil {
		t.Errorf("%s: %v\n%s", what, err, text)
	}
}

// generated writes the Python module of a library with more behind it.
func generated(t *testing.T, library, more string) string {
	t.Helper()
	text, problems := outputOf("", "generate", "python", "--library", library)
	name := filepath.Join(t.TempDir(), library+".py")
	if err := os.WriteFile(name, []byte(text+more), 0o644); err != nil || text == "" {
		t.Fatal(err, problems)
	}
	return name
}

// TestOutputsAreAsPublished holds what commands print for programs against the
// JSON Schemas that are published for it.
func TestOutputsAreAsPublished(t *testing.T) {
	const tour, shown = "../../testdata/tour/reply.txt", "../../testdata/tour/context.yaml"
	saved, word := filepath.Join(t.TempDir(), "saved.json"), filepath.Join(t.TempDir(), "word.json")
	stdout := func(args ...string) string {
		out, problems := outputOf("", args...)
		if out == "" {
			t.Errorf("%v printed nothing: %s", args, problems)
		}
		return out
	}
	stderr := func(args ...string) string {
		_, problems := outputOf("", append(args, "--diagnostics", "json")...)
		return problems
	}
	decision := stdout("eval", tour, "--context", shown, "--format", "json", "--save", saved)
	archived := signedArchive(t, "../../testdata/bundles/bank")
	outputOf("", "verified", "record", `filesystem.only_read_under("docs/")`, "--prover", "prover@1", "--target", tour, "--proof", tour, "--source", tour, "--output", word)
	for _, c := range []struct{ name, document, text string }{
		{"a decision", "decision", decision},
		{"a stored decision", "decision", readText(t, saved)},
		{"a stored decision that is printed", "decision", stdout("render", saved, "--format", "json")},
		{"a decision without a call", "decision", stdout("eval", shown, "--format", "json")},
		{"a catalog", "catalog_listing", stdout("catalog", "--format", "json")},
		{"an element", "catalog_listing", stdout("catalog", "filesystem.only_read_under", "--format", "json")},
		{"a Python file that agrees", "python_report", stdout("catalog", "check", "--python", generated(t, "web_fetch", ""), "--format", "json")},
		{"a Python file that does not", "python_report", stdout("catalog", "check", "--python", generated(t, "web_fetch", "class C:\n    x = 1)\n"), "--format", "json")},
		{"what only CEL computes", "computed_input", partOf(t, stdout("eval", tour, "--context", shown, "--print-input", "3", "--computed"), "computed")},
		{"a folder that is inspected", "bundle_inspection", stdout("inspect", "../../testdata/bundles/bank", "--format", "json")},
		{"a signed archive", "bundle_inspection", stdout("inspect", archived, "--format", "json")},
		{"an archive that is verified", "bundle_verification", stdout("verify", archived, "--trust", "../../testdata/keys/trust.yaml", "--format", "json")},
		{"an archive that is refused", "bundle_verification", stdout("verify", archived, "--key", "../../testdata/keys/security.pub", "--format", "json")},
		{"findings", "lint_report", stdout("lint", "-g", `filesystem.only_read_under("/srv")`, "--format", "json")},
		{"no findings", "lint_report", stdout("lint", "--format", "json")},
		{"what is not checked", "lint_report", stdout("lint", "-g", `filesystem.only_read_under("\U000e0041")`, "--format", "json")},
		{"a proof", "proof_report", stdout("prove", "equivalent", "filesystem.read_only()", "filesystem.writes_at_most(0)", "--format", "json")},
		{"a refutation", "proof_report", stdout("prove", "contradicts", "filesystem.read_only()", "filesystem.no_reads()", "--format", "json")},
		{"no proof", "proof_report", stdout("prove", "vacuous", `filesystem.only_read_under("\U000e0041")`, "--format", "json")},
		{"a prover's word", "verified_claim", stdout("verified", "record", `filesystem.only_read_under("docs/")`, "--prover", "prover@1", "--target", tour, "--proof", tour, "--source", tour)},
		{"a prover's word that is shown", "verified_claim", stdout("verified", "show", word, "--format", "json")},
		{"what it is about", "verified_claim_check", stdout("verified", "verify", word, "--target", shown, "--proof", tour, "--format", "json")},
		{"a proof for all arguments", "proof_report", stdout("prove", "implies", "filesystem.no_reads", "filesystem.only_read_under", "--format", "json")},
		{"a refutation with arguments", "proof_report", stdout("prove", "implies", "filesystem.read_only", "filesystem.writes_at_most", "--format", "json")},
		{"recorded proofs", "recorded_proofs", stdout("prove", "recorded", "--format", "json")},
		{"a plan with rows", "plan_report", stdout("prove", "plan", "../../testdata/plans/database_mail.yaml", "--bundle", "../../testdata/bundles/email_from_db", "-g", "email_from_db.none()", "--format", "json")},
		{"a plan with a guard that is not known", "plan_report", stdout("prove", "plan", "../../testdata/plans/money.yaml", "--bundle", "../../testdata/bundles/bank", "-g", "bank.only_account('a')", "--format", "json")},
		{"a binding", "binding", stdout("bind", `filesystem.only_read_under("docs/")`, "--format", "json")},
		{"a text that was mended", "repair_answer", stdout("repair", "../../testdata/repair/report.txt", "--format", "json")},
		{"a text with two readings", "repair_answer", stdout("repair", "../../testdata/repair/doubtful.txt", "--format", "json")},
		{"a gate that denies", "gate_report", stdout("gate", "../../internal/lint/testdata/missing-reason/bad", "--no-cache", "--format", "json")},
		{"a gate file", "gate_policy", yamlAsJSON(t, "../../testdata/gate/gate.yaml")},
		{"a gate with a gate file", "gate_report", stdout("gate", "../../internal/lint/testdata/missing-reason/bad", "--no-cache", "--policy", "../../testdata/gate/gate.yaml", "--at", "2026-12-01", "--format", "json")},
		{"an input", "input", stdout("eval", tour, "--context", shown, "--print-input", "3")},
		{"problems with an expression", "diagnostics", stderr("bind", "filesystem.nothing(")},
		{"an error of usage", "diagnostics", stderr("evl")},
		{"the lock", "lock", yamlAsJSON(t, "../../policies/contractc.lock")},
		{"the context of the tour", "context", yamlAsJSON(t, shown)},
		{"the default bundle", "bundle", yamlAsJSON(t, "../../policies/contractc.yaml")},
		{"a library", "library", yamlAsJSON(t, "../../policies/filesystem/library.yaml")},
		{"effects", "effects", yamlAsJSON(t, "../../policies/filesystem/effects.yaml")},
		{"a contract", "contract_file", yamlAsJSON(t, "../../policies/filesystem/contracts/only_read_under.yaml")},
		{"facts", "facts", yamlAsJSON(t, "../../policies/claim/facts.yaml")},
		{"a table", "table", yamlAsJSON(t, "../../policies/claim/tables/units.yaml")},
		{"a locale", "locale", yamlAsJSON(t, "../../policies/card/locales/en.yaml")},
	} {
		valid(t, c.name, published(t, c.document), c.text)
	}
}

// TestBatchIsAsPublished holds every answer of a batch against its JSON Schema.
func TestBatchIsAsPublished(t *testing.T) {
	turns := readText(t, "../../testdata/turns/turns.ndjson")
	out, _ := outputOf(turns+"{\"id\": [1]}\nx\n", "eval", "--ndjson")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if want := strings.Count(turns, "\n") + 2; len(lines) != want {
		t.Fatalf("got %d answers, want %d", len(lines), want)
	}
	decision, failure := published(t, "decision"), published(t, "line_error")
	for i, line := range lines {
		if i < len(lines)-2 {
			valid(t, "a decision", decision, line)
		} else {
			valid(t, "an error", failure, line)
		}
	}
}

// TestPublishedSchemasRefuse checks that the JSON Schemas are no formality.
func TestPublishedSchemasRefuse(t *testing.T) {
	for name, text := range map[string]string{
		"decision": `{"format": "contractc/decision/v1"}`, "catalog_listing": `{"format": "contractc/catalog/v2", "bundles": [], "entries": []}`,
		"binding": `{"format": "contractc/binding/v1", "invocation": {}, "scope": []}`, "diagnostics": `{"format": "contractc/diagnostics/v1", "diagnostics": [{}]}`,
		"repair_answer": `{"format": "contractc/repair/v1"}`,
		"line_error":    `{"format": "contractc/error/v1"}`, "lock": `{"kind": "Lock", "entries": []}`, "context": `{"mode": "open"}`,
		"input": `{}`, "bundle": `{"kind": "Bundle"}`,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if published(t, name).Validate(value) == nil {
			t.Errorf("the JSON Schema of %s accepts %s", name, text)
		}
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// yamlAsJSON reads a YAML file and writes it as JSON.
func yamlAsJSON(t *testing.T, name string) string {
	t.Helper()
	n, problems := doc.ReadYAML(name, []byte(readText(t, name)), doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	text, err := encodeJSON(n, "")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
