package policytest

import (
	"encoding/json"
	"iter"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// constants are the texts and numbers that stand in the sources of twins: what
// they compare with.
type constants struct {
	texts   []string
	numbers []string
}

var (
	constantText   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"([^"\\\n]{0,60})"|'([^'\\\n]{0,60})'`) })
	constantNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d+(?:\.\d+)?\b`) })
)

// add takes the constants of a source.
func (c *constants) add(source string) {
	for _, m := range constantText().FindAllStringSubmatch(source, 200) {
		c.texts = append(c.texts, m[1]+m[2])
	}
	c.numbers = append(c.numbers, constantNumber().FindAllString(source, 200)...)
	slices.Sort(c.texts)
	slices.Sort(c.numbers)
	c.texts, c.numbers = slices.Compact(c.texts), slices.Compact(c.numbers)
}

// values are what is put in the place of a part of an input: boundary values of
// every type, and the constants with their neighbours.
func (c *constants) values() []any {
	var list []any
	for _, n := range c.numbers {
		list = append(list, json.Number(n), beside(n, 1), beside(n, -1))
	}
	for _, t := range c.texts {
		list = append(list, t, t+"x", strings.ToUpper(t))
	}
	return append(list,
		nil, true, false, "", " ", "é", "e\u0301", "\u202eabc", "😀", "A", []any{}, map[string]any{}, "7",
		json.Number("0"), json.Number("1"), json.Number("-1"), json.Number("0.5"), json.Number("9007199254740991"), json.Number("9007199254740992"))
}

// beside is a number with an integer added to it.
func beside(n string, by int64) any {
	r, ok := new(big.Rat).SetString(n)
	if !ok {
		return nil
	}
	r.Add(r, new(big.Rat).SetInt64(by))
	_, after, _ := strings.Cut(n, ".")
	return json.Number(r.FloatString(len(after)))
}

// bounds adds the numbers that the schemas of tools bound values by.
func (c *constants) bounds(v any) {
	switch x := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			switch n, isNumber := x[key].(json.Number); {
			case isNumber && slices.Contains([]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"}, key):
				c.numbers = append(c.numbers, string(n))
			case key == "enum" || key == "const":
				c.add(strconv.Quote(textOf(x[key])))
			default:
				c.bounds(x[key])
			}
		}
	case []any:
		for _, item := range x {
			c.bounds(item)
		}
	}
}

func textOf(v any) string {
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	text, _ := v.(string)
	return text
}

// The samples that are changed, and how many inputs come of changing one part.
const (
	maxChanged = 8
	maxSingle  = 600
)

// inputs are the samples, changes of one part of those that are most about the
// twins, and then changes of two and three parts, in an order that is the same
// every time.
func (p *twins) inputs(samples []twinInput) iter.Seq[twinInput] {
	return func(yield func(twinInput) bool) {
		for _, s := range samples {
			if !yield(s) {
				return
			}
		}
		changed := samples[:min(len(samples), maxChanged)]
		if nearest := slices.IndexFunc(changed, func(s twinInput) bool { return s.near > 1 }); nearest > 0 {
			changed = changed[:nearest]
		}
		known := constants{texts: p.constants.texts, numbers: slices.Clone(p.constants.numbers)}
		for _, s := range changed {
			known.bounds(s.tree["context"])
		}
		values := known.values()
		if !single(changed, values, yield) {
			return
		}
		random := rand.New(rand.NewPCG(1, 2))
		for {
			s := changed[random.IntN(len(changed))]
			tree := s.tree
			for range 1 + random.IntN(3) {
				tree = anyChange(random, tree, values)
			}
			if !yield(twinInput{s.name, tree, s.near}) {
				return
			}
		}
	}
}

// single yields changes of one part of an action, every kind of change on every
// part in turn.
func single(samples []twinInput, values []any, yield func(twinInput) bool) bool {
	made := 0
	for _, e := range edits(values) {
		for _, s := range samples {
			for _, at := range places(s.tree) {
				tree, ok := change(s.tree, at, e)
				if at[0] != "action" || !ok {
					continue
				}
				if !yield(twinInput{s.name, tree, s.near}) {
					return false
				}
				if made++; made == maxSingle {
					return true
				}
			}
		}
	}
	return true
}

// anyChange changes a part of the action, or now and then of the context.
func anyChange(random *rand.Rand, tree map[string]any, values []any) map[string]any {
	at, list := places(tree), edits(values)
	if own := slices.IndexFunc(at, func(p []any) bool { return p[0] != "action" }); own > 0 && random.IntN(4) > 0 {
		at = at[:own]
	}
	if len(at) == 0 {
		return tree
	}
	if changed, ok := change(tree, at[random.IntN(len(at))], list[random.IntN(len(list))]); ok {
		return changed
	}
	return tree
}

// edit says what becomes of a part: it is removed, doubled in its list, or
// replaced.
type edit struct {
	remove, double bool
	value          any
}

func edits(values []any) []edit {
	list := []edit{{remove: true}, {double: true}}
	for _, v := range values {
		list = append(list, edit{value: v}, edit{double: true, value: v})
	}
	return list
}

// maxPlaces bounds the parts of one input that are changed.
const maxPlaces = 60

// places are the paths of the parts of a tree, those of the action first.
func places(tree map[string]any) [][]any {
	var list [][]any
	var walk func(v any, at []any)
	walk = func(v any, at []any) {
		if len(list) == maxPlaces || len(at) > 8 {
			return
		}
		if len(at) > 1 {
			list = append(list, slices.Clone(at))
		}
		switch x := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(x)) {
				walk(x[key], append(at, key))
			}
		case []any:
			for i := range x {
				walk(x[i], append(at, i))
			}
		}
	}
	walk(tree["action"], []any{"action"})
	walk(tree["context"], []any{"context"})
	return slices.DeleteFunc(list, func(at []any) bool { return len(at) == 2 && at[1] == "type" })
}

// change is the tree with one part edited; the tree itself stays as it is. It is
// false for an edit that the part does not take.
func change(v any, at []any, e edit) (map[string]any, bool) {
	changed, ok := changed(v, at, e)
	tree, _ := changed.(map[string]any)
	return tree, ok && tree != nil
}

func changed(v any, at []any, e edit) (any, bool) {
	switch x := v.(type) {
	case map[string]any:
		key, ok := at[0].(string)
		if _, has := x[key]; !ok || !has {
			return nil, false
		}
		out := maps.Clone(x)
		if len(at) > 1 {
			out[key], ok = changed(x[key], at[1:], e)
			return out, ok
		}
		switch {
		case e.double:
			return nil, false
		case e.remove:
			delete(out, key)
		default:
			out[key] = e.value
		}
		return out, true
	case []any:
		i, ok := at[0].(int)
		if !ok || i >= len(x) {
			return nil, false
		}
		out := slices.Clone(x)
		if len(at) > 1 {
			return changedItem(out, i, at[1:], e)
		}
		switch {
		case e.remove:
			out = slices.Delete(out, i, i+1)
		case e.double && e.value != nil:
			out = append(out, e.value)
		case e.double:
			out = append(out, out[i])
		default:
			out[i] = e.value
		}
		return out, true
	}
	return nil, false
}

// changedItem edits a part of an item: in its place, or in a copy at the end of
// the list, so that the list holds both.
func changedItem(list []any, i int, at []any, e edit) (any, bool) {
	double := e.double && len(at) == 1
	if _, isMap := list[i].(map[string]any); double && isMap {
		item, ok := changed(list[i], at, edit{value: e.value})
		return append(list, item), ok
	}
	item, ok := changed(list[i], at, e)
	if ok {
		list[i] = item
	}
	return list, ok
}
