package reply_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/internal/tables"
	"github.com/contractc/contractc/schema"
)

// texts are the texts of the answers in a list of actions, "?" for what is no answer.
func texts(list []reply.RawAction) []string {
	out := []string{}
	for _, a := range list {
		if n := a.Node.Get("text"); n != nil {
			out = append(out, n.Text)
		} else {
			out = append(out, "?")
		}
	}
	return out
}

func answer(text string) string { return fmt.Sprintf(`{"type": "answer", "text": %q}`, text) }

// The second version reports everything that the first version loses.
func TestEverythingIsReported(t *testing.T) {
	a, b := answer("a"), answer("b")
	for name, c := range map[string]struct {
		text           string
		first          []string
		actions, extra []string
		completeness   schema.Completeness
	}{
		"whole":              {`{"actions": [` + a + `, ` + b + `]}`, []string{"a", "b"}, []string{"a", "b"}, nil, schema.CompletenessUnknown},
		"cut":                {`{"actions": [` + a + `, ` + b + `, {"type": "ans`, []string{"a"}, []string{"a", "b"}, nil, schema.CompletenessCut},
		"cut between":        {`{"actions": [` + a + `, ` + b, []string{"a"}, []string{"a", "b"}, nil, schema.CompletenessCut},
		"cut list":           {`[` + a + `, ` + b + `, `, []string{"a"}, []string{"a", "b"}, nil, schema.CompletenessCut},
		"cut in fence":       {"```json\n" + `{"actions": [` + a + `, ` + b + `,`, []string{"a"}, []string{"a", "b"}, nil, schema.CompletenessCut},
		"missing comma":      {`{"actions": [` + a + ` ` + b + `]}`, []string{"a"}, []string{"a", "b"}, nil, schema.CompletenessUnknown},
		"two objects":        {a + "\n" + b, []string{"a"}, []string{"a", "b"}, nil, schema.CompletenessUnknown},
		"two responses":      {`{"actions": [` + a + `]} {"actions": [` + b + `]}`, []string{"a"}, []string{"a"}, []string{"b"}, schema.CompletenessUnknown},
		"two fences":         {"```json\n[" + a + "]\n```\n```json\n[" + b + "]\n```", []string{"a"}, []string{"a"}, []string{"b"}, schema.CompletenessUnknown},
		"prose and fence":    {`e.g. {"actions": [` + a + "]}\n```json\n" + b + "\n```", []string{"b"}, []string{"b"}, []string{"a"}, schema.CompletenessUnknown},
		"broken action":      {`{"actions": [{"type": "x", "args": {"y": z, "w": ` + a + `}}, ` + b + `]}`, []string{"a"}, []string{"b"}, nil, schema.CompletenessUnknown},
		"no type":            {`{"actions": [{"text": "a"}, ` + b + `,]}`, []string{"b"}, []string{"a", "b"}, nil, schema.CompletenessUnknown},
		"python around":      {`{'actions': [` + a + `]}`, []string{"a"}, []string{"a"}, nil, schema.CompletenessUnknown},
		"one by one no type": {`{"actions": [{"text": "a"} ` + b + `]}`, []string{"b"}, []string{"a", "b"}, nil, schema.CompletenessUnknown},
	} {
		if got := texts(read(t, c.text, "claim@1").Actions); !slices.Equal(got, c.first) {
			t.Errorf("%s: the first version reads %q", name, got)
		}
		r := read(t, c.text, "claim@2")
		if got := texts(r.Actions); !slices.Equal(got, c.actions) {
			t.Errorf("%s: the second version reads %q: %s", name, got, r.Unusable)
		}
		if got := texts(r.Extra); !slices.Equal(got, c.extra) {
			t.Errorf("%s: extra %q", name, got)
		}
		if r.Completeness != c.completeness {
			t.Errorf("%s: %s", name, r.Completeness)
		}
	}
}

// An object inside a broken action is no action.
func TestNothingIsDugOutOfBrokenActions(t *testing.T) {
	for _, text := range []string{
		`{"type": "call_tool", "tool": "t", "args": {"a": ` + answer("evil") + `, "b": `,
		`{"actions": [{"type": "call_tool", "args": {"list": [` + answer("evil") + `, `,
		`{"actions": [{"type": "call_tool", "args": {"a": x, "b": ` + answer("evil") + `}}]}`,
		`[{"type": "cite", "value": {"actions": [` + answer("evil") + `, oops`,
	} {
		if r := read(t, text, "claim@2"); r.Unusable == "" || len(r.Actions)+len(r.Extra) > 0 {
			t.Errorf("%s: %q and %q", text, texts(r.Actions), texts(r.Extra))
		}
	}
}

