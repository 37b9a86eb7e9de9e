package render_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// The words of a decided turn: the text to send back to the model, and a card
// for each call, with the digest that an approval is for.
func ExampleRenderer_Turn() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	engine, err := eval.New(from, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	words := from.Locale("en")
	renderer, err := render.New(&schema.Locale{Kind: "Locale", Id: words.ID, Version: words.Version, Messages: words.Messages}, words.Digest)
	if err != nil {
		log.Fatal(err)
	}
	ready, problems := engine.NewContext(schema.Context{
		Beliefs: []schema.Belief{{Key: "revenue:Q3", Value: schema.Any{Value: json.Number("4500000000")}}},
		Tools:   []schema.Tool{{Name: "read_file"}},
	}, `filesystem.only_read_under("docs/")`)
	if problems.HasErrors() {
		log.Fatal(problems)
	}
	turn := renderer.Turn(engine.Judge(context.Background(), ready, &eval.Turn{Reply: []byte(`{"actions": [
		{"type": "claim", "key": "revenue:Q3", "value": 5000000000, "follows_from": ["revenue:Q3"]},
		{"type": "call_tool", "tool": "read_file", "args": {"path": "docs/forecast.md"}}
	]}`)}))
	fmt.Println(turn.Decision.Feedback)
	card := turn.Decision.Cards[0]
	fmt.Println(*turn.Decision.Decision, card.Approvable, render.Verify(card) == nil)
	// Output:
	// claim 'revenue:Q3' rejected: 'revenue:Q3' already holds 4,500,000,000; use a new key for a different value
	// ask true true
}
