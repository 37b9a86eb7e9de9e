package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/schema"
)

// BenchmarkClaims is a reply with ten actions against fifty beliefs and three
// documents of 100 kB, stage by stage:
//
//	context  a context is made ready; documents are not looked at
//	read     the reply is read and its actions are checked for their shape
//	first    the first turn on a context: also makes the documents ready that are cited
//	judge    a later turn: reads, and judges with all rules
//	words    the decision document with the feedback
func BenchmarkClaims(b *testing.B) {
	e := embedded(b, eval.Options{})
	source, turn := claimsContext(), &eval.Turn{Reply: []byte(tenActions())}
	words := renderer(b, e.Catalog())
	c := contextOf(b, e, source)
	result := e.Judge(context.Background(), c, turn)
	for _, a := range result.Actions {
		if !a.Accepted {
			b.Fatalf("%s: %v", a.Label, a.Violations)
		}
	}
	for _, stage := range []struct {
		name string
		work func(b *testing.B)
	}{
		{"context", func(b *testing.B) { contextOf(b, e, source) }},
		{"read", func(b *testing.B) { e.Read(context.Background(), c, turn) }},
		{"first", func(b *testing.B) {
			b.StopTimer()
			fresh := contextOf(b, e, source)
			b.StartTimer()
			e.Judge(context.Background(), fresh, turn)
		}},
		{"judge", func(b *testing.B) { e.Judge(context.Background(), c, turn) }},
		{"words", func(b *testing.B) { words.Turn(result) }},
	} {
		b.Run(stage.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				stage.work(b)
			}
		})
	}
}

func contextOf(t testing.TB, e *eval.Engine, source schema.Context) *eval.Context {
	t.Helper()
	c, problems := e.NewContext(source)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return c
}

// claimsContext has fifty beliefs and three documents of 100 kB.
func claimsContext() schema.Context {
	var source schema.Context
	for i := range 50 {
		source.Beliefs = append(source.Beliefs, schema.Belief{
			Key: fmt.Sprintf("revenue:%d", i), Value: schema.Any{Value: json.Number(fmt.Sprint(4_000_000_000 + i))},
		})
	}
	for i := range 3 {
		const line = "The group’s total revenue for the period was “$4.1 billion”, and costs were 12.5% lower than a year ago. "
		text := strings.Repeat(line, 100_000/len(line)) + fmt.Sprintf("In segment %d the revenue was $4.%d billion.", i, i+3)
		source.Documents = append(source.Documents, schema.Document{Name: fmt.Sprintf("report %d", i), Text: text})
	}
	return source
}

// tenActions are three citations, six claims and an answer.
func tenActions() string {
	var list []string
	for i := range 3 {
		list = append(list, fmt.Sprintf(`{"type": "cite", "document": "report %d", "quote": "segment %d the revenue was $4.%d billion", "key": "segment:%d", "value": 4%d00000000, "claim": "Segment revenue"}`, i, i, i+3, i, i+3))
	}
	for i := range 6 {
		list = append(list, fmt.Sprintf(`{"type": "claim", "key": "growth:%d", "claim": "Revenue grew", "follows_from": ["revenue:%d"], "formula": "({revenue:%d} - {revenue:%d}) / {revenue:%d} * 100", "confidence": 0.9}`, i, i, i+1, i, i))
	}
	list = append(list, `{"type": "answer", "text": "Revenue grew a little.", "follows_from": ["growth:0", "growth:5"]}`)
	return "```json\n{\"actions\": [" + strings.Join(list, ",\n") + "]}\n```"
}

// Documents are made ready once for a context, however many turns and quotes
// there are, and only if one of them is cited.
func TestDocumentsOncePerContext(t *testing.T) {
	made := 0
	e := embedded(t, eval.Options{Functions: func(fn *celenv.Functions) {
		newDocument := fn.NewDocument
		fn.NewDocument = func(text string) (celenv.Document, error) {
			made++
			return newDocument(text)
		}
	}})
	c := contextOf(t, e, claimsContext())
	judge(t, e, c, `{"actions": [{"type": "claim", "key": "k", "value": 1, "follows_from": ["revenue:0"]}]}`)
	if made != 0 {
		t.Errorf("%d documents were made ready for a claim", made)
	}
	for range 3 {
		judge(t, e, c, tenActions())
	}
	if made != 3 {
		t.Errorf("%d documents were made ready, want 3", made)
	}
}
