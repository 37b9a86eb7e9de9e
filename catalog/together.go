package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
)

// checkTogether checks what only all libraries and bundles together can show.
func (l *loader) checkTogether() {
	l.checkLibraryNames()
	l.checkRequirements()
	seen := map[string]placed{}
	l.eachLibrary(func(lib *libraryLoad) {
		for _, e := range lib.elements() {
			l.unique(seen, lib, e)
		}
		l.uniqueTools(seen, lib)
	})
	if !l.regoFailed {
		l.checkTwins()
		l.checkRuleSets()
		l.warnSets()
	}
	l.checkRules()
	l.warnModules()
}

// placed is where an id was first seen.
type placed struct {
	lib     *libraryLoad
	element index.Element
}

// listed is an element with its kind.
type listed struct {
	kind string
	*index.Element
}

// elements are all elements of a library that have a version, in the order of their kinds.
func (l *libraryLoad) elements() []listed { return elementsOf(l.lib) }

func elementsOf(lib *index.Library) []listed {
	var list []listed
	for _, e := range lib.Classes {
		list = append(list, listed{"class", &e.Element})
	}
	for _, e := range lib.Effects {
		list = append(list, listed{"effect", &e.Element})
		for _, p := range e.Preconditions {
			list = append(list, listed{"precondition", &p.Element})
		}
	}
	for _, e := range lib.Cells {
		list = append(list, listed{"cell", &e.Element})
	}
	for _, e := range lib.Mappings {
		list = append(list, listed{"mapping", &e.Element})
	}
	for _, e := range lib.Contracts {
		list = append(list, listed{"contract", &e.Element})
	}
	for _, e := range lib.Rules {
		list = append(list, listed{"rule", &e.Element})
	}
	for _, e := range lib.Facts {
		list = append(list, listed{"fact", &e.Element})
	}
	for _, e := range lib.Tables {
		list = append(list, listed{"table", &e.Element})
	}
	for _, e := range lib.Locales {
		list = append(list, listed{"locale", &e.Element})
	}
	for _, e := range lib.Outputs {
		list = append(list, listed{"output", &e.Element})
	}
	return list
}

func (l *loader) unique(seen map[string]placed, lib *libraryLoad, e listed) {
	key := e.kind + " " + e.ID
	first, taken := seen[key]
	if !taken {
		seen[key] = placed{lib, *e.Element}
		return
	}
	lib.report(e.File, lib.in.placeOf(*e.Element), "bundle.duplicate", "give each "+e.kind+" an id of its own",
		"the %s %s is also in %s, line %d", e.kind, quote(e.ID), quote(first.lib.display(first.element.File)), first.element.Line)
}

// uniqueTools refuses two mappings of one tool.
func (l *loader) uniqueTools(seen map[string]placed, lib *libraryLoad) {
	for _, m := range lib.lib.Mappings {
		key := "tool " + toolKey(m.Namespace, m.Tool)
		if m.Beside {
			continue
		}
		first, taken := seen[key]
		if taken {
			lib.report(m.File, lib.in.placeOf(m.Element), "mapping.duplicate", "map each tool once, to all its effects", "the tool %s is mapped in %s too, line %d", quote(m.Tool), quote(first.lib.display(first.element.File)), first.element.Line)
			continue
		}
		seen[key] = placed{lib, m.Element}
	}
}

// toolKey joins namespace and name so that different pairs stay different.
func toolKey(namespace, tool string) string { return namespace + "\x00" + tool }

func (l *loader) checkLibraryNames() {
	seen := map[string]string{}
	l.eachLibrary(func(lib *libraryLoad) {
		if other, taken := seen[lib.lib.ID]; taken {
			lib.report(lib.lib.File, diag.Range{}, "bundle.duplicate", "rename one of them: names of effects and contracts begin with the library's", "the bundles %s and %s both have a library %s", quote(other), quote(lib.in.bundle.Name), quote(lib.lib.ID))
		}
		seen[lib.lib.ID] = lib.in.bundle.Name
	})
}

