package pywrap

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Docstring is what the docstring of a contract's function says: the reviewed text, its slots in braces, and the
// paragraphs of its scope. A tab is a space there, since how wide it is in a docstring hangs on the indentation.
func Docstring(c *index.Contract) string {
	return strings.ReplaceAll(strings.Join(append([]string{c.Text}, c.Scope...), "\n\n"), "\t", " ")
}

// Annotation is the annotation of a parameter of a type; values are those of an enumeration.
func Annotation(t value.Type, values []string) string {
	switch t.Kind {
	case value.Integer:
		return "int"
	case value.Decimal:
		return "Decimal"
	case value.Boolean:
		return "bool"
	case value.Bytes:
		return "bytes"
	case value.Enum:
		return literalAnnotation(values)
	case value.String, value.PathPrefix, value.Directory:
		return "str"
	case value.ClassReference:
		return "type"
	case value.Map:
		return "dict[str, object]"
	case value.List:
		if t.Items == nil {
			return "list[object]"
		}
		return "list[" + Annotation(*t.Items, values) + "]"
	}
	return "object"
}

func literalAnnotation(values []string) string {
	if len(values) == 0 {
		return "str"
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = pyexpr.Repr(v)
	}
	return "Literal[" + strings.Join(quoted, ", ") + "]"
}

// Literal is a value as a Python literal. The error says that Python has none for it.
func Literal(v schema.Value) (string, error) {
	switch v := v.(type) {
	case *schema.NoneValue:
		return "None", nil
	case *schema.BooleanValue:
		return pyexpr.Repr(v.Boolean), nil
	case *schema.IntegerValue:
		return v.Integer, nil
	case *schema.DecimalValue:
		return "Decimal(" + pyexpr.Repr(v.Decimal) + ")", nil
	case *schema.StringValue:
		return pyexpr.Repr(v.String), nil
	case *schema.EnumValue:
		return pyexpr.Repr(v.Text), nil
	case *schema.PathPrefixValue:
		return pyexpr.Repr(v.Prefix), nil
	case *schema.DirectoryValue:
		return pyexpr.Repr(v.Directory), nil
	case *schema.BytesValue:
		return bytesLiteral(v.Hex)
	case *schema.ListValue:
		return items(v.Items, "[", "]")
	case *schema.TupleValue:
		if len(v.Items) == 1 {
			return items(v.Items, "(", ",)")
		}
		return items(v.Items, "(", ")")
	}
	return "", fmt.Errorf("a default of the kind %s has no literal that every call could share", value.KindOf(v))
}

func bytesLiteral(text string) (string, error) {
	bytes, err := hex.DecodeString(text)
	var b strings.Builder
	for _, c := range bytes {
		fmt.Fprintf(&b, `\x%02x`, c)
	}
	return "b'" + b.String() + "'", err
}

func items(list []schema.Value, open, shut string) (string, error) {
	texts := make([]string, len(list))
	for i, v := range list {
		text, err := Literal(v)
		if err != nil {
			return "", err
		}
		texts[i] = text
	}
	return open + strings.Join(texts, ", ") + shut, nil
}

// docstring writes a text as a docstring in an indented block.
func docstring(text, indent string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = docLine(l)
		if i > 0 && l != "" {
			lines[i] = indent + lines[i]
		}
	}
	body := strings.Join(lines, "\n")
	if strings.HasSuffix(body, `"`) {
		body = body[:len(body)-1] + `\"`
	}
	if len(lines) > 1 {
		body += "\n" + indent
	}
	return indent + `"""` + body + `"""` + "\n"
}

// docLine escapes what would end a docstring or is not seen.
func docLine(text string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"""`, `\"\"\"`) {
		switch {
		case diag.Hostile(r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		case diag.Hostile(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
