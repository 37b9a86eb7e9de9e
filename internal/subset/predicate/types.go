package predicate

import (
	"math/bits"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// Types is a set of types of values.
type Types uint8

// The types. Number stands for the numbers that are no integers.
const (
	String Types = 1 << iota
	Integer
	Number
	Boolean
	Null
	Array
	Object

	Numeric = Integer | Number
	Any     = String | Numeric | Boolean | Null | Array | Object
)

// typeNames are the types in the order in which schemas list them.
var typeNames = [...]struct {
	name string
	is   Types
}{
	{"string", String}, {"number", Numeric}, {"integer", Integer}, {"boolean", Boolean},
	{"object", Object}, {"array", Array}, {"null", Null},
}

// TypesOf reads the value of the keyword type; everything where there is none.
func TypesOf(n *doc.Node) Types {
	if n == nil {
		return Any
	}
	names := []string{n.Text}
	if n.Kind == doc.List {
		names = names[:0]
		for _, item := range n.Items {
			names = append(names, item.Text)
		}
	}
	var all Types
	for _, t := range typeNames {
		for _, name := range names {
			if name == t.name {
				all |= t.is
			}
		}
	}
	return all
}

// TypeOf is the type of a value.
func TypeOf(n *doc.Node) Types {
	switch n.Kind {
	case doc.Bool:
		return Boolean
	case doc.Number:
		if r, ok := rat(n.Text); ok && r.IsInt() {
			return Integer
		}
		return Number
	case doc.String:
		return String
	case doc.List:
		return Array
	case doc.Map:
		return Object
	case doc.Null:
	}
	return Null
}

// Names lists the types as a schema does.
func (t Types) Names() []string {
	var names []string
	for _, named := range typeNames {
		if t&named.is == named.is {
			names = append(names, named.name)
			t &^= named.is
		}
	}
	return names
}

// Single reports whether the set is one type; all numbers are one.
func (t Types) Single() bool { return t == Numeric || bits.OnesCount8(uint8(t)) == 1 }

// plainTypes are the types that CEL tells apart with certainty, in the order in
// which they are written; numbers are all else.
var plainTypes = [...]struct {
	is   Types
	name string
}{{String, "string"}, {Boolean, "bool"}, {Array, "list"}, {Object, "map"}, {Null, "null_type"}}

// isType compares a value's type with one of the plain types; by is == or !=.
func isType(e, by string, t Types) Cond {
	if t == Null {
		return compare("%s %s null", e, by)
	}
	for _, plain := range plainTypes {
		if plain.is == t {
			return compare("type(%s) %s %s", e, by, plain.name)
		}
	}
	return constant(false)
}

// hasType is true of a value of one of the types; it is known to be of one of
// the known types.
func hasType(e string, types, known Types) Cond {
	switch {
	case known&^types == 0:
		return constant(true)
	case known&types == 0:
		return constant(false)
	case types&known&Number != 0:
		return Not(oneOf(e, known&^types))
	}
	list := []Cond{oneOf(e, types&known)}
	if types&known&Integer != 0 {
		list = append(list, integral(e, known))
	}
	return Or(list...)
}

// oneOf is true of a value of one of the plain types in the set.
func oneOf(e string, types Types) Cond {
	var list []Cond
	var names []string
	for _, plain := range plainTypes {
		if types&plain.is != 0 {
			list = append(list, isType(e, "==", plain.is))
			names = append(names, "dyn("+plain.name+")")
		}
	}
	if len(list) < 3 {
		return Or(list...)
	}
	return compare("type(%s) in [%s]", e, strings.Join(names, ", "))
}

// integral is true of a number without a fraction. A number that CEL cannot hold
// has none.
func integral(e string, known Types) Cond {
	others := Not(oneOf(e, known&^Numeric))
	if known&Number == 0 {
		return others
	}
	whole := Or(compare("%s <= -9007199254740992.0", e), compare("%s >= 9007199254740992.0", e), compare("double(int(%s)) == %s", e, e))
	return choose(compare("type(%s) == double", e), whole, others)
}

// elsewhere is true of a value to which a keyword for a type, or for numbers, does
// not apply.
func elsewhere(e string, applies, known Types) Cond {
	switch {
	case known&^applies == 0:
		return constant(false)
	case applies == Numeric:
		return oneOf(e, known&^Numeric)
	}
	return isType(e, "!=", applies)
}
