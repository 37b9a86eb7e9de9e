package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// A reply is read without a decision: its actions with the leniencies that were
// used on them, and one message for each that has a wrong form.
func ExampleEngine_Read() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	engine, err := eval.New(from, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ready, problems := engine.NewContext(schema.Context{})
	if problems.HasErrors() {
		log.Fatal(problems)
	}
	reply := "Sure: {\"actions\": [{\"type\": \"claim\", \"key\": \"k\"}, {\"type\": \"answer\", \"text\": 42}]}"
	result := engine.Read(context.Background(), ready, &eval.Turn{Reply: []byte(reply)})
	for _, a := range result.Actions {
		switch action := a.Typed.(type) {
		case *schema.Answer:
			fmt.Printf("answer %q\n", action.Text)
		case nil:
			fmt.Printf("%s: %s\n", a.Label, a.Violations[0].Message)
		}
	}
	for _, edit := range result.Edits {
		fmt.Println(edit.What)
	}
	// Output:
	// action 1 (claim, key 'k'): claim requires 'value' (or a 'formula' to compute it)
	// answer "42"
	// took the JSON out of the text around it
	// wrote a number as the text of an answer
}

// Each action of a reply is judged in turn: what an accepted one establishes is
// there for the next.
func ExampleEngine_Judge() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	engine, err := eval.New(from, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ready, problems := engine.NewContext(schema.Context{
		Beliefs: []schema.Belief{{Key: "cash", Value: schema.Any{Value: json.Number("5")}}, {Key: "debt", Value: schema.Any{Value: json.Number("3")}}},
	})
	if problems.HasErrors() {
		log.Fatal(problems)
	}
	result := engine.Judge(context.Background(), ready, &eval.Turn{Reply: []byte(`{"actions": [
		{"type": "claim", "key": "net", "formula": "{cash} - {debt}"},
		{"type": "claim", "key": "twice", "formula": "{net} * 2", "value": 5},
		{"type": "answer", "text": "Net cash is 2.", "follows_from": ["net"]}
	]}`)})
	for _, a := range result.Actions {
		fmt.Println(a.Type, a.Accepted)
		for _, v := range a.Violations {
			fmt.Println(" ", v.Rule, v.Message)
		}
	}
	// Output:
	// claim true
	// claim false
	//   claim.formula_reproduces formula '{net} * 2' evaluates to 4, but the claim states 5
	// answer true
}
