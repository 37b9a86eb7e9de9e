// Package recorded gives tests the recorded cases of the claim contract and
// the tables of the default bundle. The cases are not part of this repository;
// where they are absent, a test that asks for them is skipped.
package recorded

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
)

// Variable is the environment variable that names the folder of the cases.
const Variable = "CONTRACTC_CASES"

// Case is one recorded case. Numbers are json.Number; the marks {"$int": …}
// and {"$float": …} for what JSON cannot say are json.Number too.
type Case struct {
	ID       string   `json:"id"`
	Mode     string   `json:"mode"`
	Flags    []string `json:"flags"`
	Input    Fields   `json:"input"`
	Expected Fields   `json:"expected"`
}

// Fields are the fields of an input or of an expectation.
type Fields map[string]any

// Text returns a field that is a text, and "" where it is absent or none.
func (f Fields) Text(name string) string {
	s, _ := f[name].(string)
	return s
}

// Has reports whether a field is present.
func (f Fields) Has(name string) bool {
	_, ok := f[name]
	return ok
}

// Flagged reports whether the case carries a flag, such as "cpython_text".
func (c Case) Flagged(flag string) bool { return slices.Contains(c.Flags, flag) }

// Claim returns the cases of the claim contract in one mode. It skips the
// test where they are absent.
func Claim(t testing.TB, mode string) []Case {
	t.Helper()
	var cases []Case
	for _, line := range Lines(t, "claim_contract.jsonl") {
		var c Case
		Decode(t, line, &c)
		if c.Mode == mode {
			c.Input, c.Expected = unmark(map[string]any(c.Input)).(map[string]any), unmark(map[string]any(c.Expected)).(map[string]any)
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		t.Fatalf("no cases of mode %q", mode)
	}
	return cases
}

// Lines returns the lines of a file of cases. It skips the test where the file is absent.
func Lines(t testing.TB, name string) [][]byte {
	t.Helper()
	folder := os.Getenv(Variable)
	if folder == "" {
		folder = filepath.Join(Root(), "..", "shared", "cases")
	}
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Skipf("the recorded cases %s are not here; set %s to their folder", name, Variable)
	}
	var lines [][]byte
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// Decode reads JSON with numbers as json.Number.
func Decode(t testing.TB, text []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// unmark replaces {"$int": digits} and {"$float": text} by numbers.
func unmark(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = unmark(v[i])
		}
	case map[string]any:
		if n, ok := v["$int"].(string); ok && len(v) == 1 {
			return json.Number(n)
		}
		if x, ok := v["$float"].(string); ok && len(v) == 1 {
			return json.Number(map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[strings.ToLower(x)])
		}
		for key := range v {
			v[key] = unmark(v[key])
		}
	}
	return v
}

// Root returns the folder of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// Table returns the values of a table of the default bundle, by its path
// below policies, such as "claim/tables/units.yaml".
func Table(t testing.TB, path string) any {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(Root(), "policies", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	n, list := doc.ReadYAML(path, src, doc.DefaultLimits())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return n.Get("values").Plain()
}
