package catalog

import (
	"fmt"
	"path"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// readOutput reads the file of an output contract.
func (l *libraryLoad) readOutput(d *document) {
	o, problems := newOutput(l.lib.ID, d.file.path, l.display(d.file.path), d.node, l.outputClass)
	l.diags.Add(problems...)
	if o == nil {
		return
	}
	l.checkOutputName(d, o.ID)
	if l.opt.CheckOutput != nil && !problems.HasErrors() {
		l.diags.Add(l.opt.CheckOutput(o, l.display(d.file.path), d.node, l.outputClass)...)
	}
	l.lib.Outputs = append(l.lib.Outputs, o)
	l.outputs[o.ID] = d.node
}

// newOutput makes the element of an output contract. Its digest covers the whole file and, of a LinkML class that it names, the JSON Schema that
// says the class: a change of any class behind it is a change of the contract.
func newOutput(library, file, shown string, n *doc.Node, classes func(string) (*linkml.View, string, error)) (*index.Output, diag.List) {
	var w schema.OutputContract
	if problems := w.Decode(shown, n); problems.HasErrors() {
		return nil, problems
	}
	o := &index.Output{
		Element: element(w.Id, w.Version, file, n.Get("id").Range),
		Library: library, Title: orEmpty(w.Title), Text: w.Text, Document: nodeJSON(n),
	}
	for _, step := range w.Ladder {
		o.Ladder = append(o.Ladder, string(step))
	}
	if w.Sections != nil {
		for _, h := range w.Sections.Headings {
			o.Headings = append(o.Headings, h.Heading)
		}
	}
	content := map[string]any{"document": n.Plain()}
	if w.Json != nil && w.Json.Class != nil {
		o.Class = qualifiedClass(library, *w.Json.Class)
		says, err := classSchema(*w.Json.Class, classes)
		if err != nil {
			at := n.Get("json").Get("class").Range
			d := diag.Errorf(shown, at, "output.class", "the class %s cannot be used: %s", quote(*w.Json.Class), diag.Neutralise(err.Error()))
			return o, diag.List{d.WithDetail("name a class of the library's schema, or library.Class")}
		}
		content["class"] = says
	}
	digest, err := contentDigest("output", content)
	if err != nil {
		d := diag.Errorf(shown, n.Get("id").Range, "bundle.digest", "the output contract %s has no digest: %v", quote(w.Id), err)
		return o, diag.List{d.WithDetail("write numbers and texts that have a canonical form")}
	}
	o.Digest = digest
	return o, nil
}

func classSchema(name string, classes func(string) (*linkml.View, string, error)) (any, error) {
	view, class, err := classes(name)
	if err != nil {
		return nil, err
	}
	says, err := view.JSONSchema(class, linkml.JSONSchemaOptions{})
	return doc.FromPlain(says).Plain(), err
}

// ReadOutput reads an output contract that stands in no bundle. Names of LinkML classes in it are those of the catalog's libraries, library.Class.
// The contract is nil where the list has errors; it was not compiled.
func (c *Catalog) ReadOutput(file string, n *doc.Node) (*index.Output, diag.List) {
	core := sharedCore()
	if core.err != nil {
		return nil, diag.List{diag.Errorf(file, diag.Range{}, "bundle.core", "the core vocabulary cannot be read: %v", core.err)}
	}
	if problems := validate(core.view, file, "OutputContract", n); problems.HasErrors() {
		return nil, problems
	}
	o, problems := newOutput("", file, file, n, c.Class)
	if problems.HasErrors() {
		return nil, problems
	}
	return o, problems
}

func (l *libraryLoad) checkOutputName(d *document, id string) {
	symbol := strings.TrimSuffix(path.Base(d.file.path), ".yaml")
	if want := l.lib.ID + "." + symbol; id != want {
		l.report(d.file.path, d.at("id"), "output.id", "write "+want+", or rename the file", "the id of an output contract is its library and the name of its file, not %s", quote(id))
	}
}

// qualifiedClass is a class's name with its library.
func qualifiedClass(library, name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return library + "." + name
}

// outputClass finds a LinkML class by its name in the library's schema, or by library.Name in that of any library.
func (l *libraryLoad) outputClass(name string) (*linkml.View, string, error) {
	library, class, _ := strings.Cut(qualifiedClass(l.lib.ID, name), ".")
	for _, b := range append([]*bundleLoad{l.in}, l.bundles...) {
		for _, lib := range b.libraries {
			if lib.lib.ID != library {
				continue
			}
			if lib.view == nil {
				return nil, "", fmt.Errorf("the library %q has no schema that can be used", library)
			}
			return lib.view, class, nil
		}
	}
	return nil, "", fmt.Errorf("there is no library %q", library)
}

// Output returns the output contract with the id library.symbol, or nil.
func (c *Catalog) Output(id string) *index.Output { return c.outputs[id] }

// OutputDocument returns the tree of an output contract's file: with positions where the bundle was read from files, without where it came from an
// index.
func (c *Catalog) OutputDocument(o *index.Output) (*doc.Node, diag.List) {
	if n := c.documents[o.ID]; n != nil {
		return n, nil
	}
	return doc.ReadJSON(o.File, []byte(o.Document), doc.Limits{})
}

// Class finds a LinkML class by its name library.Name, with the schema that it belongs to.
func (c *Catalog) Class(name string) (*linkml.View, string, error) {
	library, class, _ := strings.Cut(name, ".")
	lib := c.libraries[library]
	if lib == nil {
		return nil, "", fmt.Errorf("there is no library %q", library)
	}
	view, err := c.schemaOf(lib)
	return view, class, err
}

// schemaOf returns the schema of a library, read at its first use where the catalog comes from an index.
func (c *Catalog) schemaOf(lib *index.Library) (*linkml.View, error) {
	if known, ok := c.views.Load(lib); ok {
		return known.(*linkml.View), nil
	}
	view, err := c.Schema(lib)
	switch {
	case err != nil:
		return nil, err
	case view == nil:
		return nil, fmt.Errorf("the library %q has no schema", lib.ID)
	}
	c.views.Store(lib, view)
	return view, nil
}
