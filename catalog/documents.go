package catalog

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// readDocuments reads the library's YAML files, finds what each is by its kind, and reads library.yaml.
func (l *libraryLoad) readDocuments() {
	for _, f := range l.in.files {
		if f.library != l.lib.ID || f.kind != yamlFile {
			continue
		}
		if d := l.readDocument(f); d != nil {
			l.documents = append(l.documents, d)
		}
	}
	l.readLibraryFile()
}

// documentClass is the class of the core vocabulary for a kind of file, and where its files stand: a whole name, or a folder with a slash at the
// end, or anywhere.
func documentClass(kind string) (class, place string, ok bool) {
	switch kind {
	case "Library":
		return "Library", "library.yaml", true
	case "Effects":
		return "Effects", "effects.yaml", true
	case "Facts":
		return "Facts", "facts.yaml", true
	case "Contract":
		return "ContractFile", "contracts/", true
	case "Table":
		return "Table", "", true
	case "Locale":
		return "Locale", "", true
	case "Proof":
		return "Proof", "proofs/", true
	case "OutputContract":
		return "OutputContract", "outputs/", true
	}
	return "", "", false
}

const documentKinds = "kinds are Library, Effects, Facts, Contract, OutputContract, Table, Locale and Proof; schemas stand in schema.yaml, CEL rules in rules/"

func (l *libraryLoad) readDocument(f *sourceFile) *document {
	node := l.readYAML(l.in, f)
	if node == nil {
		return nil
	}
	kind := node.Get("kind")
	if kind == nil || kind.Kind != doc.String {
		l.report(f.path, node.Range, "bundle.kind", documentKinds, "the file does not say its kind")
		return nil
	}
	class, place, ok := documentClass(kind.Text)
	if !ok {
		known := []string{"Library", "Effects", "Facts", "Contract", "OutputContract", "Table", "Locale", "Proof"}
		l.report(f.path, kind.Range, "bundle.kind", choice(kind.Text, known, "kinds are"), "%s is no kind of file of a library", quote(kind.Text))
		return nil
	}
	if rest := strings.TrimPrefix(f.path, l.lib.ID+"/"); !standsAt(rest, place) {
		l.report(f.path, kind.Range, "bundle.place", "move it to "+l.lib.ID+"/"+place, "a file of kind %s does not belong here", kind.Text)
		return nil
	}
	if !l.checkClass(l.in, f.path, class, node) {
		return nil
	}
	return &document{file: f, kind: kind.Text, node: node}
}

func standsAt(name, place string) bool {
	if folder, ok := strings.CutSuffix(place, "/"); ok {
		return strings.HasPrefix(name, folder+"/")
	}
	return place == "" || name == place
}

// of returns the documents of a kind.
func (l *libraryLoad) of(kind string) []*document {
	var list []*document
	for _, d := range l.documents {
		if d.kind == kind {
			list = append(list, d)
		}
	}
	return list
}

func (l *libraryLoad) readLibraryFile() {
	for _, d := range l.of("Library") {
		var w schema.Library
		if problems := w.Decode(l.display(d.file.path), d.node); problems.HasErrors() {
			l.diags.Add(problems...)
			return
		}
		if w.Name != l.lib.ID {
			l.report(d.file.path, d.node.Get("name").Range, "library.name", "give folder and library one name", "the library in the folder %s calls itself %s", quote(l.lib.ID), quote(w.Name))
		}
		l.lib.Version, l.lib.Description, l.lib.Modules = w.Version, orEmpty(w.Description), w.Modules
		l.lib.Line, l.lib.Column = d.node.Range.Start.Line, d.node.Range.Start.Column
		l.lib.RegoV0 = isV0(w.RegoVersion, l.in.regoVersion)
		l.checkModules(d)
		if w.Coverage != nil {
			l.lib.Recommended, l.lib.Required = l.qualifyAll(w.Coverage.Recommended), l.qualifyAll(w.Coverage.Required)
		}
	}
}

func (l *libraryLoad) qualifyAll(names []string) []string {
	var list []string
	for _, name := range names {
		list = append(list, l.lib.ID+"."+name)
	}
	return list
}

// checkModules checks the form of dotted module names.
func (l *libraryLoad) checkModules(d *document) {
	modules := d.node.Get("modules")
	if modules == nil {
		return
	}
	for i, item := range modules.Items {
		if !isModuleName(item.Text) {
			l.report(d.file.path, item.Range, "library.module", "write names of A-Z a-z 0-9 _ -, joined by points", "%s is no module name", quote(item.Text))
		}
		for _, before := range modules.Items[:i] {
			if before.Text == item.Text {
				l.report(d.file.path, item.Range, "bundle.duplicate", "name each module once", "the module %s is named twice", quote(item.Text))
			}
		}
	}
}

func isModuleName(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || isDecimalDigit(rune(part[0])) {
			return false
		}
		for _, c := range part {
			if c != '-' && !isWord(c) {
				return false
			}
		}
	}
	return true
}

// at is the range of a document's field, or of the whole document.
func (d *document) at(keys ...string) diag.Range {
	n := d.node
	for _, key := range keys {
		child := n.Get(key)
		if child == nil {
			break
		}
		n = child
	}
	return n.Range
}

// given is a node's value under a key, nil where it is left out or null, which LinkML takes for one.
func given(n *doc.Node, key string) *doc.Node {
	v := n.Get(key)
	if v == nil || v.Kind == doc.Null {
		return nil
	}
	return v
}
