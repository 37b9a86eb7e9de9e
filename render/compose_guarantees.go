package render

import (
	"errors"
	"strconv"

	"github.com/contractc/contractc/schema"
)

// guarantees writes every guarantee in force, or that nothing is restricted.
func (c *composer) guarantees() {
	c.heading(guaranteesHeading)
	if len(c.in.Guarantees) == 0 {
		c.statement(1, guaranteesNone)
	}
	for i := range c.in.Guarantees {
		c.guarantee(&c.in.Guarantees[i])
	}
}

func (c *composer) guarantee(g *Guarantee) {
	c.reviewedText(g)
	c.expression(g)
	c.derived(g)
	c.verdict(g)
	if g.Trusted {
		for _, text := range g.Scope {
			c.paragraphs(2, labelScope, text)
		}
	}
	for i := range g.Proofs {
		p := &g.Proofs[i]
		c.item(2, proofRecorded, asName(p.Prover), asName(p.ProverVersion), asName(p.TargetDigest), asName(p.ProofDigest))
	}
}

// reviewedText writes the reviewed text with the bound values.
func (c *composer) reviewedText(g *Guarantee) {
	if !g.described() {
		c.found.codeOnly = true
		c.statement(1, noDescription)
		return
	}
	start, blocks := c.here(), len(c.blocks)
	c.begin(statementBlock, 1)
	if err := c.fillArguments(g); err != nil {
		c.back(start)
		c.blocks = c.blocks[:blocks]
		c.broken(err)
		return
	}
	c.end()
}

func (c *composer) fillArguments(g *Guarantee) error {
	t, err := c.r.template(g.Text)
	if err != nil {
		return err
	}
	var few [8]Slot
	values := few[:0]
	for i := range g.Invocation.Arguments {
		a := &g.Invocation.Arguments[i]
		values = append(values, Slot{Name: a.Name, Value: a.Value})
	}
	if err := t.check(values); err != nil {
		return err
	}
	return t.write(&c.line, values)
}

// expression writes the expression as written and what it is bound to.
func (c *composer) expression(g *Guarantee) {
	c.field(2, labelExpression)
	if g.Invocation == nil {
		c.quote(g.Expression)
		c.end()
		return
	}
	c.code(g.Expression)
	c.end()
	c.field(2, labelContract)
	c.name(g.Invocation.Symbol)
	c.words(" ")
	c.name(g.Invocation.Version)
	c.words(" ")
	c.name(g.Invocation.Digest)
	c.end()
	for i := range g.Invocation.Arguments {
		c.parameter(&g.Invocation.Arguments[i])
	}
}

func (c *composer) parameter(a *schema.Argument) {
	c.field(3, labelParameter, asName(a.Name))
	start := c.here()
	if err := c.value(a.Value); err != nil {
		c.found.tooDeep = true
		c.back(start)
		c.message(valueTooDeep)
	}
	c.words(" ")
	switch {
	case a.Defaulted:
		c.message(parameterDefault)
	case a.Source != nil:
		c.message(parameterWritten, asCode(*a.Source))
	}
	if a.Source == nil && !a.Defaulted {
		c.text = c.text[:len(c.text)-1]
	}
	c.end()
}

// derived writes the sentence derived from the constraint, or that it has none.
func (c *composer) derived(g *Guarantee) {
	c.field(2, labelDerived)
	if g.Invocation == nil || g.Constraint == nil {
		c.message(derivedUnbound)
		c.end()
		return
	}
	err := writeSentence(&c.line, g.Constraint, SentenceOptions{Library: g.Invocation.Library})
	var refused *RefusalError
	if errors.As(err, &refused) {
		c.message(derivedMissing, asName(refused.Kind))
	}
	c.end()
}

func (c *composer) verdict(g *Guarantee) {
	c.field(2, labelVerdict)
	c.message(verdictMessage(g.Verdict))
	if len(g.Because) > 0 {
		c.words(", ")
		c.message(verdictEvents, asWords(numbers(g.Because)))
	}
	c.end()
	if g.Reason != "" {
		c.fact(3, labelReason, asSaid(g.Reason))
	}
}

func verdictMessage(v schema.Verdict) messageID {
	switch v {
	case schema.VerdictHolds:
		return verdictHolds
	case schema.VerdictViolated:
		return verdictViolated
	case schema.VerdictPending:
		return verdictPending
	}
	return verdictUnknown
}

// numbers lists indexes, at most a hundred of them, and the number of the rest.
func numbers(indexes []int64) string {
	const most = 100
	var b []byte
	for i, n := range indexes {
		if i == most {
			return string(b) + " +" + strconv.Itoa(len(indexes)-most)
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(b)
}
