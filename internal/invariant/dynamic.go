package invariant

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// What an input of any type may be, as its tag says: none of the others, or null,
// a truth value, an integer, a text or a map.
const (
	tagOther = iota
	tagNull
	tagBool
	tagInt
	tagText
	tagMap
)

// Parts of an input of any type: tagMark ends their paths, beyond is whether it is a
// number that CEL does not compute with, and fields whether it can be asked for its
// fields where it is no map.
const (
	tagMark = "\x1f#"
	beyond  = "beyond"
	fields  = "fields"
)

func tagOf(s sort) int {
	return map[sort]int{nullSort: tagNull, boolSort: tagBool, intSort: tagInt, textSort: tagText}[s]
}

// isDynamic reports whether a value is an input of any type.
func (l *lowering) isDynamic(v *value) bool {
	t := l.types[v.path]
	return v.sort == opaqueSort && v.path != "" && t != nil && t.Kind() == cel.DynKind
}

// part is a part of an input of any type: its tag, or what it is where the tag says
// that it is of a sort.
func (l *lowering) part(path, name string, s sort) string {
	key := path + tagMark + name
	if v := l.inputs[key]; v != nil {
		return v.term
	}
	l.defined++
	v := &value{sort: s, ok: yes, term: fmt.Sprintf("d%d", l.defined)}
	l.declare(v.term, s)
	l.inputs[key], l.sorts[key], l.order = v, s, append(l.order, key)
	if name == "tag" {
		fmt.Fprintf(&l.script, "(assert (<= %d %s %d))\n", tagOther, v.term, tagMap)
	}
	return v.term
}

// isOf is the condition on which an input of any type is of a sort.
func (l *lowering) isOf(v *value, s sort) string { return l.is(v, tagOf(s)) }

// is is the condition on which an input of any type has a tag.
func (l *lowering) is(v *value, tag int) string {
	return fmt.Sprintf("(= %s %d)", l.part(v.path, "tag", intSort), tag)
}

// hasFields is the condition on which it can be asked whether an input has a field:
// one of any type where it is a map; of others it is not known.
func (l *lowering) hasFields(v *value) string {
	if !l.isDynamic(v) {
		return yes
	}
	return anyOf(l.is(v, tagMap), l.part(v.path, fields, boolSort))
}

// plain is the condition on which no input of any type is none of what a tag says.
func (l *lowering) plain() string {
	goal := yes
	for _, path := range l.order {
		if of, isTag := strings.CutSuffix(path, tagMark+"tag"); isTag {
			goal = all(goal, not(l.is(&value{path: of}, tagOther)))
		}
	}
	return goal
}

// as is an input of any type where it is of a sort.
func (l *lowering) as(v *value, s sort) *value {
	if s == nullSort {
		return &value{sort: nullSort, ok: v.ok}
	}
	return &value{sort: s, ok: v.ok, term: l.part(v.path, smtSort(s), s)}
}

// asBool is a value where a truth value is taken: an input of any type is an error
// where it is none. It is nil for other values.
func (l *lowering) asBool(v *value) *value {
	switch {
	case v.sort == boolSort:
		return v
	case l.isDynamic(v):
		return l.as(v, boolSort).under(l.isOf(v, boolSort))
	}
	return nil
}

// truthOf lowers an expression where a truth value is taken. What has no lowering
// may be either, or an error.
func (l *lowering) truthOf(s *scope, e ast.Expr) *value {
	v := l.expr(s, e)
	if b := l.asBool(v); b != nil {
		return b
	}
	return l.anyTruth(s, "truth of "+l.keyOf(s.of, e), func() string { return s.words(e) }).under(v.ok)
}

// dynamic lowers a call with an input of any type among its arguments: where that is
// of the sort that the function takes it is as ever, and else it is not known. It
// is nil for other calls.
func (l *lowering) dynamic(s *scope, e ast.Expr, function string, exprs []ast.Expr, args []*value, ok string) *value {
	switch {
	case len(args) == 2 && (function == operators.Equals || function == operators.NotEquals):
		same := l.dynamicEqual(s, exprs, args)
		if same == nil {
			return nil
		}
		if function == operators.NotEquals {
			same.term = not(same.term)
		}
		return same.under(ok)
	case len(args) == 2 && function == operators.In && l.isDynamic(args[1]):
		return l.dynamicKey(s, e, exprs, args, ok)
	case len(args) == 2 && function == operators.In:
		return l.dynamicMember(s, exprs, args, ok)
	}
	i := slices.IndexFunc(args, l.isDynamic)
	if i < 0 {
		return nil
	}
	want := wanted(function, args, i)
	if want == opaqueSort {
		return nil
	}
	typed := slices.Clone(args)
	typed[i] = l.as(args[i], want)
	v := apply(function, typed)
	if function == "string" && want == textSort {
		v = typed[i]
	}
	if v == nil {
		return nil
	}
	v = choose(l.isOf(args[i], want), v, l.unknownCall(s, e, function, exprs, ok))
	if v == nil {
		return nil
	}
	return v.under(ok)
}

