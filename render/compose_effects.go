package render

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// effects writes what the call does.
func (c *composer) effects() {
	c.heading(effectsHeading)
	if len(c.in.Effects) == 0 {
		c.found.codeOnly = true
		c.statement(1, effectsNone)
	}
	for i := range c.in.Effects {
		c.effect(&c.in.Effects[i])
	}
}

func (c *composer) effect(e *Effect) {
	named := c.sentence(e)
	c.field(2, labelEffect)
	c.name(e.Type)
	if e.Version != "" {
		c.words(" ")
		c.name(e.Version)
	}
	c.end()
	for i := range e.Fields {
		if f := &e.Fields[i]; !slices.Contains(named, f.Name) {
			c.effectField(f)
		}
	}
}

// sentence writes the reviewed sentence of an effect and returns the names of
// the fields that stand in it.
func (c *composer) sentence(e *Effect) (named []string) {
	if !e.described() {
		c.found.codeOnly = true
		c.statement(1, noDescription)
		return nil
	}
	t, err := c.r.template(e.Sentence)
	if err != nil {
		c.broken(err)
		return nil
	}
	start, blocks := c.here(), len(c.blocks)
	c.begin(statementBlock, 1)
	if err := c.fillFields(t, e.Fields); err != nil {
		c.back(start)
		c.blocks = c.blocks[:blocks]
		c.broken(err)
		return nil
	}
	c.end()
	return t.slots
}

// fillFields writes a sentence over fields. Unlike Template.Fill it takes fields
// that no slot names, which are listed below the sentence, and says so where a
// value is secret or not known.
func (c *composer) fillFields(t *Template, fields []Field) error {
	for _, p := range t.parts {
		if p.slot == "" {
			c.words(p.words)
			continue
		}
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == p.slot })
		if i < 0 {
			return &TemplateError{Offset: p.offset, Slot: p.slot, Reason: "the effect has no field of this name"}
		}
		f := &fields[i]
		if f.Value != nil && f.Class != "" && f.Class != f.Value.ValueClass() {
			return &TemplateError{Offset: p.offset, Slot: p.slot, Reason: mistyped(Slot{f.Name, f.Value, f.Class})}
		}
		c.fieldValue(f, (*line).inSentence)
	}
	return nil
}

// fieldValue writes the value of a field, its length, or that it is not known.
func (c *composer) fieldValue(f *Field, write func(*line, schema.Value) error) {
	switch {
	case f.Secret:
		text, ok := f.Value.(*schema.StringValue)
		if ok {
			c.secret(text.String, true, f.KeyedDigest)
		} else {
			c.secret("", false, f.KeyedDigest)
		}
	case f.Value == nil:
		c.message(valueUnknown)
	default:
		start := c.here()
		if err := write(&c.line, f.Value); err != nil {
			c.found.tooDeep = true
			c.back(start)
			c.message(valueTooDeep)
		}
	}
}

func (c *composer) effectField(f *Field) {
	c.field(2, labelField, asName(f.Name))
	if name, ok := c.sameArgument(f); ok {
		c.message(effectSame, asName(name))
	} else {
		c.fieldValue(f, (*line).value)
	}
	c.end()
}

// sameArgument finds the argument with the same text as a field, so that a long
// one is shown once.
func (c *composer) sameArgument(f *Field) (string, bool) {
	text, ok := f.Value.(*schema.StringValue)
	arguments, isMap := c.in.Arguments.(map[string]any)
	if !ok || !isMap || f.Secret || len(text.String) < 64 {
		return "", false
	}
	for _, name := range sortedKeys(arguments) {
		if s, ok := arguments[name].(string); ok && s == text.String && !slices.Contains(c.in.Secret, name) {
			return name, true
		}
	}
	return "", false
}

// broken writes that a reviewed text does not fit the values that it is for.
func (c *composer) broken(err error) {
	c.found.codeOnly = true
	c.statement(1, descriptionBroken, asSaid(err.Error()))
}
