package celenv

import (
	"encoding/json"
	"testing"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// TestInputIsItsJSONForm compares what CEL reads with the JSON that Rego
// reads: every field, absent ones too, lists as lists and maps as maps.
func TestInputIsItsJSONForm(t *testing.T) {
	e, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, any := "text", &schema.Any{Value: []any{json.Number("1.5"), nil, map[string]any{"a": json.Number("1")}}}
	version := int64(3)
	full := schema.Input{
		Index: 1, Actions: []schema.Any{*any, {}},
		Context: schema.InputContext{
			Mode: schema.ModeConservative, WorkingDirectory: &text, Principal: &text, Session: &text, Request: &text,
			Beliefs: []schema.InputBelief{
				{Key: "b", Value: *any, Visible: true, Status: schema.BeliefStatusIn, Conflicted: true, Version: &version, Source: &text, Claim: &text},
				{Key: "a", Status: schema.BeliefStatusOut},
			},
			Documents: []schema.Document{{Name: "d", Text: "t"}},
			Tools:     []schema.Tool{{Name: "t", Namespace: &text, Description: &text, Parameters: any}, {}},
		},
		Claimed:    []schema.Established{{Key: "k", By: "claim", Index: 2, Value: &schema.Any{}}, {Key: "l", By: "cite"}},
		Guarantees: []schema.InputGuarantee{{Expression: "e", Unrestricted: true}},
		Events:     []schema.Event{{Effect: "e", Library: &text, Fields: any, Provenance: any, Result: any}, {Effect: "f"}},
		Effects:    []schema.Event{{Effect: "e"}},
		Domains:    []schema.InputDomain{{Name: "n", Recommended: []string{"r"}}},
		Facts:      *any,
	}
	confidence := 0.5
	for _, action := range []schema.Action{
		&schema.CallTool{Tool: "t", Namespace: &text, Args: any, Key: &text, Claim: &text}, &schema.CallTool{},
		&schema.Cite{Document: "d", Quote: "q", Key: "k", Value: *any, Claim: &text}, &schema.Cite{},
		&schema.Claim{Key: "k", Value: any, Claim: &text, FollowsFrom: []string{"a"}, Formula: &text, Confidence: &confidence}, &schema.Claim{FollowsFrom: []string{}},
		&schema.Answer{Text: "x", FollowsFrom: []string{"a"}, Confidence: &confidence}, &schema.Answer{},
	} {
		full.Action = action
		compareForms(t, e, full)
		compareForms(t, e, schema.Input{Action: action, Context: schema.InputContext{Mode: schema.ModeDeclared}})
	}
}

func compareForms(t *testing.T, e *Env, in schema.Input) {
	t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	node, list := doc.ReadJSON("input", text, doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	got := form(turn.Input(&in).judge.object)
	if diff := cmp.Diff(node.Plain(), got); diff != "" {
		t.Error(diff)
	}
}

// form writes a value as its JSON form: objects without absent fields, and
// members of maps without their key.
func form(v ref.Val) any {
	switch v := v.(type) {
	case *object:
		return objectForm(v, "")
	case *dict:
		out := map[string]any{}
		for _, key := range v.keys() {
			out[key] = objectForm(v.lookup(key).(*object), dictionaries()[v.data.Type().Elem().Name()])
		}
		return out
	case *plainMap:
		return v.values
	case lister:
		out := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			out = append(out, form(it.Next()))
		}
		return out
	}
	p, _ := plain(v)
	return p
}

func objectForm(o *object, without string) any {
	out := map[string]any{}
	for _, f := range o.class.fields {
		if v := o.get(f); v != nil && f.name != without {
			out[f.name] = form(v)
		}
	}
	return out
}