// checkRequirements finds every bundle that another one builds on, by name and digest.
func (l *loader) checkRequirements() {
	for _, b := range l.bundles {
		for i, need := range b.bundle.Requires {
			at := b.node.Get("requires").Items[i].Range
			found := slices.IndexFunc(l.bundles, func(o *bundleLoad) bool { return o.bundle.Name == need.Name })
			switch {
			case found < 0:
				l.report(b, bundleFile, at, "bundle.requires", "load it beside this one", "the bundle builds on %s, which is not loaded", quote(need.Name))
			case l.bundles[found].bundle.Digest != need.Digest:
				l.report(b, bundleFile, at, "bundle.requires", "load the one that is pinned, or review the other and pin "+l.bundles[found].bundle.Digest, "the bundle %s that is loaded is not the one that this bundle pins", quote(need.Name))
			}
		}
	}
}

// checkTwins checks that twins are two rules in two languages that name each other.
func (l *loader) checkTwins() {
	rules := map[string]*index.Rule{}
	l.eachLibrary(func(lib *libraryLoad) {
		for _, r := range lib.lib.Rules {
			rules[r.ID] = r
		}
	})
	l.eachLibrary(func(lib *libraryLoad) {
		for _, r := range lib.lib.Rules {
			if r.Metadata.Twin != nil {
				lib.checkTwin(r, rules[*r.Metadata.Twin])
			}
		}
	})
}

func (l *libraryLoad) checkTwin(r, twin *index.Rule) {
	at := l.in.placeOf(r.Element)
	switch {
	case twin == nil:
		l.report(r.File, at, "rule.twin", "name the id of the rule in the other language", "the rule %s has the twin %s, which does not exist", quote(r.ID), quote(*r.Metadata.Twin))
	case twin.Language == r.Language:
		l.report(r.File, at, "rule.twin", "a twin is the same rule in the other language", "the rules %s and %s are twins in one language", quote(r.ID), quote(twin.ID))
	case twin.Metadata.Twin == nil || *twin.Metadata.Twin != r.ID:
		l.report(r.File, at, "rule.twin", "name each as the other's twin", "the rule %s is not named as a twin by %s", quote(r.ID), quote(twin.ID))
	}
}

// checkRuleSets checks that the sets that a bundle has in force, or pins, have rules.
func (l *loader) checkRuleSets() {
	var known []string
	l.eachLibrary(func(lib *libraryLoad) {
		for _, r := range lib.lib.Rules {
			known = append(known, r.Metadata.Sets...)
		}
		for _, f := range lib.lib.Facts {
			known = append(known, f.Sets...)
		}
	})
	slices.Sort(known)
	known = slices.Compact(known)
	for _, b := range l.bundles {
		for _, key := range []string{"rule_sets", "pinned_rule_sets"} {
			l.checkSetNames(b, key, known)
		}
	}
}

func (l *loader) checkSetNames(b *bundleLoad, key string, known []string) {
	list := b.node.Get(key)
	if list == nil {
		return
	}
	for _, item := range list.Items {
		if !slices.Contains(known, item.Text) {
			l.report(b, bundleFile, item.Range, "bundle.rule-set", choice(item.Text, known, "rule sets are"), "no rule belongs to the rule set %s", quote(item.Text))
		}
	}
}

// warnModules says which modules cannot be imported because several libraries expose them.
func (l *loader) warnModules() {
	owners := map[string][]string{}
	l.eachLibrary(func(lib *libraryLoad) {
		for _, m := range lib.lib.Modules {
			owners[m] = append(owners[m], lib.lib.ID)
			if n := owners[m]; len(n) == 2 {
				d := diag.Warningf(lib.display(lib.lib.File), diag.Range{}, "library.module", "the module %s is exposed by the libraries %s", quote(m), enumerate(n, "and"))
				l.diags.Add(d.WithDetail("%s", "an expression that imports it is refused; import the libraries by their own names, "+strings.Join(n, " or ")))
			}
		}
	})
}
