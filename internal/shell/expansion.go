package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// expansions reads what words do while they are expanded.
func (r *reader) expansions(list []*syntax.Word) {
	for _, w := range list {
		r.expansion(w)
	}
}

func (r *reader) expansion(w *syntax.Word) {
	if w != nil {
		r.parts(w.Parts)
	}
}

// quotedExpansion reads a word whose text stands as if in double quotes, such as
// that of a here-document.
func (r *reader) quotedExpansion(w *syntax.Word) {
	outer := r.quoted
	r.quoted = true
	r.expansion(w)
	r.quoted = outer
}

func (r *reader) parts(list []syntax.WordPart) {
	for _, p := range list {
		switch p := p.(type) {
		case *syntax.Lit:
		case *syntax.SglQuoted:
			r.apostrophes(p)
		case *syntax.DblQuoted:
			r.quotedExpansion(&syntax.Word{Parts: p.Parts})
		case *syntax.ExtGlob: // in some shells it can run commands
			r.unknown(r.written(p), notText)
		case *syntax.ParamExp:
			r.parameter(p)
		case *syntax.ArithmExp:
			r.arithmetic(p.X)
		case *syntax.CmdSubst:
			r.substitution("command", p.Stmts)
		case *syntax.ProcSubst:
			r.substitution("process", p.Stmts)
		default:
			r.unknown(r.source, unparsed)
		}
	}
}

// apostrophes reads a text between apostrophes. Within double quotes they quote
// nothing for Bash, though the parser takes them for quotes.
func (r *reader) apostrophes(p *syntax.SglQuoted) {
	if r.quoted && (p.Dollar || !isPlain(p.Value, inApostrophes)) {
		r.unknown(r.written(p), computed)
	}
}

// substitution reads the commands of a substitution, to which quotes around it
// do not matter.
func (r *reader) substitution(kind string, list []*syntax.Stmt) {
	r.out.Substitutions = append(r.out.Substitutions, Substitution{kind})
	outer := r.quoted
	r.quoted = false
	r.statements(list)
	r.quoted = outer
}

// parameter reads the expansion of a parameter. Most forms only make a text;
// those that look a name up in a value, or take a value for shell text or for
// arithmetic, can run anything.
func (r *reader) parameter(x *syntax.ParamExp) {
	if x.Param == nil || x.NestedParam != nil || x.Flags != nil || len(x.Modifiers) > 0 || x.Excl || x.Width || x.IsSet || x.Names != 0 || x.Split != 0 || x.GlobSubst != 0 || x.RcExpand != 0 {
		r.unknown(r.written(x), computed)
		return
	}
	r.subscript(x.Index)
	if x.Slice != nil {
		r.arithmetic(x.Slice.Offset)
		r.arithmetic(x.Slice.Length)
	}
	if x.Repl != nil {
		r.expansion(x.Repl.Orig)
		r.expansion(x.Repl.With)
	}
	if x.Exp != nil {
		r.expand(x)
	}
}

func (r *reader) expand(x *syntax.ParamExp) {
	switch x.Exp.Op {
	case syntax.OtherParamOps:
		r.unknown(r.written(x), computed)
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		r.assign(x.Param.Value, nil, false)
	}
	r.expansion(x.Exp.Word)
}

// subscript reads the index of an array: a number, @ or *.
func (r *reader) subscript(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok {
		if text := w.Lit(); text == "@" || text == "*" {
			return
		}
	}
	r.arithmetic(x)
}

// arithmetic reads an arithmetic expression. One of numbers does nothing; a name
// stands for a value that is itself evaluated, and that can run commands.
func (r *reader) arithmetic(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case nil:
	case *syntax.Word:
		r.parts(x.Parts)
		if _, err := strconv.ParseUint(x.Lit(), 10, 63); err != nil {
			r.unknown(r.written(x), computed)
		}
	case *syntax.BinaryArithm:
		r.arithmetic(x.X)
		r.arithmetic(x.Y)
	case *syntax.UnaryArithm:
		r.arithmetic(x.X)
	case *syntax.ParenArithm:
		r.arithmetic(x.X)
	default:
		r.unknown(r.source, unparsed)
	}
}

// test reads what stands between [[ and ]].
func (r *reader) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		r.expansion(x)
	case *syntax.ParenTest:
		r.test(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
			r.unknown(r.written(x), computed)
		}
		r.test(x.X)
	case *syntax.BinaryTest:
		r.test(x.X)
		r.test(x.Y)
		if evaluates(x.Op) && !(isNumber(x.X) && isNumber(x.Y)) {
			r.unknown(r.written(x), computed)
		}
	default:
		r.unknown(r.source, unparsed)
	}
}

// evaluates reports whether the operator takes its operands for arithmetic.
func evaluates(op syntax.BinTestOperator) bool {
	switch op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		return true
	}
	return false
}

func isNumber(x syntax.TestExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	l := literal(w)
	_, err := strconv.ParseUint(l.text, 10, 63)
	return l.known && err == nil
}
