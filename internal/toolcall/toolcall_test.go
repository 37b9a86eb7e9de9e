package toolcall_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/toolcall"
)

func num(s string) any { return json.Number(s) }

// signatureOf reads a signature in Python's notation, with plain literals as defaults.
func signatureOf(t *testing.T, tool map[string]any) toolcall.Signature {
	t.Helper()
	s := toolcall.Signature{Tool: tool["name"].(string)}
	text, _ := tool["signature"].(string)
	for part := range strings.SplitSeq(text, ", ") {
		if part == "" {
			continue
		}
		head, value, hasDefault := strings.Cut(part, "=")
		name, annotation, _ := strings.Cut(head, ":")
		p := toolcall.Param{Name: strings.TrimSpace(name), Required: !hasDefault, HasDefault: hasDefault}
		for kind := range strings.SplitSeq(annotation, "|") {
			if name, ok := map[string]string{"int": "integer", "float": "number", "bool": "boolean", "str": "string", "None": "null"}[strings.TrimSpace(kind)]; ok {
				p.Types = append(p.Types, name)
			}
		}
		p.Default = literal(t, strings.TrimSpace(value))
		s.Params = append(s.Params, p)
	}
	return s
}

func literal(t *testing.T, text string) any {
	t.Helper()
	if text == "" {
		return nil
	}
	v, err := pyexpr.ParseLiteral(text, pyexpr.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	switch v := v.(type) {
	case pyexpr.Bool:
		return v.Value
	case pyexpr.Int:
		return num(v.Digits)
	case pyexpr.Float:
		return num(v.Number)
	case pyexpr.String:
		return v.Value
	}
	return nil
}

// The recorded answers are those of the claim contract's first version.
func TestRecordedBindings(t *testing.T) {
	for _, c := range recorded.Claim(t, "bind") {
		tool := c.Input["tool"].(map[string]any)
		args, _ := c.Input["args"].(map[string]any)
		bound, err := signatureOf(t, tool).Bind(args)
		if want := c.Expected.Text("error"); want != "" {
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v, recorded %q", c.ID, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		got := map[string]any{}
		for _, a := range bound {
			got[a.Name] = a.Value
		}
		if !pyvalue.Equal(got, c.Expected["args"], pyvalue.Tolerance{}) {
			t.Errorf("%s: %v, recorded %v", c.ID, got, c.Expected["args"])
		}
		if key := toolcall.DefaultKey(tool["name"].(string), bound); key != c.Expected["default_key"] {
			t.Errorf("%s: key %q, recorded %q", c.ID, key, c.Expected["default_key"])
		}
	}
}

func TestFromSchema(t *testing.T) {
	schema := map[string]any{
		"properties": map[string]any{
			"zone": map[string]any{"type": "string"}, "quarter": map[string]any{"type": "string"},
			"limit": map[string]any{"anyOf": []any{map[string]any{"type": "integer"}, map[string]any{"type": "null"}}, "default": nil},
			"any":   true, "size": map[string]any{"type": []any{"number", "null"}, "default": num("1.5")},
		},
		"required": []any{"zone", "quarter", "missing"}, "additionalProperties": false,
	}
	s := toolcall.FromSchema("get", schema)
	bound, err := s.Bind(map[string]any{"quarter": "Q 2", "zone": num("7"), "size": nil})
	if err != nil {
		t.Fatal(err)
	}
	want := []toolcall.Argument{{"zone", "7"}, {"quarter", "Q 2"}, {"limit", nil}, {"size", nil}}
	if diff := cmp.Diff(want, bound); diff != "" {
		t.Error(diff)
	}
	if got := toolcall.DefaultKey("get", bound); got != "get:7,Q_2,None,None" {
		t.Error(got)
	}
	if got := toolcall.Source("get", bound); got != "tool:get(zone='7', quarter='Q 2', limit=None, size=None)" {
		t.Error(got)
	}
	schema["propertyOrdering"] = []any{"size", "zone"}
	if got := toolcall.FromSchema("get", schema).Params[0].Name; got != "size" {
		t.Errorf("the first parameter is %q", got)
	}
	for name, args := range map[string]map[string]any{
		"missing a required argument: 'quarter'":     {"zone": "x", "other": nil},
		"got an unexpected keyword argument 'other'": {"zone": "x", "quarter": "y", "other": nil, "limit": "x"},
		"'limit' must be int | None, got 'x'":        {"zone": "x", "quarter": "y", "limit": "x"},
		"'zone' must be str, got None":               {"zone": nil, "quarter": "y"},
		"'size' must be float | None, got True":      {"zone": "x", "quarter": "y", "size": true},
	} {
		_, err := s.Bind(args)
		var e *toolcall.BindError
		if !errors.As(err, &e) || e.Message != name {
			t.Errorf("%v, want %q", err, name)
		}
	}
	open := toolcall.FromSchema("f", map[string]any{})
	if bound, err := open.Bind(map[string]any{"b": num("1"), "a": true}); err != nil || toolcall.DefaultKey("f", bound) != "f:True,1" {
		t.Errorf("%v, %v", bound, err)
	}
	if got := toolcall.DefaultKey("f", nil); got != "f" {
		t.Error(got)
	}
}
