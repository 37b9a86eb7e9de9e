package monitor

import (
	"fmt"
	"strings"
)

// rule is the compiled form of a constraint without operands. It is immutable;
// what it remembers of a trace is in a state.
type rule interface {
	// start sets up the state before the first event.
	start(f *frame, st *state)

	// step takes in an event of one of the rule's effect types. arg is what
	// the rule gave for that type when it was compiled.
	step(f *frame, st *state, arg int)

	// status says what is known after the events so far.
	status(st *state) status

	// explain says why the constraint has this truth now.
	explain(st *state) explanation
}

// explanation names the events that caused a verdict, and says why in words: a
// part of a sentence that holds no text of an event.
type explanation struct {
	because []int
	reason  string
}

// leaf is a rule in its place in a Program.
type leaf struct {
	rule      rule
	guarantee int
	uses      []use
	fills     []fill
}

// use says that a rule looks at events of an effect type.
type use struct {
	effect string
	arg    int
}

// usesOf gives every effect type the same arg.
func usesOf(effects []string, arg int) []use {
	uses := make([]use, len(effects))
	for i, effect := range effects {
		uses[i] = use{effect, arg}
	}
	return uses
}

// events writes indexes as words: "event 3", "events 1, 4 and 9".
func events(indexes []int) string {
	if len(indexes) == 1 {
		return fmt.Sprintf("event %d", indexes[0])
	}
	words := make([]string, len(indexes))
	for i, index := range indexes {
		words[i] = fmt.Sprint(index)
	}
	last := len(words) - 1
	return "events " + strings.Join(words[:last], ", ") + " and " + words[last]
}

// agree chooses the form of a verb for one or several events.
func agree(indexes []int, one, several string) string {
	if len(indexes) == 1 {
		return one
	}
	return several
}
