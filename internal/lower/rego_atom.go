package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// atom writes an atom as a statement. A field that is not there, or that
// predicates do not know, makes it undefined.
func (w *regoWriter) atom(f formula) string {
	switch f := f.(type) {
	case truth:
		return strconv.FormatBool(bool(f))
	case named:
		return string(f)
	case regoClosed:
		w.needs["closed"] = true
		return "closed"
	case effectIs:
		if len(f.effects) == 1 {
			return fmt.Sprintf("%s.effect == %s", f.event, literal.Rego(f.effects[0]))
		}
		return fmt.Sprintf("%s.effect in %s", f.event, regoSet(f.effects))
	case earlier:
		return fmt.Sprintf("%s.at < %s.at", f.first, f.second)
	case present:
		return "_ = " + w.term(f.field)
	case inRange:
		w.needs["known"] = true
		return "known_integer(" + w.term(f.of) + ")"
	case relation:
		return w.relation(f)
	case textTest:
		return fmt.Sprintf("%s(%s, %s)", f.test.regoName(), w.term(f.of), w.term(f.part))
	case match:
		return fmt.Sprintf("regex.match(%s, %s)", literal.Rego(f.pattern), w.term(f.of))
	case among:
		return fmt.Sprintf("%s in [%s]", w.term(f.element), w.literals(f.members))
	case countIs:
		return w.count(f)
	case sumIs:
		return w.sumIs(f)
	}
	return w.structured(f)
}

// structured writes atoms about lists, paths and provenance.
func (w *regoWriter) structured(f formula) string {
	switch f := f.(type) {
	case memberOf:
		if f.element.kindOf() != value.Enum { // the texts of a list of an enumeration are its values
			w.memberType(f.element.kindOf(), f.list.at)
		}
		return fmt.Sprintf("%s in %s", w.term(f.element), w.term(f.list))
	case holds:
		w.memberType(f.element.kindOf(), f.at)
		return fmt.Sprintf("%s in %s", w.term(f.element), w.term(f.list))
	case allOfKind:
		return fmt.Sprintf("every m in %s {\n\t%s\n}", w.term(f.list), w.memberType(f.kind, f.at))
	case located:
		w.needs["path"] = true
		return "_ = location(" + w.term(f.path) + ")"
	case inside:
		w.needs["path"] = true
		return fmt.Sprintf("startswith(location(%s), location(%s))", w.term(f.path), w.term(f.directory))
	case recorded:
		return "_ = " + regoSelect(string(f.event)+".provenance", f.field)
	case taken:
		from := regoSelect(string(f.event)+".provenance", f.field)
		return fmt.Sprintf("[%s.schema, %s.field] == [%s, %s]", from, from, w.term(f.class), w.term(f.column))
	}
	return "false"
}

func (t textOp) regoName() string {
	switch t {
	case startsWith:
		return "startswith"
	case endsWith:
		return "endswith"
	}
	return "contains"
}

// relation writes a comparison. Lists and maps are compared as JSON text, in
// which 1 and 1.0 differ.
func (w *regoWriter) relation(f relation) string {
	left, right := w.term(f.left), w.term(f.right)
	if f.left.kindOf().Composite() {
		left, right = "json.marshal("+left+")", "json.marshal("+right+")"
	}
	return left + " " + operatorText(f.op) + " " + right
}

// memberType writes that the member m of a list is of a kind.
func (w *regoWriter) memberType(kind value.Kind, at place) string {
	switch kind {
	case value.String:
		return "is_string(m)"
	case value.Boolean:
		return "is_boolean(m)"
	case value.Integer:
		return "regex.match(`^-?[0-9]+$`, json.marshal(m))"
	}
	w.fail(at.refuse("In", ReasonKind, "a member of type %s in a list has no encoding", kind))
	return "false"
}

func (w *regoWriter) count(f countIs) string {
	w.needs["trace"] = true
	return fmt.Sprintf("count([1 | some %s in trace; %s]) %s %s",
		f.event, strings.Join(w.statements(f.body), "; "), operatorText(f.op), w.term(f.bound))
}

