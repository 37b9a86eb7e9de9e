package predicate

import (
	"math/big"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/subset/tree"
)

// choice is true of the values of a list.
func (w *Writer) choice(k *tree.Keyword, values []*doc.Node, p Place) (Cond, error) {
	groups := map[doc.Kind][]string{}
	var list []Cond
	for _, v := range values {
		if p.Known&TypeOf(v) == 0 {
			continue
		}
		text, ok := literalOf(v)
		switch {
		case !ok:
			return Cond{}, &Unsayable{k, Inexact}
		case v.Kind == doc.List || v.Kind == doc.Map:
			if p.Form.Changes() {
				return Cond{}, &Unsayable{k, Rewritten}
			}
			list = append(list, compare("%s == %s", p.Expr, text))
		default:
			groups[v.Kind] = append(groups[v.Kind], text)
		}
	}
	if p.Known&^covered(groups) == 0 {
		return constant(true), nil
	}
	for _, kind := range []doc.Kind{doc.String, doc.Number, doc.Bool, doc.Null} {
		list = append(list, among(p.Expr, groups[kind]))
	}
	return Or(list...), nil
}

// covered are the types of which all values are listed.
func covered(groups map[doc.Kind][]string) (types Types) {
	if len(groups[doc.Null]) > 0 {
		types |= Null
	}
	if both := groups[doc.Bool]; slices.Contains(both, "true") && slices.Contains(both, "false") {
		types |= Boolean
	}
	return types
}

// among is true of a value that is one of some literals of one kind.
func among(e string, literals []string) Cond {
	switch {
	case len(literals) == 0:
		return constant(false)
	case len(literals) == 1 || literals[0] == "null":
		return compare("%s == %s", e, literals[0])
	}
	return compare("%s in [%s]", e, strings.Join(alike(literals), ", "))
}

// alike makes literals fit for one list, which has members of one type.
func alike(literals []string) []string {
	isDouble := func(s string) bool { return s[0] != '"' && strings.ContainsAny(s, ".e") && s != "true" && s != "false" }
	mixed := make([]string, len(literals))
	doubles := 0
	for i, text := range literals {
		mixed[i] = "dyn(" + text + ")"
		if isDouble(text) {
			doubles++
		}
	}
	if doubles == 0 || doubles == len(literals) {
		return literals
	}
	return mixed
}

func (w *Writer) numeric(k *tree.Keyword, p Place) (Cond, error) {
	text, ok := number(k.Value.Text)
	if !ok {
		return Cond{}, &Unsayable{k, Inexact}
	}
	none := elsewhere(p.Expr, Numeric, p.Known)
	if k.Means == "multipleOf" {
		c, ok := multiple(k.Value.Text, p)
		if !ok {
			return Cond{}, &Unsayable{k, Inexact}
		}
		return Or(none, c), nil
	}
	by := map[string]string{"minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"}[k.Means]
	return Or(none, compare("%s %s %s", p.Expr, by, text)), nil
}

// maxSafe bounds the parts of a divisor: products with it stay exact.
const maxSafe = 1 << 31

// multiple is true of a multiple of a decimal number c/10^k: of an int where the
// rest is 0, of a double where it is the double nearest to n·c/10^k for the whole
// number n that it is closest to.
func multiple(of string, p Place) (Cond, bool) {
	r, ok := rat(of)
	if !ok || r.Sign() <= 0 {
		return Cond{}, false
	}
	places, exact := r.FloatPrec()
	if !exact || places > 9 {
		return Cond{}, false
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	c := new(big.Int).Div(new(big.Int).Mul(r.Num(), scale), r.Denom())
	if !c.IsInt64() || c.Int64() > maxSafe {
		return Cond{}, false
	}
	x, whole := "double("+p.Expr+")", c.String()
	count := "int(" + x + " * " + scale.String() + ".0 / " + whole + ".0 + (" + p.Expr + " < 0 ? -0.5 : 0.5))"
	near := compare("double(%s * %s) / %s.0 == %s", count, whole, scale, x)
	if places > 0 {
		return near, true
	}
	rest := compare("%s %% %s == 0", p.Expr, whole)
	if p.Known&Number == 0 {
		rest = compare("int(%s) %% %s == 0", p.Expr, whole)
		return rest, true
	}
	return choose(compare("type(%s) == int", p.Expr), rest, near), true
}

func (w *Writer) text(k *tree.Keyword, p Place) (Cond, error) {
	none := elsewhere(p.Expr, String, p.Known)
	if k.Means == "pattern" {
		if w.Document.Unreadable[k.At] {
			return Cond{}, &Unsayable{k, Syntax}
		}
		return Or(none, call("%s.matches(%s)", p.Expr, literal.CEL(k.Value.Text))), nil
	}
	return Or(none, size(k, p.Expr)), nil
}

// size compares the size of a text, a list or an object with a keyword's bound.
func size(k *tree.Keyword, e string) Cond { return bounded(k, "size("+e+")") }

// bounded compares a count with a keyword's bound. No count reaches a bound
// beyond the ints.
func bounded(k *tree.Keyword, count string) Cond {
	least := strings.HasPrefix(k.Means, "min")
	r, ok := rat(k.Value.Text)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return constant(!least)
	}
	if least {
		return compare("%s >= %s", count, r.Num())
	}
	return compare("%s <= %s", count, r.Num())
}

// NotAmong is true of a value that is none of some texts, truth values and nulls.
func NotAmong(p Place, values []*doc.Node) Cond {
	var literals []string
	for _, v := range values {
		text, _ := literalOf(v)
		literals = append(literals, text)
	}
	if len(literals) == 1 {
		return compare("%s != %s", p.Expr, literals[0])
	}
	return Not(compare("%s in [%s]", p.Expr, strings.Join(mixed(literals), ", ")))
}

func mixed(literals []string) []string {
	out := make([]string, len(literals))
	for i, text := range literals {
		out[i] = "dyn(" + text + ")"
	}
	return out
}
