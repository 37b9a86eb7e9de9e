package regorules

import (
	"context"
	"strings"
	"testing"
)

// ran compiles and runs the tests of one file and says what came of each.
func ran(t *testing.T, text string) string {
	t.Helper()
	tests, problems := CompileTests([]Source{{Path: "a/a_test.rego", Library: "a", Text: "package a.tests_test\n\n" + text}})
	if problems.HasErrors() {
		return problems.Error()
	}
	var lines []string
	for _, test := range tests.List() {
		failed, err := tests.Run(context.Background(), &test)
		switch {
		case test.Todo:
			lines = append(lines, test.Name+" todo")
		case err != nil:
			lines = append(lines, test.Name+" error: "+err.Error())
		case len(failed) > 0:
			lines = append(lines, test.Name+" failed: "+strings.Join(failed, "; "))
		default:
			lines = append(lines, test.Name+" passed")
		}
	}
	return strings.Join(lines, "\n")
}

func TestRunTests(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"passes":       {"test_a if 1 + 1 == 2", "test_a passed"},
		"undefined":    {"test_a if 1 + 1 == 3", "test_a failed: it is undefined"},
		"false":        {"test_a := false", "test_a failed: it is false, not true"},
		"another":      {"test_a := 3", "test_a failed: it is 3, not true"},
		"input":        {"test_a if input.x == 1 with input as {\"x\": 1}", "test_a passed"},
		"todo":         {"todo_a if 1 == 1", "todo_a todo"},
		"no test":      {"helper if 1 == 1", ""},
		"built-in":     {"test_a if to_number(\"x\") == 1", "test_a error: a/a_test.rego:3: rego evaluation failed (builtin): "},
		"twice":        {"test_a if 1 == 2\n\ntest_a if 1 == 1", "two tests have the name test_a"},
		"mixed":        {"test_a if 1 == 2\n\ntest_a.b if 1 == 1", "two tests have the name test_a"},
		"cases":        {"test_a[name] if {\n\tsome name, c in {\"one\": 1, \"two\": 2, \"three\": 3}\n\tc > 1\n}", `test_a failed: "one"`},
		"notes":        {"test_a[c.note] if {\n\tsome c in [{\"note\": \"one\", \"x\": 1}, {\"note\": \"two\", \"x\": 2}]\n\tx := c.x\n\tx == 2\n}", `test_a failed: "one"`},
		"nested cases": {"test_a[group][name] if {\n\tsome group, cases in {\"g\": {\"one\": 1, \"two\": 2}, \"h\": {\"one\": 2}}\n\tsome name, c in cases\n\tc == 2\n}", `test_a failed: "g" "one"`},
		"all pass":     {"test_a[name] if {\n\tsome name, c in {\"one\": 1, \"two\": 2}\n\tc > 0\n}", "test_a passed"},
		"no case":      {"test_a[name] if {\n\tsome name, c in {}\n\tc > 0\n}", "test_a failed: it has no case"},
		"false case":   {"test_a[name] := c if some name, c in {\"one\": true, \"two\": false}", `test_a failed: "two"`},
		"own call":     {"test_a[name] if {\n\tsome name in [\"x\"]\n\tinternal.test_case([name])\n}", "test_a passed"},
		"network":      {"test_a if http.send({}).status == 200", `"http.send" is not allowed`},
	} {
		got := ran(t, c.text)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
