package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func (c *compiler) in(p *schema.In, at place) (predicate, error) {
	element, list, err := c.twoTerms(p.Element, p.List, "element", "list", at)
	if err != nil {
		return predicate{}, err
	}
	switch list.kind {
	case value.Invalid, value.List, value.Tuple, value.Set:
	default:
		return predicate{}, wrong(at.slot("list"), "a value of type %s has no members; it must be a list, a tuple or a set", list.kind)
	}
	if list.constant == nil || !list.constant.known() {
		return atom(func(f *frame) Truth { return inComposite(element.get(f), list.get(f)) }, element, list), nil
	}
	members, err := membersOf(list.constant, element.kind, at.slot("list"))
	if err != nil {
		return predicate{}, err
	}
	return atom(func(f *frame) Truth { return members.has(element.get(f)) }, element), nil
}

// memberSet is a constant list, tuple or set, looked up by its texts where it
// holds texts and one by one otherwise.
type memberSet struct {
	kind  value.Kind // of all members; Invalid where there are none
	texts map[string]struct{}
	data  []datum
}

// membersOf checks that the members of a constant are of one kind, and of the
// element's kind where that is known.
func membersOf(list *datum, element value.Kind, at place) (*memberSet, error) {
	s := &memberSet{texts: map[string]struct{}{}}
	for i, item := range value.Members(list.composite) {
		var d datum
		d.resolve(item)
		if !d.known() {
			return nil, wrong(at, "member %d is of type %s and equals nothing", i, value.KindOf(item))
		}
		if i > 0 && d.kind != s.kind {
			return nil, wrong(at, "member %d is of type %s and those before it are of type %s; all must be of one type", i, d.kind, s.kind)
		}
		s.kind = d.kind
		if d.kind == value.String {
			s.texts[d.text] = struct{}{}
			continue
		}
		s.data = append(s.data, d)
	}
	if element != value.Invalid && s.kind != value.Invalid && element != s.kind {
		return nil, wrong(at, "the members are of type %s and the element is of type %s", s.kind, element)
	}
	return s, nil
}

// has is unknown where the element is, and where it is of another kind than the
// members.
func (s *memberSet) has(element *datum) Truth {
	switch {
	case !element.known():
		return Unknown
	case s.kind == value.Invalid:
		return False
	case element.kind != s.kind:
		return Unknown
	case s.kind == value.String:
		_, ok := s.texts[element.text]
		return truthOf(ok)
	}
	for i := range s.data {
		if orderData(element, &s.data[i]) == 0 {
			return True
		}
	}
	return False
}

// inComposite is the truth of an element being a member of a value that an
// event brings; members of other kinds than the element are not comparable.
func inComposite(element, list *datum) Truth {
	if !element.known() || list.kind != value.List && list.kind != value.Tuple && list.kind != value.Set {
		return Unknown
	}
	truth := False
	for _, item := range value.Members(list.composite) {
		var d datum
		d.resolve(item)
		truth = truth.Or(compareData(schema.ComparisonEq, element, &d))
	}
	return truth
}
