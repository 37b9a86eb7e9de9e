package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/schema"
)

// Limits of templates. A reviewed text is a sentence or two.
const (
	maxTemplateBytes = 16 << 10
	maxTemplateSlots = 64
)

// A TemplateError says what is wrong with a template or with the values given
// to it.
type TemplateError struct {
	// Offset is where in the template, in code points from 0; its length for a
	// value that no slot takes.
	Offset int
	// Slot is the name of the slot, where there is one.
	Slot string
	// Reason is one line.
	Reason string
}

// Error returns the reason with the offset.
func (e *TemplateError) Error() string {
	return fmt.Sprintf("template, character %d: %s", e.Offset+1, e.Reason)
}

// A Template is a reviewed text with named slots such as {root}. {{ and }} are
// literal braces, and there is nothing else: no access to attributes or
// elements, no conversions, no formats.
type Template struct {
	parts  []part
	slots  []string // each once, in order of appearance
	length int      // in code points
}

// A part is a piece of words or a slot.
type part struct {
	words  string // escaped; empty for a slot
	slot   string
	offset int // of a slot, in code points
}

// ParseTemplate reads a template of at most 16 KiB with at most 64 slots. White
// space at both ends and line breaks belong to the file it stands in: the
// template is one line. Its error is a *TemplateError.
func ParseTemplate(text string) (*Template, error) {
	if len(text) > maxTemplateBytes {
		return nil, &TemplateError{Reason: fmt.Sprintf("%d bytes are more than the limit of %d", len(text), maxTemplateBytes)}
	}
	if !utf8.ValidString(text) {
		return nil, &TemplateError{Reason: "the text is not UTF-8"}
	}
	p := templateParser{src: text, template: &Template{length: utf8.RuneCountInString(text)}}
	for p.pos < len(text) {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	p.flush(strings.TrimRight(p.words.String(), " \r\n"))
	return p.template, nil
}

// fold joins the lines of a text as YAML folds them.
func fold(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	var b strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "\r\n")
		if i < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(strings.TrimRight(text[:i], " "))
		b.WriteByte(' ')
		text = strings.TrimLeft(text[i:], " \r\n")
	}
	return b.String()
}

// Slots returns the names of the slots, each once, in order of appearance.
func (t *Template) Slots() []string { return slices.Clone(t.slots) }

type templateParser struct {
	src      string
	pos      int
	words    strings.Builder
	template *Template
}

// next reads one character of words, a doubled brace or a slot.
func (p *templateParser) next() error {
	rest := p.src[p.pos:]
	switch {
	case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
		p.words.WriteByte(rest[0])
		p.pos += 2
	case rest[0] == '{':
		return p.slot()
	case rest[0] == '}':
		return p.errorf("", "a single }; write }} for a literal brace")
	default:
		end := strings.IndexAny(rest, "{}")
		if end < 0 {
			end = len(rest)
		}
		p.words.WriteString(rest[:end])
		p.pos += end
	}
	return nil
}

func (p *templateParser) slot() error {
	end := strings.IndexAny(p.src[p.pos+1:], "{}")
	if end < 0 || p.src[p.pos+1+end] == '{' {
		return p.errorf("", "a { without its }; write {{ for a literal brace")
	}
	name := p.src[p.pos+1 : p.pos+1+end]
	if !isName(name) {
		return p.errorf(name, "%s", badSlot(name))
	}
	if !slices.Contains(p.template.slots, name) {
		if len(p.template.slots) == maxTemplateSlots {
			return p.errorf(name, "more than the limit of %d slots", maxTemplateSlots)
		}
		p.template.slots = append(p.template.slots, name)
	}
	p.flush(p.words.String())
	p.template.parts = append(p.template.parts, part{slot: name, offset: p.offset()})
	p.pos += end + 2
	return nil
}

