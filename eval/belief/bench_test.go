package belief

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/contractc/contractc/schema"
)

// large is a state of so many beliefs, each resting on the three before it.
func large(t testing.TB, rules *Rules, n int) *Base {
	t.Helper()
	state := schema.State{Format: schema.StateFormat, Turn: 1}
	for i := range n {
		r := schema.Revision{Key: fmt.Sprintf("k%d", i), Version: 1, Value: schema.Any{Value: json.Number("1.5")}, Status: schema.BeliefStatusIn}
		if i < 3 {
			r.Justifications = []schema.Justification{&schema.Assertion{Source: "human:user"}}
		} else {
			names := []string{fmt.Sprintf("k%d@1", i-1), fmt.Sprintf("k%d@1", i-2), fmt.Sprintf("k%d@1", i-3)}
			r.Justifications = []schema.Justification{&schema.Derivation{Source: "model", Antecedents: names}}
		}
		state.Revisions = append(state.Revisions, r)
	}
	text, err := Format(state)
	if err != nil {
		t.Fatal(err)
	}
	b, problems := rules.Read("state.json", text)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return b
}

func BenchmarkBase(b *testing.B) {
	rules := testRules(b)
	for _, n := range []int{50, 5000} {
		base := large(b, rules, n)
		text, err := Format(base.State())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("read/%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				rules.Read("state.json", text)
			}
		})
		b.Run(fmt.Sprintf("settle/%d", n), func(b *testing.B) {
			for b.Loop() {
				base.settle()
			}
		})
		b.Run(fmt.Sprintf("beliefs/%d", n), func(b *testing.B) {
			for b.Loop() {
				base.Beliefs()
			}
		})
		b.Run(fmt.Sprintf("retract/%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := base.Retract("k0"); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("explain/%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := base.Explain(fmt.Sprintf("k%d", n-1)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("save/%d", n), func(b *testing.B) {
			s, read := stored(b, rules)
			next := base
			for b.Loop() {
				if err := s.Save(read, next); err != nil {
					b.Fatal(err)
				}
				read, next = next, read
			}
		})
	}
}
