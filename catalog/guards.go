package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// engineIDs begins the ids of the engine's own rules.
const engineIDs = "contractc"

// checkBundleNames refuses two bundles of one name: cards and requirements tell bundles apart by it. It reports whether there are none.
func (l *loader) checkBundleNames() bool {
	different := true
	seen := map[string]*bundleLoad{}
	for _, b := range l.bundles {
		if b.node == nil {
			continue
		}
		if other := seen[b.bundle.Name]; other != nil {
			l.report(b, bundleFile, b.node.Get("name").Range, "bundle.duplicate", "rename one of them; cards tell bundles apart by name", "the bundle in %s has the name %s too", quote(other.src.display(".")), quote(b.bundle.Name))
			different = false
			continue
		}
		seen[b.bundle.Name] = b
	}
	return different
}

// checkRules checks what rules in both languages must not be: named as another library's or the engine's, or an allow of what has no type yet.
func (l *loader) checkRules() {
	owners := map[string]bool{engineIDs: true}
	l.eachLibrary(func(lib *libraryLoad) { owners[lib.lib.ID] = true })
	l.eachLibrary(func(lib *libraryLoad) {
		for _, r := range lib.lib.Rules {
			first, _, _ := strings.Cut(r.ID, ".")
			if first != lib.lib.ID && owners[first] {
				lib.report(r.File, lib.in.placeOf(r.Element), "rule.foreign-id", "begin it with "+lib.lib.ID+".", "the id %s reads as a rule of %s", quote(r.ID), quote(first))
			}
			if r.Metadata.Severity == schema.SeverityAllow && r.Metadata.Stage != nil && *r.Metadata.Stage == schema.RuleStageShape {
				lib.report(r.File, lib.in.placeOf(r.Element), "rule.stage", "leave the stage out", "the rule %s allows actions whose form is not known yet", quote(r.ID))
			}
		}
	})
}

// warnSets says which rules no bundle puts in force: their rule sets act only where somebody chooses them.
func (l *loader) warnSets() {
	var named []string
	for _, b := range l.bundles {
		for _, set := range slices.Concat(b.bundle.RuleSets, b.bundle.PinnedRuleSets) {
			named = append(named, setName(set))
		}
	}
	slices.Sort(named)
	named = slices.Compact(named)
	warned := map[string]bool{}
	l.eachLibrary(func(lib *libraryLoad) {
		for _, r := range lib.lib.Rules {
			for _, set := range r.Metadata.Sets {
				if slices.Contains(named, setName(set)) || warned[set] {
					continue
				}
				warned[set] = true
				d := diag.Warningf(lib.display(r.File), lib.in.placeOf(r.Element), "rule.set", "no bundle has the rule set %s in force", quote(set))
				l.diags.Add(d.WithDetail("%s", "its rules act only where it is chosen; "+choice(setName(set), named, "rule sets in force are")))
			}
		}
	})
}

// setName is the name of a rule set without its version.
func setName(set string) string {
	name, _, _ := strings.Cut(set, "@")
	return name
}

// checkSecrets checks that what a card hides of a call is the secret, all of it and nothing else: a secret field comes from an argument of its own.
func (l *libraryLoad) checkSecrets(d *document, n *doc.Node, m *index.Mapping) {
	secret, open := map[string]bool{}, map[string]bool{}
	for i := range m.Effects {
		mapped := &m.Effects[i]
		for k := range mapped.Fields {
			f := &mapped.Fields[k]
			hidden := l.isSecret(mapped.Effect, f.Name)
			for s := range f.Sources {
				name := wholeArgument(mapped, &f.Sources[s])
				switch {
				case hidden && name == "":
					l.report(d.file.path, sourceAt(&f.Sources[s]), "mapping.secret", "map it to an argument, such as args.password; the card shows all that is no argument of its own", "the secret field %s is no argument of its own", quote(f.Name))
				case hidden:
					secret[name] = true
				default:
					open[firstArgument(mapped, &f.Sources[s])] = true
				}
			}
		}
	}
	for _, name := range sortedNames(secret) {
		if open[name] {
			l.report(d.file.path, n.Get("id").Range, "mapping.secret", "make both fields secret, or neither", "the argument %s is secret in one field and shown in another", quote(name))
		}
	}
}

func (l *libraryLoad) isSecret(effect, field string) bool {
	for _, e := range l.visibleEffects() {
		if i := fieldIndex(e, field); e.ID == effect && i >= 0 {
			return e.Fields[i].Secret
		}
	}
	return false
}

// wholeArgument is the argument whose value an expression is, or is an item of; empty for any other.
func wholeArgument(mapped *index.MappedEffect, e *index.Expression) string {
	if e.Item {
		if e = mapped.Each; e == nil {
			return ""
		}
	}
	if len(e.Path) != 1 || e.Tool || e.Function != "" {
		return ""
	}
	return e.Path[0]
}

// firstArgument is the argument that an expression names a part of; empty where it computes.
func firstArgument(mapped *index.MappedEffect, e *index.Expression) string {
	if e.Item {
		if e = mapped.Each; e == nil {
			return ""
		}
	}
	if len(e.Path) == 0 || e.Tool {
		return ""
	}
	return e.Path[0]
}

func sourceAt(e *index.Expression) diag.Range {
	return diag.At(diag.Position{Line: e.Line, Column: e.Column})
}

func sortedNames(set map[string]bool) []string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
