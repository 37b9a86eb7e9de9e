package quote

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/tables"
)

// Options decide when a quote states a value.
type Options struct {
	// Normalisation makes texts comparable; it comes from a table of its own.
	Normalisation Normalisation `json:"-"`
	// Figures is how the numbers in a quote are read.
	Figures Reading `json:"figures"`
	// Signs says whether the sign of a value must be that of the figure.
	Signs Signs `json:"signs"`
	// Unstatable says whether null, lists and objects, which no text can
	// state, pass without a check.
	Unstatable Unstatable `json:"unstatable"`
	// Tolerance is how far a value may be from the figure.
	Tolerance Tolerance `json:"tolerance"`
	// Minus are the characters that make a figure negative, besides "-".
	Minus string `json:"minus"`
	// DecimalComma lets 4,5 and 1.234,50 be read where no other reading is possible. Strict reading only.
	DecimalComma bool `json:"decimal_comma"`
	// Parentheses says what a figure alone in parentheses is. Strict reading only.
	Parentheses Parentheses `json:"parentheses"`
	// Bare are the scales of a figure without a unit.
	Bare []Scale `json:"bare"`
	// Units are the words and symbols that may stand behind a figure.
	Units []Unit `json:"units"`
	// Currencies are the symbols and codes that may stand next to a figure. Strict reading only.
	Currencies []Currency `json:"currencies"`
	// Direction are the words that make an unsigned figure negative. Strict reading only.
	Direction Direction `json:"direction"`
	// Near is what counts as a near miss. Strict reading only.
	Near Near `json:"near"`

	words      map[string]*Unit
	longest    int // of the words, in words
	currencies []symbol
}

// Reading is how the numbers of a quote are read.
type Reading string

// The readings.
const (
	// Loose takes every number that no letter, digit or point touches on the left.
	Loose Reading = "loose"
	// Strict takes a number only where it stands alone and can be read in one way.
	Strict Reading = "strict"
)

// Signs says what becomes of signs.
type Signs string

// What becomes of signs.
const (
	SignsIgnored Signs = "ignored"
	SignsStated  Signs = "stated"
)

// Unstatable says what becomes of values that no text can state.
type Unstatable string

// What becomes of null, lists and objects.
const (
	UnstatableAccepted Unstatable = "accepted"
	UnstatableRefused  Unstatable = "refused"
)

// Parentheses says what a figure alone in parentheses is.
type Parentheses string

// What a figure alone in parentheses is.
const (
	ParenthesesNegative Parentheses = "negative"
	ParenthesesPositive Parentheses = "positive"
)

// Tolerance is how far a scaled value may be from a figure. Whole and Fraction
// are in units of the figure's last digit, for figures without and with
// decimals; Absolute is added to both.
type Tolerance struct {
	Whole    Scale `json:"whole"`
	Fraction Scale `json:"fraction"`
	Absolute Scale `json:"absolute"`
}

// Unit is a group of words and symbols with one meaning.
type Unit struct {
	// Class tells amounts apart that cannot be compared, such as "percent".
	Class string `json:"class"`
	// Words are lower case; two words are joined by a space or a hyphen.
	Words []string `json:"words"`
	// Scales are what a value may be multiplied by to give the figure; the first is the unit's own.
	Scales []Scale `json:"scales"`
	// Money restricts the unit to figures with a currency or words in capitals. Strict reading only.
	Money bool `json:"money"`
}

// Currency is one currency with its symbols and codes.
type Currency struct {
	Code    string   `json:"code"`
	Symbols []string `json:"symbols"`
}

// Direction are words that say that a figure is negative, such as "loss" in "a
// loss of 3.5". Links may stand between the word and the figure.
type Direction struct {
	Before []string `json:"before"`
	Links  []string `json:"links"`
	After  []string `json:"after"`
}

// Scale is an exact decimal number.
type Scale struct {
	float float64
	exact *big.Rat
}

// UnmarshalJSON reads a JSON number.
func (s *Scale) UnmarshalJSON(text []byte) error {
	exact, ok := decimal(string(text))
	if !ok {
		return fmt.Errorf("%q is not a number for a scale", text)
	}
	s.exact = exact
	s.float, _ = strconv.ParseFloat(string(text), 64)
	return nil
}

func badOption(format string, args ...any) error {
	return tables.BadOption("quote", format, args...)
}

// Decode reads the options for a rule set, such as "claim@2", from the values
// of the tables claim.units and claim.normalisation, and checks them.
func Decode(units, normalisation any, set string) (Options, error) {
	opt, err := DecodeUnits(units, set)
	if err != nil {
		return Options{}, err
	}
	opt.Normalisation, err = DecodeNormalisation(normalisation, set)
	if err != nil {
		return Options{}, err
	}
	return opt, nil
}

// DecodeUnits reads the options for a rule set from the values of the table
// claim.units alone and checks them; they have no normalisation.
func DecodeUnits(units any, set string) (Options, error) {
	var opt Options
	if err := tables.Section(units, set, &opt); err != nil {
		return Options{}, badOption("%w", err)
	}
	if err := opt.check(); err != nil {
		return Options{}, err
	}
	return opt, opt.index()
}

func (o *Options) check() error {
	switch {
	case o.Figures != Loose && o.Figures != Strict:
		return badOption("figures must be %q or %q, not %q", Loose, Strict, o.Figures)
	case o.Signs != SignsIgnored && o.Signs != SignsStated:
		return badOption("signs must be %q or %q, not %q", SignsIgnored, SignsStated, o.Signs)
	case o.Unstatable != UnstatableAccepted && o.Unstatable != UnstatableRefused:
		return badOption("unstatable must be %q or %q, not %q", UnstatableAccepted, UnstatableRefused, o.Unstatable)
	case o.Parentheses != "" && o.Parentheses != ParenthesesNegative && o.Parentheses != ParenthesesPositive:
		return badOption("parentheses must be %q or %q, not %q", ParenthesesNegative, ParenthesesPositive, o.Parentheses)
	case len(o.Bare) == 0:
		return badOption("bare names no scale")
	case !o.Tolerance.complete():
		return badOption("tolerance needs whole, fraction and absolute, none of them negative")
	}
	if o.Figures == Strict && (len(o.Near.Scales) == 0 || !o.Near.Tolerance.complete()) {
		return badOption("the strict reading needs near with tolerance and scales")
	}
	return nil
}

// complete reports whether all parts are given and none is negative.
func (t Tolerance) complete() bool {
	for _, s := range []Scale{t.Whole, t.Fraction, t.Absolute} {
		if s.exact == nil || s.exact.Sign() < 0 {
			return false
		}
	}
	return true
}

// index prepares the look-up of units and currencies.
func (o *Options) index() error {
	o.words = map[string]*Unit{}
	for i := range o.Units {
		u := &o.Units[i]
		if len(u.Scales) == 0 || len(u.Words) == 0 {
			return badOption("unit %d of class %q needs words and scales", i+1, u.Class)
		}
		for _, s := range u.Scales {
			if s.exact.Sign() <= 0 {
				return badOption("the scales of class %q must be positive", u.Class)
			}
		}
		for _, word := range u.Words {
			if word != pyvalue.Lower(word) || word == "" {
				return badOption("the unit %q must be in lower case", word)
			}
			if o.words[word] != nil {
				return badOption("the unit %q stands twice", word)
			}
			o.words[word] = u
			o.longest = max(o.longest, 1+strings.Count(word, " "), 1+strings.Count(word, "-"))
		}
	}
	return o.indexCurrencies()
}
