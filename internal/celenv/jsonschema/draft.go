package jsonschema

import (
	"fmt"
	"strings"
)

// draft is a version of the language.
type draft uint8

const (
	draft4 draft = iota
	draft6
	draft7
	draft2019
	draft2020
)

// draftOf is the draft that a schema names; the latest where it names none.
func draftOf(schema any) (draft, error) {
	object, _ := schema.(map[string]any)
	named, given := object["$schema"]
	if !given {
		return draft2020, nil
	}
	url, _ := named.(string)
	address := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(url, "http://"), "https://"), "#")
	switch address {
	case "json-schema.org/draft-04/schema":
		return draft4, nil
	case "json-schema.org/draft-06/schema":
		return draft6, nil
	case "json-schema.org/draft-07/schema":
		return draft7, nil
	case "json-schema.org/draft/2019-09/schema":
		return draft2019, nil
	case "json-schema.org/draft/2020-12/schema", "json-schema.org/schema":
		return draft2020, nil
	}
	return 0, fmt.Errorf("$schema: %q is no draft that is known", url)
}

// id is the keyword with the address of a schema.
func (d draft) id() string {
	if d == draft4 {
		return "id"
	}
	return "$id"
}
