package output_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval/output"
)

// A reply is held against a contract; everything that is wrong is listed.
func ExampleContract_Check() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	contract, err := output.Load(from, "output.review")
	if err != nil {
		log.Fatal(err)
	}
	reply := `My verdict: {"verdict": "maybe", "findings": []}`
	found := contract.Check(context.Background(), output.Reply{Text: []byte(reply)})
	fmt.Println(found.Conforms)
	fmt.Println(found.Feedback)
	// Output:
	// false
	// Your reply does not conform. Mend exactly what is listed here, keep the rest, and send the whole reply again.
	// - the value: the member "summary" is missing
	// - /verdict: must be "approve" or "request_changes", and is "maybe"
}

// A model is asked until its reply conforms, at most three times here: the ladder
// of the contract has two retries. What is wrong is sent back, and nothing else.
func ExampleContract_Enforce() {
	from, err := catalog.Embedded()
	if err != nil {
		log.Fatal(err)
	}
	contract, err := output.Load(from, "output.change_report")
	if err != nil {
		log.Fatal(err)
	}
	model := func(_ context.Context, q output.Question) (output.Reply, error) {
		report := "## Summary\nThe limit is read once.\n## Changed files\n- limit.go\n"
		if strings.Contains(q.Feedback, `"## Diff" is missing`) {
			report += "## Diff\n```diff\n-limit := read()\n```\n"
		}
		return output.Reply{Text: []byte(report)}, nil
	}
	transcript, err := contract.Enforce(context.Background(), "Read the limit once.", output.Options{}, model)
	var none *output.NotConformingError
	switch {
	case errors.As(err, &none):
		log.Fatalf("no reply conforms: %v", none)
	case err != nil:
		log.Fatal(err)
	}
	for _, a := range transcript.Attempts {
		fmt.Println(a.Attempt, a.Findings.Conforms, len(a.Findings.Problems))
	}
	fmt.Println(*transcript.Outcome)
	// Output:
	// 1 false 1
	// 2 true 0
	// conforms
}
