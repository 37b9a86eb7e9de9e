package catalog

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// readEffects reads effects.yaml against the effect classes of the schema: every concrete class below EffectEvent has its entry, and every entry
// its class.
func (l *libraryLoad) readEffects() {
	classes := map[string]*linkml.Class{}
	for _, c := range l.below("EffectEvent") {
		classes[c.Name] = c
	}
	described := map[string]bool{}
	for _, d := range l.of("Effects") {
		l.readCells(d)
		for _, f := range fields(d.node.Get("effects")) {
			described[f.Key] = true
			c := classes[f.Key]
			if c == nil {
				l.unknownEffectClass(d, f, classes)
				continue
			}
			l.readEffect(d, f, c)
		}
	}
	for _, c := range l.below("EffectEvent") {
		if !described[c.Name] && !l.brokenWith(l.lib.ID+"/effects.yaml", c.Name+":") {
			l.report(l.lib.ID+"/schema.yaml", c.At, "effects.missing", "describe it in "+l.lib.ID+"/effects.yaml, or make the class abstract", "the effect type %s has no entry in effects.yaml", quote(c.Name))
		}
	}
	l.checkFunctions()
}

// fields are the entries of a map, in the order of the file.
func fields(n *doc.Node) []doc.Field {
	if n == nil || n.Kind != doc.Map {
		return nil
	}
	return n.Fields
}

func (l *libraryLoad) unknownEffectClass(d *document, f doc.Field, classes map[string]*linkml.Class) {
	var known []string
	for _, c := range l.below("EffectEvent") {
		known = append(known, c.Name)
	}
	l.report(d.file.path, f.KeyRange, "effects.class", choice(f.Key, known, "effect types are"), "the schema has no concrete class %s below EffectEvent", quote(f.Key))
}

func (l *libraryLoad) readEffect(d *document, f doc.Field, c *linkml.Class) {
	var w schema.EffectSource
	if problems := w.Decode(l.display(d.file.path), withIdentifier(f, "name")); problems.HasErrors() {
		l.diags.Add(problems...)
		return
	}
	e := &index.Effect{
		Element: element(l.lib.ID+"."+c.Name, w.Version, d.file.path, f.KeyRange),
		Library: l.lib.ID, Name: c.Name, Function: w.Function, Description: c.Description, Sentence: w.Sentence,
	}
	for _, s := range l.view.Induced(c) {
		l.readField(e, c, s)
	}
	l.markSecret(e, d, f.Value.Get("secret"))
	l.checkTemplate(d.file.path, f.Value.Get("sentence"), effectSlots(e), "field")
	l.readPreconditions(e, d, f.Value.Get("preconditions"), w.Preconditions)
	l.readAssignments(e, d, f.Value.Get("assigns"), w.Assigns)
	l.digestEffect(e)
	l.lib.Effects = append(l.lib.Effects, e)
}

// withIdentifier is the entry of a map as an object that holds its key under a name, as LinkML's inlined dictionaries do.
func withIdentifier(f doc.Field, name string) *doc.Node {
	n := *f.Value
	if n.Kind != doc.Map {
		return f.Value
	}
	n.Fields = append([]doc.Field{{Key: name, KeyRange: f.KeyRange, Value: &doc.Node{Kind: doc.String, Text: f.Key, Range: f.KeyRange}}}, n.Fields...)
	return &n
}

func (l *libraryLoad) readField(e *index.Effect, c *linkml.Class, s *linkml.Induced) {
	t, ok := l.checkSlot(l.lib.ID+"/schema.yaml", c, s)
	if !ok {
		return
	}
	facets := l.facetsOf(s)
	e.Fields = append(e.Fields, index.Field{
		Name: s.Property, Description: s.Description, Type: t, Required: s.Required(), Minimum: facets.minimum, Maximum: facets.maximum,
		Values: facets.values,
	})
}

