package reply

import "github.com/contractc/contractc/internal/doc"

// Scans reports whether the scanner takes a whole text for one value.
func Scans(text string, opt Options) bool {
	s := scanner{src: text, limits: opt.Limits, values: opt.Limits.values(len(text))}
	s.space()
	if s.pos == len(text) {
		return false
	}
	_, ok := s.whole(s.pos)
	return ok
}

// Reads reports whether the JSON reader takes a whole text for one value.
func Reads(text string, opt Options) bool {
	_, end, err := doc.NewJSONText(text).Value(0, doc.JSONOptions{Limits: opt.Limits.json(len(text), 0), Tolerant: true})
	s := scanner{src: text, pos: end}
	return err == nil && s.trailing()
}
