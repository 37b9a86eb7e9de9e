package celpolicy

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Parse reads a CEL Policy document. The source is as complete as could be
// read; it may be compiled only when the list has no errors. Keys that the
// language does not know are errors, metadata excepted.
func Parse(file string, n *doc.Node, lim Limits) (*Source, diag.List) {
	r := &reader{file: file, limits: lim.orDefault()}
	src := r.document(n)
	return src, r.list
}

type reader struct {
	file   string
	limits Limits
	list   diag.List
}

func (r *reader) errorf(at diag.Range, code, format string, args ...any) {
	r.list.Errorf(r.file, at, code, format, args...)
}

func (r *reader) document(n *doc.Node) *Source {
	src := &Source{File: r.file}
	if !r.isMap(n, "a policy") {
		return src
	}
	r.known(n, "a policy", "name", "description", "imports", "rule", "verification", "metadata")
	src.Name = r.name(n)
	src.Description = r.optionalString(n, "description")
	src.Imports = r.imports(n.Get("imports"))
	src.Invariants = r.verification(n.Get("verification"))
	if f := n.Field("metadata"); f != nil {
		src.Metadata, src.MetadataRange = f.Value, f.KeyRange
	}
	if rule := n.Get("rule"); rule != nil {
		src.Rule = r.rule(rule, 1)
	} else {
		r.errorf(n.Range, "policy.missing-field", "a policy needs a rule")
	}
	return src
}

func (r *reader) name(n *doc.Node) string {
	v := n.Get("name")
	if v == nil {
		r.errorf(n.Range, "policy.missing-field", "a policy needs a name")
		return ""
	}
	name := r.str(v, "name")
	if v.Kind == doc.String && strings.TrimSpace(name) == "" {
		r.errorf(v.Range, "policy.name", "the name of a policy must not be empty")
	}
	return name
}

func (r *reader) imports(n *doc.Node) []Import {
	var imports []Import
	for _, item := range r.listOf(n, "imports") {
		if !r.isMap(item, "an import") {
			continue
		}
		r.known(item, "an import", "name")
		v := item.Get("name")
		if v == nil {
			r.errorf(item.Range, "policy.missing-field", "an import needs a name")
			continue
		}
		imports = append(imports, Import{Name: strings.TrimSpace(r.str(v, "name")), node: v})
	}
	return imports
}

func (r *reader) rule(n *doc.Node, depth int) *Rule {
	if depth > r.limits.Depth {
		r.errorf(n.Range, "limit.depth", "rules stand more than %d deep inside each other", r.limits.Depth)
		return nil
	}
	if !r.isMap(n, "a rule") {
		return nil
	}
	r.known(n, "a rule", "id", "description", "variables", "match", "aggregate")
	rule := &Rule{
		ID: r.optionalString(n, "id"), Description: r.optionalString(n, "description"),
		Variables: r.variables(n.Get("variables")), Range: n.Range,
	}
	key, ok := r.oneOf(n, "a rule", "match", "aggregate")
	if !ok {
		return rule
	}
	rule.Aggregate = key == "aggregate"
	items := n.Get(key)
	rule.Items = r.items(items, rule.Aggregate, depth)
	if items.Kind == doc.List && len(items.Items) == 0 {
		r.errorf(items.Range, "policy.empty", "%s needs at least one item", key)
	}
	return rule
}

func (r *reader) variables(n *doc.Node) []Variable {
	var variables []Variable
	for _, item := range r.bounded(r.listOf(n, "variables"), n) {
		if !r.isMap(item, "a variable") {
			continue
		}
		r.known(item, "a variable", "name", "expression", "description", "display_name")
		name, expression := item.Get("name"), item.Get("expression")
		if name == nil || expression == nil {
			r.errorf(item.Range, "policy.missing-field", "a variable needs a name and an expression")
			continue
		}
		v := Variable{Name: r.str(name, "name"), NameRange: name.Range, Expression: r.expression(expression)}
		if name.Kind == doc.String && !identifier(v.Name) {
			r.list.Add(diag.Errorf(r.file, name.Range, "policy.variable-name", "%q cannot be the name of a variable", v.Name).
				WithDetail("Use a letter or underscore, then letters, digits and underscores; CEL's reserved words are taken."))
		}
		variables = append(variables, v)
	}
	return variables
}

func (r *reader) items(n *doc.Node, aggregate bool, depth int) []Item {
	var items []Item
	what := "an item of match"
	keys := []string{"condition", "output", "rule", "explanation"}
	if aggregate {
		what, keys = "an item of aggregate", keys[:3]
	}
	for _, node := range r.bounded(r.listOf(n, "the items"), n) {
		if !r.isMap(node, what) {
			continue
		}
		r.known(node, what, keys...)
		items = append(items, r.item(node, what, depth))
	}
	return items
}

