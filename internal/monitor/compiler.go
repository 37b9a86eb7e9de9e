package monitor

import (
	"slices"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// frame is what compiled expressions read while one event is judged.
type frame struct {
	event   *Event
	env     Env
	slots   []datum // fields of the event and intermediate results
	key     []byte  // scratch for encoded keys
	journal *journal
}

// fill says which slot of the frame a field of the event goes to.
type fill struct {
	field string
	slot  int
}

// compiler turns the expressions of one Program, or of one Predicate, into
// closures over a frame.
type compiler struct {
	opt   Options
	slots int            // how many the frame needs
	field map[string]int // slot of a field

	// Of the leaf that is being compiled:
	effects []string // whose fields FieldTerms name; nil where not known
	fills   []fill   // fields that it needs
	cell    *cellScope

	nodes int // expressions left
}

// cellScope is in force within the predicate of a StateAll, whose FieldTerms
// name the key and the value of an entry.
type cellScope struct {
	key, value         int // slots
	keyKind, valueKind value.Kind
	usesKey            bool
}

func newCompiler(opt Options) *compiler {
	return &compiler{opt: opt, field: map[string]int{}, nodes: MaxNodes}
}

// begin starts a leaf whose fields are those of the effects.
func (c *compiler) begin(effects []string) { c.effects, c.fills = effects, nil }

// enter counts an expression, before its operands are looked at.
func (c *compiler) enter(at place) error {
	c.nodes--
	switch {
	case at.depth > MaxDepth:
		return wrong(at, "expressions nest deeper than %d", MaxDepth)
	case c.nodes < 0:
		return wrong(at, "the constraint holds more than %d expressions", MaxNodes)
	}
	return nil
}

// newSlot returns a slot for an intermediate result.
func (c *compiler) newSlot() int {
	c.slots++
	return c.slots - 1
}

// fieldSlot returns the slot of a field of the event.
func (c *compiler) fieldSlot(name string) int {
	slot, ok := c.field[name]
	if !ok {
		slot = c.newSlot()
		c.field[name] = slot
	}
	if f := (fill{name, slot}); !slices.Contains(c.fills, f) {
		c.fills = append(c.fills, f)
	}
	return slot
}

// fieldKind returns the kind that a field has in every effect of the leaf,
// Invalid where schemas do not promise one.
func (c *compiler) fieldKind(name string, at place) (value.Kind, error) {
	if c.opt.Facts == nil || len(c.effects) == 0 {
		return value.Invalid, nil
	}
	kind := c.opt.Facts(c.effects[0], name).Kind
	for _, effect := range c.effects[1:] {
		other := c.opt.Facts(effect, name).Kind
		if kind != other && kind != value.Invalid && other != value.Invalid {
			return kind, wrong(at, "field %q is of type %s in %q and of type %s in %q; write one constraint for each",
				name, kind, c.effects[0], other, effect)
		}
		if other == value.Invalid {
			kind = value.Invalid
		}
	}
	return kind, nil
}

// effectsOf returns the effect types of a set, none twice.
func effectsOf(set schema.EffectSet, at place) ([]string, error) {
	effects := make([]string, 0, len(set.Effects))
	for _, effect := range set.Effects {
		if effect == "" {
			return nil, wrong(at.slot("effects"), "an effect type has no name")
		}
		if !slices.Contains(effects, effect) {
			effects = append(effects, effect)
		}
	}
	return effects, nil
}

// member compiles the filter of a set and starts the leaf for its effects. A
// set without effect types has no members.
func (c *compiler) member(set schema.EffectSet, at place) (predicate, []string, error) {
	effects, err := effectsOf(set, at)
	if err != nil {
		return predicate{}, nil, err
	}
	c.begin(effects)
	switch {
	case len(effects) == 0:
		return constantly(False), nil, nil
	case set.Where == nil:
		return constantly(True), effects, nil
	}
	where, err := c.predicate(set.Where, at.slot("where"))
	return where, effects, err
}
