package linkml

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// header begins every schema of the table; bodies start at line 6.
const header = "id: https://example.org/t\nname: t\nimports: [linkml:types]\ndefault_range: string\nprefixes: {t: https://example.org/t/}\n"

// loadText loads a schema whose imports are other texts.
func loadText(body string, opt Options, others map[string]string) (*View, error) {
	folder := fstest.MapFS{}
	for name, text := range others {
		folder[name+".yaml"] = &fstest.MapFile{Data: []byte(text)}
	}
	opt.Resolve = FolderResolver(folder)
	v, list := Load(Source{File: "t.yaml", Text: []byte(header + body)}, opt)
	return v, list.Err()
}

func TestLoad(t *testing.T) {
	tests := []struct {
		name string
		body string
		want string // "" if the schema is accepted
	}{
		{"empty", "", ""},
		{"attributes", "classes: {C: {attributes: {a: , b: {range: integer}}}}\n", ""},
		{"lists of elements", "slots: [{name: s}, z]\nclasses: [{name: C, slots: [s, z]}]\n", ""},
		{"documentation", "comments: [a, b]\nsee_also: x\nclasses: {C: {deprecated: because, rank: 1, examples: [{value: x}], unit: {symbol: m}}}\n", ""},
		{"null metaslots", "classes: {C: {is_a: null, slots: ~, rules: , union_of: }}\n", ""},
		{"annotations", "classes: {C: {annotations: {a: x, b: {value: [1]}, c: {tag: c, value: 1}}}}\n", ""},

		{"unknown metaslot", "classes: {C: {isa: D}}\n", `6:15: "isa" is not a metaslot of a class_definition`},
		{"metaslot elsewhere", "classes: {C: {range: string}}\n", `6:15: "range" is not a metaslot of a class_definition`},
		{"unknown metaslot in a condition", "classes: {C: {attributes: {a: {}}, rules: [{preconditions: {slot_condition: {}}}]}}\n", `is not a metaslot of an anonymous_class_expression`},
		{"annotation without a value", "classes: {C: {annotations: {a: {x: 1}}}}\n", `"a" has no value`},
		{"unsupported", "classes: {C: {union_of: [D]}}\n", `6:15: the metaslot "union_of" is not supported`},
		{"unsupported in a slot", "slots: {s: {equals_expression: \"1\"}}\n", `the metaslot "equals_expression" is not supported`},
		{"look-behind", "types: {T: {typeof: string, pattern: \"(?<!a)b\"}}\n", `is not a regular expression in RE2 syntax`},
		{"no id", "id: null\n", "duplicate"},
		{"number for text", "title: 1\n", "6:8: expected a string, not a number"},
		{"text for flag", "slots: {s: {required: \"true\"}}\n", "expected true or false, not a string"},
		{"text for number", "slots: {s: {minimum_value: \"1\"}}\n", "expected a number, not a string"},
		{"negative count", "slots: {s: {minimum_cardinality: -1}}\n", "expected a count"},
		{"collection", "classes: 1\n", "expected a map of named elements, not a number"},
		{"body", "classes: {C: [1]}\n", "a class_definition must be a map, not a list"},
		{"name differs", "classes: {C: {name: D}}\n", `the name differs from the key "C"`},
		{"twice in a list", "classes: [{name: C}, {name: C}]\n", `"C" is defined twice`},
		{"element without a name", "classes: [{is_a: C}]\n", "this element has no name"},
		{"presence", "slots: {s: {value_presence: MAYBE}}\n", `"MAYBE" is not a value of value_presence`},
		{"control character", "classes: {\"C\\e\": {}}\n", `cannot be a name`},
		{"depth", "slots: {s: " + strings.Repeat("{any_of: [", 40) + "{}" + strings.Repeat("]}", 40) + "}\n", "expressions nest more than 32 deep"},

		{"unknown range", "slots: {s: {range: strin}}\n", `6:20: the range "strin" is not defined`},
		{"unknown range in a branch", "slots: {s: {any_of: [{range: X}]}}\n", `the range "X" is not defined`},
		{"unknown parent", "classes: {C: {is_a: D}}\n", `6:21: the class "D" is not defined`},
		{"unknown mixin", "classes: {C: {mixins: [D]}}\n", `the class "D" is not defined`},
		{"unknown slot", "classes: {C: {slots: [s]}}\n", `6:23: the class "C" uses the slot "s", which is not defined`},
		{"unknown domain", "slots: {s: {domain: D}}\n", `the class "D" is not defined`},
		{"unknown slot parent", "slots: {s: {is_a: r}}\n", `the slot "r" is not defined`},
		{"unknown typeof", "types: {T: {typeof: X}}\n", `the type "X" is not defined`},
		{"type of nothing", "types: {T: {}}\n", `the type "T" is made of nothing`},
		{"unknown subproperty", "slots: {s: {subproperty_of: r}}\n", `names the slot "r"`},
		{"usage of no slot", "classes: {C: {slot_usage: {s: {required: true}}}}\n", `slot_usage of "C" speaks of the slot "s"`},
		{"condition on no slot", "classes: {C: {rules: [{preconditions: {slot_conditions: {s: {}}}}]}}\n", `a condition speaks of the slot "s"`},
		{"unique key of no slot", "classes: {C: {unique_keys: {k: {unique_key_slots: [s]}}}}\n", `the unique key "k" names the slot "s"`},
		{"class cycle", "classes: {A: {is_a: B}, B: {mixins: [A]}}\n", `the class "A" is its own ancestor`},
		{"slot cycle", "slots: {a: {is_a: b}, b: {is_a: a}}\n", `the slot "a" is its own ancestor`},
		{"type cycle", "types: {A: {typeof: B}, B: {typeof: A}}\n", `the type "A" is made of itself`},
		{"two identifiers", "classes: {C: {attributes: {a: {identifier: true}, b: {identifier: true}}}}\n", `the class "C" has 2 identifiers`},
		{"same key", "classes: {C: {attributes: {a b: {}, a-b: {}}}}\n", `have the same key "a_b"`},
		{"two kinds", "classes: {X: {}}\nenums: {X: {}}\n", `"X" is the name of a class and of a enum`},
		{"truth value", "classes: {C: {attributes: {\"yes\": {}}}}\n", `"yes" is a truth value or null to some YAML readers`},
		{"builtin", "types: {string: {typeof: integer}}\n", `the type "string" is also defined in "linkml:types"`},
		{"designator", "classes: {C: {attributes: {a: {designates_type: true, range: integer}}}}\n", "designates the type and is not a single string"},
		{"default", "classes: {C: {attributes: {a: {ifabsent: string(x), range: integer}}}}\n", `the default "string(x)" of "C.a"`},
		{"setting", "slots: {s: {structured_pattern: {syntax: \"{x}\", interpolated: true}}}\n", `there is no setting "x"`},

		{"union of types", "types: {A: {union_of: [string, integer]}}\nclasses: {C: {attributes: {a: {range: A}}}}\n", ""},
		{"too many ancestors", "classes: {C0: {}" + chain(250) + "}\n", `has more than 200 ancestors`},

		{"narrowing", "classes: {P: {attributes: {a: {range: integer, minimum_value: 1}}}, C: {is_a: P, slot_usage: {a: {required: true, minimum_value: 2}}}}\n", ""},
		{"lower minimum", "classes: {P: {attributes: {a: {range: integer, minimum_value: 1}}}, C: {is_a: P, slot_usage: {a: {minimum_value: 0}}}}\n", "minimum_value 0 is below the inherited 1"},
		{"higher maximum", "classes: {P: {attributes: {a: {range: integer, maximum_value: 1}}}, C: {is_a: P, slot_usage: {a: {maximum_value: 1.5}}}}\n", "maximum_value 1.5 is above the inherited 1"},
		{"not required any more", "classes: {P: {attributes: {a: {required: true}}}, C: {is_a: P, slot_usage: {a: {required: false}}}}\n", "required: false takes back the inherited true"},
		{"redefined wider", "classes: {P: {attributes: {a: {range: integer}}}, C: {is_a: P, attributes: {a: {range: string}}}}\n", `the attribute "a" is inherited with the range "integer"`},
		{"redefined narrower", "classes: {X: {}, Z: {is_a: X}, P: {attributes: {a: {range: X}}}, C: {is_a: P, attributes: {a: {range: Z}}}}\n", ""},
		{"usage over own attribute", "slots: {a: {}}\nclasses: {P: {slots: [a], slot_usage: {a: {required: true}}}, C: {is_a: P, attributes: {a: {}}}}\n", `slot_usage of "a" in "P" would speak over the attribute that "C" defines itself`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := loadText(tt.body, Options{}, nil)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// chain is n classes, each below the one before it.
func chain(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, ", C%d: {is_a: C%d}", i, i-1)
	}
	return b.String()
}

func TestAllProblemsAtOnce(t *testing.T) {
	_, err := loadText("classes: {C: {isa: D, slots: 1}}\nslots: {s: {required: x}}\ntitle: 2\n", Options{}, nil)
	if n := strings.Count(fmt.Sprint(err), "\n") + 1; n != 4 {
		t.Errorf("got %d problems: %v", n, err)
	}
}

func TestImports(t *testing.T) {
	other := func(name, body string) string {
		return "id: https://example.org/" + name + "\nname: " + name + "\nimports: [linkml:types]\ndefault_range: integer\n" + body
	}
	tests := []struct {
		name, body string
		others     map[string]string
		compatible bool
		want       string
	}{
		{"found", "classes: {C: {is_a: D}}\n", map[string]string{"a": other("a", "classes: {D: {attributes: {x: }}}\n")}, false, ""},
		{"missing", "", nil, false, `3:25: "a" cannot be imported: open a.yaml`},
		{"clash", "classes: {D: {}}\n", map[string]string{"a": other("a", "classes: {D: {}}\n")}, false, `6:11: the class "D" is also defined in "a.yaml"`},
		{"clash, compatible", "classes: {D: {}}\n", map[string]string{"a": other("a", "classes: {D: {}}\n")}, true, ""},
		{"circle", "", map[string]string{"a": strings.Replace(other("a", ""), "linkml:types", "t, linkml:types", 1), "t": header}, false, ""},
		{"bad import", "", map[string]string{"a": "x: 1\n"}, false, `a.yaml:1:1: "x" is not a metaslot of a schema_definition`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := fstest.MapFS{}
			for name, text := range tt.others {
				folder[name+".yaml"] = &fstest.MapFile{Data: []byte(text)}
			}
			text := strings.Replace(header, "linkml:types]", "linkml:types, a]", 1) + tt.body
			_, list := Load(Source{File: "t.yaml", Text: []byte(text)}, Options{Resolve: FolderResolver(folder), Compatible: tt.compatible})
			err := list.Err()
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestDefaultRangePerSchema checks that a schema's default range is its own, and the root's in the compatible reading.
func TestDefaultRangePerSchema(t *testing.T) {
	others := map[string]string{"a": "id: https://example.org/a\nname: a\nimports: [linkml:types]\ndefault_range: integer\nclasses: {D: {attributes: {x: }}}\n"}
	for _, tt := range []struct {
		compatible bool
		want       string
	}{{false, "integer"}, {true, "string"}} {
		folder := fstest.MapFS{"a.yaml": &fstest.MapFile{Data: []byte(others["a"])}}
		text := strings.Replace(header, "linkml:types]", "linkml:types, a]", 1)
		v, list := Load(Source{File: "t.yaml", Text: []byte(text)}, Options{Resolve: FolderResolver(folder), Compatible: tt.compatible})
		if list.HasErrors() {
			t.Fatal(list)
		}
		if got := v.Induced(v.Class("D"))[0].Type.Name; got != tt.want {
			t.Errorf("compatible %v: got %q, want %q", tt.compatible, got, tt.want)
		}
	}
}

func TestCoreResolver(t *testing.T) {
	core := os.DirFS("..")
	library := "id: https://example.org/l\nname: l\nimports: [linkml:types, ../../schema/contractc]\ndefault_range: string\nclasses: {ReadFile: {is_a: EffectEvent, attributes: {path: {required: true}}}}\n"
	src := Source{File: "files/schema.yaml", Text: []byte(library)}
	v, list := Load(src, Options{Resolve: CoreResolver(core, nil)})
	if list.HasErrors() {
		t.Fatal(list)
	}
	if !v.IsA(v.Class("ReadFile"), v.Class("EffectEvent")) || v.Class("Value").Schema.File != "core:values.yaml" {
		t.Error("the core is not imported")
	}
	if _, list := Load(src, Options{Resolve: func(string, string) (Source, error) { return Source{}, errors.New("no") }}); !list.HasErrors() {
		t.Error("the resolver is not asked")
	}
}

// TestLoadReportsAll finds problems of both kinds: those of one file as it is read, and those between elements.
func TestLoadReportsAll(t *testing.T) {
	_, err := loadText("classes: {C: {isa: D, union_of: [D], attributes: {a: {range: strin}}}, E: {is_a: F}}\n", Options{}, nil)
	for _, want := range []string{`"isa" is not a metaslot`, `"union_of" is not supported`, `the range "strin" is not defined`, `"F"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %s", err, want)
		}
	}
}
