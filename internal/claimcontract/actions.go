package claimcontract

import (
	"fmt"

	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// field is a field of actions. Fields of one name in several types of action
// are one field.
type field struct {
	name   string
	form   form
	schema map[string]any // of its values, as LinkML says
	uses   []use
}

// use is what a field is in one type of action.
type use struct {
	action, description string
	required            bool
}

// form is how values of any kind are written where free objects are refused.
type form string

// The forms, from the annotation strict_form of a slot.
const (
	asIs    form = ""
	encoded form = "encoded" // an object as a JSON-encoded string
	scalar  form = "scalar"  // a number, text, truth value or null
)

// strictForm is the name of the annotation.
const strictForm = "strict_form"

// action is one type of action.
type action struct {
	kind, description string
	fields            []*field
}

// vocabulary is the actions and all their fields, in the order of the schema.
type vocabulary struct {
	actions []action
	fields  []*field
}

// readVocabulary reads the classes below Action.
func readVocabulary() (*vocabulary, error) {
	view, err := linkml.LoadFS(schema.Vocabulary, "contractc.yaml")
	if err != nil {
		return nil, err
	}
	v := &vocabulary{}
	for _, c := range view.Concrete(view.Class("Action")) {
		if err := v.add(view, c); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// add adds a type of action.
func (v *vocabulary) add(view *linkml.View, c *linkml.Class) error {
	written, err := view.JSONSchema(c.Name, linkml.JSONSchemaOptions{Written: true})
	if err != nil {
		return err
	}
	a := action{description: c.Description}
	for _, s := range view.Induced(c) {
		if s.Expr.EqualsString != nil {
			a.kind = *s.Expr.EqualsString
		}
	}
	for _, s := range view.Induced(c) {
		if s.Expr.EqualsString != nil {
			continue
		}
		f, err := v.field(s, propertyOf(written, c.Name, s.Property))
		if err != nil {
			return err
		}
		f.uses = append(f.uses, use{a.kind, s.Description, s.Required()})
		a.fields = append(a.fields, f)
	}
	v.actions = append(v.actions, a)
	return nil
}

// field returns the field for a slot, a new one where there is none of its name.
func (v *vocabulary) field(s *linkml.Induced, written map[string]any) (*field, error) {
	given, _ := s.Annotation(strictForm)
	text, _ := given.(string)
	made := &field{name: s.Property, form: form(text), schema: written}
	if made.form == asIs && len(written) == 0 {
		return nil, fmt.Errorf("the field %q takes any value and has no annotation %s", s.Property, strictForm)
	}
	for _, f := range v.fields {
		if f.name != made.name {
			continue
		}
		if f.form != made.form || f.schema["type"] != made.schema["type"] {
			return nil, fmt.Errorf("the field %q has several forms", s.Property)
		}
		return f, nil
	}
	v.fields = append(v.fields, made)
	return made, nil
}

// propertyOf is the schema of a property of a class.
func propertyOf(written map[string]any, class, name string) map[string]any {
	defs, _ := written["$defs"].(map[string]any)
	def, _ := defs[class].(map[string]any)
	properties, _ := def["properties"].(map[string]any)
	property, _ := properties[name].(map[string]any)
	return property
}
