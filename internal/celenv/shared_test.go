package celenv_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/schema"
)

const quoteRule = `
name: quoted
metadata: {id: t.quoted, version: 1.0.0, severity: deny, actions: [call_tool]}
rule:
  match:
    - condition: >-
        input.context.documents.exists(d, quote.found(input.context.documents[d], 'needle'))
        && size(args.problems(input.context.tools[0], input.action.args)) == 0
      output: "'found'"
`

// plainText is a document without normalisation.
type plainText string

func (d plainText) Find(quote string) bool { return strings.Contains(string(d), quote) }

// anyArguments finds no problem.
type anyArguments struct{}

func (anyArguments) Problems(any) []string { return nil }

// counting is an environment that counts what it makes ready.
func counting(t *testing.T, documents, schemas *atomic.Int32) *celenv.Env {
	e, err := celenv.New(celenv.Options{Functions: celenv.Functions{
		NewDocument: func(text string) (celenv.Document, error) {
			documents.Add(1)
			return plainText(text), nil
		},
		Arguments: func(any) (celenv.Arguments, error) {
			schemas.Add(1)
			return anyArguments{}, nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func quoteInput() *schema.Input {
	return &schema.Input{
		Action: &schema.CallTool{Tool: "t", Args: &schema.Any{Value: map[string]any{}}},
		Context: schema.InputContext{
			Documents: []schema.Document{{Name: "a", Text: "hay"}, {Name: "b", Text: "a needle"}},
			Tools:     []schema.Tool{{Name: "t", Parameters: &schema.Any{Value: map[string]any{}}}},
		},
	}
}

// Documents and schemas are made ready once for all turns that share, however
// many there are at once, and again for turns that do not.
func TestSharedOnce(t *testing.T) {
	var documents, schemas atomic.Int32
	e := counting(t, &documents, &schemas)
	rule, problems := e.CompileRule("r.yaml", parseYAML(t, "r.yaml", quoteRule))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	in, shared := quoteInput(), e.NewShared()
	judge := func(turn *celenv.Turn) {
		defer turn.Close()
		for range 3 {
			if fired, err := rule.Eval(turn.Input(in)); err != nil || len(fired) != 1 {
				t.Errorf("fired %v, error %v", fired, err)
			}
		}
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { judge(shared.NewTurn(t.Context())) })
	}
	wait.Wait()
	if documents.Load() != 2 || schemas.Load() != 1 {
		t.Errorf("%d documents and %d schemas were made ready, want 2 and 1", documents.Load(), schemas.Load())
	}
	judge(e.NewTurn(t.Context()))
	if documents.Load() != 4 || schemas.Load() != 2 {
		t.Errorf("%d documents and %d schemas after a turn of its own, want 4 and 2", documents.Load(), schemas.Load())
	}
}
