package subset

import (
	"slices"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// limits reports the limits that the document exceeds.
func (c *checker) limits() {
	m := measure(c.document)
	l := c.profile.Limits
	c.limit("depth", "properties", m.depth, l.Depth, c.document.Root, nil)
	c.limit("properties", "properties", m.properties, l.Properties, c.document.Root, nil)
	c.limit("optional", "required", m.optional, l.Optional, c.document.Root, nil)
	c.limit("unions", "type", m.unions, l.Unions, c.document.Root, nil)
	c.limit("enum_values", "enum", m.enumValues, l.EnumValues, c.document.Root, nil)
	c.limit("names", "properties", m.names, l.Names, c.document.Root, nil)
	for _, e := range m.enums {
		if l.LongEnum > 0 && len(e.key.Value.Items) > l.LongEnum {
			c.limit("long_enum_text", "enum", characters(e.key.Value.Items), l.LongEnumText, e.in, e.key)
		}
	}
}

func (c *checker) limit(name, keyword string, measured, limit int, s *tree.Schema, k *tree.Keyword) {
	if limit == 0 || measured <= limit {
		return
	}
	f := Finding{Keyword: keyword, Structure: LimitPrefix + name, At: s.At, Range: s.Range, Use: Rejected, Measured: measured, Limit: limit}
	f.Range.End = f.Range.Start
	if k != nil {
		f.At, f.Range = k.At, k.Range
	}
	c.found = append(c.found, f)
}

// LimitPrefix begins the structure of a finding that is about a limit.
const LimitPrefix = "limit."

// LimitNames are the names of limits.
func LimitNames() []string {
	return []string{"depth", "properties", "optional", "unions", "enum_values", "names", "long_enum_text"}
}

// measures are what limits are on.
type measures struct {
	depth, properties, optional, unions, enumValues, names int
	enums                                                  []enumOf
}

type enumOf struct {
	in  *tree.Schema
	key *tree.Keyword
}

func measure(d *tree.Document) *measures {
	m := &measurer{document: d, depths: map[*tree.Schema]int{}}
	for _, at := range d.Places() {
		m.count(d.Place(at))
	}
	m.depth = m.deep(d.Root)
	return &m.measures
}

type measurer struct {
	measures
	document *tree.Document
	depths   map[*tree.Schema]int
}

// count counts what a schema says itself.
func (m *measurer) count(s *tree.Schema) {
	for i := range s.Keys {
		k := &s.Keys[i]
		switch k.Name {
		case "properties":
			m.countProperties(s, k)
		case "enum":
			m.enumValues += len(k.Value.Items)
			m.names += characters(k.Value.Items)
			m.enums = append(m.enums, enumOf{s, k})
		case "const":
			m.names += characters([]*doc.Node{k.Value})
		case "$defs", "definitions":
			for _, n := range k.Named {
				m.names += utf8.RuneCountInString(n.Name)
			}
		}
	}
}

func (m *measurer) countProperties(s *tree.Schema, k *tree.Keyword) {
	required := s.Get("required").Names()
	m.properties += len(k.Named)
	for _, n := range k.Named {
		m.names += utf8.RuneCountInString(n.Name)
		if !slices.Contains(required, n.Name) {
			m.optional++
		}
		if isUnion(n.Schema) {
			m.unions++
		}
	}
}

// isUnion reports whether a property is of several types.
func isUnion(s *tree.Schema) bool {
	if kind := s.Get("type"); kind != nil && kind.Value.Kind == doc.List {
		return len(kind.Value.Items) > 1
	}
	return s.Has("anyOf", "oneOf")
}

// characters counts the characters of texts.
func characters(list []*doc.Node) int {
	n := 0
	for _, v := range list {
		if v.Kind == doc.String {
			n += utf8.RuneCountInString(v.Text)
		}
	}
	return n
}

// deep is how many objects and lists stand inside each other in a schema; one that
// holds itself counts once.
func (m *measurer) deep(s *tree.Schema) int {
	if n, known := m.depths[s]; known {
		return n
	}
	m.depths[s] = 0
	below := 0
	for i := range s.Keys {
		k := &s.Keys[i]
		switch k.Means {
		case "$ref":
			below = max(below, m.deep(m.document.Target(k))-m.own(s))
		case "$defs", "":
		default:
			k.Each(func(part *tree.Schema) { below = max(below, m.deep(part)-sameValue(k.Means)*m.own(s)) })
		}
	}
	m.depths[s] = m.own(s) + below
	return m.depths[s]
}

// own is 1 for a schema of objects or lists.
func (m *measurer) own(s *tree.Schema) int {
	if objectLike(s) || s.Has("items", "prefixItems") || s.Get("type") != nil && predicate.TypesOf(s.Get("type").Value)&predicate.Array != 0 {
		return 1
	}
	return 0
}

// sameValue is 1 for a keyword whose schemas are for the same value.
func sameValue(means string) int {
	if slices.Contains([]string{"allOf", "anyOf", "oneOf", "not", "if", "then", "else"}, means) {
		return 1
	}
	return 0
}
