package plan

import (
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// valuesRoot is the name before that of a value.
const valuesRoot = "values"

// reader reads one plan.
type reader struct {
	catalog *catalog.Catalog
	file    string
	library string
	plan    *Plan
	scope   catalog.Roots // what guards and arguments may name
	loops   []*ForEach    // around the step
	diags   diag.List
}

// Read checks a plan against a catalog. The list holds every problem; the plan
// is nil where there is one.
func Read(from *catalog.Catalog, file string, node *doc.Node) (*Plan, diag.List) {
	var w schema.Plan
	if problems := w.Decode(file, node); problems.HasErrors() {
		return nil, problems
	}
	r := &reader{catalog: from, file: file, plan: &Plan{Name: w.Name}}
	if w.Library != nil {
		r.library = *w.Library
		if _, err := from.LibraryNamed(r.library); err != nil {
			r.refuse(node.Get("library").Range, "plan.library", "name a library of the bundles that are loaded", "%v", err)
			return nil, r.diags
		}
	}
	r.place(node.Get("working_directory"))
	r.values(node.Get("values"), w.Values)
	r.rows(node.Get("rows"), w.Rows)
	r.plan.Steps = r.steps(node.Get("steps"), w.Steps)
	r.sizes(node.Get("steps"))
	r.digest(node)
	if r.diags.Sort(); r.diags.HasErrors() {
		return nil, r.diags
	}
	return r.plan, r.diags
}

func (r *reader) refuse(at diag.Range, code, detail, format string, args ...any) {
	r.diags.Add(diag.Errorf(r.file, at, code, format, args...).WithDetail("%s", detail))
}

func (r *reader) digest(node *doc.Node) {
	var err error
	if r.plan.Digest, err = canonical.DigestExact(node.Plain()); err != nil {
		r.refuse(node.Range, "plan.digest", "write numbers and texts that have a canonical form", "the plan has no canonical form: %v", err)
	}
}

func (r *reader) place(directory *doc.Node) {
	if directory == nil || directory.Kind == doc.Null {
		return
	}
	r.plan.WorkingDirectory = directory.Text
	if !strings.HasPrefix(directory.Text, "/") {
		r.refuse(directory.Range, "plan.working-directory", "write a path that begins with a slash", "the working directory %q is not absolute", directory.Text)
	}
}

// values reads the values that are not known yet.
func (r *reader) values(nodes *doc.Node, written []schema.PlanValue) {
	root := catalog.Root{Name: valuesRoot}
	for _, w := range written {
		node, v := nodes.Get(w.Name), Value{Name: w.Name, Type: typeOf(w.Type)}
		r.checkName(nodes.Field(w.Name))
		v.Minimum, v.Maximum = r.bound(node.Get("minimum"), v.Type), r.bound(node.Get("maximum"), v.Type)
		if v.Minimum != nil && v.Maximum != nil && v.Minimum.Cmp(*v.Maximum) > 0 {
			r.refuse(node.Get("maximum").Range, "plan.bounds", "write a maximum that is no less than the minimum", "no value of %q is within its bounds", w.Name)
		}
		r.plan.Values = append(r.plan.Values, v)
		root.Slots = append(root.Slots, catalog.Slot{Name: v.Name, Type: v.Type})
	}
	r.scope = catalog.Roots{root}
}

func typeOf(t schema.PlanValueType) value.Type {
	kinds := map[schema.PlanValueType]value.Kind{
		schema.PlanValueTypeString: value.String, schema.PlanValueTypeInteger: value.Integer,
		schema.PlanValueTypeDecimal: value.Decimal, schema.PlanValueTypeBoolean: value.Boolean,
	}
	return value.Type{Kind: kinds[t]}
}

// checkName checks a name that expressions write.
func (r *reader) checkName(f *doc.Field) {
	if !isName(f.Key) {
		r.refuse(f.KeyRange, "plan.name", "write a letter and then letters, digits and _", "%q is no name", f.Key)
	}
}

func isName(s string) bool {
	for i, c := range s {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// bound reads a bound of a number.
func (r *reader) bound(n *doc.Node, t value.Type) *value.Number {
	if n == nil || n.Kind == doc.Null {
		return nil
	}
	if !t.Kind.Numeric() {
		r.refuse(n.Range, "plan.bounds", "leave it out: only integers and decimals have bounds", "a value of type %s has no bounds", t)
		return nil
	}
	if v, err := value.FromPlain(n.Plain(), t); err == nil && n.Kind == doc.Number {
		if number, ok := numberOf(v); ok {
			return &number
		}
	}
	r.refuse(n.Range, "plan.bounds", "write a number of the value's type; integers are within ±9007199254740991", "the bound is no %s", t)
	return nil
}

func numberOf(v schema.Value) (value.Number, bool) {
	switch v := v.(type) {
	case *schema.IntegerValue:
		n, ok := value.ParseNumber(v.Integer)
		return n, ok && n.Safe()
	case *schema.DecimalValue:
		return value.ParseNumber(v.Decimal)
	}
	return value.Number{}, false
}

// rows reads the rows that are not known yet.
func (r *reader) rows(nodes *doc.Node, written []schema.PlanRows) {
	for _, w := range written {
		node, rows := nodes.Get(w.Name), Rows{Name: w.Name, Most: int(min(w.AtMost, MaxSteps+1))}
		r.checkName(nodes.Field(w.Name))
		if w.AtMost < 0 {
			r.refuse(node.Get("at_most").Range, "plan.rows", "write 0 or more", "there cannot be %d rows", w.AtMost)
		}
		rows.Class = r.rowClass(node.Get("row"))
		if rows.Class != nil {
			rows.Columns = scalars(rows.Class.Columns)
		}
		r.plan.Rows = append(r.plan.Rows, rows)
	}
}

// rowClass finds the class of rows; nil where it is none.
func (r *reader) rowClass(n *doc.Node) *index.Class {
	library := r.library
	if lib, err := r.catalog.LibraryNamed(r.library); err == nil {
		library = lib.ID
	}
	class, err := r.catalog.ClassNamed(n.Text, library)
	switch {
	case err != nil:
		r.refuse(n.Range, "plan.rows", "name a class of rows as library.Class", "%v", err)
		return nil
	case len(class.Columns) == 0:
		r.refuse(n.Range, "plan.rows", "name a class that is no effect type and no contract", "%q is no class of rows", n.Text)
		return nil
	}
	return class
}

// scalars are the columns that a value of a plan can stand for.
func scalars(columns []index.Column) []index.Column {
	var kept []index.Column
	for _, c := range columns {
		switch c.Type.Kind {
		case value.String, value.Integer, value.Decimal, value.Boolean:
			kept = append(kept, c)
		}
	}
	return kept
}

// meant asks whether a known name was meant.
func meant(name string, known []string, otherwise string) string {
	if near, ok := spelling.Nearest(name, known); ok {
		return "did you mean " + near + "?"
	}
	return otherwise
}
