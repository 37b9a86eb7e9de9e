package subset

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// annotate gives a fitted schema its annotations, and tells in its description what
// it no longer says, where the provider's table wants that.
func (f *fitter) annotate(p *place, r *result) {
	if r.node.Get("$ref") != nil && f.profile.Keywords["$ref"].Bare {
		f.loseNotes(p)
		return
	}
	var told []string
	for _, means := range []string{"title", "description", "default", "examples", "format", "deprecated", "readOnly", "writeOnly"} {
		h, _ := p.first(means)
		switch {
		case h == nil:
		case means != "format" && f.takes(*h):
			set(r.node, means, h.key.Value)
		case means == "format" && f.takes(*h) && setFormat(r.node, h.key.Value):
		case means == "format" && r.types&predicate.String == 0:
		default:
			note := f.words.told(means, h.key.Value, true)
			if note == "" || !f.profile.Describe {
				f.lose(Untold, lostNote, h.key)
			}
			told = append(told, note)
		}
	}
	told = append(told, f.toldOf(r)...)
	f.describe(r.node, told)
	arrange(r.node)
}

// arrange puts what a schema is before what is in it.
func arrange(n *doc.Node) {
	rank := func(f doc.Field) int {
		i := slices.Index([]string{"type", "title", "description"}, f.Key)
		if i < 0 {
			return 3
		}
		return i
	}
	slices.SortStableFunc(n.Fields, func(a, b doc.Field) int { return rank(a) - rank(b) })
}

// loseNotes records that no annotation can stay.
func (f *fitter) loseNotes(p *place) {
	for _, h := range p.held {
		if tree.Annotation(h.key.Means) && !strings.HasPrefix(h.key.Name, "$") {
			f.lose(Untold, lostNote, h.key)
		}
	}
}

// setFormat sets the format of the texts that a schema allows.
func setFormat(n, format *doc.Node) bool {
	kind := n.Get("type")
	if kind != nil && (kind.Text == "string" || slices.Contains(tree.Texts(kind), "string")) {
		set(n, "format", format)
		return true
	}
	if union := n.Get("anyOf"); union != nil {
		return slices.ContainsFunc(union.Items, func(branch *doc.Node) bool { return setFormat(branch, format) })
	}
	if kind == nil && n.Get("$ref") == nil {
		set(n, "format", format)
		return true
	}
	return false
}

// toldOf says in words what a fitted schema demands no longer of its own value.
func (f *fitter) toldOf(r *result) []string {
	var told []string
	for _, rest := range r.keep {
		if rest.leaf == nil || rest.needs != nil || len(rest.path()) > 0 {
			continue
		}
		sentence := f.words.told(rest.leaf.key.Means, rest.leaf.key.Value, false)
		if !slices.Contains(told, sentence) {
			told = append(told, sentence)
		}
	}
	return told
}

// describe adds sentences to a description.
func (f *fitter) describe(n *doc.Node, told []string) {
	told = slices.DeleteFunc(told, func(s string) bool { return s == "" })
	if !f.profile.Describe || len(told) == 0 || !f.takesName("description", textNode("")) {
		return
	}
	text := strings.Join(told, " ")
	if given := n.Get("description"); given != nil && given.Text != "" {
		text = given.Text + "\n\n" + text
	}
	set(n, "description", textNode(text))
}

// annotateReference keeps annotations beside a reference where they may stand
// there.
func (f *fitter) annotateReference(p *place, r *result) {
	bare := f.profile.Keywords["$ref"].Bare
	for i := range p.of.Keys {
		k := &p.of.Keys[i]
		if !tree.Annotation(k.Means) || strings.HasPrefix(k.Name, "$") {
			continue
		}
		if bare || !f.takes(held{p.of, k}) {
			f.lose(Untold, lostNote, k)
			continue
		}
		set(r.node, k.Means, k.Value)
	}
}
