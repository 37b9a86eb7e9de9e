package bigbundle

import (
	"fmt"
	"strings"
)

// contract is what the template of one contract is filled with.
type contract struct {
	ID, Symbol, Class, Description, Version string
	Parameter, Range, Argument              string // the one parameter; empty where there is none
	Constraint                              string // as YAML, indented
	Text, Derived                           string
	Good, Bad                               string // the field of one event; where empty, no event
}

// shape makes contracts of one kind; %E stands for the effect type.
type shape struct {
	name, description         string
	parameter, typ, argument  string
	constraint, text, derived string
	good, bad                 string
	none                      bool // the good example has no event
	missing                   bool // the bad example has no event
}

// newContract is the contract of a library at a place in their order: all
// shapes for the first effect type, then for the next ones, then again.
func newContract(l *library, k int) *contract {
	shapes := shapes()
	s, effect, round := shapes[k%len(shapes)], l.Effects[k/len(shapes)%effectsPerLibrary], k/len(shapes)/effectsPerLibrary
	number := fmt.Sprintf("%d", k/len(shapes)%effectsPerLibrary)
	if round > 0 {
		number += fmt.Sprintf("_%d", round)
	}
	with := strings.NewReplacer("%E", effect.Class)
	c := &contract{
		Symbol: s.name + "_" + number, Class: l.Class + camel(s.name) + strings.ReplaceAll(number, "_", "x"), Description: s.description, Version: "1.0.0",
		Parameter: s.parameter, Range: s.typ, Argument: s.argument, Constraint: with.Replace(s.constraint),
		Text: with.Replace(s.text), Derived: with.Replace(s.derived),
	}
	c.ID = l.Name + "." + c.Symbol
	if !s.none {
		c.Good = with.Replace(s.good)
	}
	if !s.missing {
		c.Bad = with.Replace(s.bad)
	}
	return c
}

// camel writes a name such as put_note as PutNote.
func camel(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// all is a constraint on every event of an effect type.
func all(predicate string) string {
	return "  all:\n    set: {version: 1.0.0, effects: [%E]}\n    predicate: \"" + predicate + "\"\n"
}

const in = "{effect: %E, fields: "

// shapes are the kinds of contract.
func shapes() []shape {
	return []shape{
		{
			name: "only_under", description: "Every path begins with a text.", parameter: "root", typ: "PathPrefix", argument: "/srv/",
			constraint: all("event.path.startsWith(params.root)"), text: "Every path of a %E starts with {root}.", derived: "Every %E path must start with {root}.",
			good: in + `{path: "/srv/a"}}`, bad: in + `{path: "/etc/a"}}`,
		},
		{
			name: "never_under", description: "No path begins with a text.", parameter: "prefix", typ: "PathPrefix", argument: "/etc/",
			constraint: all("!event.path.startsWith(params.prefix)"), text: "No path of a %E starts with {prefix}.", derived: "Every %E path must not start with {prefix}.",
			good: in + `{path: "/srv/a"}}`, bad: in + `{path: "/etc/a"}}`,
		},
		{
			name: "only_within", description: "Every path lies within a directory.", parameter: "directory", typ: "Directory", argument: "/srv",
			constraint: all("event.path.within(params.directory)"), text: "Every path of a %E lies within the directory {directory}.", derived: "Every %E path must lie within {directory}.",
			good: in + `{path: "/srv/a"}}`, bad: in + `{path: "/srv2/a"}}`,
		},
		{
			name: "at_most", description: "The number of calls is bounded.", parameter: "limit", typ: "integer", argument: "0",
			constraint: "  count:\n    set: {version: 1.0.0, effects: [%E]}\n    op: le\n    bound: params.limit\n",
			text:       "At most {limit} calls perform a %E.", derived: "At most {limit} calls to %E are permitted.",
			none: true, bad: in + `{path: "/srv/a"}}`,
		},
		{
			name: "none", description: "There is none.",
			constraint: "  empty:\n    set: {version: 1.0.0, effects: [%E]}\n", text: "No call performs a %E.", derived: "No calls to %E are permitted.",
			none: true, bad: in + `{path: "/srv/a"}}`,
		},
		{
			name: "only_kinds", description: "Every kind is one of a list.", parameter: "kinds", typ: "list", argument: "[note]",
			constraint: all("event.kind in params.kinds"), text: "Every kind of a %E is one of {kinds}.", derived: "Every %E kind must be one of {kinds}.",
			good: in + `{kind: note}}`, bad: in + `{kind: secret}}`,
		},
		{
			name: "shorter", description: "The length of what is put is bounded.", parameter: "max_chars", typ: "integer", argument: "3",
			constraint: all("size(event.content) <= params.max_chars"), text: "Every content of a %E has at most {max_chars} characters.",
			derived: "For every call to %E, the size of content must be at most {max_chars}.",
			good:    in + `{content: abc}}`, bad: in + `{content: abcd}}`,
		},
		{
			name: "without", description: "No content contains a text.", parameter: "substring", typ: "string", argument: "token",
			constraint: all("!event.content.contains(params.substring)"), text: "No content of a %E contains {substring}.", derived: "Every %E content must not contain {substring}.",
			good: in + `{content: abc}}`, bad: in + `{content: "a token"}}`,
		},
		{
			name: "matching", description: "Every kind is in small letters.",
			constraint: all("event.kind.matches('^[a-z]+$')"), text: "Every kind of a %E is in small letters.", derived: `Every %E kind must match the pattern "^[a-z]+$".`,
			good: in + `{kind: note}}`, bad: in + `{kind: NOTE}}`,
		},
		{
			name: "some", description: "There is one.",
			constraint: "  exists:\n    set: {version: 1.0.0, effects: [%E]}\n    predicate: event.kind == 'note'\n",
			text:       "Some call performs a %E of the kind note.", derived: `For at least one call to %E, kind must be equal to "note".`,
			good: in + `{kind: note}}`, missing: true,
		},
	}
}
