package canonical

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
)

type inner struct {
	Name  string      `json:"name"`
	Count json.Number `json:"count,omitempty"`
}

type outer struct {
	Z      int64             `json:"z"`
	A      []inner           `json:"a"`
	Bytes  []byte            `json:"bytes,omitempty"`
	Extra  any               `json:"extra,omitempty"`
	Raw    json.RawMessage   `json:"raw,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}

type word string

func (w word) MarshalJSON() ([]byte, error) { return []byte(`{"word": "` + string(w) + `"}`), nil }

type level int

func (l level) MarshalText() ([]byte, error) { return []byte("level"), nil }

func TestMarshal(t *testing.T) {
	node, list := doc.ReadJSON("f", []byte(`{"b":[1,"x"],"a":null}`), doc.Limits{})
	if len(list) > 0 {
		t.Fatal(list)
	}
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"nothing", nil, "null"}, {"boolean", true, "true"}, {"string", "é\n", `"é\n"`}, {"integer", 7, "7"}, {"small types", []any{int8(-1), uint16(2), uint64(3)}, "[-1,2,3]"},
		{"largest integers", []any{int64(1<<53 - 1), json.Number("-9007199254740991")}, "[9007199254740991,-9007199254740991]"},
		{"whole double", 5.0, "5"},
		{"nil slices and maps", []any{[]any(nil), map[string]any(nil), []string(nil), map[string]string(nil), (*doc.Node)(nil), []any{}, map[string]any{}}, "[null,null,null,null,null,[],{}]"},
		{"node", node, `{"a":null,"b":[1,"x"]}`},
		{"map with nodes and structs", map[string]any{"n": node, "s": inner{Name: "<&>"}, "l": []string{"b", "a"}, "m": map[string]string{"y": "1", "x": "2"}},
			`{"l":["b","a"],"m":{"x":"2","y":"1"},"n":{"a":null,"b":[1,"x"]},"s":{"name":"<&>"}}`},
		{"struct", &outer{Z: 1, A: []inner{{"n", "3"}}, Bytes: []byte("hi"), Extra: []any{nil}, Raw: json.RawMessage(`{ "y":1, "x":2 }`)},
			`{"a":[{"count":3,"name":"n"}],"bytes":"aGk=","extra":[null],"raw":{"x":2,"y":1},"z":1}`},
		{"raw message", json.RawMessage(` [ 1 ] `), "[1]"},
		{"own JSON", word("w"), `{"word":"w"}`},
		{"own text", level(3), `"level"`},
		{"separators and U+FFFD", "\u2028\uFFFD", "\"\u2028\uFFFD\""},
		{"separators and U+FFFD in a struct", inner{Name: "\u2028\uFFFD"}, "{\"name\":\"\u2028\uFFFD\"}"},
		{"text that looks like an escape", inner{Name: `\ufffd \\ufffd`}, `{"name":"\\ufffd \\\\ufffd"}`},
		{"nodes inside other types", map[string]*doc.Node{"n": node}, `{"n":{"a":null,"b":[1,"x"]}}`},
		{"dollar keys", map[string]any{"$number": "1", "$$": 2}, `{"$$":2,"$number":"1"}`},
	} {
		got, err := Marshal(c.in)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

func TestMarshalRefuses(t *testing.T) {
	loop := map[string]any{}
	loop["x"] = []any{loop}
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"fraction", map[string]any{"a/b": []any{json.Number("1.5")}}, `at "/a~1b/0": 1.5 is not an integer`},
		{"whole number with a point", json.Number("1.0"), "1.0 is not an integer"},
		{"exponent", json.Number("1e2"), "1e2 is not an integer"},
		{"negative zero", json.Number("-0"), "-0 is not an integer"},
		{"negative zero as a double", math.Copysign(0, -1), "-0 is not an integer"},
		{"too large", json.Number("9007199254740992"), "9007199254740992 is not"},
		{"too large as int64", int64(1 << 53), "9007199254740992 is not"},
		{"too large as uint64", uint64(math.MaxUint64), "18446744073709551615 is not"},
		{"too large as a double", 1e300, "1e+300 is not"},
		{"half", 0.5, "0.5 is not"},
		{"leading zero", json.Number("01"), `"01" is not a JSON number`},
		{"plus sign", json.Number("+1"), `"+1" is not a JSON number`},
		{"empty number", json.Number(""), `"" is not a JSON number`},
		{"NaN", math.NaN(), "NaN is not a JSON number"},
		{"infinity in a struct", outer{Extra: math.Inf(1)}, "unsupported value"},
		{"NaN token", json.Number("NaN"), `"NaN" is not a JSON number`},
		{"hex", json.Number("0x1F"), `"0x1F" is not a JSON number`},
		{"bad UTF-8", []any{"ok", "a\xff"}, `at "/1": a string that is not UTF-8`},
		{"bad UTF-8 in a key", map[string]any{"\xff": 1}, "a string that is not UTF-8"},
		{"surrogate bytes", "\xED\xA0\x80", "a string that is not UTF-8"},
		{"bad UTF-8 in a struct", inner{Name: "a\xff"}, "not UTF-8"},
		{"bad UTF-8 after a backslash", inner{Name: "\\\xff"}, "not UTF-8"},
		{"bad UTF-8 in a node inside a struct", outer{Extra: &doc.Node{Kind: doc.String, Text: "\xff"}}, "not UTF-8"},
		{"NaN in a node inside a struct", outer{Extra: &doc.Node{Kind: doc.Number, Text: "NaN"}}, "invalid"},
		{"duplicate key in raw JSON", outer{Raw: json.RawMessage(`{"a":1,"a":2}`)}, "duplicate key"},
		{"lone surrogate in raw JSON", json.RawMessage(`"\ud800"`), "lone surrogate"},
		{"duplicate key in a node", &doc.Node{Kind: doc.Map, Fields: []doc.Field{{Key: "a"}, {Key: "b"}, {Key: "a"}}}, `duplicate key "a"`},
		{"contains itself", loop, "limit of 256"},
		{"cannot be marshalled", func() {}, "unsupported type"},
		{"unknown kind", &doc.Node{Kind: 99}, "unknown kind"},
	} {
		if got, err := Marshal(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

func TestMarshalExact(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
	}{
		{"safe integers", `[0,7,-9007199254740991]`, `[0,7,-9007199254740991]`},
		{"beyond", `[9007199254740992,9007199254740993]`, `[{"$number":"9007199254740992"},{"$number":"9007199254740993"}]`},
		{"as written", `[1.0,1.50,-0,1e2,1E2,1e-400,0.1]`, `[{"$number":"1.0"},{"$number":"1.50"},{"$number":"-0"},{"$number":"1e2"},{"$number":"1E2"},{"$number":"1e-400"},{"$number":"0.1"}]`},
		{"keys of the user", `{"$number":"1","$$":2,"a$":3,"$":4}`, `{"$$":4,"$$$":2,"$$number":"1","a$":3}`},
		{"order is that of the keys as written", `{"$b":1,"#":2,"$":3,"%":4}`, `{"#":2,"$$":3,"$$b":1,"%":4}`},
	} {
		n, list := doc.ReadJSON("f", []byte(c.in), doc.Limits{})
		if len(list) > 0 {
			t.Fatal(list)
		}
		for _, v := range []any{n, n.Plain(), json.RawMessage(c.in)} {
			got, err := MarshalExact(v)
			if err != nil || string(got) != c.want {
				t.Errorf("%s, %T: %s, %v, want %s", c.name, v, got, err, c.want)
			}
		}
	}
	for _, v := range []any{math.NaN(), math.Inf(-1), json.Number("Infinity"), json.Number("1."), "\xff"} {
		if got, err := MarshalExact(v); err == nil {
			t.Errorf("%v: %s, want an error", v, got)
		}
	}
}

func TestDigest(t *testing.T) {
	const empty = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" // of {}
	if got, err := Digest(map[string]any{}); err != nil || got != empty {
		t.Errorf("Digest = %s, %v", got, err)
	}
	if got := DigestBytes([]byte("{}")); got != empty {
		t.Errorf("DigestBytes = %s", got)
	}
	a, err := DigestExact(json.RawMessage("9007199254740992"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := DigestExact(json.RawMessage("9007199254740993"))
	if err != nil || a == b {
		t.Errorf("2^53 and 2^53+1 have the digests %s and %s, %v", a, b, err)
	}
	if got, err := Digest(0.5); err == nil || got != "" {
		t.Errorf("Digest(0.5) = %q, %v", got, err)
	}
}

func TestAppend(t *testing.T) {
	dst := make([]byte, 0, 64)
	got, err := Append(append(dst, "x="...), []any{1})
	if err != nil || string(got) != "x=[1]" || &got[0] != &dst[:1][0] {
		t.Errorf("Append = %s, %v", got, err)
	}
}
