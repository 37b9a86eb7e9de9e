package celpolicy

import (
	"encoding/binary"
	"errors"
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

// errDamaged says that a stored expression cannot be read.
var errDamaged = errors.New("the stored expression is damaged")

type decoder struct {
	in    []byte
	fac   ast.ExprFactory
	info  *ast.SourceInfo
	types map[int64]*types.Type
	refs  map[int64]*ast.ReferenceInfo
	err   error
}

func decodeAST(stored []byte) (*ast.AST, error) {
	d := &decoder{
		in: stored, fac: ast.NewExprFactory(), info: ast.NewSourceInfo(nil),
		types: map[int64]*types.Type{}, refs: map[int64]*ast.ReferenceInfo{},
	}
	x := d.node(0)
	if d.err == nil && len(d.in) > 0 {
		d.damaged()
	}
	if d.err != nil {
		return nil, d.err
	}
	return ast.NewCheckedAST(ast.NewAST(x, d.info), d.types, d.refs), nil
}

func (d *decoder) damaged() {
	d.err = errDamaged
	d.in = nil
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.in)
	if n <= 0 {
		d.damaged()
		return 0
	}
	d.in = d.in[n:]
	return v
}

// count reads a number of things that take at least a byte each.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.in)) {
		d.damaged()
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.count()
	s := string(d.in[:n])
	d.in = d.in[n:]
	return s
}

func (d *decoder) node(depth int) ast.Expr {
	kind := d.number()
	id := int64(d.number())
	if depth > maxStoredDepth || d.err != nil {
		d.damaged()
		return d.fac.NewUnspecifiedExpr(id)
	}
	d.head(id)
	switch kind {
	case nodeIdent:
		return d.fac.NewIdent(id, d.text())
	case nodeSelect:
		name := d.text()
		return d.fac.NewSelect(id, d.node(depth+1), name)
	case nodeTest:
		name := d.text()
		return d.fac.NewPresenceTest(id, d.node(depth+1), name)
	case nodeCall:
		name := d.text()
		return d.fac.NewCall(id, name, d.nodes(d.count(), depth)...)
	case nodeMember:
		name, n := d.text(), d.count()
		target := d.node(depth + 1)
		return d.fac.NewMemberCall(id, name, target, d.nodes(n, depth)...)
	case nodeList:
		return d.list(id, depth)
	case nodeMap:
		return d.entries(id, depth)
	case nodeComprehension:
		iter, iter2, accu := d.text(), d.text(), d.text()
		p := d.nodes(5, depth)
		return d.fac.NewComprehensionTwoVar(id, p[0], iter, iter2, accu, p[1], p[2], p[3], p[4])
	}
	return d.literal(kind, id)
}

func (d *decoder) nodes(n, depth int) []ast.Expr {
	list := make([]ast.Expr, n)
	for i := range list {
		list[i] = d.node(depth + 1)
	}
	return list
}

func (d *decoder) list(id int64, depth int) ast.Expr {
	optional := make([]int32, d.count())
	for i := range optional {
		optional[i] = int32(d.number())
	}
	return d.fac.NewList(id, d.nodes(d.count(), depth), optional)
}

func (d *decoder) entries(id int64, depth int) ast.Expr {
	entries := make([]ast.EntryExpr, d.count())
	for i := range entries {
		entry, optional := int64(d.number()), d.number() == 1
		p := d.nodes(2, depth)
		entries[i] = d.fac.NewMapEntry(entry, p[0], p[1], optional)
	}
	return d.fac.NewMap(id, entries)
}

func (d *decoder) literal(kind uint64, id int64) ast.Expr {
	var v ref.Val
	switch kind {
	case nodeNull:
		v = types.NullValue
	case nodeFalse:
		v = types.False
	case nodeTrue:
		v = types.True
	case nodeInt:
		i, n := binary.Varint(d.in)
		if n <= 0 {
			d.damaged()
			n = 0
		}
		d.in = d.in[n:]
		v = types.Int(i)
	case nodeUint:
		v = types.Uint(d.number())
	case nodeDouble:
		v = types.Double(math.Float64frombits(d.number()))
	case nodeString:
		v = types.String(d.text())
	case nodeBytes:
		v = types.Bytes(d.text())
	default:
		d.damaged()
		v = types.NullValue
	}
	return d.fac.NewLiteral(id, v)
}

func (d *decoder) head(id int64) {
	if start := int32(d.number()) - 1; start >= 0 {
		d.info.SetOffsetRange(id, ast.OffsetRange{Start: start, Stop: start})
	}
	switch d.number() {
	case typeOther:
	case typeType:
		d.types[id] = types.TypeType
	case typeObject:
		d.types[id] = types.NewObjectType(d.text())
	case typeOptional:
		d.types[id] = types.NewOptionalType(types.NewObjectType(d.text()))
	default:
		d.damaged()
	}
	switch d.number() {
	case refNone:
	case refIdent:
		d.refs[id] = ast.NewIdentReference(d.text(), nil)
	case refFunction:
		overloads := make([]string, d.count())
		for i := range overloads {
			overloads[i] = d.text()
		}
		d.refs[id] = ast.NewFunctionReference(overloads...)
	default:
		d.damaged()
	}
}
