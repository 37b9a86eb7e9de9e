package linkml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustLoad(t *testing.T, body string, compatible bool) *View {
	t.Helper()
	v, err := loadText(body, Options{Compatible: compatible}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestAncestors checks the order that was observed of SchemaView.
func TestAncestors(t *testing.T) {
	v := mustLoad(t, "classes: {G: , P: {is_a: G}, MM: , M1: , M2: , M3: {mixins: [MM]}, C: {is_a: P, mixins: [M1, M2, M3]}}\n", false)
	var names []string
	for _, a := range v.Ancestors(v.Class("C")) {
		names = append(names, a.Name)
	}
	if got := strings.Join(names, " "); got != "C M1 M2 M3 P G MM" {
		t.Error(got)
	}
}

// facetsOf writes what is interesting of an induced slot.
func facetsOf(s *Induced) string {
	var out []string
	add := func(name string, value any) { out = append(out, fmt.Sprint(name, "=", value)) }
	if s.Expr.Range != nil {
		add("range", s.Expr.Range.Name)
	}
	if s.Expr.Required != nil {
		add("required", *s.Expr.Required)
	}
	if s.Expr.Minimum != nil {
		add("min", s.Expr.Minimum.Text)
	}
	if s.Expr.Pattern != nil {
		add("pattern", s.Expr.Pattern.Source)
	}
	for _, a := range s.Expr.AllOf {
		if a.Pattern != nil {
			add("and pattern", a.Pattern.Source)
		}
		if len(a.AnyOf) > 0 {
			add("and any_of", len(a.AnyOf))
		}
	}
	if len(s.Expr.AnyOf) > 0 {
		add("any_of", len(s.Expr.AnyOf))
	}
	return strings.Join(out, " ")
}

func TestInduced(t *testing.T) {
	tests := []struct {
		name, body         string
		strict, compatible string // of slot a of class C
	}{
		{"falsy values of slots above", "slots: {p: {range: integer, minimum_value: 0, required: false}, a: {is_a: p}}\nclasses: {C: {slots: [a]}}\n",
			"range=integer required=false min=0", "range=integer"},
		{"values of slots above", "slots: {q: {range: integer}, p: {is_a: q, minimum_value: 1}, a: {is_a: p, required: true}}\nclasses: {C: {slots: [a]}}\n",
			"range=integer required=true min=1", "range=integer required=true min=1"},
		{"alternatives of slots above", "slots: {p: {any_of: [{pattern: a}]}, a: {is_a: p}}\nclasses: {C: {slots: [a]}}\n",
			"range=string any_of=1", "range=string"},
		{"attribute over attribute", "classes: {P: {attributes: {a: {required: true, pattern: x}}}, C: {is_a: P, attributes: {a: {pattern: z}}}}\n",
			"range=string required=true pattern=z and pattern=x", "range=string pattern=z"},
		{"mixin before is_a", "slots: {a: {range: integer}}\nclasses: {M: {mixin: true, slots: [a], slot_usage: {a: {minimum_value: 3}}}, P: {slots: [a], slot_usage: {a: {minimum_value: 2}}}, C: {is_a: P, mixins: [M]}}\n",
			"range=integer min=3", "range=integer min=3"},
		{"patterns of usage", "slots: {a: {pattern: x}}\nclasses: {C: {slots: [a], slot_usage: {a: {pattern: z}}}}\n",
			"range=string pattern=z and pattern=x", "range=string pattern=z"},
		{"alternatives of usage", "slots: {a: {any_of: [{pattern: x}]}}\nclasses: {C: {slots: [a], slot_usage: {a: {any_of: [{pattern: z}, {pattern: u}]}}}}\n",
			"range=string and any_of=1 any_of=2", "range=string any_of=2"},
		{"identifier", "classes: {C: {attributes: {a: {identifier: true}}}}\n", "range=string required=true", "range=string required=true"},
		{"ranges of branches", "classes: {C: {attributes: {a: {any_of: [{range: string}, {range: integer}]}}}}\n", "any_of=2", "any_of=2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for compatible, want := range map[bool]string{false: tt.strict, true: tt.compatible} {
				v := mustLoad(t, tt.body, compatible)
				if got := facetsOf(v.slotOf(v.Class("C"), "a")); got != want {
					t.Errorf("compatible %v: got %q, want %q", compatible, got, want)
				}
			}
		})
	}
}

// TestSlotCannotTakeBack checks a slot that allows what the slot above forbids: an error, and in the compatible reading
// what SchemaView makes of it.
func TestSlotCannotTakeBack(t *testing.T) {
	const body = "slots: {p: {required: true, minimum_value: 5, range: integer}, a: {is_a: p, required: false, minimum_value: 3}}\nclasses: {C: {slots: [a]}}\n"
	_, err := loadText(body, Options{}, nil)
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("got %v, want two problems", err)
	}
	v := mustLoad(t, body, true)
	if got := facetsOf(v.slotOf(v.Class("C"), "a")); got != "range=integer required=true min=3" {
		t.Error(got)
	}
}

func TestSlotOrder(t *testing.T) {
	v := mustLoad(t, "slots: {x: , z: }\nclasses: {P: {slots: [z], attributes: {p: }}, M: {attributes: {m: , x: }}, C: {is_a: P, mixins: [M], slots: [x], attributes: {c: }}}\n", true)
	var names []string
	for _, s := range v.Induced(v.Class("C")) {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"x", "c", "m", "z", "p"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestForms(t *testing.T) {
	v := mustLoad(t, `classes:
  Id: {attributes: {id: {identifier: true}, v: }}
  Key: {attributes: {k: {key: true}, v: }}
  Plain: {attributes: {v: }}
  C:
    attributes:
      ref: {range: Id}
      refs: {range: Id, multivalued: true}
      object: {range: Id, inlined: true}
      dict: {range: Id, multivalued: true, inlined: true}
      list: {range: Id, multivalued: true, inlined_as_list: true}
      key: {range: Key, multivalued: true}
      plain: {range: Plain, inlined: false}
`, false)
	want := map[string]string{"ref": "2 false", "refs": "2 false", "object": "1 false", "dict": "1 true", "list": "1 false", "key": "1 true", "plain": "1 false"}
	for _, s := range v.Induced(v.Class("C")) {
		if got := fmt.Sprint(s.Form, " ", s.Dict); got != want[s.Name] {
			t.Errorf("%s: got form and dict %s, want %s", s.Name, got, want[s.Name])
		}
	}
}