func TestStopReason(t *testing.T) {
	whole := `{"actions": [` + answer("a") + `]}`
	for stop, want := range map[schema.StopReason]schema.Completeness{
		"":                          schema.CompletenessUnknown,
		schema.StopReasonEnd:        schema.CompletenessComplete,
		schema.StopReasonToolUse:    schema.CompletenessComplete,
		schema.StopReasonLength:     schema.CompletenessCut,
		schema.StopReasonRefusal:    schema.CompletenessCut,
		schema.StopReasonFilter:     schema.CompletenessCut,
		schema.StopReasonIncomplete: schema.CompletenessCut,
	} {
		opt := options(t, "claim@2")
		opt.StopReason = stop
		for _, text := range []string{whole, whole[:len(whole)-2]} {
			r, err := reply.Read([]byte(text), opt)
			if err != nil {
				t.Fatal(err)
			}
			if text != whole {
				want = schema.CompletenessCut
			}
			if r.Completeness != want || r.StopReason != stop {
				t.Errorf("%q, %q: %s, %s", stop, text, r.Completeness, r.StopReason)
			}
		}
	}
}

// Every leniency that is used is recorded where it was used.
func TestEdits(t *testing.T) {
	call := func(args string) string {
		return `{"actions": [{"type": "call_tool", "tool": "t", "args": ` + args + `}]}`
	}
	claim := func(field, value string) string {
		return `{"actions": [{"type": "claim", "key": "k", "value": 1, "` + field + `": ` + value + `}]}`
	}
	words := options(t, "claim@2").Leniencies
	for text, want := range map[string][]reply.LeniencyName{
		`{"actions": []}`:                                      nil,
		answer("x"):                                            {reply.SingleAction},
		"[" + answer("x") + "]":                                {reply.BareList},
		"```json\n{\"actions\": []}\n```":                      {reply.CodeFence},
		`well: {"actions": []} done`:                           {reply.Embedded},
		`{'actions': []}`:                                      {reply.PythonLiteral},
		"```\n{'actions': []}\n```":                            {reply.CodeFence, reply.PythonLiteral},
		`{"actions": []} {"actions": []}`:                      {reply.Embedded, reply.SeveralValues},
		call(`"{\"q\": 1}"`):                                   {reply.ArgsText},
		call(`""`):                                             {reply.ArgsEmpty},
		call(`null`):                                           {reply.ArgsEmpty},
		call(`" null "`):                                       {reply.ArgsEmpty},
		call(`"[1]"`):                                          {reply.ArgsText},
		call(`"{"`):                                            nil,
		call(`"\"x\""`):                                        nil,
		call(`{"a": 1, "a": 2}`):                               {reply.DuplicateKey},
		claim("follows_from", `"a,b"`):                         {reply.FollowsFromText},
		claim("follows_from", `null`):                          {reply.FollowsFromEmpty},
		claim("follows_from", `0.0`):                           {reply.FollowsFromEmpty},
		claim("follows_from", `""`):                            {reply.FollowsFromEmpty},
		claim("follows_from", `{"a": 1}`):                      nil,
		claim("confidence", `" 0.9 "`):                         {reply.ConfidenceText},
		claim("confidence", `"90 %"`):                          {reply.ConfidencePart},
		claim("confidence", `"101%"`):                          nil,
		claim("confidence", `"high"`):                          nil,
		`{"actions": [{"type": "answer", "text": 4.50}]}`:      {reply.AnswerNumber},
		`{"actions": [{"type": "answer", "text": 1e400}]}`:     nil,
		`{"actions": [{"type": "cite", "confidence": "0.9"}]}`: nil,
	} {
		r := read(t, text, "claim@2")
		var got, all []string
		for _, e := range r.Edits {
			got = append(got, e.What+"; "+e.Why)
			if e.Offset < 0 || int(e.Offset) >= len(text) {
				t.Errorf("%s: offset %d", text, e.Offset)
			}
		}
		for _, name := range want {
			all = append(all, words[name].What+"; "+words[name].Why)
		}
		slices.Sort(got)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Errorf("%s: edits %q, want %q", text, got, all)
		}
	}
}

