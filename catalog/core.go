package catalog

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// core is the core vocabulary, read once and never changed.
type core struct {
	view *linkml.View
	err  error
	read map[string]*doc.Node // its files, by the names that diagnostics carry

	inputType func() (*regorules.InputType, error)
}

var sharedCore = sync.OnceValue(newCore)

func newCore() *core {
	c := &core{read: map[string]*doc.Node{}}
	c.inputType = sync.OnceValues(c.newInputType)
	resolve := linkml.CoreResolver(schema.Vocabulary, nil)
	remember := func(from, name string) (linkml.Source, error) {
		src, err := resolve(from, name)
		if err != nil {
			return src, err
		}
		tree, problems := doc.ReadYAML(src.File, src.Text, doc.Limits{})
		c.read[src.File], src.Tree = tree, tree
		return src, problems.Err()
	}
	root, err := remember("", "schema/contractc")
	if c.err = err; err != nil {
		return c
	}
	view, problems := linkml.Load(root, linkml.Options{Resolve: remember})
	c.view, c.err = view, problems.Err()
	return c
}

// resolver finds the core vocabulary, by next the schemas of libraries, and nothing else.
func (c *core) resolver(next linkml.Resolver) linkml.Resolver {
	resolve := linkml.CoreResolver(schema.Vocabulary, next)
	return func(from, name string) (linkml.Source, error) {
		src, err := resolve(from, name)
		if src.Tree == nil {
			src.Tree = c.read[src.File]
		}
		return src, err
	}
}

// neighbour finds the schema of another library, imported as ../NAME/schema: in the same bundle, else in any bundle that is loaded.
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
