package catalog

import (
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// readMappings reads which tools perform which effects. It runs when the effects of all libraries are known.
func (l *libraryLoad) readMappings() {
	for _, d := range l.of("Effects") {
		list := d.node.Get("mappings")
		if list == nil {
			continue
		}
		for _, n := range list.Items {
			l.readMapping(d, n)
		}
	}
}

func (l *libraryLoad) readMapping(d *document, n *doc.Node) {
	var w schema.MappingSource
	if problems := w.Decode(l.display(d.file.path), n); problems.HasErrors() {
		l.diags.Add(problems...)
		return
	}
	m := &index.Mapping{
		Element: element(w.Id, w.Version, d.file.path, n.Range),
		Library: l.lib.ID, Namespace: orEmpty(w.Namespace), Tool: w.Tool, Beside: w.Beside != nil && *w.Beside, Except: w.Except,
	}
	l.checkPattern(d, n, m)
	if len(w.Effects) == 0 {
		l.report(d.file.path, n.Get("effects").Range, "mapping.empty", "name the effects of the tool, or remove the mapping", "the mapping %s performs no effect", quote(w.Id))
	}
	for i := range w.Effects {
		if mapped, ok := l.readMappedEffect(d, n.Get("effects").Items[i]); ok {
			m.Effects = append(m.Effects, mapped)
		}
	}
	l.checkSecrets(d, n, m)
	l.digest(&m.Element, "mapping", map[string]any{"library": l.lib.ID, "mapping": n.Plain(), "effects": mappedIDs(m)})
	l.lib.Mappings = append(l.lib.Mappings, m)
}

// checkPattern refuses patterns where a mapping is of one tool.
func (l *libraryLoad) checkPattern(d *document, n *doc.Node, m *index.Mapping) {
	if m.Beside {
		return
	}
	for _, key := range []string{"namespace", "tool"} {
		if node := given(n, key); node != nil && strings.HasSuffix(node.Text, "*") {
			l.report(d.file.path, node.Range, "mapping.pattern", "write beside: true for effects of many tools, or name one tool", "%s is a pattern", quote(node.Text))
		}
	}
	if except := given(n, "except"); except != nil {
		l.report(d.file.path, except.Range, "mapping.pattern", "leave it out, or write beside: true", "a mapping of one tool has exceptions")
	}
}

func mappedIDs(m *index.Mapping) []string {
	ids := []string{}
	for _, e := range m.Effects {
		ids = append(ids, e.Effect)
	}
	return ids
}

func (l *libraryLoad) readMappedEffect(d *document, n *doc.Node) (index.MappedEffect, bool) {
	var mapped index.MappedEffect
	if each := given(n, "each"); each != nil {
		mapped.Each = l.mappedExpression(d, each, false)
	}
	if when := given(n, "when"); when != nil {
		mapped.When = l.mappedExpression(d, when, mapped.Each != nil)
	}
	effect := l.effect(d.file.path, n.Get("effect"))
	if effect == nil {
		return mapped, false
	}
	mapped.Effect = effect.ID
	mappedFields := map[string]bool{}
	for _, f := range fields(n.Get("fields")) {
		mappedFields[f.Key] = true
		if fieldIndex(effect, f.Key) < 0 {
			l.report(d.file.path, f.KeyRange, "mapping.field", choice(f.Key, fieldNames(effect), "fields are"), "%s has no field %s", quote(effect.Name), quote(f.Key))
			continue
		}
		mapped.Fields = append(mapped.Fields, index.MappedField{Name: f.Key, Sources: l.sources(d, f, mapped.Each != nil)})
	}
	for _, f := range effect.Fields {
		if f.Required && !mappedFields[f.Name] {
			l.report(d.file.path, n.Get("effect").Range, "mapping.missing-field", "say which argument it comes from", "the required field %s of %s is not mapped", quote(f.Name), quote(effect.Name))
		}
	}
	return mapped, true
}

func (l *libraryLoad) mappedExpression(d *document, n *doc.Node, items bool) *index.Expression {
	e, diags := argsExpression(l.display(d.file.path), n, items)
	l.diags.Add(diags...)
	return &e
}

// sources are where a field comes from: one expression, whose short form is the text alone, or the members of one_of.
func (l *libraryLoad) sources(d *document, f doc.Field, items bool) []index.Expression {
	expression, several := given(f.Value, "expression"), given(f.Value, "one_of")
	nodes := []*doc.Node{f.Value}
	switch {
	case f.Value.Kind != doc.Map:
	case (expression == nil) == (several == nil):
		l.report(d.file.path, f.Value.Range, "mapping.source", "write either expression or one_of", "the field %s does not say where it comes from", quote(f.Key))
		return nil
	case several != nil:
		nodes = several.Items
	default:
		nodes = []*doc.Node{expression}
	}
	list := make([]index.Expression, 0, len(nodes))
	for _, n := range nodes {
		list = append(list, *l.mappedExpression(d, n, items))
	}
	return list
}

// effect finds an effect type by its name in the library, or by its qualified name in a library whose schema is imported.
func (l *libraryLoad) effect(file string, name *doc.Node) *index.Effect {
	library, short, qualified := strings.Cut(name.Text, ".")
	if !qualified {
		library, short = l.lib.ID, name.Text
	}
	var known []string
	for _, e := range l.visibleEffects() {
		if e.Library == library && e.Name == short {
			return e
		}
		if e.Library == l.lib.ID {
			known = append(known, e.Name)
		} else {
			known = append(known, e.ID)
		}
	}
	if l.failedEffect(library, short) {
		return nil
	}
	detail := choice(name.Text, known, "effect types are")
	if qualified && library != l.lib.ID {
		detail += "; the effects of another library need its schema among the imports, as ../" + library + "/schema"
	}
	l.report(file, name.Range, "effects.unknown", detail, "no effect type has the name %s", quote(name.Text))
	return nil
}

// failedEffect reports whether the class is there and its entry has errors of its own, so that another error would only repeat them.
func (l *libraryLoad) failedEffect(library, name string) bool {
	if library != l.lib.ID {
		return false
	}
	for _, c := range l.below("EffectEvent") {
		if c.Name == name {
			return true
		}
	}
	return false
}

// visibleEffects are the library's own effects and those of libraries whose schema it imports.
func (l *libraryLoad) visibleEffects() []*index.Effect {
	list := append([]*index.Effect{}, l.lib.Effects...)
	l.eachLibrary(func(other *libraryLoad) {
		if other == l || l.view == nil || !l.imports(other) {
			return
		}
		list = append(list, other.lib.Effects...)
	})
	return list
}

// imports reports whether the library's schema imports that of another, directly or not.
func (l *libraryLoad) imports(other *libraryLoad) bool {
	file := other.display(other.lib.ID + "/schema.yaml")
	for _, s := range l.view.Schemas {
		if s.File == file {
			return true
		}
	}
	return false
}
