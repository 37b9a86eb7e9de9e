package policydiff

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
)

func outputElement(o *index.Output) *index.Element { return &o.Element }

// output compares what form a reply must have.
func (d *differ) output(p pair[index.Output]) {
	c := touched(d, "output", p, outputElement, false)
	switch {
	case c == nil:
	case p.old == nil:
		c.words("", p.new.Text)
		c.note(Unchanged, "the output contract is new, and is about replies that are held against it only")
	case p.new == nil:
		c.words(p.old.Text, "")
		c.lose("the output contract was removed: no reply can be held against it")
	default:
		c.words(p.old.Text, p.new.Text)
		changedOutput(c, p.old, p.new)
	}
}

func changedOutput(c *change, old, new *index.Output) {
	c.wording("the title", old.Title, new.Title)
	c.wording("the text", old.Text, new.Text)
	var a, b any
	if decodeExact(old.Document, &a) != nil || decodeExact(new.Document, &b) != nil {
		c.note(Unknown, "its form could not be compared")
		return
	}
	before, after := asObject(a), asObject(b)
	for _, word := range []string{"kind", "id", "version", "title", "text", "examples", "counter_examples"} {
		delete(before, word)
		delete(after, word)
	}
	o := outputs{c}
	o.part("", before, after, false)
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "its version or its examples changed, or how it is written")
	}
}

func asObject(v any) map[string]any {
	object, _ := v.(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	return object
}

// outputs compares the parts of two output contracts.
type outputs struct{ *change }

// part compares what is demanded, by the names of the demands. Named tells that
// the keys are names that the contract gives, and no demands.
func (o outputs) part(at string, a, b map[string]any, named bool) {
	keys := bothKeys(a, b)
	for _, key := range sortedNames(keys) {
		x, had := a[key]
		y, has := b[key]
		place := at + "/" + key
		switch {
		case sameJSON(x, y) && had == has:
		case words(key) && !named:
			o.note(Reworded, "%s was %s and is %s", place, orAbsent(x, had), orAbsent(y, has))
		case bound(key) != 0 && !named:
			o.bound(place, x, y, had, has, bound(key))
		case key == "headings" && had && has && !named:
			o.headings(place, x, y)
		case had && has && isObject(x) && isObject(y) && (named || !isValue(key)):
			o.part(place, asObject(x), asObject(y), !named && givesNames(key))
		default:
			o.note(Unknown, "%s was %s and is %s", place, orAbsent(x, had), orAbsent(y, has))
		}
	}
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

func orAbsent(v any, there bool) string {
	if !there {
		return "not there"
	}
	return short(v)
}

// givesNames reports whether the keys below a keyword of a JSON Schema are names,
// of properties or of parts, so that one of them may be title or description.
func givesNames(key string) bool {
	switch key {
	case "properties", "patternProperties", "dependentSchemas", "dependentRequired", "dependencies", "$defs", "definitions", "$vocabulary":
		return true
	}
	return false
}

// isValue reports whether a keyword of a JSON Schema holds a value, none of whose
// keys says anything.
func isValue(key string) bool { return key == "const" || key == "default" }

// words reports whether a slot of an output contract is said and not demanded.
func words(key string) bool { return key == "text" || key == "description" || key == "title" }

// bound is -1 for a slot that holds a greatest number, of which less demands
// more, and 1 for one that holds a least number.
func bound(key string) int {
	switch key {
	case "max_words", "max_lines", "max_characters", "max_items":
		return -1
	case "min_words", "min_lines", "min_characters", "min_items":
		return 1
	}
	return 0
}

func (o outputs) bound(at string, a, b any, had, has bool, sign int) {
	x, okX := numberOf(a)
	y, okY := numberOf(b)
	switch {
	case !has, had && okX && okY && y.Cmp(x)*sign < 0:
		o.note(Loosened, "%s was %s and is %s", at, orAbsent(a, had), orAbsent(b, has))
	case !had, okX && okY:
		o.note(Tightened, "%s was %s and is %s", at, orAbsent(a, had), orAbsent(b, has))
	default:
		o.note(Unknown, "%s was %s and is %s", at, orAbsent(a, had), orAbsent(b, has))
	}
}

// headings compares sections in their order. A reply has all of them, so that one
// more or less is another form, which both refuses and allows.
func (o outputs) headings(at string, a, b any) {
	x, y := headingNames(a), headingNames(b)
	if !slices.Equal(x, y) {
		o.note(Incomparable, "the headings were %s and are %s", list(x), list(y))
		return
	}
	before, _ := a.([]any)
	after, _ := b.([]any)
	for i := range before {
		o.part(at+"/"+x[i], asObject(before[i]), asObject(after[i]), false)
	}
}

func headingNames(v any) []string {
	items, _ := v.([]any)
	var names []string
	for _, item := range items {
		name, _ := asObject(item)["heading"].(string)
		names = append(names, name)
	}
	return names
}
