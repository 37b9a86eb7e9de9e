package lint

import (
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// possibility is a constraint that some trace must meet if a contract is to say
// something, and what is said where none does.
type possibility struct {
	must    schema.Constraint
	node    *doc.Node // where the part stands that it is about; nil for the contract
	message string
	help    string
}

// possibilities are those of a part of a contract, the first of which that is none
// is reported. They are the same for the part with parameters and with arguments,
// but for the constraints.
type possibilities func(part) []possibility

// part is a constraint within that of a contract.
type part struct {
	constraint schema.Constraint
	whole      schema.Constraint // the contract's
	demanded   bool              // whole demands it: it is an operand of nothing but And
	node       *doc.Node         // nil where its place is not known
	options    monitor.Options
}

// isWhole reports whether a part is the contract's constraint itself.
func (c part) isWhole() bool { return c.constraint == c.whole }

// operands are the parts that a part joins.
func (c part) operands() []part {
	var of []schema.Constraint
	demanded := false
	switch joined := c.constraint.(type) {
	case *schema.And:
		of, demanded = joined.Operands, c.demanded
	case *schema.Or:
		of = joined.Operands
	case *schema.Not:
		of = []schema.Constraint{joined.Operand}
	}
	var list []part
	for i, operand := range of {
		list = append(list, part{operand, c.whole, demanded, c.operandNode(i), c.options})
	}
	return list
}

// operandNode is where an operand stands.
func (c part) operandNode(i int) *doc.Node {
	form := c.form()
	switch {
	case form == nil || form.Kind != doc.List:
		return form
	case i < len(form.Items):
		return form.Items[i]
	}
	return nil
}

// form is what stands below the one key of a constraint.
func (c part) form() *doc.Node {
	if c.node == nil {
		return nil
	}
	for _, f := range c.node.Fields {
		if f.Value.Kind != doc.Null {
			return f.Value
		}
	}
	return nil
}

// at is where a field of the form stands, or of a set in it; where the part stands
// if there is no such field.
func (c part) at(names ...string) *doc.Node {
	n := c.form()
	for _, name := range names {
		n = n.Get(name)
	}
	if n == nil {
		return c.node
	}
	return n
}

// looking is one rule looking at the parts of one contract.
type looking struct {
	*Pass
	lib      *index.Library
	contract *index.Contract
	examples []catalog.Example
	of       possibilities
	unasked  bool // something could not be asked for want of a solver, which was listed
}

// lookAtParts looks at a contract and then at its parts. Traces that the monitor
// judges show what is possible; a solver is asked only where none does.
func (p *Pass) lookAtParts(lib *index.Library, c *index.Contract, of possibilities) {
	examples := p.examples(c)
	l := &looking{Pass: p, lib: lib, contract: c, examples: slices.Concat(examples.Good, examples.Bad), of: of}
	options := p.read.monitor()
	whole := []part{{c.Constraint, c.Constraint, true, p.Document(lib, c.File).Get("constraint"), options}}
	for _, e := range l.instances() {
		whole = append(whole, part{e, e, true, nil, options})
	}
	if len(whole) == 1 {
		p.Skip(p.elementPlace(lib, &c.Element), "no example gives arguments for its parameters")
		return
	}
	l.found(whole)
}

// instances are the constraints of a contract's examples; of a contract without
// parameters, its own.
func (l *looking) instances() []schema.Constraint {
	var list []schema.Constraint
	if len(l.contract.Parameters) == 0 {
		list = append(list, l.contract.Constraint)
	}
	for i := range l.examples {
		list = append(list, l.examples[i].Constraint)
	}
	return list
}

// found looks at a part, given with parameters first and then as it is in each
// instance, and reports whether something was found. What joins parts of which one
// was found is not looked at again; neither are the parts of a contract that is.
func (l *looking) found(c []part) bool {
	if c[0].isWhole() && l.impossible(c) {
		return true
	}
	operands := make([][]part, len(c))
	for i := range c {
		operands[i] = c[i].operands()
	}
	found := false
	for n := range operands[0] {
		var of []part
		for i := range operands {
			of = append(of, operands[i][n])
		}
		found = l.found(of) || found
	}
	return found || !c[0].isWhole() && l.impossible(c)
}

// impossible reports the first possibility of a part that is none.
func (l *looking) impossible(c []part) bool {
	lists := make([][]possibility, len(c))
	for i := range c {
		lists[i] = l.of(c[i])
	}
	for n := range lists[0] {
		var instances []schema.Constraint
		for _, list := range lists[1:] {
			instances = append(instances, list[n].must)
		}
		if l.refuted(&lists[0][n], instances) {
			return true
		}
	}
	return false
}

// refuted reports a possibility that is none, whatever the arguments are.
func (l *looking) refuted(of *possibility, instances []schema.Constraint) bool {
	at := l.place(of)
	if l.shown(instances) {
		return false
	}
	if l.Prover == nil {
		l.unable(at)
		return false
	}
	result, why := l.noneMeets(of.must, instances)
	switch result {
	case prove.Unknown:
		l.Skip(at, why)
	case prove.Proved:
		l.Report(Finding{Place: at, Message: of.message, Help: of.help})
		return true
	case prove.Refuted:
	}
	return false
}

// unable lists a contract once as not checked for want of a solver, where it is the
// first time that one is needed.
func (l *looking) unable(at Place) {
	if !l.unasked {
		l.Skip(at, l.NoProver)
	}
	l.unasked = true
}

func (l *looking) place(of *possibility) Place {
	if of.node == nil {
		return l.elementPlace(l.lib, &l.contract.Element)
	}
	return Place{File: l.Catalog.Display(l.lib, l.contract.File), Range: of.node.Range}
}

// shown reports whether the monitor judges that a constraint is met by the events of
// an example with its arguments, or in an instance by an event made from what stands
// in it. Instances end with those of the examples.
func (l *looking) shown(instances []schema.Constraint) bool {
	own := instances[len(instances)-len(l.examples):]
	for i := range l.examples {
		e := l.examples[i]
		e.Constraint = own[i]
		if verdict, _, err := l.read.tracer().Example(&e); err == nil && verdict == schema.VerdictHolds {
			return true
		}
	}
	return slices.ContainsFunc(instances, l.guessed)
}

// guesses is how many traces are made before a solver is asked, which takes longer
// than to judge them.
const guesses = 200

// guessed reports whether a trace that is made from what stands in a constraint
// meets it.
func (l *looking) guessed(c schema.Constraint) bool {
	program, err := monitor.Compile([]schema.Constraint{c}, l.read.monitor())
	if err != nil {
		return false
	}
	for _, trace := range policytest.Traces(l.Catalog, l.lib.ID, c, guesses) {
		set := program.Start(monitor.Env{})
		for _, e := range trace {
			set.Step(e)
		}
		if set.Verdict(0, true) == schema.VerdictHolds {
			return true
		}
	}
	return false
}

// noneMeets asks a solver whether no trace meets a constraint: with the arguments
// of the examples, and where none does, with any.
func (l *looking) noneMeets(must schema.Constraint, instances []schema.Constraint) (prove.Result, string) {
	for _, c := range instances {
		a, err := l.Prover.Answer(l.Context, prove.Question{Kind: prove.Satisfiable, Constraints: []schema.Constraint{c}})
		switch {
		case err != nil:
			return prove.Unknown, err.Error()
		case a.Result == prove.Unknown:
			return prove.Unknown, a.Reason
		case a.Result == prove.Proved:
			return prove.Refuted, ""
		}
	}
	if len(l.contract.Parameters) == 0 {
		return prove.Proved, ""
	}
	q := prove.Question{Kind: prove.Implies, Constraints: []schema.Constraint{must, not(&schema.Unrestricted{})}, Symbolic: map[string]lower.Symbolic{}}
	for _, p := range l.contract.Parameters {
		q.Symbolic[p.Name] = prove.AnyValue(p)
	}
	a, err := l.Prover.Answer(l.Context, q)
	if err != nil {
		return prove.Unknown, err.Error()
	}
	return a.Result, a.Reason
}
