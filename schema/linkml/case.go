package linkml

import (
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Case is one question of a batch: whether an instance is valid for a class of a schema.
type Case struct {
	ID          any                  // echoed; plain JSON
	Schema      *doc.Node            // LinkML as JSON
	Imports     map[string]*doc.Node // by the name that the schema imports
	TargetClass string               // its name, or its camel form
	Instance    *doc.Node
}

// CaseAnswer is the answer to a Case.
type CaseAnswer struct {
	ID          any         `json:"id"`
	Valid       bool        `json:"valid"`
	Errors      []CaseError `json:"errors"`
	Unsupported []string    `json:"unsupported,omitempty"` // metaslots that the schema uses and that were not evaluated
	Error       string      `json:"error,omitempty"`       // why the question or the schema cannot be used; then Valid is false
}

// CaseError is one problem of an instance, with a JSON pointer into it.
type CaseError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// ReadCase reads a Case from one line of a batch, a JSON object with id, schema, imports, target_class and instance.
// What could be read of it, the ID above all, is returned beside an error, which is a diag.List.
func ReadCase(line []byte, lim doc.Limits) (Case, error) {
	var c Case
	n, list := doc.ReadJSON("", line, lim)
	if list.HasErrors() {
		return c, list
	}
	for i := range n.Fields {
		if f := &n.Fields[i]; !c.field(f) {
			list.Errorf("", f.KeyRange, CodeUnknown, "a case has no field %q of this kind", f.Key)
		}
	}
	if c.Schema == nil || c.Instance == nil || c.TargetClass == "" {
		list.Errorf("", n.Range, CodeMissing, "a case is an object with schema, target_class and instance")
	}
	return c, list.Err()
}

// field reads one field and reports whether it has a name and a kind that a case has.
func (c *Case) field(f *doc.Field) bool {
	switch {
	case f.Key == "id":
		c.ID = f.Value.Plain()
	case f.Key == "schema":
		c.Schema = f.Value
	case f.Key == "instance":
		c.Instance = f.Value
	case f.Key == "target_class" && f.Value.Kind == doc.String:
		c.TargetClass = f.Value.Text
	case f.Key == "imports" && f.Value.Kind == doc.Map:
		c.Imports = map[string]*doc.Node{}
		for _, imp := range f.Value.Fields {
			c.Imports[imp.Key] = imp.Value
		}
	default:
		return f.Key == "imports" && f.Value.Kind == doc.Null
	}
	return true
}

// AnswerLine answers one line of a batch. There is an answer to every line, also to one that cannot be read.
func AnswerLine(line []byte, opt Options, check ValidateOptions) CaseAnswer {
	c, err := ReadCase(line, opt.Limits)
	if err != nil {
		return CaseAnswer{ID: c.ID, Errors: []CaseError{}, Error: err.Error()}
	}
	return ValidateCase(c, opt, check)
}

// ValidateCase answers a Case. A schema that does not hold is an error and never valid. Metaslots that are not evaluated
// are named in the answer, whatever opt says of them.
func ValidateCase(c Case, opt Options, check ValidateOptions) CaseAnswer {
	a := CaseAnswer{ID: c.ID, Errors: []CaseError{}}
	v, list := loadCase(c, opt)
	if list.HasErrors() {
		a.Error = list.Err().Error()
		return a
	}
	a.Unsupported = unsupportedNames(v)
	for _, p := range v.Problems(v.targetName(c.TargetClass), c.Instance, check) {
		a.Errors = append(a.Errors, CaseError{Path: p.Path, Message: p.Summary})
	}
	a.Valid = len(a.Errors) == 0
	return a
}

func loadCase(c Case, opt Options) (*View, diag.List) {
	opt.AllowUnsupported = true
	opt.Resolve = func(_, name string) (Source, error) {
		tree, ok := c.Imports[name]
		if !ok {
			return Source{}, fmt.Errorf("it is not among the imports given")
		}
		return Source{File: name, Tree: tree}, nil
	}
	return Load(Source{File: "schema", Tree: c.Schema}, opt)
}

// targetName finds the class that is asked for: by its name, or by the camel form that JSON Schema gives it.
func (v *View) targetName(name string) string {
	if v.classes[name] != nil {
		return name
	}
	for _, c := range v.Classes {
		if camel(c.Name) == name {
			return c.Name
		}
	}
	return name
}

func unsupportedNames(v *View) []string {
	names := map[string]bool{}
	for _, u := range v.Unsupported() {
		names[u.Metaslot] = true
	}
	return slices.Sorted(maps.Keys(names))
}
