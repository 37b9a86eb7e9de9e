package catalog

import (
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/parser"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// The surface of the constraint algebra is CEL. An expression is parsed by cel-go and translated to the typed form by the types of the
// effects' fields and of the contract's parameters; what the algebra has no form for is refused at its place in the file.

const (
	maxSurfaceDepth = 48       // nesting of an expression
	maxSurfaceChars = 16 << 10 // length of an expression, in code points
	maxSurfaceNodes = 4096
)

// slotType is a field of an event or a parameter of a contract.
type slotType = Slot

// scope is what an expression may name.
type scope struct {
	event    []slotType        // fields that every effect of the set has with one type
	effects  string            // the set's effects, for messages
	partial  map[string]string // fields that only some effects have or that differ, and why they cannot be named
	of       []*index.Effect   // the effects themselves
	params   []slotType
	anyParam bool      // every parameter is there, with any type
	named    *[]string // collects the parameters that were named; may be nil
	noEvent  string    // why event may not be named; empty where it may
	noParam  string    // the same for params
	enum     func(name, text string) bool
	roots    []Root // names of their own, outside bundles
}

// surface translates one expression.
type surface struct {
	scope
	file  string
	node  *doc.Node
	text  []rune
	info  *ast.SourceInfo
	diags diag.List
	depth int
}

// predicate translates a CEL expression to a predicate of the algebra. The list holds every problem that was found; where there is one, the
// predicate is nil.
func (sc scope) predicate(file string, node *doc.Node) (schema.Predicate, diag.List) {
	s, root := sc.parse(file, node)
	if root == nil {
		return nil, s.diags
	}
	p := s.predicate(root)
	if len(s.diags) > 0 {
		return nil, s.diags
	}
	return p, nil
}

// term translates a CEL expression to a term and its type.
func (sc scope) term(file string, node *doc.Node) (schema.Term, value.Type, diag.List) {
	s, root := sc.parse(file, node)
	if root == nil {
		return nil, value.Type{}, s.diags
	}
	t := s.term(root)
	if len(s.diags) > 0 {
		return nil, value.Type{}, s.diags
	}
	return t.term, t.typ, nil
}

// termAs translates a CEL expression to a term of the type that is wanted; a literal takes that type where it can.
func (sc scope) termAs(file string, node *doc.Node, want value.Type) (schema.Term, diag.List) {
	s, root := sc.parse(file, node)
	if root == nil {
		return nil, s.diags
	}
	t := s.term(root)
	if !t.bad {
		t = s.adapt(t, want)
	}
	if !t.bad && !sameType(t.typ, want) {
		s.refuseAt(root, "cel.type", "write a value of type "+want.String(), "a value of type %s stands where one of type %s is expected", t.typ, want)
	}
	if len(s.diags) > 0 {
		return nil, s.diags
	}
	return t.term, nil
}

func (sc scope) parse(file string, node *doc.Node) (*surface, ast.Expr) {
	s := &surface{scope: sc, file: file, node: node}
	if node == nil || node.Kind != doc.String {
		s.refuse(0, 0, "cel.kind", "write a CEL expression as a text", "expected a CEL expression")
		return s, nil
	}
	s.text = []rune(node.Text)
	parsed, errs := parseCEL(node.Text)
	if len(errs) > 0 {
		s.syntax(errs[0])
		return s, nil
	}
	s.info = parsed.SourceInfo()
	return s, parsed.Expr()
}

// parseCEL parses without macros: the algebra has none, and a macro is then refused by the name that its author wrote.
func parseCEL(text string) (*ast.AST, []*common.Error) {
	p, err := parser.NewParser(parser.MaxRecursionDepth(maxSurfaceDepth), parser.ExpressionSizeCodePointLimit(maxSurfaceChars),
		parser.MaxExpressionNodeCount(maxSurfaceNodes), parser.ErrorReportingLimit(1), parser.EnableVariadicOperatorASTs(true))
	if err != nil {
		return nil, []*common.Error{{Message: "the parser's options are invalid", Location: common.NoLocation}}
	}
	parsed, errs := p.Parse(common.NewStringSource(text, ""))
	return parsed, errs.GetErrors()
}

// refuse reports a problem at the code points from start to end of the expression.
func (s *surface) refuse(start, end int, code, detail, format string, args ...any) {
	r := diag.Range{Start: s.node.At(start), End: s.node.At(max(start, end))}
	s.diags.Add(diag.Errorf(s.file, r, code, format, args...).WithDetail("%s", detail))
}

// refuseAt reports a problem at an expression.
func (s *surface) refuseAt(e ast.Expr, code, detail, format string, args ...any) {
	start, end := s.extent(e)
	s.refuse(start, end, code, detail, format, args...)
}
