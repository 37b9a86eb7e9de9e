package repair

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/tables"
	"github.com/contractc/contractc/schema"
)

// Options decide which repairs are allowed.
type Options struct {
	// Limits bound what is read.
	Limits Limits `json:"limits"`
	// Classes are the classes of repair that exist, with their words.
	Classes map[Class]Words `json:"classes"`
	// Text are the classes that are allowed for a text, Call those for a call of
	// a tool.
	Text []Class `json:"text"`
	Call []Class `json:"call"`
}

// Words are the words for a class of repair.
type Words struct {
	What string `json:"what"` // what was done
	Why  string `json:"why"`  // why it is allowed
}

// Limits bound a text.
type Limits struct {
	// Bytes is the size of the text.
	Bytes int `json:"bytes"`
	// Depth is how many lists and objects may stand inside each other.
	Depth int `json:"depth"`
	// Values is how many values may be read, and ValuesPerKilobyte how many more
	// for each 1,024 bytes, so that memory stays in proportion.
	Values            int `json:"values"`
	ValuesPerKilobyte int `json:"values_per_kilobyte"`
	// Edits is how many repairs one text may need.
	Edits int `json:"edits"`
	// Candidates is how many blocks of a text are looked at.
	Candidates int `json:"candidates"`
	// Failures is how many places that look like JSON and are not are tolerated
	// in other text.
	Failures int `json:"failures"`
}

// Purpose is what the value is for.
type Purpose uint8

// The purposes.
const (
	ForText Purpose = iota // an output that is read
	ForCall                // a call of a tool, which has effects
)

// A Request says what is read and for what.
type Request struct {
	// For is what the value is for.
	For Purpose
	// Completeness says whether the text is known to be whole. In a call of a
	// tool a bracket is closed only in a complete text, and a string never.
	Completeness schema.Completeness
	// Alone demands that the text is nothing but JSON: no block of it is looked
	// for in other text.
	Alone bool
	// Fits says which values are looked for. A block in other text that fits is
	// taken before all that do not; nil fits any.
	Fits func(*doc.Node) bool
	// From and To bound the text that is read, in bytes; offsets count from the
	// start of the whole all the same. To is 0 for the end.
	From, To int
	// Places gives the positions of offsets in the text; nil makes them anew.
	Places *doc.Places
}

func badOption(format string, args ...any) error {
	return tables.BadOption("repair", format, args...)
}

// The bounds of what a table may choose.
const (
	maxBytes = 64 << 20
	maxDepth = 1000
)

// Decode reads the options for a rule set, such as "claim@2", from the values of
// the table claim.repairs, and checks them.
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
	case l.Values < 1 || l.ValuesPerKilobyte < 0 || l.Edits < 1 || l.Candidates < 1 || l.Failures < 0:
		return badOption("values, edits and candidates must be positive")
	}
	return o.checkClasses()
}

func (o *Options) checkClasses() error {
	for _, c := range Classes() {
		if words := o.Classes[c]; words.What == "" || words.Why == "" {
			return badOption("the class %q has no words", c)
		}
	}
	if len(o.Classes) > len(Classes()) {
		return badOption("there is a class that does not exist")
	}
	for _, c := range slices.Concat(o.Text, o.Call) {
		if _, ok := o.Classes[c]; !ok {
			return badOption("there is no class %q", c)
		}
	}
	return nil
}

// Enabled reports whether any repair is allowed for a purpose.
func (o *Options) Enabled(purpose Purpose) bool { return len(o.allowed(purpose)) > 0 }

func (o *Options) allowed(purpose Purpose) []Class {
	if purpose == ForCall {
		return o.Call
	}
	return o.Text
}

// json are the limits of the strict reader for a text of a size.
func (l Limits) json(bytes int) doc.Limits {
	return doc.Limits{Bytes: bytes + 1, Depth: l.Depth, Nodes: l.Values + bytes>>10*l.ValuesPerKilobyte}
}

// Off returns options under which nothing is mended.
func Off() Options {
	return Options{Limits: Limits{
		Bytes: 16 << 20, Depth: 900, Values: 5000, ValuesPerKilobyte: 128, Edits: 1, Candidates: 20, Failures: 200,
	}}
}
