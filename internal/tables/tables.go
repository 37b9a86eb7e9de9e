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
	"fmt"
)

// Common is the name of the section that holds for every rule set.
const Common = "common"

// Error says what is wrong with a table.
type Error struct{ Message string }

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Section decodes what the values of a table hold for a rule set into the
// struct that into points to, by its json tags. A field that the struct lacks
// is an error, as is a rule set without a section.
func Section(values any, set string, into any) error {
	sections, ok := values.(map[string]any)
	if !ok {
		return &Error{"the values of the table are not sections by rule set"}
	}
	section, ok := sections[set]
	if !ok {
		return &Error{fmt.Sprintf("the table has no section for the rule set %q", set)}
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
		return &Error{err.Error()}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return &Error{err.Error()}
	}
	return nil
}
