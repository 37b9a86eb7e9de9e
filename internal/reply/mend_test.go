package reply_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// mending are the options of the second version with its repairs.
func mending(t testing.TB) reply.Options {
	t.Helper()
	opt := options(t, "claim@2")
	repairs, err := repair.Decode(recorded.Table(t, "claim/tables/repairs.yaml"), "claim@2")
	if err != nil {
		t.Fatal(err)
	}
	opt.Repairs = &repairs
	return opt
}

// mended reads a text with a stop reason.
func mended(t *testing.T, text string, stop schema.StopReason) *reply.Reply {
	t.Helper()
	opt := mending(t)
	opt.StopReason = stop
	r, err := reply.ReadMessage([]byte(text), reply.Auto, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// summary is the actions of a reply in a line each, with what is said against them.
func summary(t *testing.T, r *reply.Reply) string {
	t.Helper()
	var lines []string
	for i := range r.Actions {
		text, err := json.Marshal(r.Actions[i].Node.Plain())
		if err != nil {
			t.Fatal(err)
		}
		line := string(text)
		for _, f := range r.Actions[i].Findings {
			line += " # " + f.Code + " " + f.Message
		}
		lines = append(lines, line)
	}
	if r.Unusable != "" {
		lines = append(lines, "unusable: "+r.Unusable)
	}
	return strings.Join(lines, "\n")
}

func repairsOf(r *reply.Reply) string {
	var names []string
	for _, e := range r.Edits {
		if e.Repair != nil {
			names = append(names, *e.Repair)
		}
	}
	return strings.Join(names, " ")
}

func TestMendedReplies(t *testing.T) {
	const call = `{"args":{"a":1},"tool":"t","type":"call_tool"}`
	const textCall = `{"args":{"a":"1"},"tool":"t","type":"call_tool"}`
	const answer = `{"text":"x","type":"answer"}`
	for _, c := range []struct {
		text  string
		stop  schema.StopReason
		want  string
		edits string
	}{
		{`{actions: [{type: "call_tool", "tool": "t", "args": {"a": 1,},},]}`, "", call, "unquoted_keys unquoted_keys extra_commas extra_commas extra_commas"},
		{"So:\n```json\n{'actions': [{\"type\": 'answer', \"text\": \"x\"} // one\n]}\n```", "", answer, "code_fence surrounding_text quotes quotes comments"},
		{"Well, {\"actions\": [{\"type\": \"answer\", \"text\": \"x\",}]} and so on", "", answer, "surrounding_text extra_commas"},
		// Nothing is closed where it is not known whether the reply is whole.
		{`{"actions": [{"type": "answer", "text": "x"`, "", "unusable: response is not valid JSON (Expecting ',' delimiter at line 1, column 44); reply with a single JSON object {\"actions\": [...]}", ""},
		{`{"actions": [{"type": "answer", "text": "x"`, "end", answer, "missing_brackets missing_brackets missing_brackets"},
		{`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": "1"`, "end", textCall, "missing_brackets missing_brackets missing_brackets missing_brackets"},
		{
			`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": 1`, "end",
			call + ` # reply.mended a number or a word of a call of a tool may have been cut at the end of the text`, "missing_brackets missing_brackets missing_brackets missing_brackets",
		},
		{`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": 1}]}`, "", "unusable: response is not valid JSON (Expecting ',' delimiter at line 1, column 65); reply with a single JSON object {\"actions\": [...]}", ""},
		{`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": 1}]}`, "tool_use", call, "missing_brackets"},
		{`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": 1}}`, "end", call, "missing_brackets missing_brackets"},
		// A string of a call is never closed, and nothing behind a string that was.
		{
			`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": "b}}]}`, "end",
			`{"args":{"a":"b"},"tool":"t","type":"call_tool"} # reply.mended repairs of the class "missing_quotes" are switched off for calls of tools`,
			"missing_quotes",
		},
		{
			`{"actions": [{"type": "answer", "text": "he said "no" to it"}, {"type": "call_tool", "tool": "t", "args": {"a": 1}}]}`, "end",
			`{"text":"he said \"no\" to it","type":"answer"}` + "\n" +
				call + ` # reply.mended a string before the call was mended, so that it is in doubt where the call begins`,
			"inner_quotes",
		},
		// What is not allowed in a call is told.
		{
			`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": b c}}]}`, "end",
			`{"args":{"a":"b c"},"tool":"t","type":"call_tool"} # reply.mended repairs of the class "unquoted_texts" are switched off for calls of tools`, "unquoted_texts",
		},
		{`{"actions": [{"type": "answer", "text": b c}]}`, "end", `{"text":"b c","type":"answer"}`, "unquoted_texts"},
		// Two readings are none.
		{
			`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": 01}}]}`, "end",
			`unusable: response is not valid JSON (the text here may be a number or a text: it may mean {"actions":[{"args":{"a":"01"},"tool":"t","type":"call_tool"}]} or {"actions":[{"args":{"a":1},"tool":"t","type":"call_tool"}]}, at line 1, column 63); reply with a single JSON object {"actions": [...]}`, "",
		},
		{`{"actions": [{"type": "call_tool", "tool": "t", "args": "{\"a\": 1,}"}]}`, "", call, "extra_commas"},
		{
			`{"actions": [{"type": "call_tool", "tool": "t", "args": "{\"a\": 1, \"a\": 2,}"}]}`, "",
			`{"args":"{\"a\": 1, \"a\": 2,}","tool":"t","type":"call_tool"} # reply.mended the key "a" stands twice, with two values: it may mean {"a":1} or {"a":2}`, "",
		},
		{
			`{"actions": [{"type": "call_tool", "tool": "t", "args": "{\"a\": 1"}]}`, "",
			`{"args":"{\"a\": 1","tool":"t","type":"call_tool"} # reply.mended a call of a tool is not repaired by missing brackets where nothing says that the text is whole`, "",
		},
		{`{"actions": [{"type": "call_tool", "tool": "t", "args": "{\"a\": \"1\""}]}`, "tool_use", textCall, "missing_brackets"},
		{`{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [{"function": {"name": "t", "arguments": "{'a': '1'"}}]}}]}`, "", textCall, "quotes quotes missing_brackets"},
		{
			`{"choices": [{"finish_reason": "length", "message": {"tool_calls": [{"function": {"name": "t", "arguments": "{'a': 1"}}]}}]}`, "",
			`{"args":"{'a': 1","tool":"t","type":"call_tool"}`, "",
		},
	} {
		r := mended(t, c.text, c.stop)
		if got := summary(t, r); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.text, got, c.want)
		}
		if got := repairsOf(r); got != c.edits {
			t.Errorf("%s: repairs %s", c.text, got)
		}
	}
}

