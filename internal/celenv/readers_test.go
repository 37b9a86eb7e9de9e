package celenv_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/recorded"
)

// readersEnv is an environment with the functions that take texts apart.
func readersEnv(t *testing.T) *celenv.Env {
	t.Helper()
	tables := domain.Values(map[string]any{domain.ProgramsTable: recorded.Table(t, "shell/tables/programs.yaml")})
	e, err := celenv.New(celenv.Options{Functions: domain.Readers(tables)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// evaluated is the value of an expression over args, as JSON, or the failure.
func evaluated(t *testing.T, e *celenv.Env, text, args string) string {
	t.Helper()
	x, problems := e.CompileExpression("x", "args", &doc.Node{Kind: doc.String, Text: text}, false)
	if problems.HasErrors() {
		t.Fatalf("%s: %v", text, problems)
	}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	var value any
	if err := json.Unmarshal([]byte(args), &value); err != nil {
		t.Fatal(err)
	}
	v, err := x.Eval(turn, value)
	if err != nil {
		return "error"
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Rules take shell text and URLs apart as mappings do.
func TestReaders(t *testing.T) {
	e := readersEnv(t)
	for _, c := range [][3]string{
		{`shell.parse(args.c).commands.all(x, x.command in ['git', 'ls'])`, `{"c": "git status && ls"}`, `true`},
		{`shell.parse(args.c).commands.map(x, x.name)`, `{"c": "sudo /bin/rm x"}`, `["sudo","rm"]`},
		{`shell.parse(args.c).commands.map(x, x.name)`, `{"c": ["bash", "-c", "ls; rm x"]}`, `["bash","ls","rm"]`},
		{`shell.parse(args.c).commands[0].words`, `{"c": "ls $x"}`, `null`},
		{`shell.parse(args.c).outputs[0].path`, `{"c": "ls > x"}`, `"x"`},
		{`shell.parse(args.c, '/d').outputs[0].path`, `{"c": "ls > x"}`, `"/d/x"`},
		{`shell.parse(args.c, null).outputs[0].path`, `{"c": "ls > x"}`, `"x"`},
		{`size(shell.parse(args.c).unknown)`, `{"c": "eval x"}`, `1`},
		{`shell.parse(args.c)`, `{"c": 1}`, `error`}, {`shell.parse(args.c)`, `{"c": null}`, `error`}, {`shell.parse(args.c)`, `{"c": [1]}`, `error`}, {`shell.parse(args.c, 1)`, `{"c": "ls"}`, `error`},
		{`url.parse(args.u).host`, `{"u": "https://a@B.C:1/"}`, `"b.c"`}, {`url.parse(args.u).port`, `{"u": "https://b.c"}`, `443`}, {`url.parse(args.u).port == 443`, `{"u": "https://b.c"}`, `true`},
		{`url.parse(args.u).host`, `{"u": "https://a\\b"}`, `null`}, {`url.parse(args.u).host`, `{"u": 1}`, `null`}, {`url.parse(args.u).host`, `{"u": null}`, `null`},
	} {
		if got := evaluated(t, e, c[0], c[1]); got != c[2] {
			t.Errorf("%s on %s is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// The same functions by name, for expressions that need no CEL.
func TestReaderByName(t *testing.T) {
	fn := domain.Readers(nil)
	if fn.Reader("path.within") != nil || fn.Reader("") != nil || (celenv.Functions{}).Reader("shell.parse") != nil || (celenv.Functions{}).Reader("url.parse") != nil {
		t.Error("a function is found that is none")
	}
	parts, err := fn.Reader("url.parse")("https://a.b/c")
	if err != nil || parts.(map[string]any)["origin"] != "https://a.b" {
		t.Errorf("%v, %v", parts, err)
	}
	// Without its table the reader of shell text fails; it never reads nothing.
	if v, err := fn.Reader("shell.parse")("ls"); err == nil || v != nil {
		t.Errorf("%v, %v", v, err)
	}
}

// A table that cannot be used is told with what is wrong.
func TestProgramsTable(t *testing.T) {
	whole := recorded.Table(t, "shell/tables/programs.yaml").(map[string]any)
	with := func(key string, value any) map[string]any {
		changed := map[string]any{}
		for k, v := range whole {
			changed[k] = v
		}
		changed[key] = value
		return changed
	}
	program := func(fields map[string]any) map[string]any { return with("programs", []any{fields}) }
	for want, values := range map[string]any{
		"": whole,
		"each of the limits bytes, nesting, shells and words must be above 0": with("limits", map[string]any{"bytes": 1}),
		`the reason "not_text" has no text`:                                   with("reasons", map[string]any{}),
		`"runs" is nothing that a program does`:                               program(map[string]any{"names": []any{"a"}, "does": "runs"}),
		`the program "a" is described twice, or has no name`:                  program(map[string]any{"names": []any{"a", "a"}, "does": "hides"}),
		`there is no field "flag"`:                                            program(map[string]any{"names": []any{"a"}, "flag": []any{}}),
	} {
		got := ""
		if err := domain.CheckPrograms(values); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}
