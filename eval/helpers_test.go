package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// embedded is an engine on the default bundle.
func embedded(t testing.TB, opt eval.Options) *eval.Engine {
	t.Helper()
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return engine(t, from, opt)
}

func engine(t testing.TB, from *catalog.Catalog, opt eval.Options) *eval.Engine {
	t.Helper()
	e, err := eval.New(from, opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ready makes a context, written as YAML, ready.
func ready(t testing.TB, e *eval.Engine, yaml string, guarantees ...string) *eval.Context {
	t.Helper()
	n, problems := doc.ReadYAML("context.yaml", []byte(yaml), doc.DefaultLimits())
	var source schema.Context
	if !problems.HasErrors() {
		problems = source.Decode("context.yaml", n)
	}
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	c, problems := e.NewContext(source, guarantees...)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return c
}

// judge judges a reply with a deadline that a slow machine keeps.
func judge(t testing.TB, e *eval.Engine, c *eval.Context, reply string) *eval.Result {
	t.Helper()
	return e.Judge(context.Background(), c, &eval.Turn{Reply: []byte(reply)})
}

// call is a reply with one call.
func call(tool string, args string) string {
	return `{"actions": [{"type": "call_tool", "tool": "` + tool + `", "args": ` + args + `}]}`
}

// tools is a context with the tools that the tests call.
const tools = `
working_directory: /home/user
tools:
  - name: read_file
    parameters: {type: object, properties: {path: {type: string}}, required: [path]}
  - name: write_file
    parameters: {type: object, properties: {path: {type: string}, content: {type: string}}, required: [path]}
  - name: pay
    parameters: {type: object}
`

// decision is the decision on the only call of a result.
func decision(t testing.TB, r *eval.Result) schema.Outcome {
	t.Helper()
	outcome, ok := r.Outcome()
	if !ok {
		t.Fatalf("there is no decision: %+v", r)
	}
	return outcome
}

// rules are the rules that an action broke, joined.
func rules(a *eval.Action) string {
	var ids []string
	for _, v := range a.Violations {
		ids = append(ids, v.Rule)
	}
	return strings.Join(ids, " ")
}

// turn is a line of the turns file.
type turn struct {
	ID         string          `json:"id"`
	Reply      string          `json:"reply"`
	Context    json.RawMessage `json:"context"`
	Guarantees []string        `json:"guarantees"`
}

// turns reads the turns that tests share.
func turns(t testing.TB) []turn {
	t.Helper()
	text, err := os.ReadFile("../testdata/turns/turns.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	var list []turn
	for line := range strings.Lines(string(text)) {
		var one turn
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}

// inContext makes the context of a turn ready.
func (one *turn) inContext(t testing.TB, e *eval.Engine) *eval.Context {
	t.Helper()
	var source schema.Context
	if err := json.Unmarshal(one.Context, &source); err != nil {
		t.Fatal(err)
	}
	c, problems := e.NewContext(source, one.Guarantees...)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return c
}
