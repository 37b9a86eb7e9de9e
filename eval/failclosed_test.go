package eval_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

// changed is the default bundle with files added or replaced.
func changed(t *testing.T, files map[string]string) (*catalog.Catalog, diag.List) {
	t.Helper()
	bundle := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(policies.FS, path)
		bundle[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range files {
		bundle[path] = &fstest.MapFile{Data: []byte(text)}
	}
	return eval.Load([]catalog.Source{{FS: bundle, Name: "bundle", Origin: catalog.OriginFolder}})
}

// loaded is a changed bundle that must load.
func loaded(t *testing.T, files map[string]string) *catalog.Catalog {
	t.Helper()
	from, problems := changed(t, files)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

// allowAll is a rule that allows every call, so that only a failure keeps the
// tests' calls from being allowed.
const allowAll = `
name: test_allow
description: Allows every call.
metadata: {id: claim.test_allow, version: 1.0.0, severity: allow, actions: [call_tool]}
rule:
  match:
    - output: "'allowed for the test'"
`

// regoRule is a Rego rule for calls with a body.
func regoRule(body string) string {
	return `package claim.test

# METADATA
# title: A test
# description: A test.
# custom:
#   id: claim.test_rego
#   version: 1.0.0
#   severity: deny
#   actions: [call_tool]
#   why: A test.
violation contains {"id": rego.metadata.rule().custom.id, "message": "broken"} if {
	input.action.type == "call_tool"
	` + body + `
}
`
}

func celRule(condition string) string {
	return `
name: test_cel
description: A test.
metadata: {id: claim.test_cel, version: 1.0.0, severity: deny, actions: [call_tool], why: A test.}
rule:
  match:
    - condition: ` + condition + `
      output: "'broken'"
`
}

const (
	allowFile = "claim/rules/test_allow.yaml"
	celFile   = "claim/rules/test_cel.yaml"
	regoFile  = "claim/test.rego"
)

// TestAllowed shows that the calls of the other tests are allowed when nothing
// fails, so that a denial there is the failure's doing.
func TestAllowed(t *testing.T) {
	e := engine(t, loaded(t, map[string]string{allowFile: allowAll}), eval.Options{})
	r := judge(t, e, ready(t, e, tools, "filesystem.only_read_under('docs/')"), call("read_file", `{"path": "docs/a"}`))
	if got := decision(t, r); got != schema.OutcomeAllow {
		t.Fatalf("decision %s, failure %v, reasons %+v", got, r.Failure, r.Actions[0].Call.Reasons)
	}
}

// TestFailureDenies has every failure of ours: each denies, with neither
// verdicts nor coverage.
func TestFailureDenies(t *testing.T) {
	panics := func(fn *celenv.Functions) { fn.Repr = func(any) string { panic("of a function") } }
	for name, test := range map[string]struct {
		files map[string]string
		opt   eval.Options
		want  string // part of the failure
	}{
		"a Rego built-in error": {
			files: map[string]string{regoFile: regoRule(`to_number(input.action.tool) > 0`)},
			want:  "to_number",
		},
		"a panic in a function": {
			files: map[string]string{celFile: celRule(`text.repr(input.action.tool) == 'x'`)},
			opt:   eval.Options{Functions: panics},
			want:  "panic",
		},
		"a cost limit": {
			files: map[string]string{celFile: celRule(`input.context.tools.exists(tool, tool.name == 'x')`)},
			opt:   eval.Options{CostLimit: 3},
			want:  "cost",
		},
		"a CEL error": {
			files: map[string]string{celFile: celRule(`input.action.args.missing == 'x'`)},
			want:  "missing",
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.files[allowFile] = allowAll
			e := engine(t, loaded(t, test.files), test.opt)
			r := judge(t, e, ready(t, e, tools, "filesystem.read_only()"), call("read_file", `{"path": "docs/a"}`))
			denied(t, r, test.want)
		})
	}
}

// denied checks that a result is a failure of ours that denies.
func denied(t *testing.T, r *eval.Result, want string) {
	t.Helper()
	if r.Failure == nil || !strings.Contains(r.Failure.Error(), want) {
		t.Fatalf("failure %v, want one that says %q", r.Failure, want)
	}
	if got := decision(t, r); got != schema.OutcomeDeny {
		t.Errorf("decision %s, want deny", got)
	}
	if len(r.Guarantees)+len(r.Coverage) > 0 {
		t.Errorf("a failure has verdicts or coverage: %+v", r)
	}
}

// TestDeadlineDenies stops a rule that would go on for long, in each language.
func TestDeadlineDenies(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"Rego": {regoFile: regoRule(`count([1 | some a in numbers.range(1, 100000); some b in numbers.range(1, 100000); a == b + 500000]) > 0`)},
	} {
		t.Run(name, func(t *testing.T) {
			files[allowFile] = allowAll
			e := engine(t, loaded(t, files), eval.Options{Deadline: 50 * time.Millisecond})
			c := ready(t, e, tools, "filesystem.read_only()")
			start := time.Now()
			r := judge(t, e, c, call("read_file", `{"path": "docs/a"}`))
			denied(t, r, "deadline")
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
	t.Run("already over", func(t *testing.T) {
		e := engine(t, loaded(t, map[string]string{allowFile: allowAll}), eval.Options{})
		c := ready(t, e, tools, "filesystem.read_only()")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r := e.Judge(ctx, c, &eval.Turn{Reply: []byte(call("read_file", `{"path": "docs/a"}`))})
		if got := decision(t, r); got != schema.OutcomeDeny {
			t.Errorf("decision %s, want deny", got)
		}
	})
}

// TestWhatDoesNotCompileIsRefused has rules that must not load.
func TestWhatDoesNotCompileIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		file, text, want string
	}{
		"a misspelt field in Rego":      {regoFile, regoRule(`input.action.tol == "x"`), "tol"},
		"a misspelt field in CEL":       {celFile, celRule(`input.action.tol == 'x'`), "tol"},
		"a rule that does not compile":  {celFile, celRule(`input.action.tool ==`), "test_cel.yaml:7"},
		"a rule of Rego that does not":  {regoFile, regoRule(`input.action.tool = `), "test.rego"},
		"a built-in with a clock":       {regoFile, regoRule(`time.now_ns() > 0`), "time.now_ns"},
		"a built-in with the network":   {regoFile, regoRule(`http.send({"method": "get", "url": "x"}).status_code == 1`), "http.send"},
		"a built-in with a random":      {regoFile, regoRule(`rand.intn("x", 2) == 1`), "rand.intn"},
		"a built-in of the environment": {regoFile, regoRule(`opa.runtime().env.x == "1"`), "opa.runtime"},
	} {
		t.Run(name, func(t *testing.T) {
			from, problems := changed(t, map[string]string{test.file: test.text})
			if from != nil || !problems.HasErrors() {
				t.Fatalf("it loads: %v", problems)
			}
			if !strings.Contains(problems.Error(), test.want) {
				t.Errorf("%v\nwant a problem that says %q", problems, test.want)
			}
		})
	}
}

// TestNeverAllowed has calls that a rule allows and that something else keeps
// from being allowed.
func TestNeverAllowed(t *testing.T) {
	e := engine(t, loaded(t, map[string]string{allowFile: allowAll}), eval.Options{})
	under := "filesystem.only_read_under('docs/')"
	cut := schema.StopReasonLength
	for name, test := range map[string]struct {
		reply     string
		guarantee string
		stop      *schema.StopReason
		want      schema.Outcome
	}{
		"an unknown tool":            {call("rm", `{}`), under, nil, schema.OutcomeDeny},
		"an unmodelled tool":         {call("pay", `{}`), under, nil, schema.OutcomeAsk},
		"an absent field":            {call("write_file", `{"path": "docs/a"}`), "filesystem.only_write_under('docs/')", nil, schema.OutcomeAsk},
		"no guarantee":               {call("read_file", `{"path": "docs/a"}`), "", nil, schema.OutcomeAsk},
		"a violated guarantee":       {call("read_file", `{"path": "src/a"}`), under, nil, schema.OutcomeDeny},
		"a broken precondition":      {call("read_file", `{"path": "docs/../a"}`), under, nil, schema.OutcomeDeny},
		"an empty path":              {call("read_file", `{"path": ""}`), under, nil, schema.OutcomeDeny},
		"a missing argument":         {call("read_file", `{}`), under, nil, schema.OutcomeDeny},
		"a silent gap":               {call("read_file", `{"path": "docs/a"}`), "editor.no_edits()", nil, schema.OutcomeAsk},
		"a cut reply":                {call("read_file", `{"path": "docs/a"}`), under, &cut, schema.OutcomeDeny},
		"a guarantee of another lib": {call("read_file", `{"path": "docs/a"}`), "editor.no_guarantees()", nil, schema.OutcomeAsk},
	} {
		t.Run(name, func(t *testing.T) {
			var guarantees []string
			if test.guarantee != "" {
				guarantees = []string{test.guarantee}
			}
			c := ready(t, e, tools, guarantees...)
			r := e.Judge(context.Background(), c, &eval.Turn{Reply: []byte(test.reply), StopReason: test.stop})
			if r.Failure != nil {
				t.Fatal(r.Failure)
			}
			if got := decision(t, r); got != test.want {
				t.Errorf("decision %s, want %s; %+v", got, test.want, r.Actions[0].Call)
			}
		})
	}
}

// TestDeniedCallsLeaveNoEvent shows that a denied call does not count for the
// calls after it, and that one that a person is asked about does.
func TestDeniedCallsLeaveNoEvent(t *testing.T) {
	e := embedded(t, eval.Options{})
	c := ready(t, e, tools, "filesystem.writes_at_most(1)")
	write := `{"type": "call_tool", "tool": "write_file", "args": {"path": "PATH", "content": "x"}}`
	reply := `{"actions": [` + strings.Join([]string{
		strings.Replace(write, "PATH", "../a", 1),
		strings.Replace(write, "PATH", "a", 1),
		strings.Replace(write, "PATH", "b", 1),
	}, ",") + `]}`
	r := judge(t, e, c, reply)
	want := []schema.Outcome{schema.OutcomeDeny, schema.OutcomeAsk, schema.OutcomeDeny}
	for i, a := range r.Actions {
		if a.Call.Decision != want[i] {
			t.Errorf("call %d: %s, want %s: %+v", i, a.Call.Decision, want[i], a.Call.Reasons)
		}
	}
	if v := r.Guarantees[0]; v.Verdict != schema.VerdictViolated {
		t.Errorf("the guarantee %s over the turn, want violated", v.Verdict)
	}
}

// TestLoadReportsItsOwnFailure checks that errors are told apart by type.
func TestErrorsHaveTypes(t *testing.T) {
	e := engine(t, loaded(t, map[string]string{celFile: celRule(`input.action.args.missing == 'x'`)}), eval.Options{})
	r := judge(t, e, ready(t, e, tools), call("read_file", `{"path": "docs/a"}`))
	if r.Failure == nil || errors.Is(r.Failure, context.DeadlineExceeded) {
		t.Errorf("failure %v", r.Failure)
	}
}
