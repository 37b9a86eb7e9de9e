package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const invocationText = `{"expression":"rules.only_read_under(\"a<b>\")","contract":"filesystem.only_read_under","version":"1.0.0","library":"filesystem","symbol":"filesystem.only_read_under","type_name":"FilesystemOnlyReadUnder","arguments":[{"name":"root","value":{"type":"PathPrefixValue","prefix":"a\u007f"},"source":"\"a\"","defaulted":false}],"digest":"sha256:0","source_digest":"sha256:1"}`

func TestRoundTrip(t *testing.T) {
	tests := []struct {
		name string
		into any
		text string
	}{
		{"literal", &LiteralTerm{}, `{"kind":"LiteralTerm","literal":{"type":"ListValue","items":[{"type":"NoneValue"},{"type":"MapValue","entries":[{"key":{"type":"IntegerValue","integer":"900719925474099300000"},"value":{"type":"BooleanValue","boolean":false}}]}]}}`},
		{"constraint", &All{}, `{"kind":"All","set":{"version":"1.0.0","effects":["filesystem.ReadFile"],"where":{"kind":"Truth","truth":true}},"predicate":{"kind":"StartsWith","of":{"kind":"FieldTerm","field":"path"},"prefix":{"kind":"ParameterTerm","parameter":"root"}}}`},
		{"empty list", &And{}, `{"kind":"And","operands":[]}`},
		{"invocation", &Invocation{}, invocationText},
		{"actions", &Response{}, `{"actions":[{"type":"call_tool","tool":"t","args":{"a":null,"b":[1,1.50,-0,1e400]}},{"type":"claim","key":"k","value":null,"confidence":0.1},{"type":"answer","text":"\u0000\n"}]}`},
		{"dictionary", &Context{}, `{"mode":"declared","beliefs":{"z":{"value":1},"a":{"value":{"x":[]},"visible":false,"status":"out","version":-3}},"documents":{"":{"text":"é"}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := json.Unmarshal([]byte(tt.text), tt.into); err != nil {
				t.Fatal(err)
			}
			out, err := tt.into.(json.Marshaler).MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := compact(t, out), compact(t, []byte(tt.text)); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			again := reflect.New(reflect.TypeOf(tt.into).Elem()).Interface()
			if err := json.Unmarshal(out, again); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.into, again); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// compact normalises escapes but not the order of keys.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	if !json.Valid(text) {
		t.Fatalf("not JSON: %s", text)
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(text))
}

func TestShortForms(t *testing.T) {
	var short, long Context
	for text, into := range map[string]*Context{
		`{"beliefs":{"a":1,"b":"x","c":{"value":{}}},"documents":{"d":"text"},"imports":{"r":"m"},"mode":null,"tools":null}`:                                                  &short,
		`{"beliefs":{"a":{"value":1},"b":{"key":"b","value":"x"},"c":{"value":{}}},"documents":{"d":{"text":"text"}},"imports":{"r":{"alias":"r","module":"m"}},"mode":null}`: &long,
	} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(short, long); diff != "" {
		t.Error(diff)
	}
}

func TestStrict(t *testing.T) {
	tests := []struct {
		name, text, want string
		into             any
	}{
		{"unknown field", `{"kind":"Truth","truth":true,"x":1}`, `1:30: "Truth" has no field "x"`, &Truth{}},
		{"other case", `{"kind":"Truth","Truth":true}`, `has no field "Truth"`, &Truth{}},
		{"missing", `{"kind":"Truth"}`, `the field "truth" of "Truth" is missing`, &Truth{}},
		{"wrong class", `{"kind":"In","truth":true}`, `expected "Truth", not "In"`, &Truth{}},
		{"unknown class", `{"kind":"Not","operand":{"kind":"X\u202e"}}`, `"X\u202e" names no Constraint`, &Not{}},
		{"no class", `{"kind":"Not","operand":{}}`, `the field "kind" of "Constraint" is missing`, &Not{}},
		{"null", `{"kind":"Not","operand":null}`, "not null", &Not{}},
		{"number for text", `{"kind":"FieldTerm","field":1}`, "expected a string, not a number", &FieldTerm{}},
		{"fraction", `{"file":"f","line":1.0,"column":1}`, `"1.0" is not an integer`, &Position{}},
		{"enum", `{"key":"k","value":1,"status":"on"}`, `"on" is not a value of "BeliefStatus"`, &Belief{}},
		{"duplicate key", `{"kind":"Truth","truth":true,"truth":true}`, "truth", &Truth{}},
		{"key differs", `{"beliefs":{"a":{"key":"b","value":1}}}`, `the key differs from the key "a"`, &Context{}},
		{"list for dictionary", `{"beliefs":[{"key":"b","value":1}]}`, "expected a map, not a list", &Context{}},
		{"constant", `{"kind":"lock","entries":[]}`, `expected "Lock", not "lock"`, &Lock{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := reflect.ValueOf(tt.into).Elem().Interface()
			err := json.Unmarshal([]byte(tt.text), tt.into)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want %q", err, tt.want)
			}
			if diff := cmp.Diff(before, reflect.ValueOf(tt.into).Elem().Interface()); diff != "" {
				t.Error("changed on error", diff)
			}
		})
	}
}

func TestMarshalRefuses(t *testing.T) {
	circle := &Not{}
	circle.Operand = circle
	tests := []struct {
		name string
		from any
		want string
	}{
		{"nil class", &Not{}, `the field "operand" of "Not" is missing`},
		{"enum", StateAt{Key: &FieldTerm{}}, `"" is not a value of "Comparison"`},
		{"bad UTF-8", FieldTerm{Field: "\xff"}, "not valid UTF-8"},
		{"circle", circle, "nest more than"},
		{"constant", Lock{Kind: "Bundle"}, `must be "Lock", not "Bundle"`},
		{"double key", Context{Beliefs: []Belief{{Key: "a"}, {Key: "a"}}}, `two entries have the key "a"`},
		{"number text", Any{Value: json.Number("01")}, `"01" is not a JSON number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if out, err := json.Marshal(tt.from); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %s, %v, want %q", out, err, tt.want)
			}
		})
	}
}

func TestUnmarshalInterface(t *testing.T) {
	c, err := UnmarshalConstraint([]byte(`{"kind":"Unrestricted"}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.(*Unrestricted); !ok || c.ConstraintClass() != "Unrestricted" {
		t.Errorf("got %T", c)
	}
	a, err := UnmarshalAction([]byte(`{"type":"call_tool","tool":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	if call, ok := a.(*CallTool); !ok || call.Tool != "x" || call.Args != nil {
		t.Errorf("got %#v", a)
	}
}
