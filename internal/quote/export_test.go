package quote

// LooseFigure is what the loose reading makes of one number.
type LooseFigure struct {
	Value    float64
	Decimals int
	Scales   []Scale
}

// LooseFigures returns the numbers of a text in the loose reading.
func LooseFigures(o *Options, text string) []LooseFigure {
	var found []LooseFigure
	o.looseFigures(text, func(f figure) bool {
		found = append(found, LooseFigure{f.float(), f.decimals, o.scales(f)})
		return true
	})
	return found
}

// StrictFigures returns the figures of a text in the strict reading, as written with what belongs to them.
func StrictFigures(o *Options, text string) []string {
	var found []string
	o.strictFigures(text, func(f figure) bool {
		found = append(found, text[f.from:f.to])
		return true
	})
	return found
}
