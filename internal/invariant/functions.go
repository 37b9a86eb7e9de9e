package invariant

import (
	"math"

	"cel.dev/cel-go/common/operators"
)

// apply is a function of values without errors; nil where it has no lowering.
func apply(function string, args []*value) *value {
	switch len(args) {
	case 0:
		if function == "optional.none" {
			return &value{sort: optionalSort, ok: yes, has: no}
		}
	case 1:
		return apply1(function, args[0])
	case 2:
		return apply2(function, args[0], args[1])
	}
	return nil
}

func apply1(function string, a *value) *value {
	switch {
	case function == operators.LogicalNot && a.sort == boolSort:
		return truth(not(a.term))
	case function == operators.Negate && a.sort == intSort:
		return integer("(- "+a.term+")", yes)
	case function == "size" && a.sort == textSort:
		return &value{sort: intSort, ok: yes, term: "(str.len " + a.term + ")"}
	case function == "size" && a.sort == listSort:
		count := "0"
		for _, i := range a.items {
			count = plus(count, i.when)
		}
		return &value{sort: intSort, ok: yes, term: count}
	case function == "hasValue" && a.sort == optionalSort:
		return truth(a.has)
	case function == "value" && a.sort == optionalSort && a.of != nil:
		return a.of.under(a.has)
	case function == "optional.of":
		return &value{sort: optionalSort, ok: yes, has: yes, of: a}
	case function == "dyn":
		return a
	}
	return nil
}

func apply2(function string, a, b *value) *value {
	switch function {
	case operators.Equals, operators.NotEquals:
		same, ok := equal(a, b)
		if !ok {
			return nil
		}
		if function == operators.NotEquals {
			same = not(same)
		}
		return truth(same)
	case operators.In:
		return member(a, b)
	}
	switch {
	case a.sort == intSort && b.sort == intSort:
		return integers(function, a, b)
	case a.sort == textSort && b.sort == textSort:
		return texts(function, a.term, b.term)
	case a.sort == listSort && b.sort == listSort && function == operators.Add:
		return &value{sort: listSort, ok: yes, items: append(append([]*item{}, a.items...), b.items...)}
	}
	return nil
}

// member is whether a list holds a value.
func member(a, list *value) *value {
	if list.sort != listSort {
		return nil
	}
	found := no
	for _, i := range list.items {
		same, ok := equal(a, i.value)
		if !ok {
			return nil
		}
		found = anyOf(found, all(i.when, same))
	}
	return truth(found)
}

// integer is a number that is an error where it has more than 64 bits.
func integer(term, ok string) *value {
	return &value{sort: intSort, ok: all(ok, fits(term)), term: term}
}

func integers(function string, a, b *value) *value {
	x, y := a.term, b.term
	switch function {
	case operators.Less:
		return truth("(< " + x + " " + y + ")")
	case operators.LessEquals:
		return truth("(<= " + x + " " + y + ")")
	case operators.Greater:
		return truth("(> " + x + " " + y + ")")
	case operators.GreaterEquals:
		return truth("(>= " + x + " " + y + ")")
	case operators.Add:
		return integer("(+ "+x+" "+y+")", yes)
	case operators.Subtract:
		return integer("(- "+x+" "+y+")", yes)
	case operators.Multiply:
		return integer("(* "+x+" "+y+")", yes)
	case operators.Divide:
		return integer(quotient(x, y), not("(= "+y+" 0)"))
	case operators.Modulo:
		least := "(and (= " + x + " " + number(math.MinInt64) + ") (= " + y + " (- 1)))"
		return integer("(- "+x+" (* "+y+" "+quotient(x, y)+"))", all(not("(= "+y+" 0)"), not(least)))
	}
	return nil
}

// quotient is division towards zero, as CEL has it; SMT-LIB rounds down for a
// positive divisor.
func quotient(x, y string) string {
	return "(ite (>= " + x + " 0) (div " + x + " " + y + ") (- (div (- " + x + ") " + y + ")))"
}

func texts(function, a, b string) *value {
	switch function {
	case operators.Less:
		return truth("(str.< " + a + " " + b + ")")
	case operators.LessEquals:
		return truth("(str.<= " + a + " " + b + ")")
	case operators.Greater:
		return truth("(str.< " + b + " " + a + ")")
	case operators.GreaterEquals:
		return truth("(str.<= " + b + " " + a + ")")
	case operators.Add:
		return &value{sort: textSort, ok: yes, term: "(str.++ " + a + " " + b + ")"}
	case "startsWith":
		return truth("(str.prefixof " + b + " " + a + ")")
	case "endsWith":
		return truth("(str.suffixof " + b + " " + a + ")")
	case "contains":
		return truth("(str.contains " + a + " " + b + ")")
	}
	return nil
}
