package outputcontract

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/markdown"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// compiler makes one contract ready.
type compiler struct {
	file     string
	node     *doc.Node
	contract *Contract
	classes  Classes
	problems diag.List
}

// refuse reports a problem at a part of the file; the whole where it is nil.
func (k *compiler) refuse(at *doc.Node, code, detail, format string, args ...any) {
	r := diag.Range{Start: k.node.Range.Start, End: k.node.Range.Start}
	if at != nil {
		r = at.Range
	}
	k.problems.Add(diag.Errorf(k.file, r, code, format, args...).WithDetail("%s", detail))
}

func (k *compiler) compile() {
	w := &k.contract.Written
	if w.Json == nil && w.Sections == nil {
		k.refuse(nil, "output.form", "write json, sections or both", "the contract asks for no form")
	}
	if symbol := w.Id[strings.IndexByte(w.Id, '.')+1:]; symbol == "yaml" || symbol == "json" {
		k.refuse(k.node.Get("id"), "output.id", "choose another symbol: commands take it for a file", "the id %q looks like the name of a file", w.Id)
	}
	if w.Sections != nil {
		k.checkSections(k.node.Get("sections"), w.Sections)
		k.contract.sections = newSections(w.Sections)
	}
	if w.Json != nil {
		k.contract.json = k.json(k.node.Get("json"), w.Json)
	}
	k.checkLadder()
}

// item is the i-th part of a list; nil where there is none.
func item(list *doc.Node, i int) *doc.Node {
	if list == nil || i >= len(list.Items) {
		return nil
	}
	return list.Items[i]
}

func (k *compiler) checkSections(n *doc.Node, s *schema.OutputSections) {
	if len(s.Headings) == 0 {
		k.refuse(n.Get("headings"), "output.headings", "write at least one", "the contract has no heading")
	}
	seen := map[string]bool{}
	for i := range s.Headings {
		at := item(n.Get("headings"), i)
		k.checkSection(at, &s.Headings[i], Marks(s))
		if seen[s.Headings[i].Heading] {
			k.refuse(at.Get("heading"), "output.heading", "name each heading once", "the heading %q stands twice", s.Headings[i].Heading)
		}
		seen[s.Headings[i].Heading] = true
	}
}

func (k *compiler) checkSection(n *doc.Node, s *schema.OutputSection, marks string) {
	read := markdown.Read(marks + s.Heading).Headings
	if len(read) != 1 || read[0].Text != s.Heading {
		k.refuse(n.Get("heading"), "output.heading", "write the words alone, in one line and without # at the ends", "Markdown reads the heading %q as another one", s.Heading)
	}
	for _, b := range [][2]*int64{{s.MinCharacters, s.MaxCharacters}, {s.MinWords, s.MaxWords}, {s.MinLines, s.MaxLines}} {
		if b[0] != nil && b[1] != nil && *b[0] > *b[1] {
			k.refuse(n, "output.bounds", "lower the least or raise the most", "the section %q needs at least %d and has at most %d", s.Heading, *b[0], *b[1])
		}
	}
	if slices.Contains(s.Fences, NoFence) && (len(s.Fences) > 1 || isTrue(s.OnlyFence)) {
		k.refuse(n.Get("fences"), "output.fences", "name the languages that are allowed, or none alone", "the section %q has no fences and fences", s.Heading)
	}
}

