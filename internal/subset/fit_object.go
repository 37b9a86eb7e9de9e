package subset

import (
	"regexp"
	"slices"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// members is what schemas say of an object's members, put together.
type members struct {
	names []string
	// schemas are those for each name, all of which hold.
	schemas map[string][]*tree.Schema
	// alternatives are schemas of which one holds, for names that only
	// alternatives speak of.
	alternatives map[string][]*tree.Schema
	closed       bool
	// rest is the keyword additionalProperties that has a schema.
	rest *held
	// patterns and others are the keywords for members without a name of their
	// own that are kept as rules.
	others []held
}

// members puts together what is said of members.
func (f *fitter) members(p *place) *members {
	m := &members{schemas: map[string][]*tree.Schema{}, alternatives: map[string][]*tree.Schema{}}
	var closers []*tree.Schema
	for _, s := range p.objects {
		m.declare(s)
		for _, means := range []string{"patternProperties", "additionalProperties", "unevaluatedProperties"} {
			k := s.Get(means)
			switch {
			case k == nil || means == "additionalProperties" && k.Sub.Always():
			case means == "additionalProperties" && k.Sub.Never() && !s.Has("patternProperties"):
				closers = append(closers, s)
			case means == "additionalProperties" && len(p.objects) == 1 && !s.Has("patternProperties"):
				m.rest = &held{s, k}
			default:
				m.others = append(m.others, held{s, k})
			}
		}
	}
	for _, s := range closers {
		m.closed = true
		m.names = slices.DeleteFunc(m.names, func(name string) bool { return s.Get("properties").Child(name) == nil })
	}
	return m
}

func (m *members) declare(s *tree.Schema) {
	k := s.Get("properties")
	if k == nil {
		return
	}
	for _, n := range k.Named {
		if len(m.schemas[n.Name]) == 0 {
			m.names = append(m.names, n.Name)
		}
		m.schemas[n.Name] = append(m.schemas[n.Name], n.Schema)
	}
}

// closes reports whether the provider takes closed objects only.
func (f *fitter) closes() bool { return f.profile.demands(Open) }

// object fits the members. It reports false where no object is allowed.
func (f *fitter) object(p *place, r *result) bool {
	m := f.members(p)
	if f.closes() && !m.closed {
		f.declareAlternatives(p, m)
	}
	if !f.declareRequired(p, m) {
		return false
	}
	if len(m.names) > 0 {
		set(r.node, "properties", &doc.Node{Kind: doc.Map})
	}
	r.form.Props = map[string]*predicate.Form{}
	var names []string
	for _, name := range slices.Clone(m.names) {
		if !f.member(p, m, name, r, &names) {
			return false
		}
	}
	f.require(p, names, r)
	f.close(p, m, r)
	f.otherMembers(p, m, names, r)
	return true
}

// declareRequired declares members that must be there and that no schema names. It
// reports false where such a member is not allowed.
func (f *fitter) declareRequired(p *place, m *members) bool {
	for _, req := range p.required {
		if slices.Contains(m.names, req.name) {
			continue
		}
		if m.closed {
			return false
		}
		if !f.closes() && !f.profile.demands(Undeclared) {
			continue
		}
		m.names = append(m.names, req.name)
		anything := &tree.Schema{At: req.by.key.At, Range: req.by.key.Range}
		if m.rest != nil {
			anything = m.rest.key.Sub
		}
		m.schemas[req.name] = []*tree.Schema{anything}
	}
	return true
}

// member fits one member. It reports false where no object is allowed.
func (f *fitter) member(p *place, m *members, name string, r *result, names *[]string) bool {
	child := f.memberSchema(m, name)
	must := p.requires(name)
	if child.node == nil {
		if must {
			return false
		}
		if !m.closed && !f.closes() {
			r.keep = append(r.keep, f.forbidden(p, name)...)
		}
		return true
	}
	*names = append(*names, name)
	known := child.types
	switch {
	case must || !f.profile.demands(Optional):
		if f.nullable(m, name) {
			r.form.Genuine = append(r.form.Genuine, name)
		}
	case f.nullable(m, name):
		r.form.Genuine = append(r.form.Genuine, name)
		f.loseOf(Narrowed, lostAbsent, "required", f.speaker(m, name))
	default:
		r.form.Absent = append(r.form.Absent, name)
		child.node = f.withNull(child.node)
		f.left[child.node] = true
	}
	set(r.node.Get("properties"), name, child.node)
	r.form.Props[name] = child.form
	always := must || f.profile.demands(Optional)
	if len(m.alternatives[name]) == 0 {
		r.keep = append(r.keep, below(child.keep, memberStep(name, known, always))...)
	}
	return true
}

func (f *fitter) memberSchema(m *members, name string) result {
	if list := m.alternatives[name]; len(list) > 0 {
		return f.unionOf(list)
	}
	return f.schemas(m.schemas[name]...)
}

// speaker is a schema of a member.
func (f *fitter) speaker(m *members, name string) *tree.Schema {
	return append(slices.Clone(m.alternatives[name]), m.schemas[name]...)[0]
}

// nullable reports whether a member can be null as the schema has it.
func (f *fitter) nullable(m *members, name string) bool {
	if list := m.alternatives[name]; len(list) > 0 {
		return slices.ContainsFunc(list, func(s *tree.Schema) bool { return f.acceptsNull(s, 0) })
	}
	return !slices.ContainsFunc(m.schemas[name], func(s *tree.Schema) bool { return !f.acceptsNull(s, 0) })
}

// forbidden demands that a member is not there.
func (f *fitter) forbidden(p *place, name string) []residue {
	for _, s := range p.objects {
		if k := s.Get("properties"); k.Child(name) != nil {
			return []residue{demand(k, func(at predicate.Place) predicate.Cond {
				return predicate.Or(at.Elsewhere(predicate.Object), predicate.Not(at.Present(name)))
			})}
		}
	}
	return nil
}

// require lists the members that must be there.
func (f *fitter) require(p *place, names []string, r *result) {
	var list []string
	for _, name := range names {
		if f.profile.demands(Optional) || p.requires(name) {
			list = append(list, name)
		}
	}
	for _, req := range p.required {
		if !slices.Contains(list, req.name) && !slices.Contains(names, req.name) {
			list = append(list, req.name) // one that no schema names, in an open object
		}
	}
	if len(list) == 0 {
		return
	}
	if f.takesName("required", textsNode(list)) {
		set(r.node, "required", textsNode(list))
		return
	}
	for _, req := range p.required {
		r.keep = append(r.keep, demand(req.by.key, func(at predicate.Place) predicate.Cond {
			return predicate.Or(at.Elsewhere(predicate.Object), at.Present(req.name))
		}))
	}
}

// close says what other members there may be.
func (f *fitter) close(p *place, m *members, r *result) {
	switch {
	case m.closed && f.takesName("additionalProperties", boolNode(false)):
		set(r.node, "additionalProperties", boolNode(false))
	case m.closed:
		for _, s := range p.objects {
			if k := s.Get("additionalProperties"); k != nil && k.Sub.Never() {
				r.keep = append(r.keep, keyword(s, k))
			}
		}
	case f.closes():
		set(r.node, "additionalProperties", boolNode(false))
		f.loseOthers(p, m)
		if m.rest != nil && len(m.alternatives) > 0 {
			r.keep = append(r.keep, m.rest.residue())
		}
	case m.rest != nil:
		f.rest(m, r)
	}
}

// loseOthers records which members can no longer be written.
func (f *fitter) loseOthers(p *place, m *members) {
	switch {
	case m.rest != nil:
		f.lose(Narrowed, lostMap, m.rest.key)
	case len(m.names) == 0:
		f.loseOf(Narrowed, lostFree, "additionalProperties", p.of)
	default:
		f.loseOf(Narrowed, lostOpen, "additionalProperties", p.of)
	}
	for _, h := range m.others {
		if h.key.Means == "patternProperties" {
			f.lose(Narrowed, lostMap, h.key)
		}
	}
}

// rest fits the schema of all other members.
func (f *fitter) rest(m *members, r *result) {
	if !f.takes(*m.rest) {
		r.keep = append(r.keep, m.rest.residue())
		return
	}
	child := f.schemas(m.rest.key.Sub)
	if child.node == nil {
		set(r.node, "additionalProperties", boolNode(false))
		return
	}
	set(r.node, "additionalProperties", child.node)
	r.form.Extra = child.form
	r.keep = append(r.keep, below(child.keep, otherStep(m.names, child.form, child.types))...)
}

// otherMembers keeps what is said of members without a name of their own, where
// it can be broken at all.
func (f *fitter) otherMembers(p *place, m *members, names []string, r *result) {
	closed := r.node.Get("additionalProperties") != nil && r.node.Get("additionalProperties").Kind == doc.Bool
	for _, h := range m.others {
		if !closed || h.key.Means != "patternProperties" || matchesAny(h.key, names) {
			r.keep = append(r.keep, h.residue())
		}
	}
	if closed {
		r.keep = slices.DeleteFunc(r.keep, func(rest residue) bool {
			return rest.leaf != nil && len(rest.steps) == 0 && rest.leaf.key.Means == "propertyNames" && namesFit(rest.leaf.key, names)
		})
	}
}

// matchesAny reports whether a pattern of names matches one of the names, or cannot
// be read.
func matchesAny(k *tree.Keyword, names []string) bool {
	for _, n := range k.Named {
		re, err := regexp.Compile(n.Name)
		if err != nil || slices.ContainsFunc(names, re.MatchString) {
			return true
		}
	}
	return false
}

// namesFit reports whether all names are ones that propertyNames allows.
func namesFit(k *tree.Keyword, names []string) bool {
	s, err := jsonschema.Compile(k.Value.Plain())
	return err == nil && !slices.ContainsFunc(names, func(name string) bool { return len(s.Check(name)) > 0 })
}
