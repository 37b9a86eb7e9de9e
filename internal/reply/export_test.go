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

// FindEmbedded returns where the values that may be responses stand in a text.
func FindEmbedded(text string, opt Options) [][2]int {
	var found [][2]int
	for _, c := range newReader(text, opt).scanEmbedded(0, len(text)) {
		found = append(found, [2]int{c.start, c.end})
	}
	return found
}

// FindEmbeddedNaively is FindEmbedded with a scan of its own for each place.
func FindEmbeddedNaively(text string, opt Options) [][2]int {
	var found [][2]int
	failures := 0
	for at := 0; at < len(text) && failures <= opt.Limits.Failures; at++ {
		if text[at] != '{' && text[at] != '[' {
			continue
		}
		s := scanner{src: text, limits: opt.Limits, values: opt.Limits.values(len(text))}
		if !s.value(at) {
			failures++
			continue
		}
		if s.rank() < otherRank && len(found) < opt.Limits.Actions {
			found = append(found, [2]int{at, s.end()})
		}
		at = s.end() - 1
	}
	return found
}
