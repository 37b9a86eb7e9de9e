package celpolicy

import (
	"encoding/binary"
	"errors"
	"math"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// errDamaged says that a stored expression cannot be read.
var errDamaged = errors.New("the stored expression is damaged")

type decoder struct {
	in    []byte
	left  int // bytes that no count has spoken of
	fac   ast.ExprFactory
	info  *ast.SourceInfo
	types map[int64]*types.Type
	refs  map[int64]*ast.ReferenceInfo
	err   error
}

func decodeAST(stored []byte) (*ast.AST, error) {
	d := &decoder{
		in: stored, left: len(stored), fac: ast.NewExprFactory(), info: ast.NewSourceInfo(nil),
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

// count reads a number of things that take at least a byte each, none of them
// in the things of another count: lists in lists take no more memory than that.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(min(len(d.in), d.left)) {
		d.damaged()
		return 0
	}
	d.left -= int(n)
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
