package shell

import "slices"

// runs reads a program that does something with other programs, or with the
// shell itself.
func (r *reader) runs(p *Program, words []word, text string) {
	switch p.Does {
	case Unknowable:
		r.emit(words, text)
		r.unknown(text, shellCode)
	case Moves:
		r.emit(words, text)
		r.moves++
	case Configures:
		r.emit(words, text)
		r.configures(p, words, text)
	case Tests:
		r.emit(words, text)
		r.tests(p, words, text)
	case SetsByOption:
		r.emit(words, text)
		r.setsByOption(words, text)
	case RunsInside:
		r.inside(p, words, text)
	default:
		r.behindOptions(p, words, text)
	}
}

// configures reads options of the shell.
func (r *reader) configures(p *Program, words []word, text string) {
	for _, w := range words[1:] {
		if !w.known || !slices.Contains(p.Harmless, w.text) {
			r.unknown(text, shellCode)
			return
		}
	}
}

// tests reads the command test. Asked whether a variable is set, it evaluates
// the name; a word that comes at run time may ask that, unless what follows it
// is an operator.
func (r *reader) tests(p *Program, words []word, text string) {
	for i, w := range words[1:] {
		next := words[min(i+2, len(words)-1)]
		last := i+2 >= len(words) || next.known && next.text == "]"
		switch {
		case w.known && !slices.Contains(p.Options, w.text):
		case !w.known && w.single && (last || next.known && slices.Contains(p.Harmless, next.text)):
		default:
			r.unknown(text, computed)
			return
		}
	}
}

// setsByOption reads a program that sets a variable where its first word is an
// option.
func (r *reader) setsByOption(words []word, text string) {
	if len(words) < 2 {
		return
	}
	switch first := words[1]; {
	case !first.known:
		r.unknown(text, computed)
	case len(first.text) < 2 || first.text[0] != '-' || first.text == "--":
	case len(words) > 2 && first.text == "-v" && words[2].known:
		r.assign(words[2].text, nil, false)
	default:
		r.unknown(text, computed)
	}
}

// inside reads commands that stand between two words among the arguments.
func (r *reader) inside(p *Program, words []word, text string) {
	own := []word{words[0]}
	var commands [][]word
	var starts []string
	for i := 1; i < len(words); i++ {
		w := words[i]
		if !w.known {
			r.emit(words, text)
			r.unknown(text, unseen)
			return
		}
		own = append(own, w)
		if !slices.Contains(p.Starts, w.text) {
			continue
		}
		command, end := until(p, words[i+1:])
		if len(command) == 0 {
			r.emit(words, text)
			r.unknown(text, unseen)
			return
		}
		commands, starts = append(commands, command), append(starts, w.text)
		i += end
	}
	r.emit(own, text)
	for i, command := range commands {
		if slices.Contains(p.Elsewhere, starts[i]) {
			r.elsewhere(command, text)
		} else {
			r.program(command, text)
		}
	}
}

// until is the command before the first word that ends it, and how many words
// that are; nil where none does.
func until(p *Program, words []word) (command []word, end int) {
	for i, w := range words {
		switch {
		case !w.known:
			return nil, 0
		case slices.Contains(p.Ends, w.text):
			return command, i + 1
		}
		command = append(command, placed(w, p.Placeholder))
	}
	return nil, 0
}