// wanted is the sort that a function takes in the place of an argument.
func wanted(function string, args []*value, i int) sort {
	switch function {
	case "startsWith", "endsWith", "contains", "size", "string":
		return textSort
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		if len(args) == 2 && args[1-i].scalar() && args[1-i].sort != boolSort {
			return args[1-i].sort
		}
	}
	return opaqueSort
}

// dynamicEqual is whether two values are equal of which one is an input of any
// type; nil for others. It fails only where the input is a number that CEL does not
// compute with.
func (l *lowering) dynamicEqual(s *scope, exprs []ast.Expr, args []*value) *value {
	i := slices.IndexFunc(args, l.isDynamic)
	if i < 0 || tagOf(args[1-i].sort) == tagOther {
		return nil
	}
	other := args[1-i]
	same := yes
	if other.sort != nullSort {
		same = equalTerms(l.as(args[i], other.sort).term, other.term)
	}
	isOther := l.is(args[i], tagOther)
	unknown := no
	if other.sort == intSort { // it may be a number of another type
		unknown = all(isOther, l.unknownEqual(s, exprs[i], exprs[1-i]))
	}
	v := truth(ite(l.isOf(args[i], other.sort), same, unknown))
	return v.under(not(all(isOther, l.part(args[i].path, beyond, boolSort))))
}

// unknownEqual is any truth value, the same one for the same two expressions.
func (l *lowering) unknownEqual(s *scope, a, b ast.Expr) string {
	key := "equal " + l.keyOf(s.of, a) + " and " + l.keyOf(s.of, b)
	return l.anyTruth(s, key, func() string { return s.words(a) + ", where it is no text, integer, truth value or null" }).term
}

// dynamicMember is whether a list holds an input of any type, or an input that is a
// map a key. It is nil for others.
func (l *lowering) dynamicMember(s *scope, exprs []ast.Expr, args []*value, ok string) *value {
	if t := l.types[args[1].path]; args[1].path != "" && t != nil && t.Kind() == cel.MapKind && exprs[0].Kind() == ast.LiteralKind {
		if key, isText := exprs[0].AsLiteral().(types.String); isText {
			return truth(l.present(args[1].path + fieldMark + string(key))).under(ok)
		}
	}
	if !l.isDynamic(args[0]) || args[1].sort != listSort || exprs[1].Kind() != ast.ListKind {
		return nil
	}
	found := truth(no)
	for i, element := range exprs[1].AsList().Elements() {
		if i >= len(args[1].items) {
			return nil
		}
		same := l.dynamicEqual(s, []ast.Expr{exprs[0], element}, []*value{args[0], args[1].items[i].value})
		if same == nil {
			return nil
		}
		found = truth(anyOf(found.term, all(args[1].items[i].when, same.term))).under(all(found.ok, same.ok))
	}
	return found.under(ok)
}

// dynamicKey is whether an input of any type, where it is a map, has a literal key;
// nil for other keys.
func (l *lowering) dynamicKey(s *scope, e ast.Expr, exprs []ast.Expr, args []*value, ok string) *value {
	if exprs[0].Kind() != ast.LiteralKind {
		return nil
	}
	key, isText := exprs[0].AsLiteral().(types.String)
	if !isText {
		return nil
	}
	v := choose(l.is(args[1], tagMap), truth(l.present(args[1].path+fieldMark+string(key))), l.unknownCall(s, e, operators.In, exprs, ok))
	return v.under(ok)
}

// dynamicValue is what an input of any type is in a model, where its tag is asked.
func dynamicValue(path string, plain map[string]any) (any, bool) {
	tag, asked := plain[path+tagMark+"tag"].(int64)
	if !asked {
		return nil, false
	}
	switch tag {
	case tagNull:
		return nil, true
	case tagBool:
		return orDefault(plain, path+tagMark+smtSort(boolSort), false), true
	case tagInt:
		return orDefault(plain, path+tagMark+smtSort(intSort), int64(0)), true
	case tagText:
		return orDefault(plain, path+tagMark+smtSort(textSort), ""), true
	case tagMap:
		return map[string]any{}, true
	}
	if plain[path+tagMark+beyond] == true {
		return json.Number("1" + strings.Repeat("0", 30)), true
	}
	return []any{}, true
}

func orDefault(plain map[string]any, path string, otherwise any) any {
	if v, ok := plain[path]; ok {
		return v
	}
	return otherwise
}
