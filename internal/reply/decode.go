package reply

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// build builds the tree of a candidate and notes what strict JSON does not have.
func (r *reader) build(c candidate) (*doc.Node, string) {
	if c.node != nil {
		for _, f := range c.findings {
			r.noted(f)
		}
		return c.node, ""
	}
	limits := r.opt.Limits.json(len(r.text), r.values)
	limits.Bytes = c.end - c.start + 1
	n, _, err := r.json.Value(c.start, doc.JSONOptions{Limits: limits, Tolerant: true, Report: r.noted})
	if err != nil {
		return nil, "response cannot be read: " + err.Message
	}
	r.values += size(n)
	return n, ""
}

func size(n *doc.Node) int {
	count := 1
	for _, item := range n.Items {
		count += size(item)
	}
	for _, f := range n.Fields {
		count += size(f.Value)
	}
	return count
}

// notResponse is the message for JSON that is no response.
const notResponse = `response must be a JSON object with an "actions" list`

// actionsOf returns the actions of a candidate: the elements of its list, or itself; or why it has none.
func (r *reader) actionsOf(c candidate) ([]*doc.Node, string) {
	n, why := r.build(c)
	if why != "" {
		return nil, why
	}
	if n.Get("actions") != nil {
		r.sameNames(n)
	}
	switch actions := n.Get("actions"); {
	case c.from == broken:
		return []*doc.Node{n}, ""
	case n.Kind == doc.List:
		return r.leniently(BareList, c, n.Items)
	case actions != nil && actions.Kind == doc.List:
		return actions.Items, ""
	case actions != nil:
		return nil, `"actions" must be a list`
	case n.Get("type") != nil:
		return r.leniently(SingleAction, c, []*doc.Node{n})
	}
	return nil, notResponse
}

func (r *reader) leniently(name LeniencyName, c candidate, actions []*doc.Node) ([]*doc.Node, string) {
	if !r.opt.allows(name) {
		return nil, notResponse
	}
	r.edit(name, c.start)
	return actions, ""
}

// add makes an action of a tree and moves the findings inside it to the action.
func (r *reader) add(list *[]RawAction, n *doc.Node) {
	if r.reply.Unusable != "" {
		return
	}
	if len(r.reply.Actions)+len(r.reply.Extra) >= r.opt.Limits.Actions {
		r.refuse(fmt.Sprintf("response has more than %d actions", r.opt.Limits.Actions))
		return
	}
	a := RawAction{Index: len(*list), Node: n, Offset: n.Offset, End: n.EndOffset, Position: n.Range.Start}
	a.Findings = r.findingsIn(n)
	r.lenient(&a)
	*list = append(*list, a)
}

// notJSON is the message for a reply without a response: where the first block stops being JSON. The first version of the contract counts
// lines and columns from the first character that is not white space.
func (r *reader) notJSON(b block) string {
	const advice = `; reply with a single JSON object {"actions": [...]}`
	text, start := r.text[:b.end], b.start
	if !r.opt.Everything {
		text, start = text[start:], 0
	}
	_, end, err := doc.NewJSONText(text).Value(start, doc.JSONOptions{Limits: r.opt.Limits.json(len(r.text), 0), Tolerant: true, Discard: true})
	if r.doubt != nil {
		at := r.doubt.Position
		return fmt.Sprintf("response is not valid JSON (%s, at line %d, column %d)%s", doubtText(r.doubt), at.Line, at.Column, advice)
	}
	if err == nil {
		s := scanner{src: text, pos: end}
		s.space()
		err = &doc.SyntaxError{Message: "Extra data", Position: diag.PositionAt(text, s.pos)}
	}
	if strings.HasPrefix(err.Code, "limit.") && !r.opt.Everything {
		return "response is not valid JSON" + advice
	}
	what := strings.TrimSuffix(err.Message, " at")
	return fmt.Sprintf("response is not valid JSON (%s at line %d, column %d)%s", what, err.Position.Line, err.Position.Column, advice)
}
