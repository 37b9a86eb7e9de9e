package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml"
)

// Load reads bundles and checks them whole: each by itself, and all against each other. It returns every problem at once, sorted; the catalog is
// nil where the list has errors.
func Load(sources []Source, opt Options) (*Catalog, diag.List) {
	l := load(sources, opt)
	if l.diags.HasErrors() {
		return nil, l.diags
	}
	return l.finish()
}

// load reads bundles and checks them; what is wrong is in diags, sorted.
func load(sources []Source, opt Options) *loader {
	l := &loader{opt: opt, core: sharedCore()}
	for _, src := range sources {
		l.bundles = append(l.bundles, l.readBundle(src))
	}
	l.eachLibrary((*libraryLoad).readDocuments)
	l.eachLibrary((*libraryLoad).readSchema)
	for _, step := range []func(*libraryLoad){(*libraryLoad).readEffects, (*libraryLoad).readMappings, (*libraryLoad).readContracts} {
		l.eachLibrary(func(lib *libraryLoad) {
			if !lib.schemaFailed {
				step(lib)
			}
		})
	}
	l.eachLibrary((*libraryLoad).readRules)
	l.eachLibrary((*libraryLoad).readData)
	different := l.checkBundleNames()
	if different {
		l.readRego()
	}
	l.eachLibrary(func(lib *libraryLoad) {
		if lib.lib.Folder != nil {
			lib.readFolder()
		}
	})
	if different { // else one bundle that is named twice would be said again of all that it holds
		l.checkTogether()
	}
	l.diags.Sort()
	return l
}

// loader is the state of one Load.
type loader struct {
	opt     Options
	core    *core
	bundles []*bundleLoad
	diags   diag.List

	regoFailed bool // the Rego rules are not known
}

// bundleLoad is one bundle while it is read.
type bundleLoad struct {
	src       Source
	files     []*sourceFile
	bundle    *index.Bundle
	node      *doc.Node // of contractc.yaml; nil where it cannot be used
	libraries []*libraryLoad

	regoVersion *int64 // of what does not say its own
}

// libraryLoad is one library while it is read.
type libraryLoad struct {
	*loader
	in        *bundleLoad
	lib       *index.Library
	documents []*document
	view      *linkml.View // nil where the library has no schema, or none that can be used

	schemaFailed bool // the schema cannot be used: what rests on it would only repeat that
	examples     map[string]*Examples
	trees        map[string]*doc.Node // of CEL rule files, by rule id
	outputs      map[string]*doc.Node // of output contracts, by id
	texts        *moduleTexts         // of Rego rules, once they are needed
}

// document is a YAML file of a library with its tree.
type document struct {
	file *sourceFile
	kind string // the value of kind
	node *doc.Node
}

func (l *loader) eachLibrary(do func(*libraryLoad)) {
	for _, b := range l.bundles {
		for _, lib := range b.libraries {
			do(lib)
		}
	}
}

// report adds a problem at a place in a file of the bundle.
func (l *loader) report(b *bundleLoad, file string, at diag.Range, code, detail, format string, args ...any) {
	l.diags.Add(diag.Errorf(b.src.display(file), at, code, format, args...).WithDetail("%s", detail))
}

// report adds a problem at a place in a file of the library's bundle.
func (l *libraryLoad) report(file string, at diag.Range, code, detail, format string, args ...any) {
	l.loader.report(l.in, file, at, code, detail, format, args...)
}

func (l *libraryLoad) display(file string) string { return l.in.src.display(file) }

// brokenWith reports whether a file, or one below a folder that ends in a slash, holds a text and something is wrong with that file, so that what stands
// there was not read.
func (l *libraryLoad) brokenWith(path, text string) bool {
	return slices.ContainsFunc(l.in.files, func(f *sourceFile) bool {
		in := f.path == path || strings.HasSuffix(path, "/") && strings.HasPrefix(f.path, path)
		return in && strings.Contains(string(f.text), text) && slices.ContainsFunc(l.diags, func(d diag.Diagnostic) bool {
			return d.Severity == diag.Error && d.File == l.display(f.path)
		})
	})
}

// element begins an element at a place in a file.
func element(id, version, file string, at diag.Range) index.Element {
	return index.Element{ID: id, Version: version, File: file, Line: at.Start.Line, Column: at.Start.Column}
}

// digest sets the digest of an element's content; content holds what was read, so that a failure is our own mistake and reported as such.
func (l *libraryLoad) digest(e *index.Element, kind string, content any) {
	d, err := contentDigest(kind, content)
	if err != nil {
		l.report(e.File, diag.Range{}, "bundle.digest", "write numbers and texts that have a canonical form", "the %s %s has no digest: %v", kind, quote(e.ID), err)
		return
	}
	e.Digest = d
}
