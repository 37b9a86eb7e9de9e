package diag

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestListSort(t *testing.T) {
	at := func(file string, line, column int, summary string) Diagnostic {
		return Errorf(file, At(Position{line, column}), "c", "%s", summary)
	}
	list := List{at("b", 1, 1, "x"), at("a", 10, 1, "x"), at("a", 2, 9, "x"), at("a", 2, 3, "y"), at("a", 2, 3, "x"), at("a", 2, 3, "x")}
	list.Sort()
	want := []string{"a:2:3: x [c]", "a:2:3: y [c]", "a:2:9: x [c]", "a:10:1: x [c]", "b:1:1: x [c]"}
	if diff := cmp.Diff(strings.Join(want, "\n"), list.Error()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestListErr(t *testing.T) {
	var list List
	list.Warningf("f", Range{}, "w", "only a warning")
	if list.HasErrors() || list.Err() != nil {
		t.Errorf("a warning is not an error: %v", list.Err())
	}
	list.Errorf("f", Range{}, "e", "an error")
	var got List
	if err := fmt.Errorf("load: %w", list.Err()); !errors.As(err, &got) || len(got) != 2 {
		t.Errorf("the list is not in %v", err)
	}
	if List(nil).Err() != nil {
		t.Error("no diagnostics are an error")
	}
}

func TestPositionAt(t *testing.T) {
	src := "\uFEFFaé\n\r\n日b"
	for _, c := range []struct {
		offset int
		want   Position
	}{
		{0, Position{1, 1}}, {3, Position{1, 1}}, {4, Position{1, 2}}, {6, Position{1, 3}}, {7, Position{2, 1}},
		{9, Position{3, 1}}, {12, Position{3, 2}}, {13, Position{3, 3}}, {99, Position{3, 3}}, {-1, Position{1, 1}},
	} {
		if got := PositionAt(src, c.offset); got != c.want {
			t.Errorf("PositionAt(%d) = %v, want %v", c.offset, got, c.want)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	list := List{
		Errorf("f\u202E", Range{Position{1, 2}, Position{3, 4}}, "a.b", "s \x1b %q", "x").WithDetail("d\u2028\U000E0041"),
		Warningf("g", Range{}, "c", "w"),
	}
	var b strings.Builder
	if err := WriteJSON(&b, list); err != nil {
		t.Fatal(err)
	}
	want := `{"version":1,"diagnostics":[{"file":"f\u202e","range":{"start":{"line":1,"column":2},"end":{"line":3,"column":4}},` +
		`"severity":"error","code":"a.b","summary":"s \u001b \"x\"","detail":"d\u2028\udb40\udc41"},` +
		`{"file":"g","range":{"start":{"line":0,"column":0},"end":{"line":0,"column":0}},"severity":"warning","code":"c","summary":"w"}]}` + "\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	got, err := ParseJSON([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(list, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestParseJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"version":1,"diagnostics":[]}`:                     "",
		`{"version":1,"diagnostics":[]} `:                    "",
		`{"version":2,"diagnostics":[]}`:                     "version 2, want 1",
		`{"version":1,"diagnostics":[]}{}`:                   "text after the JSON object",
		`{"version":1,"extra":1}`:                            `unknown field "extra"`,
		`{"version":1,"diagnostics":[{"severity":"fatal"}]}`: `unknown severity "fatal"`,
		`[]`: "cannot unmarshal array",
		``:   "EOF",
	} {
		_, err := ParseJSON([]byte(text))
		if got := fmt.Sprint(err); (err == nil) != (want == "") || err != nil && !strings.Contains(got, want) {
			t.Errorf("ParseJSON(%s) = %v, want %q", text, err, want)
		}
	}
}

func TestEscapeJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a": [1, "é日"]}`:                  `{"a": [1, "é日"]}`,
		"{\n\t\"a\": \"\u202e\x7f\u009b\"}": "{\n\t\"a\": \"\\u202e\\u007f\\u009b\"}",
		"\"\U000E0041é\u200d\"":             `"\udb40\udc41é\u200d"`,
		`{"a##[b]": "## c [d] ##error[é"}`:  `{"a\u0023#[b]": "## c [d] \u0023#error[é"}`,
		`""`:                                `""`,
		``:                                  ``,
	} {
		got := EscapeJSON([]byte(in))
		if string(got) != want {
			t.Errorf("EscapeJSON(%q) = %q, want %q", in, got, want)
		}
		var before, after any
		if in != "" && (json.Unmarshal([]byte(in), &before) != nil || json.Unmarshal(got, &after) != nil || !reflect.DeepEqual(before, after)) {
			t.Errorf("EscapeJSON(%q) changed the value to %q", in, got)
		}
	}
}
