package reply

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
)

// lenient reads the fields of an action as the leniencies allow. What cannot be read stays as it is.
func (r *reader) lenient(a *RawAction) {
	kind := a.Node.Get("type")
	if kind == nil || kind.Kind != doc.String {
		return
	}
	switch kind.Text {
	case "call_tool":
		r.args(a)
		r.settleNamespace(a)
		r.callNames(a)
	case "claim":
		r.followsFrom(a)
		r.confidence(a)
	case "answer":
		r.answerText(a)
		r.followsFrom(a)
		r.confidence(a)
	}
}

// replace puts a value in the place of another and records the leniency.
func (r *reader) replace(f *doc.Field, name LeniencyName, n *doc.Node) {
	r.edit(name, f.Value.Offset)
	n.Range, n.Offset, n.EndOffset = f.Value.Range, f.Value.Offset, f.Value.EndOffset
	f.Value = n
}

// args reads arguments that are a JSON-encoded string, and null or an empty string for none.
func (r *reader) args(a *RawAction) {
	f := a.Node.Field("args")
	if f == nil {
		return
	}
	switch {
	case f.Value.Kind == doc.Null, f.Value.Kind == doc.String && pyvalue.Strip(f.Value.Text) == "":
		if r.opt.allows(ArgsEmpty) {
			r.replace(f, ArgsEmpty, &doc.Node{Kind: doc.Map})
		}
	case f.Value.Kind == doc.String && (r.native || r.opt.allows(ArgsText)):
		r.argsText(a, f)
	}
}

// followsFrom reads one key for a list of one, and an empty value for an empty list.
func (r *reader) followsFrom(a *RawAction) {
	f := a.Node.Field("follows_from")
	switch {
	case f == nil || f.Value.Kind == doc.List:
	case falsy(f.Value):
		if r.opt.allows(FollowsFromEmpty) {
			r.replace(f, FollowsFromEmpty, &doc.Node{Kind: doc.List})
		}
	case f.Value.Kind == doc.String && r.opt.allows(FollowsFromText):
		key := f.Value
		r.replace(f, FollowsFromText, &doc.Node{Kind: doc.List, Items: []*doc.Node{key}})
	}
}

// falsy reports whether Python takes a value for false.
func falsy(n *doc.Node) bool {
	switch n.Kind {
	case doc.Null:
		return true
	case doc.Bool:
		return !n.Bool
	case doc.Number:
		x, err := strconv.ParseFloat(n.Text, 64)
		return err == nil && x == 0
	case doc.String:
		return n.Text == ""
	}
	return len(n.Items)+len(n.Fields) == 0
}

// confidence reads a numeric string, and a percentage as a hundredth. A number out of range is none.
func (r *reader) confidence(a *RawAction) {
	f := a.Node.Field("confidence")
	if f == nil || f.Value.Kind != doc.String {
		return
	}
	text := pyvalue.Strip(f.Value.Text)
	name, divisor := ConfidenceText, 1.0
	if strings.HasSuffix(text, "%") {
		name, divisor = ConfidencePart, 100
		text = strings.TrimRight(text, "%")
	}
	x, ok := pyvalue.ParseFloat(text)
	x /= divisor
	if ok && x >= 0 && x <= 1 && r.opt.allows(name) {
		r.replace(f, name, &doc.Node{Kind: doc.Number, Text: pyexpr.Repr(x)})
	}
}

// answerText writes a bare finite number as a text, as Python prints it.
func (r *reader) answerText(a *RawAction) {
	f := a.Node.Field("text")
	if f == nil || f.Value.Kind != doc.Number || !r.opt.allows(AnswerNumber) {
		return
	}
	n, ok := pyvalue.NumberOf(json.Number(f.Value.Text))
	if !ok || !n.Finite() {
		return
	}
	if _, fits := n.Float64(); fits {
		r.replace(f, AnswerNumber, &doc.Node{Kind: doc.String, Text: pyexpr.Repr(json.Number(f.Value.Text))})
	}
}

// jsonFloat reads a float, infinite where it is too large.
func jsonFloat(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}
