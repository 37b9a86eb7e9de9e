package quote

import (
	"math"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pyvalue"
)

// Statable reports whether a text can state the value at all: null, lists and
// objects cannot be stated. Where the options accept those unchecked, Checked
// is false for them.
func Statable(value any) bool {
	switch value.(type) {
	case bool, string:
		return true
	}
	_, ok := pyvalue.NumberOf(value)
	return ok
}

// Checked reports whether a citation of the value depends on [Options.States].
func (o *Options) Checked(value any) bool {
	return o.Unstatable == UnstatableRefused || Statable(value)
}

// States reports whether a quote, as written, states a plain value: a bool by
// the word true or false, a number by a figure within the tolerance at one of
// its scales, a text as a whole phrase or as a figure. Null, lists and objects
// are never stated.
func (o *Options) States(quote string, value any) bool {
	switch v := value.(type) {
	case bool:
		return hasWord(quote, strconv.FormatBool(v))
	case string:
		if o.Figures == Strict {
			return o.strictText(quote, v)
		}
		return o.looseText(quote, v)
	}
	n, ok := pyvalue.NumberOf(value)
	switch {
	case !ok || !n.Finite():
		return false
	case o.Figures == Strict:
		return o.strictNumber(quote, value)
	}
	x, fits := n.Float64()
	return fits && o.looseNumber(quote, x)
}

// looseNumber compares a value with every number of the quote, in doubles.
func (o *Options) looseNumber(quote string, value float64) bool {
	stated := false
	o.looseFigures(quote, func(f figure) bool {
		stated = o.looseMatch(f, value)
		return !stated
	})
	return stated
}

func (o *Options) looseMatch(f figure, value float64) bool {
	written := f.float()
	slack := o.Tolerance.Whole.float
	if f.decimals > 0 {
		slack = o.Tolerance.Fraction.float
	}
	slack = slack*math.Pow10(-f.decimals) + o.Tolerance.Absolute.float
	for _, s := range o.scales(f) {
		scaled := float64(value * s.float)
		if o.Signs == SignsIgnored {
			scaled, written = math.Abs(scaled), math.Abs(written)
		}
		if math.Abs(scaled-written) <= slack {
			return true
		}
	}
	return false
}

// looseText looks for the text as a phrase, and else for the number that it is.
func (o *Options) looseText(quote, value string) bool {
	if hasPhrase(o.Normalisation.Apply(quote), o.Normalisation.Apply(value)) {
		return true
	}
	number := strings.TrimLeft(pyvalue.Strip(value), "$€£")
	x, ok := o.wholeNumber(strings.Trim(number, " "))
	return ok && o.looseNumber(quote, x)
}

// wholeNumber returns the number that a text is from beginning to end.
func (o *Options) wholeNumber(text string) (float64, bool) {
	s := scanner{text: text, minus: o.Minus}
	f, ok := s.number()
	if !ok || f.end != len(text) {
		return 0, false
	}
	x := f.float()
	return x, !math.IsInf(x, 0)
}
