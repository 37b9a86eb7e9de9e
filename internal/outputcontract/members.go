package outputcontract

import (
	"maps"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
)

// checkMembers refuses an expression that reads a member which the schema does
// not allow. Where the schema leaves members open, or says them by alternatives,
// nothing is known and nothing refused.
func (k *compiler) checkMembers(n *doc.Node) {
	if n == nil || k.contract.Schema == nil {
		return
	}
	env, err := cel.NewCustomEnv(cel.StdLib())
	if err != nil {
		return
	}
	parsed, issues := env.ParseSource(common.NewStringSource(n.Text, ""))
	if issues.Err() != nil { // reported where it is compiled
		return
	}
	m := &members{compiler: k, node: n, info: parsed.NativeRep().SourceInfo(), names: map[string]any{variable: k.contract.Schema}}
	m.schemaOf(parsed.NativeRep().Expr())
}

// members goes through one expression with the schemas of its names.
type members struct {
	*compiler
	node  *doc.Node
	info  *ast.SourceInfo
	names map[string]any
}

// schemaOf checks an expression and returns the schema of its value, nil where
// that is not known.
func (m *members) schemaOf(e ast.Expr) any {
	switch e.Kind() {
	case ast.IdentKind:
		return m.resolve(m.names[e.AsIdent()])
	case ast.SelectKind:
		return m.selected(e)
	case ast.CallKind:
		return m.call(e.AsCall())
	case ast.ListKind:
		m.all(e.AsList().Elements())
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			m.all([]ast.Expr{entry.AsMapEntry().Key(), entry.AsMapEntry().Value()})
		}
	case ast.ComprehensionKind:
		m.loop(e.AsComprehension())
	}
	return nil
}

func (m *members) all(list []ast.Expr) {
	for _, e := range list {
		m.schemaOf(e)
	}
}

// call is a function; an index of a list leads to its items.
func (m *members) call(c ast.CallExpr) any {
	if c.IsMemberFunction() {
		m.schemaOf(c.Target())
	}
	if c.FunctionName() != "_[_]" || len(c.Args()) != 2 {
		m.all(c.Args())
		return nil
	}
	list := m.schemaOf(c.Args()[0])
	m.schemaOf(c.Args()[1])
	return m.items(list)
}

// loop goes through the items of a list, or the members of an object.
func (m *members) loop(c ast.ComprehensionExpr) {
	over := m.schemaOf(c.IterRange())
	m.schemaOf(c.AccuInit())
	outer := maps.Clone(m.names)
	m.names[c.IterVar()] = m.items(over)
	m.names[c.AccuVar()] = nil
	if c.HasIterVar2() {
		m.names[c.IterVar()], m.names[c.IterVar2()] = nil, m.items(over)
	}
	m.all([]ast.Expr{c.LoopCondition(), c.LoopStep(), c.Result()})
	m.names = outer
}

// selected is a member of an object.
func (m *members) selected(e ast.Expr) any {
	s := e.AsSelect()
	object, ok := m.schemaOf(s.Operand()).(map[string]any)
	if !ok {
		return nil
	}
	properties, _ := object["properties"].(map[string]any)
	inner, known := properties[s.FieldName()]
	if closed, said := object["additionalProperties"].(bool); !known && said && !closed && object["patternProperties"] == nil && combined(object) == "" {
		m.refuseMember(e, s.FieldName(), slices.Sorted(maps.Keys(properties)))
	}
	return m.resolve(inner)
}

func (m *members) refuseMember(e ast.Expr, name string, known []string) {
	at := *m.node
	if r, ok := m.info.GetOffsetRange(e.ID()); ok && r.Start >= 0 {
		at.Range = diag.Range{Start: m.node.At(int(r.Start)), End: m.node.At(int(r.Start) + 1)}
	}
	detail := "members are " + enumerate(known, "and")
	if near, ok := spelling.Nearest(name, known); ok {
		detail = "did you mean " + near + "?"
	}
	m.refuse(&at, "output.member", detail, "the schema has no member %q here", name)
}

// items is the schema of the items of a list.
func (m *members) items(list any) any {
	object, _ := list.(map[string]any)
	return m.resolve(object["items"])
}

// maxReferences bounds how many references are followed from one to the next.
const maxReferences = 100

// resolve follows references and leaves out that a value may be null.
func (m *members) resolve(schema any) any {
	for range maxReferences {
		object, ok := schema.(map[string]any)
		if !ok {
			return nil
		}
		ref, _ := object["$ref"].(string)
		only := withoutNull(object)
		switch {
		case strings.HasPrefix(ref, "#/"):
			schema = m.referred(ref[2:])
		case only != nil:
			schema = only
		case combined(object) != "":
			return nil
		default:
			return object
		}
	}
	return nil
}

// referred is the schema at a place in the document.
func (m *members) referred(pointer string) any {
	at := m.contract.Schema
	for step := range strings.SplitSeq(pointer, "/") {
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return at
}

// Referred is the part of a schema that a reference such as #/$defs/Item names,
// nil where there is none.
func Referred(root *doc.Node, ref string) *doc.Node {
	for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		if root == nil {
			return nil
		}
		root = inside(root, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
	}
	return root
}

// withoutNull is the one alternative beside null, nil where there is none or
// several.
func withoutNull(object map[string]any) any {
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := object[key].([]any)
		if len(list) != 2 {
			continue
		}
		for i := range list {
			if other, ok := list[i].(map[string]any); ok && other["type"] == "null" {
				return list[1-i]
			}
		}
	}
	return nil
}

// combined is a keyword that puts the schema together of others.
func combined(object map[string]any) string {
	for _, key := range []string{"anyOf", "oneOf", "allOf", "if", "$ref", "$dynamicRef", "dependentSchemas", "not"} {
		if object[key] != nil {
			return key
		}
	}
	return ""
}
