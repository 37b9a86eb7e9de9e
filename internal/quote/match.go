package quote

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"strconv"

	"github.com/contractc/contractc/internal/pyvalue"
)

// aspects are what a value and a figure may differ in; those that are set are not looked at.
type aspects struct {
	sign, rounding, scale, part, wording bool
}

// number is a value to be found, exactly and as a double.
type number struct {
	exact *big.Rat
	float float64
}

func numberFrom(exact *big.Rat) number {
	x, _ := exact.Float64()
	return number{exact, x}
}

// strictNumber compares a number with the figures of the quote, as exact decimals.
func (o *Options) strictNumber(quote string, value any) bool {
	v, ok := exactly(value)
	return ok && o.anyFigure(quote, aspects{}, func(f figure) bool { return o.matches(f, v, aspects{}) })
}

// exactly returns the number that a plain value is written as.
func exactly(value any) (number, bool) {
	switch v := value.(type) {
	case json.Number:
		exact, ok := decimal(string(v))
		if !ok {
			return number{}, false
		}
		return numberFrom(exact), true
	case float64:
		return exactly(json.Number(strconv.FormatFloat(v, 'g', -1, 64)))
	}
	n, ok := pyvalue.NumberOf(value)
	if !ok || !n.IsInt() {
		return number{}, false
	}
	return numberFrom(new(big.Rat).SetInt(n.Int)), true
}

// maxNear is how many figures are looked at for the reason why a value is not stated.
const maxNear = 1000

// anyFigure reports whether a figure of the quote meets a condition; where parts do not matter, any number in it.
func (o *Options) anyFigure(quote string, ignore aspects, meets func(figure) bool) bool {
	met, left := false, maxNear
	try := func(f figure) bool {
		met = meets(f)
		left--
		return !met && (left > 0 || ignore == aspects{})
	}
	o.strictFigures(quote, try)
	if met || !ignore.part {
		return met
	}
	o.looseFigures(quote, func(f figure) bool {
		f.digits, f.negative = bytes.CutPrefix(f.digits, []byte("-"))
		return try(f)
	})
	return met
}

// matches reports whether a value is what a figure says.
func (o *Options) matches(f figure, value number, ignore aspects) bool {
	written := f.float()
	if math.IsInf(written, 0) {
		return false
	}
	if o.Signs == SignsStated && !ignore.sign && value.float != 0 && written != 0 && (value.float < 0) != f.negative {
		return false
	}
	scales := o.scales(f)
	if ignore.scale {
		scales = o.Near.Scales
	}
	t := o.Tolerance
	if ignore.rounding {
		t = o.Near.Tolerance
	}
	for _, s := range scales {
		if near(f, math.Abs(value.float)*s.float, written, t) && (ignore.rounding || withinExactly(f, value, s, t)) {
			return true
		}
	}
	return false
}

// near reports whether doubles are close enough to be worth an exact comparison.
func near(f figure, scaled, written float64, t Tolerance) bool {
	const doubt = 1e-9
	slack := t.of(f).float*math.Pow10(-f.decimals) + t.Absolute.float
	return !(math.Abs(scaled-written) > slack*(1+doubt)+doubt*math.Max(scaled, written))
}

// withinExactly compares the scaled magnitude of a value with a figure as decimals.
func withinExactly(f figure, value number, s Scale, t Tolerance) bool {
	written, ok := decimal(string(f.digits))
	if !ok {
		return false
	}
	diff := new(big.Rat).Abs(value.exact)
	diff.Sub(diff.Mul(diff, s.exact), written)
	return diff.Abs(diff).Cmp(t.slack(f)) <= 0
}

func (t Tolerance) of(f figure) Scale {
	if f.decimals > 0 {
		return t.Fraction
	}
	return t.Whole
}

// slack is how far a scaled value may be from a figure.
func (t Tolerance) slack(f figure) *big.Rat {
	digit := new(big.Rat).SetFrac(big.NewInt(1), pow10(f.decimals))
	return digit.Add(digit.Mul(digit, t.of(f).exact), t.Absolute.exact)
}

// strictText compares a text with the quote: as a figure where it is one, and else as a whole phrase.
func (o *Options) strictText(quote, value string) bool {
	f, ok := o.wholeFigure(value)
	if !ok {
		return hasPhrase(o.Normalisation.Apply(quote), o.Normalisation.Apply(value))
	}
	v, ok := amount(f)
	return ok && o.anyFigure(quote, aspects{}, func(g figure) bool { return o.sameFigure(g, f, v) })
}

// wholeFigure returns the figure that a text is from beginning to end.
func (o *Options) wholeFigure(text string) (figure, bool) {
	text = pyvalue.Strip(text)
	whole, ok := figure{}, false
	o.strictFigures(text, func(f figure) bool {
		whole, ok = f, f.from == 0 && f.to == len(text)
		return false
	})
	return whole, ok
}

// amount returns the signed number that a figure is, its unit applied.
func amount(f figure) (number, bool) {
	exact, ok := decimal(string(f.digits))
	if !ok {
		return number{}, false
	}
	if f.negative {
		exact.Neg(exact)
	}
	if f.unit != nil {
		exact.Quo(exact, f.unit.Scales[0].exact)
	}
	return numberFrom(exact), true
}

// sameFigure reports whether a figure of the quote says what the figure of a value, which is amount v, says. A value without a unit is
// taken for a number.
func (o *Options) sameFigure(g, value figure, v number) bool {
	switch {
	case value.currency != "" && value.currency != g.currency:
		return false
	case value.unit == nil, g.unit == nil && value.unit.Class == numberClass:
		return o.matches(g, v, aspects{})
	case g.unit == nil || g.unit.Class != value.unit.Class:
		return false
	}
	own := g
	own.unit = &Unit{Scales: g.unit.Scales[:1]}
	return o.matches(own, v, aspects{})
}

// numberClass is the class of units that only scale, so that amounts compare with bare figures.
const numberClass = "number"
