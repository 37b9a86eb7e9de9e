package shell

import (
	"slices"
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
	if strings.HasPrefix(words[0].text, "-") && words[0].text != "-" || r.table.isOtherShell(name, words[1:]) {
		r.unknown(text, unseen)
	}
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
	hidden := len(p.Options) == 0 || len(p.Subcommands) > 0 && !p.hasSubcommand(words[1:])
	for _, w := range words[1:] {
		hidden = hidden || !w.known || p.hidesWith(w.text, words[1:])
	}
	if hidden {
		r.out.Hidden = append(r.out.Hidden, Hidden{baseName(words[0].text), text})
	}
}

// hasSubcommand reports whether the first operand is a subcommand that is
// known, or there is none. Another one can be an alias, or a program of its own.
func (p *Program) hasSubcommand(words []word) bool {
	b, ok := p.options(words)
	return ok && (b.inert || len(b.rest) == 0 || b.rest[0].known && slices.Contains(p.Subcommands, b.rest[0].text))
}

// hidesWith reports whether one of the words is, or can be an abbreviation of,
// one of the options, with a value or without.
func (p *Program) hidesWith(text string, words []word) bool {
	return slices.ContainsFunc(p.Options, func(option string) bool {
		if sub, of, ok := strings.Cut(option, " "); ok {
			named := func(w word) bool { return w.text == sub }
			return slices.ContainsFunc(words, named) && isOption(of, text)
		}
		return isOption(option, text)
	})
}

// isOption reports whether a text can be an option: one letter among others, a
// long name that is cut short, or has a value behind it.
func isOption(option, text string) bool {
	name, _, _ := strings.Cut(text, "=")
	switch {
	case text == option || name == option || matchesAny([]string{option}, text):
		return true
	case strings.HasPrefix(option, "--"):
		return len(name) > 2 && strings.HasPrefix(option, name)
	case !strings.HasPrefix(option, "-") || !strings.HasPrefix(text, "-"):
		return false
	case len(option) == 2:
		return !strings.HasPrefix(text, "--") && strings.IndexByte(text[1:], option[1]) >= 0
	}
	return strings.HasPrefix(text, option) || len(name) > 3 && strings.HasPrefix(option, name)
}
