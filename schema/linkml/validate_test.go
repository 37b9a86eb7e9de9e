package linkml

import (
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/doc"
)

const shapes = `enums:
  Colour: {permissible_values: {red: , "on": }}
types:
  Positive: {typeof: integer, minimum_value: 1}
  Small: {typeof: Positive, maximum_value: 9}
classes:
  Any: {class_uri: linkml:Any}
  Shape:
    abstract: true
    attributes: {kind: {designates_type: true, required: true}}
  Circle: {is_a: Shape, attributes: {radius: {range: float, required: true}}}
  Group: {is_a: Shape, attributes: {members: {range: Shape, multivalued: true, inlined_as_list: true}}}
  Entry: {attributes: {name: {identifier: true}, value: {range: integer}, note: {required: true}}}
  Pair: {attributes: {k: {key: true, pattern: "^[a-z]+$"}, v: {range: integer, required: true}}}
  Bare: {abstract: true, attributes: {x: }}
  C:
    attributes:
      colour: {range: Colour}
      small: {range: Small}
      text: {pattern: "^[a-z]*$", required: true}
      flag: {range: boolean}
      shape: {range: Shape}
      shapes: {range: Shape, multivalued: true, minimum_cardinality: 1, maximum_cardinality: 2}
      entries: {range: Entry, multivalued: true, inlined: true}
      pairs: {range: Pair, multivalued: true}
      listed: {range: Pair, multivalued: true, inlined_as_list: true}
      other: {range: Entry}
      any: {range: Any}
      when: {range: datetime}
      "n": {range: integer, any_of: [{maximum_value: 0}, {minimum_value: 10}]}
    rules:
      - preconditions: {slot_conditions: {flag: {equals_string: never}}}
        postconditions: {slot_conditions: {any: {required: true}}}
      - preconditions: {slot_conditions: {small: {equals_number: 5}}}
        postconditions: {slot_conditions: {colour: {equals_string: red}}}
`

