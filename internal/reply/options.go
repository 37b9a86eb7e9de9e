package reply

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/tables"
	"github.com/contractc/contractc/schema"
)

// Options decide how leniently a reply is read.
type Options struct {
	// Limits bound what is read.
	Limits Limits `json:"limits"`
	// Leniencies are those that exist, with their words.
	Leniencies map[LeniencyName]Leniency `json:"leniencies"`
	// Disabled are the leniencies that are not allowed.
	Disabled []LeniencyName `json:"disabled"`
	// StopReasons are the words for replies that are not complete.
	StopReasons map[schema.StopReason]string `json:"stop_reasons"`
	// Everything reports all actions that a reply holds: complete actions of
	// broken or cut JSON are read one by one, and those outside the chosen
	// value are listed. Without it the first value that fits is all there is.
	Everything bool `json:"everything"`

	// StopReason is why the model stopped, where the caller knows; empty otherwise.
	StopReason schema.StopReason `json:"-"`
	// Repairs say what is mended in JSON that is nearly right; nil for nothing.
	Repairs *repair.Options `json:"-"`
	// Tools are the tools that the model may call. They settle namespaces.
	Tools []Tool `json:"-"`
}

// Tool is the identity of a tool.
type Tool struct{ Namespace, Name string }

// Limits bound a reply.
type Limits struct {
	// Bytes is the size of the reply.
	Bytes int `json:"bytes"`
	// Depth is how many lists and objects may stand inside each other.
	Depth int `json:"depth"`
	// Values is how many JSON values may be read, and ValuesPerKilobyte how
	// many more for each 1,024 bytes, so that memory stays in proportion.
	Values            int `json:"values"`
	ValuesPerKilobyte int `json:"values_per_kilobyte"`
	// Failures is how many places that look like JSON and are not are tolerated in prose.
	Failures int `json:"failures"`
	// Actions is how many actions are read.
	Actions int `json:"actions"`
}

// Leniency is the words for one leniency.
type Leniency struct {
	What string `json:"what"` // what was done
	Why  string `json:"why"`  // why it is allowed
}

// LeniencyName names a leniency in the table.
type LeniencyName string

// The leniencies.
const (
	CodeFence        LeniencyName = "code_fence"         // JSON inside a code fence
	Embedded         LeniencyName = "embedded"           // JSON inside other text
	SeveralValues    LeniencyName = "several_values"     // the first of several values
	OneByOne         LeniencyName = "one_by_one"         // complete actions of broken JSON
	SingleAction     LeniencyName = "single_action"      // an action instead of a list
	BareList         LeniencyName = "bare_list"          // a list without the object around it
	PythonLiteral    LeniencyName = "python_literal"     // Python's notation instead of JSON
	DuplicateKey     LeniencyName = "duplicate_key"      // the last of several equal keys
	ArgsText         LeniencyName = "args_text"          // arguments as a JSON-encoded string
	ArgsEmpty        LeniencyName = "args_empty"         // null or an empty string for no arguments
	FollowsFromText  LeniencyName = "follows_from_text"  // one key instead of a list
	FollowsFromEmpty LeniencyName = "follows_from_empty" // an empty value instead of an empty list
	ConfidenceText   LeniencyName = "confidence_text"    // a numeric string
	ConfidencePart   LeniencyName = "confidence_percent" // a percentage
	AnswerNumber     LeniencyName = "answer_number"      // a bare number for a text
)

// leniencyNames returns all names in the order of the table.
func leniencyNames() []LeniencyName {
	return []LeniencyName{
		CodeFence, Embedded, SeveralValues, OneByOne, SingleAction, BareList, PythonLiteral, DuplicateKey,
		ArgsText, ArgsEmpty, FollowsFromText, FollowsFromEmpty, ConfidenceText, ConfidencePart, AnswerNumber,
	}
}

func badOption(format string, args ...any) error {
	return tables.BadOption("reply", format, args...)
}

// The bounds of what a table may choose.
const (
	maxBytes = 64 << 20
	maxDepth = 1000
)

// Decode reads the options for a rule set, such as "claim@2", from the values
// of the table claim.leniencies, and checks them.
func Decode(values any, set string) (Options, error) {
	var opt Options
	if err := tables.Section(values, set, &opt); err != nil {
		return Options{}, badOption("%w", err)
	}
	return opt, opt.check()
}

func (o *Options) check() error {
	l := o.Limits
	switch {
	case l.Bytes < 1 || l.Bytes > maxBytes:
		return badOption("bytes must be between 1 and %d, not %d", maxBytes, l.Bytes)
	case l.Depth < 4 || l.Depth > maxDepth:
		return badOption("depth must be between 4 and %d, not %d", maxDepth, l.Depth)
	case l.Values < 1 || l.ValuesPerKilobyte < 0 || l.Failures < 0 || l.Actions < 1:
		return badOption("values and actions must be positive, failures not negative")
	}
	for _, name := range leniencyNames() {
		if words, ok := o.Leniencies[name]; !ok || words.What == "" || words.Why == "" {
			return badOption("the leniency %q has no words", name)
		}
	}
	if len(o.Leniencies) > len(leniencyNames()) {
		return badOption("there is a leniency that does not exist")
	}
	for _, name := range o.Disabled {
		if _, ok := o.Leniencies[name]; !ok {
			return badOption("there is no leniency %q", name)
		}
	}
	return o.checkStopReasons()
}

func (o *Options) checkStopReasons() error {
	for _, reason := range schema.StopReasonValues() {
		if CompletenessOf(reason) == schema.CompletenessCut && o.StopReasons[reason] == "" {
			return badOption("the stop reason %q has no words", reason)
		}
	}
	return nil
}

// Stopped says in one line that a reply with a stop reason is not complete.
func (o *Options) Stopped(reason schema.StopReason) string {
	return fmt.Sprintf("%s (stop reason %s)", o.StopReasons[reason], reason)
}

// allows reports whether a leniency may be used.
func (o *Options) allows(name LeniencyName) bool { return !slices.Contains(o.Disabled, name) }

// values is how many values may be read of a reply of a size.
func (l Limits) values(bytes int) int { return l.Values + bytes>>10*l.ValuesPerKilobyte }

// json are the limits of the JSON reader for a reply of a size, with some values read already.
func (l Limits) json(bytes, read int) doc.Limits {
	return doc.Limits{Bytes: bytes + 1, Depth: l.Depth, Nodes: max(1, l.values(bytes)-read)}
}
