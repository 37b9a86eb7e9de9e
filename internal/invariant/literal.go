package invariant

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

// maxCodePoint is the largest code point that both solvers take.
const maxCodePoint = 0x2FFFF

func (l *lowering) literal(s *scope, e ast.Expr) *value {
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		return truth(strconv.FormatBool(bool(v)))
	case types.Int:
		return &value{sort: intSort, ok: yes, term: number(int64(v))}
	case types.Null:
		return &value{sort: nullSort, ok: yes}
	case types.String:
		if text, ok := smtText(string(v)); ok {
			return &value{sort: textSort, ok: yes, term: text}
		}
	}
	return l.opaque(s, e)
}

func number(n int64) string {
	switch {
	case n == math.MinInt64:
		return "(- 9223372036854775808)"
	case n < 0:
		return "(- " + strconv.FormatInt(-n, 10) + ")"
	}
	return strconv.FormatInt(n, 10)
}

// smtText writes a text; false where a solver does not take it.
func smtText(s string) (string, bool) {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r > maxCodePoint:
			return "", false
		case r == '"':
			b.WriteString(`""`)
		case r >= 0x20 && r <= 0x7e && r != '\\':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String() + `"`, utf8.ValidString(s)
}
