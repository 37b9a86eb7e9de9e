package linkml

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Case is one question of a batch: whether an instance is valid for a class of a schema.
type Case struct {
	ID          any                        `json:"id"`
	Schema      json.RawMessage            `json:"schema"`            // LinkML as JSON
	Imports     map[string]json.RawMessage `json:"imports,omitempty"` // by the name that the schema imports
	TargetClass string                     `json:"target_class"`
	Instance    json.RawMessage            `json:"instance"`
}

// CaseAnswer is the answer to a Case.
type CaseAnswer struct {
	ID          any         `json:"id"`
	Valid       bool        `json:"valid"`
	Errors      []CaseError `json:"errors"`
	Unsupported []string    `json:"unsupported,omitempty"` // metaslots that the schema uses and that were not evaluated
	Error       string      `json:"error,omitempty"`       // the schema or the question cannot be read
}

// CaseError is one problem of an instance, with a JSON pointer into it.
type CaseError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// ValidateCase answers a Case. A schema that does not hold is an error and never valid.
func ValidateCase(c Case, opt Options, check ValidateOptions) CaseAnswer {
	a := CaseAnswer{ID: c.ID, Errors: []CaseError{}}
	v, list := loadCase(c, opt)
	if list.HasErrors() {
		a.Error = list.Error()
		return a
	}
	a.Unsupported = unsupportedNames(v)
	n, list := doc.ReadJSON("instance", c.Instance, opt.Limits)
	if list.HasErrors() {
		a.Error = list.Error()
		return a
	}
	for _, p := range v.Problems(v.targetName(c.TargetClass), n, check) {
		a.Errors = append(a.Errors, CaseError{Path: p.Path, Message: p.Summary})
	}
	a.Valid = len(a.Errors) == 0
	return a
}

func loadCase(c Case, opt Options) (*View, diag.List) {
	opt.AllowUnsupported = true
	opt.Resolve = func(_, name string) (Source, error) {
		text, ok := c.Imports[name]
		if !ok {
			return Source{}, fmt.Errorf("it is not among the imports given")
		}
		return Source{File: name + ".json", Text: text}, nil
	}
	return Load(Source{File: "schema.json", Text: c.Schema}, opt)
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
