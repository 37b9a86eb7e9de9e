package catalog

import (
	"maps"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Editor makes variants of the catalog of some bundles: the same, but for one document or one Rego module. A variant is made in a fraction of the
// time of a [Load], since only the elements of the changed file are read again. It may be used by several goroutines.
type Editor struct {
	loader  *loader
	catalog *Catalog
}

// Document is a file of a library whose elements can be changed. Its kind is Effects, Facts, Contract, OutputContract or Rule, the last for CEL rules.
type Document struct {
	Library string
	File    string // relative to the bundle's root
	Shown   string // as diagnostics name it
	Kind    string
	Node    *doc.Node

	load *libraryLoad
	file *sourceFile
}

// Edit loads bundles as [Load] does, and keeps what is needed to make variants. The editor is nil where the list has errors.
func Edit(sources []Source, opt Options) (*Editor, diag.List) {
	l := load(sources, opt)
	if l.diags.HasErrors() {
		return nil, l.diags
	}
	c, problems := l.finish()
	if c == nil {
		return nil, problems
	}
	return &Editor{l, c}, problems
}

// Catalog is the catalog of the bundles as they are.
func (e *Editor) Catalog() *Catalog { return e.catalog }

// Documents are the files that can be changed, in the order of libraries and files.
func (e *Editor) Documents() []Document {
	var list []Document
	e.loader.eachLibrary(func(lib *libraryLoad) {
		for _, d := range lib.documents {
			if slices.Contains([]string{"Effects", "Facts", "Contract", "OutputContract"}, d.kind) {
				list = append(list, e.document(lib, d.file, d.kind, d.node))
			}
		}
		for _, r := range lib.lib.Rules {
			if tree := lib.trees[r.ID]; tree != nil {
				list = append(list, e.document(lib, lib.in.file(r.File), "Rule", tree))
			}
		}
	})
	return list
}

func (e *Editor) document(lib *libraryLoad, file *sourceFile, kind string, n *doc.Node) Document {
	return Document{Library: lib.lib.ID, File: file.path, Shown: lib.display(file.path), Kind: kind, Node: n, load: lib, file: file}
}

// With is the catalog with another tree in place of a document's. Elements keep their ids, and no field of an effect type and no parameter may
// change: what other files say of them is not read again. The list has what is wrong with the elements of the tree; with errors in it there is no
// catalog.
func (e *Editor) With(d *Document, n *doc.Node) (*Catalog, diag.List) {
	own := e.fresh(d.load)
	changed := &document{file: d.file, kind: d.Kind, node: n}
	switch d.Kind {
	case "Effects":
		own.effectsWith(changed)
	case "Contract":
		own.lib.Contracts = replaced(own.lib.Contracts, func() { own.readContract(changed, own.below("Contract"), map[string]string{}) }, &own.lib.Contracts, contractID)
	case "Rule":
		own.lib.Rules = replaced(own.lib.Rules, func() { own.readRule(d.file, n) }, &own.lib.Rules, ruleID)
	case "Facts":
		own.lib.Facts = replaced(own.lib.Facts, func() {
			for _, f := range fields(n.Get("facts")) {
				own.readFact(changed, f)
			}
		}, &own.lib.Facts, factID)
	case "OutputContract":
		own.lib.Outputs = replaced(own.lib.Outputs, func() { own.readOutput(changed) }, &own.lib.Outputs, outputID)
	}
	if own.diags.HasErrors() {
		return nil, own.diags
	}
	return e.variant(d.load, own), own.diags
}

func contractID(e *index.Contract) string { return e.ID }
func ruleID(e *index.Rule) string         { return e.ID }
func factID(e *index.Fact) string         { return e.ID }
func outputID(e *index.Output) string     { return e.ID }

// replaced reads elements into an empty list, and is the list of before with those of the same id replaced.
func replaced[T any](before []*T, read func(), into *[]*T, id func(*T) string) []*T {
	*into = nil
	read()
	list := slices.Clone(before)
	for _, made := range *into {
		if i := slices.IndexFunc(list, func(old *T) bool { return id(old) == id(made) }); i >= 0 {
			list[i] = made
		}
	}
	return list
}

// fresh is a copy of what was read of a library, with problems of its own.
func (e *Editor) fresh(of *libraryLoad) *libraryLoad {
	l := *e.loader
	l.diags = nil
	own, lib := *of, *of.lib
	own.loader, own.lib = &l, &lib
	own.examples, own.trees, own.outputs = maps.Clone(of.examples), maps.Clone(of.trees), maps.Clone(of.outputs)
	return &own
}

// effectsWith reads the effects, cells and mappings of a library again, with one document in place of another of the same file.
func (l *libraryLoad) effectsWith(changed *document) {
	l.documents = slices.Clone(l.documents)
	for i, d := range l.documents {
		if d.file == changed.file {
			l.documents[i] = changed
		}
	}
	l.lib.Effects, l.lib.Cells, l.lib.Mappings = nil, nil, nil
	l.readEffects()
	l.readMappings()
}

// variant is the catalog with one library in place of another.
func (e *Editor) variant(old, own *libraryLoad) *Catalog {
	var bundles []*index.Bundle
	var sources []Source
	for _, b := range e.loader.bundles {
		bundle := *b.bundle
		bundle.Libraries = slices.Clone(bundle.Libraries)
		if i := slices.Index(bundle.Libraries, old.lib); i >= 0 {
			bundle.Libraries[i] = own.lib
		}
		bundles, sources = append(bundles, &bundle), append(sources, b.src)
	}
	c := newCatalog(bundles, sources)
	base := e.catalog
	c.trees, c.examples, c.documents = with(base.trees, own.trees), with(base.examples, own.examples), with(base.documents, own.outputs)
	c.texts, c.locks, c.language = base.texts, base.locks, base.language
	base.views.Range(func(lib, view any) bool { c.views.Store(lib, view); return true })
	base.programs.Range(func(of, program any) bool { c.programs.Store(of, program); return true })
	if own.view != nil {
		c.views.Store(own.lib, own.view)
	}
	return c
}

func with[T any](base, own map[string]T) map[string]T {
	both := maps.Clone(base)
	maps.Copy(both, own)
	return both
}
