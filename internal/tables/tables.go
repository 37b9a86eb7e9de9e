// Package tables reads the data tables of a bundle (files of kind Table) into
// the options of the packages that use them.
//
// The values of such a table are sections by rule set, such as "claim@2", so
// that two versions of the rules keep their own numbers side by side. The
// section "common", where there is one, is read first and holds for all.
package tables

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Common is the name of the section that holds for every rule set.
const Common = "common"

// Error says what is wrong with a table.
type Error struct {
	Message string
	// Path are the names of the fields, from the section on, that lead to what
	// is wrong; a name alone is that of a field somewhere below. Nil where it is
	// not known.
	Path []string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Section decodes what the values of a table hold for a rule set into the
// struct that into points to, by its json tags. A field that the struct lacks
// is an error, as is a rule set without a section.
func Section(values any, set string, into any) error {
	sections, ok := values.(map[string]any)
	if !ok {
		return &Error{Message: "the values of the table are not sections by rule set"}
	}
	section, ok := sections[set]
	if !ok {
		return &Error{Message: fmt.Sprintf("the table has no section for the rule set %q", set)}
	}
	if common, ok := sections[Common]; ok {
		if err := decode(common, into); err != nil {
			return err
		}
	}
	return decode(section, into)
}

func decode(value, into any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return &Error{Message: err.Error()}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return decodeError(err)
	}
	return nil
}

// decodeError says in our words what the decoder found.
func decodeError(err error) *Error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		e := &Error{Message: fmt.Sprintf("a value is %s and must be %s", article(wrong.Value), typeWord(wrong.Type))}
		if wrong.Field != "" {
			e.Path = strings.Split(wrong.Field, ".")
			e.Message = fmt.Sprintf("%q is %s and must be %s", wrong.Field, article(wrong.Value), typeWord(wrong.Type))
		}
		return e
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if field, err := strconv.Unquote(name); err == nil {
			return &Error{Message: fmt.Sprintf("there is no field %q", field), Path: []string{field}}
		}
	}
	return &Error{Message: err.Error()}
}

// article is what the decoder calls a value, such as "string", in a sentence.
func article(value string) string {
	switch word, _, _ := strings.Cut(value, " "); word {
	case "array":
		return "a list"
	case "object":
		return "a map"
	case "bool":
		return "a boolean"
	default:
		return "a " + word
	}
}

// typeWord is what a Go type is in a file.
func typeWord(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "a map"
	case reflect.Float64, reflect.Float32:
		return "a number"
	default:
		return "an integer"
	}
}
