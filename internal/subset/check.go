package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// Check lists what the provider does not take of a schema as it is, in the order
// of the file.
func (p *Profile) Check(d *tree.Document) []Finding { return p.findings(d, false) }

// findings is Check; with all it lists what is taken too.
func (p *Profile) findings(d *tree.Document, all bool) []Finding {
	c := &checker{all: all, static: static{d, tree.NewCycles(d, tree.Everything)}, profile: p, seen: map[*tree.Schema]bool{}}
	c.always = c.cycles
	if p.demands(NestedAlways) {
		c.always = tree.NewCycles(d, tree.Required)
	}
	c.root()
	c.schema(d.Root)
	c.limits()
	sortFindings(c.found)
	return c.found
}

// checker checks one document.
type checker struct {
	static
	profile *Profile
	all     bool
	seen    map[*tree.Schema]bool
	always  *tree.Cycles
	found   []Finding
}

// root checks what is demanded of the whole document.
func (c *checker) root() {
	root := c.document.Root
	kind := root.Get("type")
	if kind == nil || kind.Value.Kind != doc.String || kind.Value.Text != "object" {
		c.structure(Root, "type", root, kind)
	}
	if union := root.Get("anyOf"); union != nil {
		c.structure(RootUnion, "anyOf", root, union)
	}
}

// structure reports a structure that is not taken, at a keyword or at a schema
// that lacks it.
func (c *checker) structure(name, keyword string, s *tree.Schema, k *tree.Keyword) {
	use := c.profile.takes(name)
	if use.Use == Taken {
		return
	}
	f := Finding{Keyword: keyword, Structure: name, At: s.At, Range: s.Range, Use: use.Use, SDK: use.SDK}
	f.Range.End = f.Range.Start
	if k != nil {
		f.At, f.Range, f.Value = k.At, k.Range, k.Value
	}
	c.found = append(c.found, f)
}

func (c *checker) schema(s *tree.Schema) {
	if c.seen[s] {
		return
	}
	c.seen[s] = true
	if s.Bool != nil {
		c.structure(Booleans, "type", s, nil)
		return
	}
	for i := range s.Keys {
		k := &s.Keys[i]
		if c.keyword(s, k) || k.Name == "$defs" || k.Name == "definitions" {
			c.below(k)
		}
	}
	c.object(s)
	if !s.Has("type", "anyOf", "oneOf", "allOf", "enum", "const", "$ref") {
		c.structure(Untyped, "type", s, nil)
	}
	if kind := s.Get("type"); kind != nil && predicate.TypesOf(kind.Value)&predicate.Array != 0 && !s.Has("items", "prefixItems") {
		c.structure(Unlisted, "items", s, nil)
	}
}

// below checks the schemas below a keyword. Whether members are closed is said by
// a boolean, which is no schema of its own then.
func (c *checker) below(k *tree.Keyword) {
	k.Each(func(s *tree.Schema) {
		if s.Bool != nil && slices.Contains([]string{"additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems"}, k.Name) {
			return
		}
		c.schema(s)
	})
}

// keyword checks one keyword. It reports whether what stands below it counts.
func (c *checker) keyword(s *tree.Schema, k *tree.Keyword) bool {
	rule := c.profile.rule(k)
	use, sdk := rule.Use, rule.SDK
	if rule.Else != "" && !rule.met(s, k) {
		use, sdk = rule.Else, rule.SDKElse
	}
	if k.Means == "$ref" {
		c.reference(s, k)
	}
	if use == Taken && !c.all {
		return true
	}
	f := Finding{Keyword: k.Name, At: k.At, Range: k.Range, Use: use, SDK: sdk, Value: k.Value}
	if use == Rewritten {
		f.Instead = rule.Instead
	}
	f.Demands = says(k)
	f.Constraint = use != Rejected && use != Taken && f.Demands && !c.same(k, f.Instead)
	c.found = append(c.found, f)
	return use == Taken || use == Rewritten || c.all && sdk == Replaced && k.List != nil
}

// same reports whether a keyword demands the same where it is read as another one:
// alternatives of which no value meets two.
func (c *checker) same(k *tree.Keyword, instead string) bool {
	return k.Means == "oneOf" && instead == "anyOf" && c.disjoint(k.List)
}

// says reports whether a keyword says something of values.
func says(k *tree.Keyword) bool {
	return k.Means != "" && k.Means != "$defs" && !tree.Annotation(k.Means) && !(k.Sub != nil && k.Means == "additionalProperties" && k.Sub.Always())
}

// rule is what becomes of a keyword. A list of items goes by the name that it has
// today.
func (p *Profile) rule(k *tree.Keyword) Keyword {
	name := k.Name
	if k.Means == "prefixItems" {
		name = k.Means
	}
	if rule, given := p.Keywords[name]; given {
		return rule
	}
	return p.Otherwise
}

// reference checks whether a reference leads to what holds it.
func (c *checker) reference(s *tree.Schema, k *tree.Keyword) {
	to := c.document.Target(k)
	if c.cycles.Recursive(s, to) {
		c.structure(Nested, "$ref", s, k)
		if c.always.Recursive(s, to) {
			c.structure(NestedAlways, "$ref", s, k)
		}
	}
}

// object checks what is demanded of objects.
func (c *checker) object(s *tree.Schema) {
	if !objectLike(s) {
		return
	}
	if s.Get("additionalProperties") == nil {
		c.structure(Open, "additionalProperties", s, nil)
	}
	required, properties := s.Get("required"), s.Get("properties")
	names := required.Names()
	if properties != nil {
		for _, n := range properties.Named {
			switch {
			case slices.Contains(names, n.Name):
			case c.acceptsNull(n.Schema, 0):
				c.structure(OptionalNull, "required", n.Schema, nil)
			default:
				c.structure(Optional, "required", n.Schema, nil)
			}
		}
	}
	for _, name := range names {
		if properties.Child(name) == nil {
			c.structure(Undeclared, "required", s, required)
		}
	}
}

// objectLike reports whether a schema speaks of objects.
func objectLike(s *tree.Schema) bool {
	if kind := s.Get("type"); kind != nil {
		return predicate.TypesOf(kind.Value)&predicate.Object != 0
	}
	return s.Has("properties", "additionalProperties", "patternProperties", "required", "propertyNames", "minProperties", "maxProperties")
}
