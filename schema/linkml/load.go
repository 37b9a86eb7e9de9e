package linkml

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// The codes of problems between schema files.
const (
	CodeImport = "linkml.import"
	CodeClash  = "linkml.clash"
)

// maxSchemas bounds how many schema files one view may consist of.
const maxSchemas = 256

// Source is one schema file: its name, which must be the same whenever it is the same file, and either its text (YAML,
// or JSON where the name ends in .json) or its tree.
type Source struct {
	File string
	Text []byte
	Tree *doc.Node
}

// Resolver finds an imported schema. from is the name of the importing file, name is the import as written. The error
// says what is missing, without positions.
type Resolver func(from, name string) (Source, error)

// Options says how schemas are read.
type Options struct {
	// Compatible answers as LinkML's SchemaView and JSON Schema generator do, where the strict reading differs.
	Compatible bool
	// Resolve finds imported schemas other than linkml:types. Without it there are none.
	Resolve Resolver
	// AllowUnsupported leaves metaslots that are not evaluated to the caller, as View.Unsupported, instead of refusing them.
	AllowUnsupported bool
	// Limits bounds each file; zero is doc.DefaultLimits.
	Limits doc.Limits
}

// Load reads a schema and everything that it imports and checks it whole. All problems are reported at once. The view
// is nil if there is an error.
func Load(root Source, opt Options) (*View, diag.List) {
	l := &loader{opt: opt, byFile: map[string]*Schema{}}
	s := l.load(root, Import{}, nil)
	if s == nil || l.incomplete() {
		return nil, l.list
	}
	v := newView(opt, l.order, s)
	l.list.Add(v.check()...)
	if l.list.HasErrors() {
		return nil, l.list
	}
	return v, l.list
}

// incomplete reports problems that leave out a part of a schema, so that what is said of the rest would be wrong. A
// metaslot that is not known leaves out nothing but itself.
func (l *loader) incomplete() bool {
	return slices.ContainsFunc(l.list, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Code != CodeMetaslot && d.Code != CodeUnsupported
	})
}

// loader walks the imports depth first.
type loader struct {
	opt    Options
	byFile map[string]*Schema
	order  []*Schema // imported before importing
	list   diag.List
}

// load reads one file and then its imports. at and from say who imports it, for messages.
func (l *loader) load(src Source, at Import, from *Schema) *Schema {
	if len(l.byFile) >= maxSchemas {
		l.importError(from, at, "more than %d schemas are imported", maxSchemas)
		return nil
	}
	l.byFile[src.File] = nil
	tree := l.tree(src)
	if tree == nil {
		return nil
	}
	s, list := Read(src.File, tree)
	l.list.Add(list...)
	if s == nil {
		return nil
	}
	l.byFile[src.File] = s
	s.tree = tree
	if src.Text != nil {
		s.Digest = fmt.Sprintf("sha256:%x", sha256.Sum256(src.Text))
	}
	if !l.opt.Compatible {
		l.list.Add(s.materialise()...)
	}
	l.refuseUnsupported(s)
	for _, imp := range s.Imports {
		l.imported(s, imp)
	}
	l.order = append(l.order, s)
	return s
}

func (l *loader) tree(src Source) *doc.Node {
	if src.Tree != nil {
		return src.Tree
	}
	read := doc.ReadYAML
	if strings.HasSuffix(src.File, ".json") {
		read = doc.ReadJSON
	}
	n, list := read(src.File, src.Text, l.opt.Limits)
	l.list.Add(list...)
	if list.HasErrors() {
		return nil
	}
	return n
}

func (l *loader) imported(s *Schema, imp Import) {
	switch {
	case imp.Name == "linkml:types" || imp.Name == "https://w3id.org/linkml/types":
		if _, ok := l.byFile[typesFile]; !ok {
			l.byFile[typesFile] = typesSchema()
			l.order = append(l.order, l.byFile[typesFile])
		}
	case strings.HasPrefix(imp.Name, "linkml:"):
		l.importError(s, imp, "%q is not shipped", imp.Name)
	case l.opt.Resolve == nil:
		l.importError(s, imp, "%q cannot be imported here", imp.Name)
	default:
		src, err := l.opt.Resolve(s.File, imp.Name)
		if err != nil {
			l.importError(s, imp, "%q cannot be imported: %v", imp.Name, err)
			return
		}
		if _, seen := l.byFile[src.File]; !seen {
			l.load(src, imp, s)
		}
	}
}

func (l *loader) importError(s *Schema, imp Import, format string, args ...any) {
	file := ""
	if s != nil {
		file = s.File
	}
	l.list.Add(diag.Errorf(file, imp.At, CodeImport, format, args...).WithDetail("Name a schema file beside this one without its ending, linkml:types, or schema/contractc."))
}

func (l *loader) refuseUnsupported(s *Schema) {
	if l.opt.AllowUnsupported {
		return
	}
	for _, u := range s.Unsupported {
		why := u.Why
		if why == "" {
			why = fmt.Sprintf("the metaslot %q is not supported", u.Metaslot)
		}
		l.list.Add(diag.Errorf(s.File, u.At, CodeUnsupported, "%s", why).WithDetail("It changes what is valid and would be ignored; remove it or say it in another way."))
	}
}

const typesFile = "linkml:types"

// typesSchema returns the schema linkml:types.
func typesSchema() *Schema {
	s := &Schema{File: typesFile, ID: "https://w3id.org/linkml/types", Name: "types", DefaultPrefix: "linkml", DefaultRange: "string"}
	s.Prefixes = []Prefix{{"linkml", "https://w3id.org/linkml/"}, {"xsd", "http://www.w3.org/2001/XMLSchema#"}, {"shex", "http://www.w3.org/ns/shex#"}}
	for _, b := range builtins() {
		s.Types = append(s.Types, &Type{Element: Element{Name: b.name, Schema: s}, URI: b.uri, Base: b.name})
	}
	return s
}

// clash says that two files define the same name.
func clash(kind string, a, b *Element) diag.Diagnostic {
	return diag.Errorf(b.Schema.File, b.At, CodeClash, "the %s %q is also defined in %q", kind, b.Name, a.Schema.File).WithDetail("Rename one of them, or import the other and use it.")
}
