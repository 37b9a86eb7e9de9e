package jsonschema

import (
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// reader reads the keywords of one schema into a node. Its methods take the
// keyword.
type reader struct {
	*compiler
	to     *node
	object map[string]any
	at     string
	depth  int
}

func (r *reader) wrong(key, want string) { r.fail(r.at+"/"+key, "it is not %s", want) }

func (r *reader) text(key string) (string, bool) {
	v, given := r.object[key]
	s, ok := v.(string)
	if given && !ok {
		r.wrong(key, "a text")
	}
	return s, ok
}

func (r *reader) flag(key string) bool {
	v, given := r.object[key]
	b, ok := v.(bool)
	if given && !ok {
		r.wrong(key, "true or false")
	}
	return b
}

func (r *reader) count(key string, into *int) {
	v, given := r.object[key]
	if !given {
		return
	}
	number, _ := v.(json.Number)
	n, ok := rat(number)
	if !ok || !n.IsInt() || n.Sign() < 0 {
		r.wrong(key, "a whole number from 0 on")
		return
	}
	*into = math.MaxInt
	if n.Num().IsInt64() {
		*into = int(n.Num().Int64())
	}
}

func (r *reader) number(key string) *big.Rat {
	v, given := r.object[key]
	if !given {
		return nil
	}
	number, _ := v.(json.Number)
	n, ok := rat(number)
	if !ok {
		r.wrong(key, "a number")
	}
	return n
}

func (r *reader) pattern(key, text string) *regexp.Regexp {
	re, err := regexp.Compile(text)
	if err != nil {
		r.fail(r.at+"/"+key, "%q is no regular expression in RE2 syntax", text)
	}
	return re
}

func (r *reader) list(key string) ([]any, bool) {
	v, given := r.object[key]
	list, ok := v.([]any)
	if given && !ok {
		r.wrong(key, "a list")
	}
	return list, ok
}

func (r *reader) members(key string) (map[string]any, bool) {
	v, given := r.object[key]
	object, ok := v.(map[string]any)
	if given && !ok {
		r.wrong(key, "an object")
	}
	return object, ok
}

// names reads a list of different texts.
func (r *reader) names(key string, v any) []string {
	list, ok := v.([]any)
	names := make([]string, 0, len(list))
	for _, item := range list {
		name, isText := item.(string)
		ok = ok && isText && !slices.Contains(names, name)
		names = append(names, name)
	}
	if !ok {
		r.wrong(key, "a list of different texts")
	}
	return names
}

// schema reads the schema at a path of keys.
func (r *reader) schema(v any, path ...string) *node {
	at := r.at
	for _, step := range path {
		at += "/" + escape(step)
	}
	n := r.make(v, at, r.depth+1)
	r.to.parts = append(r.to.parts, n)
	return n
}

func escape(step string) string {
	return strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
}

func (r *reader) sub(key string) *node {
	v, given := r.object[key]
	if !given {
		return nil
	}
	return r.schema(v, key)
}

// subOrFlag reads a schema, which the oldest draft allows to be true or false here.
func (r *reader) subOrFlag(key string) *node {
	allowed, isFlag := r.object[key].(bool)
	if !isFlag || r.draft > draft4 {
		return r.sub(key)
	}
	n := newNode(r.at + "/" + key)
	n.never = !allowed
	return n
}

// subs reads a list of schemas, of which there must be one.
func (r *reader) subs(key string) []*node {
	list, given := r.list(key)
	if !given {
		return nil
	}
	if len(list) == 0 {
		r.wrong(key, "a list of one schema or more")
	}
	nodes := make([]*node, len(list))
	for i, v := range list {
		nodes[i] = r.schema(v, key, strconv.Itoa(i))
	}
	return nodes
}

// named reads an object of schemas.
func (r *reader) named(key string) map[string]*node {
	object, given := r.members(key)
	if !given {
		return nil
	}
	nodes := make(map[string]*node, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		nodes[name] = r.schema(object[name], key, name)
	}
	return nodes
}
