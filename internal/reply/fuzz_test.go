package reply_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

func seeds() []string {
	list := []string{
		`{"actions": [{"type": "call_tool", "tool": "t", "args": "{\"q\": [1, NaN]}"}, {"type": "answer", "text": 4.50, "confidence": "90%"}]}`,
		"see [1] ```json\n[{\"type\": \"claim\", \"key\": \"k\", \"follows_from\": \"a\"}]\n``` {'type': 'answer', 'text': 'x'}",
		`{'actions': [{'type': 'cite', 'value': ('a' "b", None, 0x10, 1_0.)}, {'type': "answer", 'text': '\ud800'}]}`,
		`{"actions": [{"type": "answer", "text": "a"}, {"type": "answer", "te`,
		`{"actions": [{"type": "answer", "args": {"a": x, "b": {"type": "y"}}} {"type": "answer", "text": "\u00e9\ud83d\ude00"}]}`,
		`{"type": "message", "stop_reason": "end_turn", "content": [{"type": "text", "text": "{\"actions\": []}"}, {"type": "tool_use", "name": "t", "input": {"a": 1, "a": 2}}]}`,
		`{"choices": [{"finish_reason": "length", "message": {"content": null, "tool_calls": [{"function": {"name": "t", "arguments": "{\"a"}}]}}]}`,
		`{"hook_event_name": "BeforeTool", "tool_name": "mcp_a_b_c", "tool_input": {}}`,
	}
	for _, text := range hostile() {
		list = append(list, text[:min(len(text), 300)])
	}
	return list
}

func FuzzRead(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed)
	}
	first, second := options(f, "claim@1"), options(f, "claim@2")
	second.Tools = []reply.Tool{{Namespace: "a_b", Name: "c"}, {Namespace: "a", Name: "t"}}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > size {
			t.Skip()
		}
		for _, opt := range []reply.Options{first, second} {
			for _, from := range []reply.Envelope{reply.PlainText, reply.Auto} {
				r, err := reply.ReadMessage([]byte(text), from, opt)
				if err != nil {
					t.Fatal(err)
				}
				checkReply(t, text, r)
			}
		}
		one, _ := reply.Read([]byte(text), second)
		two, _ := reply.Read([]byte(text), second)
		if one.Unusable != two.Unusable || len(one.Actions) != len(two.Actions) || !reflect.DeepEqual(one.Edits, two.Edits) || !slices.Equal(one.Findings, two.Findings) {
			t.Errorf("read twice: %+v and %+v", one, two)
		}
		if len(text) < 2000 && !slices.Equal(reply.FindEmbedded(text, first), reply.FindEmbeddedNaively(text, first)) {
			t.Errorf("found %v, without memory %v", reply.FindEmbedded(text, first), reply.FindEmbeddedNaively(text, first))
		}
		if reply.Scans(text, second) != reply.Reads(text, second) {
			t.Errorf("scanned %v, read %v", reply.Scans(text, second), reply.Reads(text, second))
		}
	})
}

// checkReply checks what must hold of every reply.
func checkReply(t *testing.T, text string, r *reply.Reply) {
	t.Helper()
	if r.Unusable != "" && len(r.Actions)+len(r.Extra) > 0 {
		t.Errorf("unusable with actions: %s", r.Unusable)
	}
	for i := range r.Actions {
		a := &r.Actions[i]
		offset, at, ok := r.Locate(fmt.Sprintf("/%d", i))
		if a.Index != i || a.Offset < 0 || a.End > len(text) || a.Offset > a.End || !ok || offset != a.Offset || at.Line < 1 {
			t.Errorf("action %d at %d to %d of %d: %d, %v, %v", i, a.Offset, a.End, len(text), offset, at, ok)
		}
		checkTree(t, text, a.Node)
		a.Object()
	}
	for _, e := range r.Edits {
		if e.Offset < 0 || int(e.Offset) > len(text) || e.What == "" {
			t.Errorf("edit %+v", e)
		}
	}
}

func checkTree(t *testing.T, text string, n *doc.Node) {
	t.Helper()
	if n.Offset < 0 || n.EndOffset > len(text) || n.Offset > n.EndOffset || n.Range.Start.Line < 1 {
		t.Fatalf("%v at %d to %d of %d, %v", n.Kind, n.Offset, n.EndOffset, len(text), n.Range)
	}
	n.At(1)
	for _, item := range n.Items {
		checkTree(t, text, item)
	}
	for _, f := range n.Fields {
		checkTree(t, text, f.Value)
	}
}

// FuzzMend holds replies that are mended to what is promised of calls: one that
// was cut is not mended, nothing is closed where it is not known whether the reply
// is whole, and a string of a call is closed never.
func FuzzMend(f *testing.F) {
	for _, seed := range append(seeds(),
		`{actions: [{type: "call_tool", 'tool': "t", "args": {"a": "b}}]`, `{"actions": [{"type": "call_tool", "tool": "t", "args": "{'a': 1,"}]}`,
		`{"actions": [{"type": "answer", "text": "a "b" c"}, {"type": "call_tool", "tool": "t", "args": {}}]}`,
	) {
		f.Add(seed)
	}
	opt := mending(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > size {
			t.Skip()
		}
		for _, stop := range []schema.StopReason{"", schema.StopReasonEnd, schema.StopReasonLength} {
			opt.StopReason = stop
			r, err := reply.ReadMessage([]byte(text), reply.Auto, opt)
			if err != nil {
				t.Fatal(err)
			}
			checkReply(t, text, r)
			checkMended(t, text, r)
		}
	})
}

func checkMended(t *testing.T, text string, r *reply.Reply) {
	t.Helper()
	for _, e := range r.Edits {
		if e.Repair == nil {
			continue
		}
		class := repair.Class(*e.Repair)
		if reply.CompletenessOf(r.StopReason) == schema.CompletenessCut || r.StopReason == "" && class.Closes() {
			t.Errorf("%q, %q: %+v", text, r.StopReason, e)
		}
		for i := range r.Actions {
			a := &r.Actions[i]
			kind := a.Node.Get("type")
			inside := int(e.Offset) >= a.Offset && int(e.Offset) < a.End
			if class == repair.MissingQuotes && inside && kind != nil && kind.Text == "call_tool" && len(a.Findings) == 0 {
				t.Errorf("%q: the call %d has a string that was closed", text, i)
			}
		}
	}
}
