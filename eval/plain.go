package eval

import (
	"encoding/json"
	"strconv"

	"github.com/contractc/contractc/schema"
)

// The functions of this file write parts of the input as plain JSON values, the
// way rules in Rego and the printed input have them.

type object = map[string]any

// put sets a field that may be absent.
func put(o object, name string, v *string) {
	if v != nil {
		o[name] = *v
	}
}

func putAny(o object, name string, v *schema.Any) {
	if v != nil {
		o[name] = v.Value
	}
}

func integer(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

func plainContext(c *schema.InputContext) object {
	beliefs, documents, tools := object{}, object{}, make([]any, len(c.Tools))
	for i := range c.Beliefs {
		beliefs[c.Beliefs[i].Key] = plainBelief(&c.Beliefs[i])
	}
	for i := range c.Documents {
		documents[c.Documents[i].Name] = object{"text": c.Documents[i].Text}
	}
	for i := range c.Tools {
		tools[i] = plainTool(&c.Tools[i])
	}
	o := object{"mode": string(c.Mode), "beliefs": beliefs, "documents": documents, "tools": tools}
	put(o, "working_directory", c.WorkingDirectory)
	put(o, "principal", c.Principal)
	put(o, "session", c.Session)
	put(o, "request", c.Request)
	return o
}

func plainBelief(b *schema.InputBelief) object {
	o := object{
		"value": b.Value.Value, "visible": b.Visible,
		"status": string(b.Status), "conflicted": b.Conflicted,
	}
	if b.Version != nil {
		o["version"] = integer(*b.Version)
	}
	put(o, "source", b.Source)
	put(o, "claim", b.Claim)
	return o
}

func plainTool(t *schema.Tool) object {
	o := object{"name": t.Name}
	put(o, "namespace", t.Namespace)
	put(o, "description", t.Description)
	putAny(o, "parameters", t.Parameters)
	return o
}

func plainGuarantees(list []schema.InputGuarantee) []any {
	out := make([]any, len(list))
	for i, g := range list {
		out[i] = object{
			"expression": g.Expression, "library": g.Library, "symbol": g.Symbol,
			"contract": g.Contract, "unrestricted": g.Unrestricted,
		}
	}
	return out
}

func plainDomains(list []schema.InputDomain) object {
	o := object{}
	for _, d := range list {
		o[d.Name] = object{"recommended": texts(d.Recommended), "required": texts(d.Required)}
	}
	return o
}

func plainEntailments(list []schema.InputEntailment) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = object{"stated": e.Stated, "implied": e.Implied}
	}
	return out
}

func plainEvents(list []schema.Event) []any {
	out := make([]any, len(list))
	for i := range list {
		e := &list[i]
		o := object{"effect": e.Effect}
		put(o, "library", e.Library)
		putAny(o, "fields", e.Fields)
		putAny(o, "provenance", e.Provenance)
		putAny(o, "result", e.Result)
		out[i] = o
	}
	return out
}

func plainClaimed(list []schema.Established) object {
	o := object{}
	for i := range list {
		c := &list[i]
		entry := object{"by": c.By, "index": integer(c.Index)}
		putAny(entry, "value", c.Value)
		o[c.Key] = entry
	}
	return o
}