func TestValidate(t *testing.T) {
	v := mustLoad(t, shapes, false)
	tests := []struct {
		name, class, text string
		want              []string // "" for none; else line:column, path and text
	}{
		{"valid", "C", `{"text":"a","colour":"on","small":9,"flag":false,"shape":{"kind":"Circle","radius":1},"any":[{"x":null}],"when":"2026-01-31T00:00:00Z","n":null}`, nil},
		{"missing", "C", `{}`, []string{`1:1 the document: the field "text" of "C" is missing`}},
		{"null is missing", "C", `{"text":null}`, []string{`1:9 /text: expected a string, not null`}},
		{"unknown field", "C", `{"text":"a","txt":"b"}`, []string{`1:13 /txt: "C" has no field "txt"`}},
		{"pattern", "C", `{"text":"A"}`, []string{`1:9 /text: "A" does not match the pattern "^[a-z]*$"`}},
		{"enum", "C", `{"text":"a","colour":"green"}`, []string{`1:22 /colour: "green" is not a value of "Colour"`}},
		{"enum, wrong kind", "C", `{"text":"a","colour":true}`, []string{`/colour: expected a value of "Colour", not a boolean`}},
		{"facets of the type above", "C", `{"text":"a","small":0}`, []string{`/small: 0 is less than the minimum 1`}},
		{"facets of the type", "C", `{"text":"a","small":10}`, []string{`/small: 10 is more than the maximum 9`}},
		{"exact bounds", "C", `{"text":"a","n":9.99999999999999999999999999999999}`, []string{`/n: "9.99999999999999999999999999999999" is not an integer`, `/n: none of the 2 alternatives fits`}},
		{"fraction", "C", `{"text":"a","small":1.0}`, []string{`/small: "1.0" is not an integer`}},
		{"designator", "C", `{"text":"a","shape":{"kind":"Square"}}`, []string{`1:29 /shape/kind: "Square" names no class below "Shape"`}},
		{"no designator", "C", `{"text":"a","shape":{"radius":1}}`, []string{`/shape: the field "kind" of "Shape" is missing`}},
		{"designator of an abstract class", "C", `{"text":"a","shape":{"kind":"Shape"}}`, []string{`names no class below "Shape"`}},
		{"deep", "Shape", `{"kind":"Group","members":[{"kind":"Group","members":[{"kind":"Circle","radius":"1"}]}]}`, []string{`/members/0/members/0/radius: expected a number, not a string`}},
		{"cardinality", "C", `{"text":"a","shapes":[]}`, []string{`/shapes: 0 members are fewer than 1`}},
		{"list", "C", `{"text":"a","shapes":{}}`, []string{`/shapes: expected a list, not a map`}},
		{"dictionary", "C", `{"text":"a","entries":{"x":{"note":"n"},"q":"n","r":{"name":"r","note":"n","value":1}}}`, nil},
		{"dictionary, mistakes", "C", `{"text":"a","entries":{"x":{},"q":{"name":"z","note":"n"},"r":null,"s":1}}`, []string{
			`/entries/x: the field "note" of "Entry" is missing`, `/entries/q/name: the name differs from the key "q"`, `/entries/r: the field "note" of "Entry" is missing`, `/entries/s: expected a string, not a number`}},
		{"list for dictionary", "C", `{"text":"a","entries":[]}`, []string{`/entries: expected an object keyed by the name of "Entry", not a list`}},
		{"key pattern", "C", `{"text":"a","pairs":{"A":1}}`, []string{`1:22 /pairs/A: "A" does not match the pattern "^[a-z]+$"`}},
		{"reference", "C", `{"text":"a","other":{"name":"x"}}`, []string{`/other: expected a string, not a map`}},
		{"unique", "C", `{"text":"a","listed":[{"k":"a","v":1},{"k":"a","v":2}]}`, []string{`/listed/1: another object has the same k`}},
		{"date", "C", `{"text":"a","when":"2026-02-30T00:00:00Z"}`, []string{`/when: "2026-02-30T00:00:00Z" is not a datetime`}},
		{"rule", "C", `{"text":"a","small":5,"colour":"on"}`, []string{`/colour: the value must be "red"`}},
		{"rule, absent", "C", `{"text":"a","small":5}`, []string{`the field "colour" is missing`}},
		{"no object", "C", `[]`, []string{`the document: expected an object of class "C", not a list`}},
		{"abstract", "Bare", `{}`, []string{`the class "Bare" is abstract`}},
		{"no class", "D", `{}`, []string{`the schema has no class "D"`}},
		{"pointer", "C", `{"text":"a","a/b~c":1}`, []string{`/a~1b~0c: "C" has no field "a/b~c"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, list := doc.ReadJSON("t.json", []byte(tt.text), doc.Limits{})
			if list.HasErrors() {
				t.Fatal(list)
			}
			got := v.Validate(tt.class, n, ValidateOptions{File: "t.json"})
			if len(got) != len(tt.want) {
				t.Fatalf("got %v, want %q", got, tt.want)
			}
			for i, d := range got {
				text := d.Range.Start.String() + " " + d.Summary
				if !strings.Contains(text, tt.want[i]) || d.Detail == "" || d.File != "t.json" {
					t.Errorf("got %q (%q), want %q", text, d.Detail, tt.want[i])
				}
			}
		})
	}
}

// TestValidateIsBounded checks that alternatives which nest do not multiply.
func TestValidateIsBounded(t *testing.T) {
	v := mustLoad(t, "classes: {C: {attributes: {a: {any_of: [{range: C}, {range: D}]}, z: }}, D: {attributes: {a: {any_of: [{range: D}, {range: C}]}, u: }}}\n", false)
	text := strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100)
	n, list := doc.ReadJSON("", []byte(text), doc.Limits{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	start := time.Now()
	if len(v.Problems("C", n, ValidateOptions{})) == 0 || time.Since(start) > 5*time.Second {
		t.Error("accepted, or slow")
	}
}