func TestLeniencyValues(t *testing.T) {
	for text, want := range map[string]map[string]any{
		`{"type": "claim", "confidence": "90%"}`:                            {"type": "claim", "confidence": num("0.9")},
		`{"type": "claim", "confidence": "5e-1"}`:                           {"type": "claim", "confidence": num("0.5")},
		`{"type": "claim", "confidence": "１"}`:                              {"type": "claim", "confidence": num("1.0")},
		`{"type": "answer", "text": 1e21}`:                                  {"type": "answer", "text": "1e+21"},
		`{"type": "answer", "text": -0}`:                                    {"type": "answer", "text": "0"},
		`{"type": "answer", "text": true}`:                                  {"type": "answer", "text": true},
		`{"type": "call_tool", "args": "{\"a\": [1, \"é\\n\"]}"}`:           {"type": "call_tool", "args": map[string]any{"a": []any{num("1"), "é\n"}}},
		`{"type": "call_tool", "args": "5"}`:                                {"type": "call_tool", "args": num("5")},
		`{"type": "call_tool", "args": "{} x"}`:                             {"type": "call_tool", "args": "{} x"},
		`{'type': 'claim', 'value': (1, 0x10, 1_0.5e1, .5, 1e400)}`:         {"type": "claim", "value": []any{num("1"), num("16"), num("10.5e1"), num("0.5"), num("1e400")}},
		`{'type': 'claim', 'value': None, 'value': 'a' "b" # twice` + "\n}": {"type": "claim", "value": "ab"},
		`{'type': 'claim', 'value': '\ud800é'}`:                             {"type": "claim", "value": "\uFFFDé"},
	} {
		r := read(t, text, "claim@2")
		if len(r.Actions) != 1 {
			t.Errorf("%s: %s", text, r.Unusable)
			continue
		}
		got, _ := r.Actions[0].Object()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// A leniency that the table disables is not used.
func TestDisabledLeniencies(t *testing.T) {
	for name, text := range map[reply.LeniencyName]string{
		reply.CodeFence:        "```json\n{'actions': []}\n```",
		reply.Embedded:         `well: {"actions": []} done`,
		reply.SingleAction:     answer("x"),
		reply.BareList:         "[" + answer("x") + "]",
		reply.PythonLiteral:    `{'actions': []}`,
		reply.OneByOne:         answer("x") + answer("y"),
		reply.ArgsText:         `{"actions": [{"type": "call_tool", "args": "{}"}]}`,
		reply.ArgsEmpty:        `{"actions": [{"type": "call_tool", "args": ""}]}`,
		reply.FollowsFromText:  `{"actions": [{"type": "claim", "follows_from": "x"}]}`,
		reply.FollowsFromEmpty: `{"actions": [{"type": "claim", "follows_from": ""}]}`,
		reply.ConfidenceText:   `{"actions": [{"type": "claim", "confidence": "0.9"}]}`,
		reply.ConfidencePart:   `{"actions": [{"type": "claim", "confidence": "90%"}]}`,
		reply.AnswerNumber:     `{"actions": [{"type": "answer", "text": 5}]}`,
	} {
		opt := options(t, "claim@2")
		on, err := reply.Read([]byte(text), opt)
		if err != nil || on.Unusable != "" || len(on.Edits) == 0 {
			t.Fatalf("%s: %v, %+v", name, err, on)
		}
		opt.Disabled = []reply.LeniencyName{name}
		off, err := reply.Read([]byte(text), opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range off.Edits {
			if e.What == opt.Leniencies[name].What {
				t.Errorf("%s is used although it is disabled", name)
			}
		}
		if off.Unusable == "" && len(off.Edits) >= len(on.Edits) {
			t.Errorf("%s: edits %v", name, off.Edits)
		}
	}
}

// A reply that was not searched to its end is as good as cut there. Braces in
// Python's notation are not searched for JSON.
func TestUnread(t *testing.T) {
	junk := strings.Repeat(" {x", 300)
	python := strings.Repeat("{'type': 'answer', 'text': 'x', 'f': {}}, ", 300)
	for name, c := range map[string]struct {
		text    string
		actions int
		want    schema.Completeness
	}{
		"behind":           {`{"actions": [` + answer("a") + `]}` + junk, 1, schema.CompletenessCut},
		"before":           {junk + `{"actions": [` + answer("a") + `]}`, 0, schema.CompletenessCut},
		"not too much":     {`{"actions": [` + answer("a") + `]}` + junk[:300], 1, schema.CompletenessUnknown},
		"Python":           {`{'actions': [` + python + `]}`, 300, schema.CompletenessUnknown},
		"Python in fences": {"a\n```\n[" + python + "]\n```\nb", 300, schema.CompletenessUnknown},
		"behind Python":    {"```\n[" + python + "]\n```\n" + junk, 300, schema.CompletenessCut},
	} {
		r := read(t, c.text, "claim@2")
		told := slices.ContainsFunc(r.Findings, func(f reply.Finding) bool { return f.Code == reply.CodeUnread })
		if len(r.Actions) != c.actions || r.Completeness != c.want || told != (c.want == schema.CompletenessCut) {
			t.Errorf("%s: %d actions, %s, told %v", name, len(r.Actions), r.Completeness, told)
		}
	}
}

// What encoding/json would hide is found, with its path, its place and the action that it stands in.
func TestFindings(t *testing.T) {
	call := func(args string) string {
		return `{"actions": [` + answer("first") + `, {"type": "call_tool", "tool": "t", "args": ` + args + `}]}`
	}
	for text, want := range map[string]string{
		call(`{"a": 1, "a": 2}`):                 "json.duplicate-key /args/a",
		call(`{"x": [0, {"a/b": 1, "a/b": 2}]}`): "json.duplicate-key /args/x/1/a~1b",
		call(`{"a": [1, NaN]}`):                  "json.not-a-number /args/a/1",
		call(`{"a": -Infinity}`):                 "json.not-a-number /args/a",
		call(`{"a": "\ud800"}`):                  "json.lone-surrogate /args/a",
		call("{\"a\": \"x\xff\"}"):               "json.bad-utf8 /args/a",
		call(`"{\"a\": 1, \"a\": 2}"`):           "json.duplicate-key /args/a",
		call(`"{\"a\": [NaN]}"`):                 "json.not-a-number /args/a/0",
		call(`"{\"a\": \"\\ud800\"}"`):           "json.lone-surrogate /args/a",
		`[` + answer("x") + `, {'type': 'call_tool', 'args': {'a': 1, 'a': 2}}]`: "json.duplicate-key /args/a",
		`[` + answer("x") + `, {'type': 'call_tool', 'args': {'a': '\udc00'}}]`:  "json.lone-surrogate /args/a",
	} {
		for _, set := range []string{"claim@1", "claim@2"} {
			r := read(t, text, set)
			if set == "claim@1" && strings.Contains(text, "'") {
				continue // there the JSON inside it wins
			}
			if len(r.Actions) != 2 || len(r.Findings) != 0 || len(r.Actions[0].Findings) != 0 || len(r.Actions[1].Findings) != 1 {
				t.Errorf("%s: %s: %q, %d actions, findings %v", set, text, r.Unusable, len(r.Actions), r.Findings)
				continue
			}
			f := r.Actions[1].Findings[0]
			if got := f.Code + " " + f.Path; got != want {
				t.Errorf("%s: %s: %s, want %s", set, text, got, want)
			}
			if a := r.Actions[1]; f.Offset <= a.Offset || f.Offset >= a.End || f.Position.Line != 1 || f.Message == "" {
				t.Errorf("%s: %s: %+v", set, text, f)
			}
		}
	}
	r := read(t, `{"actions": [`+answer("a")+`], "actions": [`+answer("b")+`]}`, "claim@2")
	if len(r.Findings) != 1 || r.Findings[0].Code != doc.CodeJSONDuplicateKey {
		t.Errorf("a duplicate list of actions: %+v", r.Findings)
	}
}

func TestPositions(t *testing.T) {
	text := "Sure — here:\n```json\n{\"actions\": [\n  {\"type\": \"answer\", \"text\": \"é\"},\n  {\"type\": \"call_tool\", \"args\": \"{\\\"á\\\": [1, \\n {\\\"q\\\": \\\"\\\\u00e9x\\\"}]}\"}\n]}\n```"
	r := read(t, text, "claim@2")
	if len(r.Actions) != 2 {
		t.Fatal(r.Unusable)
	}
	for path, want := range map[string]string{
		"/0":                  `{"type": "answer"`,
		"/0/text":             `"é"}`,
		"/actions/1/type":     `"call_tool"`,
		"/1/args/á/0":         `1, \n`,
		"/1/args/á/1/q":       `\"\\u00e9x\"`,
		"/1/args/á/1/missing": `{\"q\"`,
		"/1/tool":             `{"type": "call_tool"`,
	} {
		offset, at, ok := r.Locate(path)
		if !ok || !strings.HasPrefix(text[offset:], want) {
			t.Errorf("%s is at %d: %.20q, want %q", path, offset, text[offset:], want)
		}
		before := text[:offset]
		line := strings.Count(before, "\n") + 1
		column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
		if at.Line != line || at.Column != column {
			t.Errorf("%s is at %v, want %d:%d", path, at, line, column)
		}
	}
	for _, path := range []string{"", "/", "/2", "/-1", "/x", "/actions"} {
		if _, _, ok := r.Locate(path); ok {
			t.Errorf("%q has a place", path)
		}
	}
}

func TestUnusable(t *testing.T) {
	const advice = `; reply with a single JSON object {"actions": [...]}`
	for text, want := range map[string]string{
		"":                        "response is not valid JSON (Expecting value at line 1, column 1)" + advice,
		"\n\n no json":            "response is not valid JSON (Expecting value at line 3, column 2)" + advice,
		"{\"a\": 1,\n \"b\" 2}":   "response is not valid JSON (Expecting ':' delimiter at line 2, column 6)" + advice,
		`{"a": "x`:                "response is not valid JSON (Unterminated string starting at line 1, column 7)" + advice,
		`{"a": 1}}`:               "response is not valid JSON (Extra data at line 1, column 9)" + advice,
		`{"a": 1}`:                `response must be a JSON object with an "actions" list`,
		`{"actions": {}}`:         `"actions" must be a list`,
		"42":                      `response must be a JSON object with an "actions" list`,
		strings.Repeat("[", 2000): "response is not valid JSON (nested deeper than the limit of 900 at line 1, column 901)" + advice,
	} {
		if r := read(t, text, "claim@2"); r.Unusable != want || len(r.Actions) > 0 {
			t.Errorf("%.30q: %q, want %q", text, r.Unusable, want)
		}
	}
}

func TestLimits(t *testing.T) {
	opt := options(t, "claim@2")
	opt.Limits.Bytes, opt.Limits.Actions = 200, 3
	for text, want := range map[string]string{
		strings.Repeat(" ", 201):                "response is longer than 200 bytes",
		"[" + strings.Repeat("{}, ", 3) + "{}]": "response has more than 3 actions",
		strings.Repeat(`{"type":1}`, 3):         "",
		strings.Repeat(`{"type":1}`, 4):         "response has more than 3 actions",
	} {
		r, err := reply.Read([]byte(text), opt)
		if err != nil {
			t.Fatal(err)
		}
		if r.Unusable != want && !(want == "" && len(r.Actions) == 3) {
			t.Errorf("%.20q: %q", text, r.Unusable)
		}
	}
	opt.Limits.Failures = 2
	if r, _ := reply.Read([]byte("{a} {b} {c} "+answer("x")), opt); r.Unusable == "" || len(r.Findings) != 1 || r.Findings[0].Code != reply.CodeUnread {
		t.Errorf("more failures than the limit: %+v", r)
	}
	opt = options(t, "claim@2")
	opt.Limits.Values = 10
	opt.Limits.ValuesPerKilobyte = 0
	if r, _ := reply.Read([]byte(`{"actions": [1,2,3,4,5,6,7,8,9,10]}`), opt); r.Unusable == "" {
		t.Error("more values than the limit are read")
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, change := range map[string]func(common map[string]any){
		"bytes": func(c map[string]any) { c["limits"].(map[string]any)["bytes"] = num("0") },
		"depth": func(c map[string]any) { c["limits"].(map[string]any)["depth"] = num("100000") },
		"field": func(c map[string]any) { c["limit"] = nil },
		"words": func(c map[string]any) { delete(c["leniencies"].(map[string]any), "code_fence") },
		"unknown": func(c map[string]any) {
			c["leniencies"].(map[string]any)["x"] = map[string]any{"what": "a", "why": "b"}
		},
		"disabled": func(c map[string]any) { c["disabled"] = []any{"code_fences"} },
	} {
		values := recorded.Table(t, "claim/tables/leniencies.yaml").(map[string]any)
		change(values["common"].(map[string]any))
		var e *tables.OptionError
		if _, err := reply.Decode(values, "claim@2"); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := reply.Read(nil, reply.Options{}); err == nil {
		t.Error("empty options are used")
	}
}
