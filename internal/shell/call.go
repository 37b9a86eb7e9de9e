package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call reads a simple command: what its words compute, the variables that it
// sets, and the program that it runs.
func (r *reader) call(c *syntax.CallExpr) {
	r.expansions(c.Args)
	r.assignments(c.Assigns, len(c.Args) > 0)
	if len(c.Args) == 0 {
		return
	}
	words := make([]word, len(c.Args))
	for i, w := range c.Args {
		words[i] = literal(w)
	}
	r.program(words, r.written(c))
}

// program reads a program with its words, and what it runs.
func (r *reader) program(words []word, text string) {
	if !words[0].known {
		r.unknown(text, computed)
		return
	}
	name := baseName(words[0].text)
	if r.table.isForeign(words[0].text) {
		r.out.Hidden = append(r.out.Hidden, Hidden{name, text})
	}
	p := r.table.program(name)
	if p == nil || p.Does == Hides || r.shell >= r.table.Limits.Shells {
		r.emit(words, text)
		switch {
		case p == nil:
		case p.Does == Hides:
			r.hides(p, words, text)
		default:
			r.unknown(text, tooDeep)
		}
		return
	}
	r.shell++
	r.runs(p, words, text)
	r.shell--
}

func baseName(word string) string { return word[strings.LastIndexByte(word, '/')+1:] }

// emit lists a command with its arguments.
func (r *reader) emit(words []word, text string) {
	if r.words += len(words); r.words > r.table.Limits.Words {
		r.unknown(text, tooLong)
		return
	}
	c := Command{Text: text, Word: words[0].text, Name: baseName(words[0].text), Subcommand: subcommand(words[1:])}
	c.Words = texts(words)
	r.out.Commands = append(r.out.Commands, c)
	for _, w := range words[1:] {
		r.out.Arguments = append(r.out.Arguments, argument(c.Name, w))
	}
}

// texts are the words of a command; nil where one is not known.
func texts(words []word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		if !w.known {
			return nil
		}
		list[i] = w.text
	}
	return list
}

// subcommand is the first word behind the command word; empty where there is
// none, not known where it is an option or computed.
func subcommand(rest []word) *string {
	switch {
	case len(rest) == 0:
		return new(string)
	case !rest[0].known || strings.HasPrefix(rest[0].text, "-"):
		return nil
	}
	return &rest[0].text
}

// hides says that a program runs what cannot be seen from its words.
func (r *reader) hides(p *Program, words []word, text string) {
	hidden := len(p.Options) == 0
	for _, w := range words[1:] {
		hidden = hidden || !w.known || p.hidesWith(w.text)
	}
	if hidden {
		r.out.Hidden = append(r.out.Hidden, Hidden{baseName(words[0].text), text})
	}
}

// hidesWith reports whether a word is, or can be an abbreviation of, one of the
// options, with a value or without.
func (p *Program) hidesWith(text string) bool {
	for _, option := range p.Options {
		switch {
		case text == option:
			return true
		case strings.HasPrefix(option, "--"):
			name, _, _ := strings.Cut(text, "=")
			if len(name) > 2 && strings.HasPrefix(option, name) {
				return true
			}
		case len(option) == 2 && option[0] == '-':
			if strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.IndexByte(text[1:], option[1]) >= 0 {
				return true
			}
		}
	}
	return false
}
