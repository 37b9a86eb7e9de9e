package lint

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// confusableName finds two names of one kind that look alike: names that differ
// only in letters that are read for one another, such as l, I and 1, or O and 0.
func confusableName() Rule {
	return Rule{
		ID: "confusable-name", Severity: schema.DiagnosticSeverityError,
		Summary: "Two names look alike.",
		Check: func(p *Pass) {
			seen := map[string]named{}
			for _, n := range p.names() {
				key := n.kind + " " + skeleton(n.name)
				first, taken := seen[key]
				switch {
				case !taken:
					seen[key] = n
				case first.name != n.name && p.inLibraries(n.library):
					p.Report(Finding{
						Place: n.place, Message: fmt.Sprintf("the %s %q looks like %q at %s:%d", n.kind, n.name, first.name, first.place.File, first.place.Range.Start.Line),
						Help: "rename one of them: who reads the one may mean the other",
					})
				}
			}
		},
	}
}

// named is a name with its kind and where it stands.
type named struct {
	kind, name, library string
	place               Place
}

// names are those that people read and write.
func (p *Pass) names() []named {
	var list []named
	for _, lib := range p.Catalog.Libraries {
		add := func(kind, name string, e *index.Element) {
			list = append(list, named{kind, name, lib.ID, p.elementPlace(lib, e)})
		}
		add("library", lib.ID, &lib.Element)
		for _, e := range lib.Effects {
			add("effect type", e.Name, &e.Element)
		}
		for _, c := range lib.Contracts {
			add("contract", c.ID, &c.Element)
		}
		for _, r := range lib.Rules {
			add("rule", r.ID, &r.Element)
		}
		for _, f := range lib.Facts {
			add("fact", f.ID, &f.Element)
		}
		for _, m := range lib.Mappings {
			add("tool", strings.TrimPrefix(m.Namespace+"/"+m.Tool, "/"), &m.Element)
		}
	}
	return list
}

// skeleton is a form that names which look alike have in common. Marks of width
// and underscores stay; what is read for another letter becomes that letter.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range name {
		if ascii, ok := unicodedata.ASCIILookalike(r); ok {
			r = rune(ascii)
		}
		switch r {
		case '1', 'I', '|':
			r = 'l'
		case '0', 'O':
			r = 'o'
		}
		b.WriteRune(r)
	}
	s := b.String()
	for _, pair := range pairs() {
		s = strings.ReplaceAll(s, pair[0], pair[1])
	}
	return s
}

// pairs are letters that together are read for another.
func pairs() [][2]string { return [][2]string{{"rn", "m"}, {"vv", "w"}} }
