package shell

import "mvdan.cc/sh/v3/syntax"

// statements reads statements that follow each other.
func (r *reader) statements(list []*syntax.Stmt) {
	for i, s := range list {
		if i > 0 && !list[i-1].Background {
			r.operator(";")
		}
		r.statement(s)
	}
}

func (r *reader) operator(text string) { r.out.Operators = append(r.out.Operators, text) }

func (r *reader) statement(s *syntax.Stmt) {
	if s == nil {
		return
	}
	if s.Negated {
		r.operator("!")
	}
	if s.Cmd != nil {
		r.command(s.Cmd)
	}
	for _, redirect := range s.Redirs {
		r.redirect(redirect)
		if splitsCommand(s, redirect) {
			r.unknown(r.written(s), notText)
		}
	}
	switch {
	case s.Coprocess, s.Disown:
		r.unknown(r.source, unparsed)
	case s.Background:
		r.operator("&")
	}
}

// splitsCommand reports whether words follow &>, which is a redirection to Bash.
// Other shells run what stands before it in the background, and the words as a
// command.
func splitsCommand(s *syntax.Stmt, x *syntax.Redirect) bool {
	return (x.Op == syntax.RdrAll || x.Op == syntax.AppAll) && s.Cmd != nil && s.Cmd.End().After(x.Pos())
}

// command reads a simple or compound command.
func (r *reader) command(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		r.call(c)
	case *syntax.BinaryCmd:
		r.statement(c.X)
		r.operator(c.Op.String())
		r.statement(c.Y)
	case *syntax.Block:
		r.operator("{")
		r.statements(c.Stmts)
	case *syntax.Subshell:
		r.operator("(")
		r.statements(c.Stmts)
	case *syntax.IfClause:
		r.operator("if")
		r.branches(c)
	case *syntax.WhileClause:
		r.operator("while")
		r.statements(c.Cond)
		r.statements(c.Do)
	case *syntax.ForClause:
		r.operator("for")
		r.loop(c)
	case *syntax.CaseClause:
		r.operator("case")
		r.cases(c)
	case *syntax.FuncDecl:
		r.operator("function")
		r.function(c)
	case *syntax.TimeClause:
		r.operator("time")
		r.statement(c.Stmt)
	case *syntax.CoprocClause:
		r.operator("coproc")
		r.coprocess(c)
	case *syntax.DeclClause:
		r.declaration(c)
	case *syntax.TestClause:
		r.operator("[[")
		r.test(c.X)
	case *syntax.ArithmCmd:
		r.operator("((")
		r.arithmetic(c.X)
	case *syntax.LetClause:
		r.unknown(r.written(c), computed)
	default:
		r.unknown(r.source, unparsed)
	}
}

func (r *reader) branches(c *syntax.IfClause) {
	for ; c != nil; c = c.Else {
		r.statements(c.Cond)
		r.statements(c.Then)
	}
}

func (r *reader) loop(c *syntax.ForClause) {
	switch loop := c.Loop.(type) {
	case *syntax.WordIter:
		r.assign(loop.Name.Value, nil, false)
		r.expansions(loop.Items)
	case *syntax.CStyleLoop:
		for _, x := range []syntax.ArithmExpr{loop.Init, loop.Cond, loop.Post} {
			r.arithmetic(x)
		}
	default:
		r.unknown(r.source, unparsed)
	}
	r.statements(c.Do)
}

func (r *reader) cases(c *syntax.CaseClause) {
	r.expansion(c.Word)
	for _, item := range c.Items {
		r.expansions(item.Patterns)
		r.statements(item.Stmts)
	}
}

// function reads the body of a function as if it were run, and gives its name
// another meaning.
func (r *reader) function(c *syntax.FuncDecl) {
	if c.Name == nil {
		r.unknown(r.source, unparsed)
		return
	}
	r.declared = append(r.declared, c.Name.Value)
	r.statement(c.Body)
}

func (r *reader) coprocess(c *syntax.CoprocClause) {
	name := "COPROC"
	if c.Name != nil {
		w := literal(c.Name)
		if !w.known {
			r.unknown(r.written(c), computed)
		}
		name = w.text
	}
	r.out.Variables = append(r.out.Variables, Variable{Name: name})
	r.statement(c.Stmt)
}

// written is a part of the text as it was written.
func (r *reader) written(n syntax.Node) string {
	from, to := n.Pos().Offset(), n.End().Offset()
	if from > to || to > uint(len(r.source)) {
		return r.source
	}
	return r.source[from:to]
}
