package pycheck

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pydef"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/value"
)

// annotates reports whether an annotation says what the type of a parameter is.
func annotates(e *pydef.Expression, w *wanted) bool {
	return says(unquoted(e), w.typ, w.values)
}

// unquoted is an annotation that may be written as a text.
func unquoted(e *pydef.Expression) string {
	if l, err := pyexpr.ParseLiteral(e.Source, pyexpr.Limits{}); err == nil {
		if s, ok := l.(pyexpr.String); ok {
			return strings.ReplaceAll(s.Value, " ", "")
		}
	}
	return e.Plain
}

// says compares the tokens of an annotation with the spellings that a type has in Python.
func says(text string, t value.Type, values []string) bool {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "typing."), "t.")
	is := func(names ...string) bool { return slices.Contains(names, text) }
	switch t.Kind {
	case value.Invalid:
		return true // any annotation narrows it, and the bundle says nothing of that
	case value.String, value.PathPrefix, value.Directory:
		return is("str")
	case value.Enum:
		return is("str") || literalOf(text, values)
	case value.Integer:
		return is("int")
	case value.Decimal:
		return is("Decimal", "decimal.Decimal", "float")
	case value.Boolean:
		return is("bool")
	case value.Bytes:
		return is("bytes")
	case value.ClassReference:
		return is("type", "Type") || strings.HasPrefix(text, "type[") || strings.HasPrefix(text, "Type[")
	case value.Map:
		return generic(text, "dict", "Dict", "Mapping")
	case value.List:
		return list(text, t, values)
	}
	return false
}

// literalOf reports whether an annotation is Literal with exactly some values, in their order.
func literalOf(text string, values []string) bool {
	inner, ok := strings.CutPrefix(text, "Literal[")
	l, err := pyexpr.ParseLiteral("["+inner, pyexpr.Limits{})
	list, isList := l.(pyexpr.List)
	if !ok || err != nil || !isList || len(list.Items) != len(values) {
		return false
	}
	for i, item := range list.Items {
		if s, ok := item.(pyexpr.String); !ok || s.Value != values[i] {
			return false
		}
	}
	return true
}

// generic reports whether an annotation is one of some names, with arguments or without.
func generic(text string, names ...string) bool {
	head, _, _ := strings.Cut(text, "[")
	return slices.Contains(names, head)
}

func list(text string, t value.Type, values []string) bool {
	head, inner, given := strings.Cut(text, "[")
	if !slices.Contains([]string{"list", "List", "Sequence", "collections.abc.Sequence"}, head) {
		return false
	}
	inner, closed := strings.CutSuffix(inner, "]")
	switch {
	case t.Items == nil:
		return true
	case !given || !closed:
		return false
	}
	return says(inner, *t.Items, values)
}

// sameAnnotation compares spellings, white space aside.
func sameAnnotation(e *pydef.Expression, want string) bool {
	return e != nil && strings.ReplaceAll(unquoted(e), " ", "") == strings.ReplaceAll(want, " ", "")
}

// short quotes the beginning of a text.
func short(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strconv.Quote(text)
}
