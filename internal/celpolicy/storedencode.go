package celpolicy

import (
	"encoding/binary"
	"fmt"
	"math"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// The stored form of a checked expression is its tree in prefix order: of each
// node the kind, the id, the place in the source, what the planner needs of
// its type, its reference, and what belongs to the kind. Numbers are varints,
// texts have their length in front.

// kinds of nodes. Their numbers are part of the format.
const (
	nodeIdent = iota + 1
	nodeSelect
	nodeTest
	nodeCall
	nodeMember
	nodeList
	nodeMap
	nodeComprehension
	nodeNull
	nodeFalse
	nodeTrue
	nodeInt
	nodeUint
	nodeDouble
	nodeString
	nodeBytes
)

// what the planner needs of a type.
const (
	typeOther    = iota // nothing
	typeType            // the value is a type
	typeObject          // an object, by name
	typeOptional        // an optional object, by name
)

// kinds of references.
const (
	refNone = iota
	refIdent
	refFunction
)

// maxStoredDepth bounds the nesting of stored expressions.
const maxStoredDepth = 500

type encoder struct {
	ast *ast.AST
	out []byte
	err error
}

func encodeAST(a *ast.AST) ([]byte, error) {
	e := &encoder{ast: a}
	e.node(a.Expr(), 0)
	return e.out, e.err
}

func (e *encoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}

func (e *encoder) number(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.out = append(e.out, s...)
}

func (e *encoder) node(x ast.Expr, depth int) {
	if depth > maxStoredDepth {
		e.fail("it is nested more than %d deep", maxStoredDepth)
		return
	}
	switch x.Kind() {
	case ast.IdentKind:
		e.head(nodeIdent, x.ID())
		e.text(x.AsIdent())
	case ast.SelectKind:
		sel := x.AsSelect()
		kind := nodeSelect
		if sel.IsTestOnly() {
			kind = nodeTest
		}
		e.head(kind, x.ID())
		e.text(sel.FieldName())
		e.node(sel.Operand(), depth+1)
	case ast.CallKind:
		e.call(x, depth)
	case ast.ListKind:
		e.list(x, depth)
	case ast.MapKind:
		e.entries(x, depth)
	case ast.ComprehensionKind:
		c := x.AsComprehension()
		e.head(nodeComprehension, x.ID())
		e.text(c.IterVar())
		e.text(c.IterVar2())
		e.text(c.AccuVar())
		e.nodes([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()}, depth)
	case ast.LiteralKind:
		e.literal(x.ID(), x.AsLiteral())
	default:
		e.fail("it has a node that is not stored")
	}
}

func (e *encoder) nodes(list []ast.Expr, depth int) {
	for _, x := range list {
		e.node(x, depth+1)
	}
}

func (e *encoder) call(x ast.Expr, depth int) {
	c := x.AsCall()
	kind := nodeCall
	if c.IsMemberFunction() {
		kind = nodeMember
	}
	e.head(kind, x.ID())
	e.text(c.FunctionName())
	e.number(uint64(len(c.Args())))
	if c.IsMemberFunction() {
		e.node(c.Target(), depth+1)
	}
	e.nodes(c.Args(), depth)
}

func (e *encoder) list(x ast.Expr, depth int) {
	l := x.AsList()
	e.head(nodeList, x.ID())
	e.number(uint64(len(l.OptionalIndices())))
	for _, i := range l.OptionalIndices() {
		e.number(uint64(i))
	}
	e.number(uint64(l.Size()))
	e.nodes(l.Elements(), depth)
}

func (e *encoder) entries(x ast.Expr, depth int) {
	entries := x.AsMap().Entries()
	e.head(nodeMap, x.ID())
	e.number(uint64(len(entries)))
	for _, entry := range entries {
		m := entry.AsMapEntry()
		e.number(uint64(entry.ID()))
		optional := uint64(0)
		if m.IsOptional() {
			optional = 1
		}
		e.number(optional)
		e.nodes([]ast.Expr{m.Key(), m.Value()}, depth)
	}
}

func (e *encoder) literal(id int64, v ref.Val) {
	switch v := v.(type) {
	case types.Null:
		e.head(nodeNull, id)
	case types.Bool:
		kind := nodeFalse
		if v {
			kind = nodeTrue
		}
		e.head(kind, id)
	case types.Int:
		e.head(nodeInt, id)
		e.out = binary.AppendVarint(e.out, int64(v))
	case types.Uint:
		e.head(nodeUint, id)
		e.number(uint64(v))
	case types.Double:
		e.head(nodeDouble, id)
		e.number(math.Float64bits(float64(v)))
	case types.String:
		e.head(nodeString, id)
		e.text(string(v))
	case types.Bytes:
		e.head(nodeBytes, id)
		e.text(string(v))
	default:
		e.fail("it has a literal of type %s", v.Type().TypeName())
	}
}

func (e *encoder) head(kind int, id int64) {
	e.number(uint64(kind))
	e.number(uint64(id))
	at, ok := e.ast.SourceInfo().GetOffsetRange(id)
	if !ok || at.Start < 0 {
		at.Start = -1
	}
	e.number(uint64(at.Start + 1))
	e.typ(e.ast.GetType(id))
	e.reference(e.ast.ReferenceMap()[id])
}

func (e *encoder) typ(t *types.Type) {
	switch {
	case t.Kind() == types.TypeKind:
		e.number(typeType)
	case t.Kind() == types.StructKind:
		e.number(typeObject)
		e.text(t.TypeName())
	case t.Kind() == types.OpaqueKind && t.TypeName() == "optional_type" && t.Parameters()[0].Kind() == types.StructKind:
		e.number(typeOptional)
		e.text(t.Parameters()[0].TypeName())
	default:
		e.number(typeOther)
	}
}

func (e *encoder) reference(r *ast.ReferenceInfo) {
	switch {
	case r == nil:
		e.number(refNone)
	case len(r.OverloadIDs) > 0:
		e.number(refFunction)
		e.number(uint64(len(r.OverloadIDs)))
		for _, id := range r.OverloadIDs {
			e.text(id)
		}
	case r.Value != nil:
		e.fail("it refers to the constant %q", r.Name)
	default:
		e.number(refIdent)
		e.text(r.Name)
	}
}
