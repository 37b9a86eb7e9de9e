package shell

import (
	"slices"
	"strings"
)

// behind is what stands behind the options of a program.
type behind struct {
	rest        []word
	inert       bool   // with these options nothing is run
	text        bool   // the first operand is shell text
	placeholder string // stands for words that come at run time
}

// behindOptions reads a program whose last words are a command, a text or names.
func (r *reader) behindOptions(p *Program, words []word, text string) {
	b, ok := p.options(words[1:])
	for ok && p.Assignments && !b.inert && len(b.rest) > 0 && b.rest[0].known && strings.Contains(b.rest[0].text, "=") {
		name, value, _ := strings.Cut(b.rest[0].text, "=")
		r.assign(name, &value, true)
		b.rest = b.rest[1:]
	}
	for i := 0; ok && !b.inert && len(b.rest) > 0 && i < p.Operands; i++ {
		ok = b.rest[0].single
		b.rest = b.rest[1:]
	}
	if b.inert || !ok {
		r.emit(words, text)
		if !ok {
			r.unknown(text, unseen)
		}
		return
	}
	own := words[:len(words)-len(b.rest)]
	switch p.Does {
	case RunsWords:
		r.emit(own, text)
		r.runsWords(p, &b, text)
	case RunsJoined:
		r.emit(own, text)
		r.runsJoined(p, b.rest, text)
	case RunsText:
		r.runsText(p, own, &b, text)
	default: // SetsNamed
		r.emit(words, text)
		r.setsNamed(b.rest, text)
	}
}

func (r *reader) runsWords(p *Program, b *behind, text string) {
	command := make([]word, 0, len(b.rest)+1)
	for _, w := range b.rest {
		command = append(command, placed(w, b.placeholder))
	}
	if len(command) == 0 && p.Absent != "" {
		command = append(command, word{p.Absent, true, true})
	}
	switch {
	case len(command) == 0:
		return
	case strings.HasPrefix(command[0].text, "-"): // an option behind its operands
		r.unknown(text, unseen)
		return
	}
	if p.Appends && b.placeholder == "" {
		command = append(command, word{})
	}
	if slices.Contains(p.Elsewhere, p.Names[0]) {
		r.out.Hidden = append(r.out.Hidden, Hidden{p.Names[0], text})
		r.elsewhere(command, text)
		return
	}
	r.program(command, text)
}

// elsewhere reads a command that runs in another directory, or with another
// root: what its paths name is not known.
func (r *reader) elsewhere(command []word, text string) {
	from := r.mark()
	r.program(command, text)
	for i := range r.out.Arguments[from.arguments:] {
		lose(&r.out.Arguments[from.arguments+i].Path)
	}
	for i := range r.out.Inputs[from.inputs:] {
		r.out.Inputs[from.inputs+i].Path = nil
	}
	for i := range r.out.Outputs[from.outputs:] {
		r.out.Outputs[from.outputs+i].Path = nil
	}
}

// lose forgets a path; a word that can name none still names none.
func lose(at **string) {
	if *at != nil && **at != "" {
		*at = nil
	}
}

// placed is a word in which what comes at run time may stand.
func placed(w word, placeholder string) word {
	if placeholder != "" && strings.Contains(w.text, placeholder) {
		w.known = false
	}
	return w
}

func (r *reader) runsJoined(p *Program, rest []word, text string) {
	list := texts(rest)
	if list == nil {
		r.unknown(text, unseen)
		return
	}
	r.text(strings.Join(list, " "), "", p.Portable)
}

// runsText reads a shell: with a text its own words are a call of it, without
// one it runs a file or its standard input.
func (r *reader) runsText(p *Program, own []word, b *behind, text string) {
	if !b.text || len(b.rest) == 0 || !b.rest[0].known {
		r.emit(append(own[:len(own):len(own)], b.rest...), text)
		r.unknown(text, unseen)
		return
	}
	r.emit(append(own[:len(own):len(own)], b.rest[1:]...), text)
	r.text(b.rest[0].text, "", p.Portable)
}

func (r *reader) setsNamed(names []word, text string) {
	for _, w := range names {
		if !w.known {
			r.unknown(text, computed)
			return
		}
		r.assign(w.text, nil, false)
	}
}

// options goes past the options of a program. ok is false where it cannot be
// told which words they are.
func (p *Program) options(words []word) (b behind, ok bool) {
	for len(words) > 0 {
		w := words[0]
		switch {
		case !w.known, p.Does == RunsText && (w.text == "-" || strings.HasPrefix(w.text, "+")):
			return b, false
		case w.text == "--":
			b.rest = words[1:]
			return b, true
		case len(w.text) < 2 && !slices.Contains(p.Flags, w.text) || !strings.HasPrefix(w.text, "-"):
			b.rest = words
			return b, true
		}
		taken, known := 0, false
		if strings.HasPrefix(w.text, "--") {
			taken, known = p.long(words, &b)
		} else {
			taken, known = p.cluster(words, &b)
		}
		if !known || taken > len(words) {
			return b, false
		}
		words = words[taken:]
	}
	return b, true
}

// long reads an option with a long name, whose value may stand behind an equals
// sign.
func (p *Program) long(words []word, b *behind) (taken int, ok bool) {
	name, value, given := strings.Cut(words[0].text, "=")
	switch {
	case slices.Contains(p.Inert, name):
		b.inert = true
	case slices.Contains(p.Flags, name):
	case slices.Contains(p.Valued, name) && given:
		return 1, p.takes(name, word{value, true, true}, b)
	case slices.Contains(p.Valued, name) && len(words) > 1:
		return 2, p.takes(name, words[1], b)
	default:
		return 0, false
	}
	return 1, !given
}

// cluster reads options of one letter each that stand in one word.
func (p *Program) cluster(words []word, b *behind) (taken int, ok bool) {
	letters := words[0].text[1:]
	for i := range letters {
		name := "-" + letters[i:i+1]
		switch {
		case slices.Contains(p.Inert, name):
			b.inert = true
		case slices.Contains(p.Text, name):
			b.text = true
		case slices.Contains(p.Flags, name):
		case slices.Contains(p.Valued, name) && i+1 < len(letters):
			return 1, p.takes(name, word{letters[i+1:], true, true}, b)
		case slices.Contains(p.Valued, name) && len(words) > 1:
			return 2, p.takes(name, words[1], b)
		default:
			return 0, false
		}
	}
	return 1, true
}

// takes reads the value of an option.
func (p *Program) takes(name string, value word, b *behind) (ok bool) {
	if slices.Contains(p.Replaces, name) {
		b.placeholder = value.text
		return value.known && value.text != ""
	}
	return value.single
}