// checkLadder checks that retries come first and one last step ends the loop.
func (k *compiler) checkLadder() {
	w := &k.contract.Written
	ladder, at := w.Ladder, k.node.Get("ladder")
	if len(ladder) == 0 {
		ladder = []schema.OutputStep{schema.OutputStepRetry, schema.OutputStepRetry, schema.OutputStepFail}
	}
	k.contract.Ladder = ladder
	for i, step := range ladder {
		switch last := i == len(ladder)-1; {
		case Retries(step) && last:
			k.refuse(item(at, i), "output.ladder", "end with fail, ask or fallback", "the ladder has no end")
		case !Retries(step) && !last:
			k.refuse(item(at, i), "output.ladder", "write it last", "nothing comes after the step %q", step)
		case step == schema.OutputStepRetryWithExample && len(w.Examples) == 0:
			k.refuse(item(at, i), "output.ladder", "write one under examples", "the contract has no example to show")
		}
	}
	if wants := slices.Contains(ladder, schema.OutputStepFallback); wants != (w.Fallback != nil) {
		k.refuse(at, "output.fallback", "write the step fallback and the reply under fallback, or neither", "a fallback is either used and not given, or given and not used")
	}
}

// Retries reports whether a step asks the model again.
func Retries(step schema.OutputStep) bool {
	return step == schema.OutputStepRetry || step == schema.OutputStepRetryWithExample
}

func (k *compiler) json(n *doc.Node, w *schema.OutputJson) *jsonPart {
	part := &jsonPart{section: -1, bare: isTrue(w.Bare), strict: isTrue(w.Strict)}
	k.checkPlace(n, w, part)
	switch {
	case (w.Schema == nil) == (w.Class == nil):
		k.refuse(n, "output.value", "write one of schema and class", "json has either a schema or a class")
	case w.Schema != nil:
		k.contract.Schema, k.contract.SchemaNode = w.Schema.Value, n.Get("schema")
		part.shape = k.schema(n.Get("schema"), w.Schema.Value)
	default:
		part.shape = k.class(n.Get("class"), *w.Class)
	}
	part.rules = k.rules(n.Get("rules"), w.Rules)
	return part
}

// checkPlace finds the section that the value stands in.
func (k *compiler) checkPlace(n *doc.Node, w *schema.OutputJson, part *jsonPart) {
	sections := k.contract.sections
	switch {
	case sections == nil && w.Section != nil:
		k.refuse(n.Get("section"), "output.section", "write sections, or leave section out", "the contract has no sections")
	case sections != nil && w.Section == nil:
		k.refuse(n, "output.section", "write section, the heading below which the value stands", "the contract does not say in which section the value stands")
	case sections != nil:
		i, ok := sections.index[*w.Section]
		if !ok {
			k.refuse(n.Get("section"), "output.section", "name one of the headings", "there is no heading %q", *w.Section)
			return
		}
		part.section = i
	}
}

// schema compiles a JSON Schema. What is wrong is reported at its keyword.
func (k *compiler) schema(n *doc.Node, written any) shape {
	compiled, err := jsonschema.CompileAsserting(written)
	if err != nil {
		k.refuse(deepest(n, err.Error()), "output.schema", "the schema is JSON Schema; what stands before the colon is the place in it", "%s", diag.Neutralise(err.Error()))
		return nil
	}
	k.checkKeywords(n)
	return schemaShape{compiled}
}

// deepest is the part of a schema that a message names by a pointer before a
// colon.
func deepest(n *doc.Node, message string) *doc.Node {
	pointer, _, _ := strings.Cut(message, ": ")
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		inner := inside(n, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		if inner == nil {
			break
		}
		n = inner
	}
	return n
}

// class finds a LinkML class and the JSON Schema that says it.
func (k *compiler) class(n *doc.Node, name string) shape {
	view, class, err := k.classes(name)
	if err == nil {
		k.contract.Schema, err = classSchema(view, class)
		k.contract.SchemaNode = doc.FromPlain(k.contract.Schema)
	}
	if err != nil {
		k.refuse(n, "output.class", "name a class of the library's schema, or library.Class", "the class %q cannot be used: %s", name, diag.Neutralise(err.Error()))
		return nil
	}
	return classShape{view, class}
}

func classSchema(view *linkml.View, class string) (any, error) {
	s, err := view.JSONSchema(class, linkml.JSONSchemaOptions{})
	if err != nil {
		return nil, err
	}
	return s, nil
}