func (r *reader) item(n *doc.Node, what string, depth int) Item {
	item := Item{
		Condition: r.optionalExpression(n, "condition"), Range: n.Range,
		Explanation: r.optionalExpression(n, "explanation"),
	}
	key, ok := r.oneOf(n, what, "output", "rule")
	switch {
	case !ok:
	case key == "output":
		item.Output = r.optionalExpression(n, "output")
	default:
		item.Rule = r.rule(n.Get("rule"), depth+1)
		if item.Explanation != nil {
			r.errorf(item.Explanation.Range(), "policy.explanation", "an explanation belongs to an output, not to a nested rule")
		}
	}
	return item
}

func (r *reader) verification(n *doc.Node) []Invariant {
	if n == nil || !r.isMap(n, "verification") {
		return nil
	}
	r.known(n, "verification", "invariants")
	var invariants []Invariant
	for _, item := range r.bounded(r.listOf(n.Get("invariants"), "invariants"), n) {
		if !r.isMap(item, "an invariant") {
			continue
		}
		r.known(item, "an invariant", "id", "description", "assume", "assert")
		inv := Invariant{
			ID: r.optionalString(item, "id"), Description: r.optionalString(item, "description"), Range: item.Range,
			Assume: r.expressions(item.Get("assume"), "assume"), Assert: r.expressions(item.Get("assert"), "assert"),
		}
		if inv.ID == "" || len(inv.Assert) == 0 {
			r.errorf(item.Range, "policy.missing-field", "an invariant needs an id and at least one entry in assert")
		}
		invariants = append(invariants, inv)
	}
	return invariants
}

func (r *reader) expressions(n *doc.Node, what string) []Text {
	var texts []Text
	for _, item := range r.bounded(r.listOf(n, what), n) {
		texts = append(texts, r.expression(item))
	}
	return texts
}

func (r *reader) optionalExpression(n *doc.Node, key string) *Text {
	v := n.Get(key)
	if v == nil {
		return nil
	}
	t := r.expression(v)
	return &t
}

// expression reads a scalar as CEL. Plain true, false and numbers are CEL
// literals of the same text.
func (r *reader) expression(n *doc.Node) Text {
	text := Text{Source: n.Text, node: n}
	switch n.Kind {
	case doc.String, doc.Number:
	case doc.Bool:
		text.Source = "false"
		if n.Bool {
			text.Source = "true"
		}
	default:
		r.errorf(n.Range, "policy.shape", "an expression must be a string with CEL in it, not %s", n.Kind)
		return Text{node: n}
	}
	if utf8.RuneCountInString(text.Source) > r.limits.Expression {
		r.errorf(n.Range, "limit.expression", "the expression is longer than %d characters", r.limits.Expression)
	}
	if strings.TrimSpace(text.Source) == "" {
		r.errorf(n.Range, "policy.empty", "an expression must not be empty")
	}
	return text
}

func (r *reader) optionalString(n *doc.Node, key string) string {
	v := n.Get(key)
	if v == nil {
		return ""
	}
	return strings.TrimSpace(r.str(v, key))
}

func (r *reader) str(n *doc.Node, what string) string {
	if n.Kind != doc.String {
		r.errorf(n.Range, "policy.shape", "%s must be a string, not %s", what, n.Kind)
		return ""
	}
	return n.Text
}

func (r *reader) isMap(n *doc.Node, what string) bool {
	if n == nil {
		r.errorf(diag.Range{}, "policy.shape", "%s is missing", what)
		return false
	}
	if n.Kind != doc.Map {
		r.errorf(n.Range, "policy.shape", "%s must be a map, not %s", what, n.Kind)
		return false
	}
	return true
}

func (r *reader) listOf(n *doc.Node, what string) []*doc.Node {
	if n == nil {
		return nil
	}
	if n.Kind != doc.List {
		r.errorf(n.Range, "policy.shape", "%s must be a list, not %s", what, n.Kind)
		return nil
	}
	return n.Items
}

func (r *reader) bounded(items []*doc.Node, n *doc.Node) []*doc.Node {
	if len(items) <= r.limits.Items {
		return items
	}
	r.errorf(n.Range, "limit.items", "the list has more than %d entries", r.limits.Items)
	return items[:r.limits.Items]
}

func (r *reader) known(n *doc.Node, what string, keys ...string) {
	for _, f := range n.Fields {
		if !slices.Contains(keys, f.Key) {
			r.list.Add(diag.Errorf(r.file, f.KeyRange, "policy.unknown-field", "%s has no field %q", what, f.Key).
				WithDetail("Known fields: %s.", strings.Join(keys, ", ")))
		}
	}
}

// oneOf returns which of two keys the map has; it must be exactly one.
func (r *reader) oneOf(n *doc.Node, what, a, b string) (string, bool) {
	first, second := n.Field(a), n.Field(b)
	switch {
	case first != nil && second != nil:
		r.errorf(second.KeyRange, "policy.both", "%s has both %s and %s; exactly one is allowed", what, a, b)
		return "", false
	case first != nil:
		return a, true
	case second != nil:
		return b, true
	}
	r.errorf(n.Range, "policy.neither", "%s needs %s or %s", what, a, b)
	return "", false
}

// identifier reports whether CEL reads the text as one identifier that may
// follow a dot.
func identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && !slices.Contains([]string{"true", "false", "null", "in"}, s)
}
