package quote

// Reason says why a quote does not state a value.
type Reason string

// The reasons, in the order in which they are listed.
const (
	// Kind: null, a list or an object, which no text states.
	Kind Reason = "kind"
	// Sign: the figure has the other sign.
	Sign Reason = "sign"
	// ScaleOff: the figure states another power of ten.
	ScaleOff Reason = "scale"
	// Rounding: the figure is only near the value.
	Rounding Reason = "rounding"
	// Part: the number is a part of something else, such as a date or a name.
	Part Reason = "part"
	// Wording: the text stands in the quote only inside a figure, or with another unit or currency.
	Wording Reason = "wording"
	// Absent: nothing in the quote is near the value.
	Absent Reason = "absent"
)

// Near is what counts as a near miss when the strict reading says why a value is not stated.
type Near struct {
	Tolerance Tolerance `json:"tolerance"`
	Scales    []Scale   `json:"scales"`
}

// Judgement is the answer on one citation.
type Judgement struct {
	// Checked is false where the options accept the value unchecked.
	Checked bool
	// Stated is whether the quote states the value.
	Stated bool
	// Reasons say why not: the aspects in which a near miss differs, or one other reason. Empty where the value is stated or unchecked.
	Reasons []Reason
}

// Accepted reports whether the value passes.
func (j Judgement) Accepted() bool { return j.Stated || !j.Checked }

// Judge says whether a quote states a value, and why not.
func (o *Options) Judge(quote string, value any) Judgement {
	j := Judgement{Checked: o.Checked(value), Stated: o.States(quote, value)}
	if j.Accepted() {
		return j
	}
	switch v := value.(type) {
	case bool:
		j.Reasons = []Reason{Absent}
	case string:
		j.Reasons = o.textReasons(quote, v)
	default:
		j.Reasons = o.numberReasons(quote, value)
	}
	return j
}

func (o *Options) textReasons(quote, value string) []Reason {
	f, isFigure := o.wholeFigure(value)
	if o.Figures != Strict || !isFigure {
		return []Reason{Absent}
	}
	v, ok := amount(f)
	if !ok {
		return []Reason{Absent}
	}
	phrase := o.Normalisation.Apply(value)
	return o.needed(func(ignore aspects) bool {
		return ignore.wording && hasPhrase(o.Normalisation.Apply(quote), phrase) ||
			o.anyFigure(quote, ignore, func(g figure) bool {
				return (ignore.wording || f.unit == nil && f.currency == "") && o.matches(g, v, ignore)
			})
	})
}

func (o *Options) numberReasons(quote string, value any) []Reason {
	if !Statable(value) {
		return []Reason{Kind}
	}
	exact, ok := exactly(value)
	if o.Figures != Strict || !ok {
		return []Reason{Absent}
	}
	return o.needed(func(ignore aspects) bool {
		return o.anyFigure(quote, ignore, func(f figure) bool { return o.matches(f, exact, ignore) })
	})
}

// needed returns the aspects that must be ignored for a condition to hold. Where it does not hold with all of them ignored there are none;
// else each alone is tried, and then all are ignored and taken back one by one as long as the condition holds.
func (o *Options) needed(holds func(aspects) bool) []Reason {
	all := []Reason{Sign, ScaleOff, Rounding, Part, Wording}
	if !holds(ignoring(all)) {
		return []Reason{Absent}
	}
	for _, r := range all {
		if holds(ignoring([]Reason{r})) {
			return []Reason{r}
		}
	}
	left := all
	for _, r := range all {
		if fewer := without(left, r); holds(ignoring(fewer)) {
			left = fewer
		}
	}
	return left
}

func without(reasons []Reason, r Reason) []Reason {
	var left []Reason
	for _, other := range reasons {
		if other != r {
			left = append(left, other)
		}
	}
	return left
}

func ignoring(reasons []Reason) aspects {
	var a aspects
	for _, r := range reasons {
		switch r {
		case Sign:
			a.sign = true
		case ScaleOff:
			a.scale = true
		case Rounding:
			a.rounding = true
		case Part:
			a.part = true
		case Wording:
			a.wording = true
		}
	}
	return a
}