func (l *libraryLoad) markSecret(e *index.Effect, d *document, secret *doc.Node) {
	if secret == nil {
		return
	}
	for _, item := range secret.Items {
		i := fieldIndex(e, item.Text)
		if i < 0 {
			l.report(d.file.path, item.Range, "effects.field", choice(item.Text, fieldNames(e), "fields are"), "%s has no field %s", quote(e.Name), quote(item.Text))
			continue
		}
		e.Fields[i].Secret = true
	}
}

func fieldIndex(e *index.Effect, name string) int {
	for i := range e.Fields {
		if e.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

func fieldNames(e *index.Effect) []string {
	names := make([]string, len(e.Fields))
	for i := range e.Fields {
		names[i] = e.Fields[i].Name
	}
	return names
}

func effectSlots(e *index.Effect) []slotType {
	slots := make([]slotType, len(e.Fields))
	for i, f := range e.Fields {
		slots[i] = slotType{f.Name, f.Type}
	}
	return slots
}

// eventScope is what an expression over one event of the effect may name.
func (l *libraryLoad) eventScope(e *index.Effect) scope {
	return scope{event: effectSlots(e), effects: "the effect type " + e.Name + " has", noParam: "an effect type has no parameters", enum: l.enumHas}
}

func (l *libraryLoad) readPreconditions(e *index.Effect, d *document, nodes *doc.Node, written []schema.PreconditionSource) {
	seen := map[string]bool{}
	for i, w := range written {
		node := nodes.Items[i]
		if seen[w.Id] {
			l.report(d.file.path, node.Get("id").Range, "bundle.duplicate", "give each precondition an id of its own", "%s has two preconditions with the id %s", quote(e.Name), quote(w.Id))
			continue
		}
		seen[w.Id] = true
		predicate, diags := l.eventScope(e).predicate(l.display(d.file.path), node.Get("expression"))
		if len(diags) > 0 {
			l.diags.Add(diags...)
			continue
		}
		p := &index.Precondition{
			Element: element(e.ID+"."+w.Id, w.Version, d.file.path, node.Range),
			Name:    w.Id, Expression: w.Expression, Predicate: predicate, Message: w.Message,
		}
		l.digest(&p.Element, "precondition", map[string]any{"id": p.ID, "version": p.Version, "predicate": predicate, "message": p.Message})
		e.Preconditions = append(e.Preconditions, p)
	}
}

func (l *libraryLoad) digestEffect(e *index.Effect) {
	fields := []any{}
	for _, f := range e.Fields {
		fields = append(fields, map[string]any{
			"name": f.Name, "type": f.Type.String(), "enum": f.Type.Enum, "required": f.Required, "secret": f.Secret, "minimum": f.Minimum, "maximum": f.Maximum,
		})
	}
	preconditions := []any{}
	for _, p := range e.Preconditions {
		preconditions = append(preconditions, p.Digest)
	}
	assigns := []any{}
	for _, a := range e.Assigns {
		assigns = append(assigns, map[string]any{"cell": a.Cell, "key": a.Key, "value": a.Value})
	}
	sentence := index.Element{ID: e.ID, File: e.File}
	l.digest(&sentence, "template", map[string]any{"id": e.ID, "text": e.Sentence})
	e.SentenceDigest = sentence.Digest
	l.digest(&e.Element, "effect", map[string]any{
		"id": e.ID, "version": e.Version, "function": e.Function, "fields": fields, "sentence": sentence.Digest,
		"preconditions": preconditions, "assigns": assigns,
	})
}

// checkFunctions refuses two effects of one library with the same function name.
func (l *libraryLoad) checkFunctions() {
	seen := map[string]string{}
	for _, e := range l.lib.Effects {
		if other, taken := seen[e.Function]; taken {
			at := diag.Range{Start: diag.Position{Line: e.Line, Column: e.Column}}
			l.report(e.File, at, "bundle.duplicate", "give each effect type a function name of its own", "%s and %s have the same function name %s", quote(other), quote(e.Name), quote(e.Function))
		}
		seen[e.Function] = e.Name
	}
}

// typeWord is the type of a cell's key or value by its LinkML name.
func typeWord(n *doc.Node) (value.Type, bool) {
	if n == nil {
		return value.Type{}, false
	}
	return value.TypeNamed(n.Text)
}