// badSlot says what a slot holds that is not a name.
func badSlot(name string) string {
	switch {
	case name == "":
		return "a slot without a name"
	case strings.Contains(name, "."):
		return fmt.Sprintf("the slot %q: attributes cannot be accessed", name)
	case strings.ContainsAny(name, "[]"):
		return fmt.Sprintf("the slot %q: elements cannot be accessed", name)
	case strings.Contains(name, "!"):
		return fmt.Sprintf("the slot %q: there are no conversions", name)
	case strings.Contains(name, ":"):
		return fmt.Sprintf("the slot %q: there are no formats", name)
	}
	return fmt.Sprintf("the slot %q: a name is letters, digits and _, and begins with no digit", name)
}

// flush ends a piece of words.
func (p *templateParser) flush(text string) {
	if p.words.Reset(); len(p.template.parts) == 0 {
		text = strings.TrimLeft(text, " \r\n")
	}
	if text != "" {
		p.template.parts = append(p.template.parts, part{words: string(appendEscaped(nil, fold(text), words))})
	}
}

func (p *templateParser) offset() int { return utf8.RuneCountInString(p.src[:p.pos]) }

func (p *templateParser) errorf(slot, format string, args ...any) error {
	return &TemplateError{Offset: p.offset(), Slot: slot, Reason: fmt.Sprintf(format, args...)}
}

// Require returns a *TemplateError unless the slots of the template are all
// among the names. A lint also wants to know which names no slot takes; see
// Slots.
func (t *Template) Require(names []string) error {
	for _, p := range t.parts {
		if p.slot != "" && !slices.Contains(names, p.slot) {
			return &TemplateError{Offset: p.offset, Slot: p.slot, Reason: fmt.Sprintf("no value is called %q", p.slot)}
		}
	}
	return nil
}

// A Slot is a value for the slot of the same name. Class is the class that the
// value must have, such as StringValue, and empty for any.
type Slot struct {
	Name  string
	Value schema.Value
	Class string
}

// Fill returns the text with the values in place of the slots, in one pass:
// what stands in a value is never read as a slot. Texts, prefixes, directories
// and classes stand as bare literals, since the words around them say what they
// are. A slot without a value, a value that no slot takes or that stands twice,
// and a value of another class are a *TemplateError.
func (t *Template) Fill(values []Slot) (string, error) {
	if err := t.check(values); err != nil {
		return "", err
	}
	var l line
	if err := t.write(&l, values); err != nil {
		return "", err
	}
	return string(l.text), nil
}

// write writes the text to a line; the values have been checked.
func (t *Template) write(l *line, values []Slot) error {
	for _, p := range t.parts {
		if p.slot == "" {
			l.words(p.words)
		} else if err := l.inSentence(values[slotNamed(values, p.slot)].Value); err != nil {
			return &TemplateError{Offset: p.offset, Slot: p.slot, Reason: err.Error()}
		}
	}
	return nil
}

// check reports values that are missing, extra, given twice or mistyped.
func (t *Template) check(values []Slot) error {
	for _, p := range t.parts {
		if p.slot == "" {
			continue
		}
		if i := slotNamed(values, p.slot); i < 0 {
			return &TemplateError{Offset: p.offset, Slot: p.slot, Reason: fmt.Sprintf("no value is given for %q", p.slot)}
		} else if v := values[i]; v.Value == nil || v.Class != "" && v.Class != v.Value.ValueClass() {
			return &TemplateError{Offset: p.offset, Slot: p.slot, Reason: mistyped(v)}
		}
	}
	for i, v := range values {
		if !slices.Contains(t.slots, v.Name) {
			return &TemplateError{Offset: t.length, Slot: v.Name, Reason: fmt.Sprintf("no slot takes the value %q", v.Name)}
		}
		if slotNamed(values, v.Name) != i {
			return &TemplateError{Offset: t.length, Slot: v.Name, Reason: fmt.Sprintf("two values are given for %q", v.Name)}
		}
	}
	return nil
}

func mistyped(v Slot) string {
	if v.Value == nil {
		return fmt.Sprintf("the value of %q is absent", v.Name)
	}
	return fmt.Sprintf("the value of %q is of the class %s, not %s", v.Name, v.Value.ValueClass(), v.Class)
}

func slotNamed(values []Slot, name string) int {
	return slices.IndexFunc(values, func(v Slot) bool { return v.Name == name })
}
