package catalog

import (
	"fmt"
	"path"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// core is the core vocabulary, whose files are parsed once for all libraries.
type core struct {
	view *linkml.View
	err  error
	read map[string]*doc.Node
}

func newCore() *core {
	c := &core{read: map[string]*doc.Node{}}
	c.view, c.err = linkml.LoadFS(schema.FS, "contractc.yaml")
	return c
}

// resolver finds the core vocabulary, the schema of another library as ../NAME/schema, and nothing else.
func (c *core) resolver(l *libraryLoad) linkml.Resolver {
	resolve := linkml.CoreResolver(schema.FS, l.neighbour)
	return func(from, name string) (linkml.Source, error) {
		src, err := resolve(from, name)
		if err != nil || src.Tree != nil || !strings.HasPrefix(src.File, "core:") {
			return src, err
		}
		if c.read[src.File] == nil {
			c.read[src.File], _ = doc.ReadYAML(src.File, src.Text, doc.Limits{})
		}
		src.Tree = c.read[src.File]
		return src, nil
	}
}

// neighbour finds the schema of another library: in the same bundle, else in any bundle that is loaded.
func (l *libraryLoad) neighbour(_, name string) (linkml.Source, error) {
	parts := strings.Split(path.Clean(name), "/")
	if len(parts) != 3 || parts[0] != ".." || parts[2] != "schema" {
		return linkml.Source{}, fmt.Errorf("it is no schema of a library")
	}
	for _, b := range append([]*bundleLoad{l.in}, l.bundles...) {
		if f := b.file(parts[1] + "/schema.yaml"); f != nil {
			return linkml.Source{File: b.src.display(f.path), Text: f.text}, nil
		}
	}
	return linkml.Source{}, fmt.Errorf("no library %q has a schema", parts[1])
}

// checkClass validates a document, or a part of it, against a class of the core vocabulary, and reports whether it can be used.
func (l *loader) checkClass(b *bundleLoad, file, class string, n *doc.Node) bool {
	if l.core.err != nil {
		l.report(b, file, diag.Range{}, "bundle.core", "this is a fault of the program", "the core vocabulary cannot be read: %v", l.core.err)
		return false
	}
	problems := validate(l.core.view, b.src.display(file), class, n)
	l.diags.Add(problems...)
	return !problems.HasErrors()
}

// actionTypes are the types of action of the core vocabulary, as their classes name them.
func (c *core) actionTypes() []string {
	if c.err != nil {
		return nil
	}
	var types []string
	for _, class := range c.view.Concrete(c.view.Class("Action")) {
		for _, s := range c.view.Induced(class) {
			if s.Property == "type" && s.Expr.EqualsString != nil {
				types = append(types, *s.Expr.EqualsString)
			}
		}
	}
	return types
}
