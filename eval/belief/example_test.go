package belief_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

// A run of two turns: a reply is read, judged and applied, the result of its
// call is recorded, and the next reply builds on it. When a source turns out to
// be wrong, what rested on it is out.
func Example() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	engine, err := eval.New(from, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	rules, err := belief.NewRules(from, engine.RuleSets())
	if err != nil {
		log.Fatal(err)
	}
	shown := schema.Context{
		Documents: []schema.Document{{Name: "10-K", Text: "Total revenue for Q2 was $4.3 billion."}},
		Tools:     []schema.Tool{{Name: "get_revenue"}},
	}
	base := rules.Empty()

	// The first reply calls a tool and cites a document.
	turn := func(reply string) *eval.Result {
		ready, problems := base.NewContext(engine, shown)
		if problems.HasErrors() {
			log.Fatal(problems)
		}
		result := engine.Judge(context.Background(), ready, &eval.Turn{Reply: []byte(reply)})
		next, update, err := base.Apply(result, belief.ApplyOptions{})
		if err != nil {
			log.Fatal(err)
		}
		for _, change := range update.Changes {
			fmt.Println(change.Text)
		}
		base = next
		return result
	}
	result := turn(`{"actions": [
		{"type": "call_tool", "tool": "get_revenue", "args": {"quarter": "Q3"}, "key": "revenue:Q3"},
		{"type": "cite", "document": "10-K", "quote": "revenue for Q2 was $4.3 billion", "key": "revenue:Q2", "value": 4300000000}
	]}`)

	// Whoever runs the tool records what it returned.
	if base, _, err = base.Return(result.Actions[0].Call.Digest, json.Number("4500000000"), nil); err != nil {
		log.Fatal(err)
	}

	// The second reply builds on both.
	turn(`{"actions": [
		{"type": "claim", "key": "growth", "claim": "Growth in percent", "formula": "({revenue:Q3} / {revenue:Q2} - 1) * 100"},
		{"type": "answer", "text": "Revenue grew by 4.65%.", "follows_from": ["growth"]}
	]}`)

	base, update, err := base.Retract("revenue:Q2")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("out:", update.Out)
	for _, r := range update.Rederive {
		fmt.Printf("derive again: %s, from %v\n", r.Instruction, r.Inputs)
	}
	// Output:
	// called get_revenue, whose result will be revenue:Q3
	// cited revenue:Q2@1 = 4,300,000,000 from '10-K'
	// claimed growth@1 = 4.65116
	// answered as answer@1
	// out: [revenue:Q2@1 growth@1 answer@1]
	// derive again: Growth in percent, from [revenue:Q3 revenue:Q2]
	// derive again: Revenue grew by 4.65%., from [growth]
}

// A state file is replaced whole, and only while it holds what was read.
func ExampleStore() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	rules, err := belief.NewRules(from, []string{"claim@2"})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "belief")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	store := rules.Open(filepath.Join(dir, "state.json"))

	first, _, err := rules.Empty().Assert(belief.Fact{Key: "sky", Value: "blue", Source: "human:ana"})
	if err != nil {
		log.Fatal(err)
	}
	if err := store.Save(nil, first); err != nil {
		log.Fatal(err)
	}
	read, err := store.Load()
	if err != nil {
		log.Fatal(err)
	}
	second, _, err := read.Retract("sky")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(store.Save(read, second))
	fmt.Println(store.Save(read, first) != nil)
	// Output:
	// <nil>
	// true
}