// The places of what was mended are those of the reply.
func TestMendedPlaces(t *testing.T) {
	text := `{"type": "message", "stop_reason": "tool_use", "content": [{"type": "text", "text": "é {actions: [{\"type\": \"answer\", \"text\": \"x\",}]}"}, {"type": "tool_use", "name": "t", "input": "{\"p\": 'q'}"}]}`
	r := mended(t, text, "")
	if len(r.Actions) != 2 || r.Unusable != "" {
		t.Fatalf("%+v", r)
	}
	for path, want := range map[string]string{"/0": `{\"type\": \"answer\"`, "/0/text": `\"x\"`, "/1": `{"type": "tool_use"`, "/1/args/p": `'q'`} {
		if offset, _, ok := r.Locate(path); !ok || !strings.HasPrefix(text[offset:], want) {
			t.Errorf("%s is at %.20q", path, text[offset:])
		}
	}
	for i, want := range []string{`{actions`, `actions`, `,}]}`, `'q'`} {
		if e := r.Edits[i]; !strings.HasPrefix(text[e.Offset:], want) {
			t.Errorf("%s is at %.20q", *e.Repair, text[e.Offset:])
		}
	}
}

// Without a table of repairs, and under the first version, nothing is mended.
func TestNothingIsMended(t *testing.T) {
	text := []byte("{\"actions\": [{\"type\": \"answer\", \"text\": \"one\ntwo\"}]}")
	opt := options(t, "claim@1")
	first, err := repair.Decode(recorded.Table(t, "claim/tables/repairs.yaml"), "claim@1")
	if err != nil {
		t.Fatal(err)
	}
	for _, repairs := range []*repair.Options{nil, &first} {
		opt.Repairs = repairs
		r, err := reply.Read(text, opt)
		if err != nil || r.Unusable == "" || len(r.Edits) > 0 {
			t.Errorf("%v, %+v", err, r)
		}
	}
}
