package linkml

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goNaming holds the Go names of everything in a view. They are given in the order of the schemas, so the same view
// always gives the same names; a name that is taken gets the smallest free number.
type goNaming struct {
	taken  map[string]bool
	class  map[*Class]string // struct, or interface of an abstract class
	iface  map[*Class]string // interface of a polymorphic class
	enum   map[*Enum]string
	values map[*Enum]string // function that lists the values
	value  map[*Enum]map[string]string
	consts map[*Class]map[string]string // by slot with equals_string
	fields map[*Class]map[string]string // by slot
}

func goNames(v *View) *goNaming {
	n := &goNaming{
		taken: map[string]bool{"Any": true, "FS": true}, class: map[*Class]string{}, iface: map[*Class]string{}, enum: map[*Enum]string{},
		values: map[*Enum]string{}, value: map[*Enum]map[string]string{}, consts: map[*Class]map[string]string{}, fields: map[*Class]map[string]string{},
	}
	for _, c := range v.Classes {
		n.nameClass(v, c)
	}
	for _, e := range v.Enums {
		n.enum[e] = n.free(goIdentifier(e.Name))
	}
	for _, c := range v.Classes {
		if n.iface[c] != "" {
			n.reserve("Unmarshal"+n.iface[c], "Decode"+n.iface[c])
		}
	}
	for _, e := range v.Enums {
		n.nameEnum(v, e)
	}
	for _, c := range v.Classes {
		n.nameFields(v, c)
	}
	return n
}

func (n *goNaming) reserve(names ...string) {
	for _, name := range names {
		n.taken[name] = true
	}
}

// free returns the name, or the name with the smallest number that is free, and takes it.
func (n *goNaming) free(name string) string { return freeIn(n.taken, name) }

func freeIn(taken map[string]bool, name string) string {
	out := name
	for i := 2; taken[out]; i++ {
		out = name + "_" + strconv.Itoa(i)
	}
	taken[out] = true
	return out
}

func (n *goNaming) nameClass(v *View, c *Class) {
	if v.isAny(c) {
		n.class[c] = "Any"
		return
	}
	n.class[c] = n.free(goIdentifier(c.Name))
	switch {
	case !v.polymorphic(c):
	case c.Abstract || c.Mixin:
		n.iface[c] = n.class[c]
	default:
		n.iface[c] = n.free(n.class[c] + "Variant")
	}
}

func (n *goNaming) nameEnum(v *View, e *Enum) {
	n.values[e] = n.free(n.enum[e] + "Values")
	n.value[e] = map[string]string{}
	for _, p := range v.permissible(e) {
		n.value[e][p.Name] = n.free(n.enum[e] + strings.TrimPrefix(goIdentifier("_"+p.Name), "X"))
	}
}

// nameFields names the fields of a struct. A field that would have the name of a method gets the suffix Value.
func (n *goNaming) nameFields(v *View, c *Class) {
	taken := map[string]bool{}
	methods := map[string]bool{"MarshalJSON": true, "UnmarshalJSON": true, "Decode": true}
	for _, a := range v.Ancestors(c) {
		if name := n.iface[a]; name != "" {
			methods[name+"Class"] = true
		}
	}
	n.fields[c], n.consts[c] = map[string]string{}, map[string]string{}
	for _, s := range v.Induced(c) {
		name := goIdentifier(s.Name)
		if methods[name] {
			name += "Value"
		}
		n.fields[c][s.Name] = freeIn(taken, name)
		if s.Expr.EqualsString != nil && !c.Abstract && !c.Mixin && !v.designates(c, s.Name) {
			n.consts[c][s.Name] = n.free(n.class[c] + n.fields[c][s.Name])
		}
	}
}

// goIdentifier returns an exported Go name: words at everything that is no letter or digit begin with a capital. A name
// that would not be exported, or not be a name, begins with X.
func goIdentifier(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		first, size := utf8.DecodeRuneInString(word)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(word[size:])
	}
	out := b.String()
	if first, _ := utf8.DecodeRuneInString(out); !unicode.IsUpper(first) {
		out = "X" + out
	}
	return out
}