func (w *regoWriter) sumIs(f sumIs) string {
	w.needs["trace"] = true
	w.parts++
	name := fmt.Sprintf("summand_%d(%s)", w.parts, f.event)
	for _, c := range f.cases {
		text := w.body(c.when)
		fmt.Fprintf(&w.rules, "%s := %s if {\n%s}\n\n", name, w.term(c.amount), text)
	}
	if len(f.cases) == 0 {
		return "0 " + operatorText(f.op) + " " + w.term(f.bound)
	}
	return fmt.Sprintf("sum([n | some %s in trace; n := %s]) %s %s", f.event, name, operatorText(f.op), w.term(f.bound))
}

// term writes a term, which is undefined where its value is not known.
func (w *regoWriter) term(t term) string {
	switch t := t.(type) {
	case field:
		w.needs[regoField(t.kind)] = true
		if t.kind == value.Decimal && !slices.Contains(w.decimals, t.name) {
			w.decimals = append(w.decimals, t.name)
		}
		return fmt.Sprintf("%s(%s, %s)", regoField(t.kind), t.event, literal.Rego(t.name))
	case constant:
		return w.literal(t.value, false, t.at)
	case parameter:
		w.give(t)
		return regoSelect("given", t.name)
	case sizeOf:
		if t.of.kindOf() == value.Bytes {
			return "(count(" + w.term(t.of) + ") / 2)"
		}
		return "count(" + w.term(t.of) + ")"
	case sum:
		operator := " + "
		if t.minus {
			operator = " - "
		}
		return "(" + w.term(t.left) + operator + w.term(t.right) + ")"
	}
	return "0"
}

func (w *regoWriter) literal(v schema.Value, nested bool, at place) string {
	switch v := v.(type) {
	case *schema.BooleanValue:
		return strconv.FormatBool(v.Boolean)
	case *schema.IntegerValue:
		return v.Integer
	case *schema.DecimalValue:
		return w.decimal(v, nested, at)
	case *schema.StringValue:
		return literal.Rego(v.String)
	case *schema.BytesValue:
		return literal.Rego(v.Hex)
	case *schema.NoneValue:
		return "null"
	case *schema.MapValue:
		return w.object(v, at)
	case *schema.EnumValue, *schema.PathPrefixValue, *schema.DirectoryValue, *schema.ClassReferenceValue:
		if !nested {
			return literal.Rego(value.Text(v))
		}
	case *schema.ListValue, *schema.TupleValue, *schema.SetValue:
		return "[" + w.members(value.Members(v), true, at) + "]"
	}
	w.fail(at.refuse(v.ValueClass(), ReasonKind, "a value of type %s in a list or a map has no encoding", value.KindOf(v)))
	return "null"
}

func (w *regoWriter) decimal(v *schema.DecimalValue, nested bool, at place) string {
	if nested {
		w.fail(at.refuse("DecimalValue", ReasonNested, "a decimal in a list or a map has several spellings in JSON"))
		return "null"
	}
	whole, fraction, _ := strings.Cut(v.Decimal, ".")
	digits, negative := strings.CutPrefix(whole, "-")
	digits = strings.TrimLeft(digits+fraction+strings.Repeat("0", w.scale-len(fraction)), "0")
	switch {
	case digits == "":
		return "0"
	case negative:
		return "-" + digits
	}
	return digits
}

func (w *regoWriter) literals(members []schema.Value) string {
	return w.members(members, false, place{target: TargetRego})
}

func (w *regoWriter) members(members []schema.Value, nested bool, at place) string {
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = w.literal(m, nested, at)
	}
	return strings.Join(texts, ", ")
}

func (w *regoWriter) object(v *schema.MapValue, at place) string {
	texts := make([]string, len(v.Entries))
	for i, e := range v.Entries {
		key, ok := e.Key.(*schema.StringValue)
		if !ok {
			w.fail(at.refuse(e.Key.ValueClass(), ReasonKind, "a map with keys of type %s has no encoding", value.KindOf(e.Key)))
			return "{}"
		}
		texts[i] = literal.Rego(key.String) + ": " + w.literal(e.Value, true, at)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

func regoSet(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = literal.Rego(name)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

func regoSelect(of, key string) string {
	if plainName(key) {
		return of + "." + key
	}
	return of + "[" + literal.Rego(key) + "]"
}
