package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/contractc/contractc/schema"
)

// Report writes a decision for a terminal: what became of every action and why,
// the verdicts, the coverage and the decision, and then each card whole. It is
// for reading; what is approved is a card.
func (r *Renderer) Report(t *Turn) string {
	var b strings.Builder
	b.Write(r.report(t).text)
	for _, card := range t.Cards {
		b.WriteString("\n" + card.Terminal())
	}
	return b.String()
}

// ReportMarkdown is [Renderer.Report] in Markdown.
func (r *Renderer) ReportMarkdown(t *Turn) string {
	var b strings.Builder
	b.WriteString(r.report(t).Markdown())
	for _, card := range t.Cards {
		b.WriteString("\n" + card.Markdown())
	}
	return b.String()
}

// ReportHTML is [Renderer.Report] as one document in HTML, each card an article.
func (r *Renderer) ReportHTML(t *Turn) string {
	c := &composer{Document: &Document{}, r: r}
	var b strings.Builder
	htmlHead(&b, r.locale.id, c.wordsOf(reportTurn))
	r.report(t).htmlBody(&b)
	for _, card := range t.Cards {
		b.WriteString("<article>\n")
		card.htmlBody(&b)
		b.WriteString("</article>\n")
	}
	htmlFoot(&b)
	return b.String()
}

// report composes what stands above the cards.
func (r *Renderer) report(t *Turn) *Document {
	c := &composer{Document: &Document{language: r.locale.id}, r: r, outer: 1}
	d := &t.Decision
	switch {
	case d.Error != nil:
		c.statement(0, reportFailure, asSaid(*d.Error))
	case d.Unusable != nil:
		c.statement(0, reportUnusable, asSaid(*d.Unusable))
	case len(d.Actions) == 0:
		c.statement(0, reportEmpty)
	}
	answered := false
	for i := range d.Actions {
		a := &d.Actions[i]
		c.reportAction(a, answered)
		answered = answered || a.Accepted && a.Type != nil && *a.Type == "answer"
	}
	c.outer = 0
	c.reportGuarantees(d.Guarantees)
	c.reportCoverage(d.Coverage)
	if d.Decision != nil {
		c.heading(reportTurn)
		c.statement(1, outcomeMessage(*d.Decision))
	}
	c.reportState(d.State)
	return c.Document
}

// reportAction writes one action with every rule that spoke of it; answered says
// that an answer was accepted before it.
func (c *composer) reportAction(a *schema.ActionResult, answered bool) {
	number := asWords(strconv.FormatInt(a.Index+1, 10))
	if a.Type == nil {
		c.field(0, reportUntyped, number)
	} else {
		c.field(0, reportAction, number, asName(*a.Type), asQuote(nameOf(a)))
	}
	c.message(fate(a, answered))
	c.end()
	for _, list := range [2][]schema.Violation{a.Violations, a.Observations} {
		for i := range list {
			c.reportViolation(&list[i])
		}
	}
	for i := range a.Reasons {
		r := &a.Reasons[i]
		switch {
		case r.Rule == nil:
			c.item(1, reasonMessage(r.Outcome), asSaid(r.Text))
		case r.Outcome == schema.OutcomeAsk:
			c.item(1, ruleAsk, asName(*r.Rule), asSaid(r.Text))
		case r.Outcome == schema.OutcomeAllow:
			c.item(1, ruleAllow, asName(*r.Rule), asSaid(r.Text))
		}
	}
}

func (c *composer) reportViolation(v *schema.Violation) {
	c.item(1, ruleMessage(v.Severity), asName(v.Rule+"@"+v.Version), asSaid(v.Message))
	if p := v.Position; p != nil {
		c.statement(2, reportAt, asName(fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)))
	}
}

// nameOf is what an action is about: its tool, document and key, or text.
func nameOf(a *schema.ActionResult) string {
	for _, name := range []string{"tool", "key", "document", "text"} {
		if s := textOf(a, name); s != "" {
			return s
		}
	}
	return ""
}

// fate is what became of an action.
func fate(a *schema.ActionResult, answered bool) messageID {
	switch {
	case a.Ignored != nil && answered:
		return reportIgnored
	case a.Ignored != nil:
		return reportUnasked
	case a.Malformed != nil:
		return reportMalformed
	case a.Decision != nil:
		return outcomeMessage(*a.Decision)
	case a.Accepted:
		return reportAccepted
	}
	return reportRejected
}

func outcomeMessage(o schema.Outcome) messageID {
	switch o {
	case schema.OutcomeAllow:
		return reportAllow
	case schema.OutcomeAsk:
		return reportAsk
	}
	return reportDeny
}

func (c *composer) reportGuarantees(list []schema.GuaranteeVerdict) {
	if len(list) == 0 {
		return
	}
	c.heading(reportGuarantees)
	for i := range list {
		g := &list[i]
		verdict := c.wordsOf(verdictMessage(g.Verdict))
		c.item(1, reportGuarantee, asCode(g.Expression), asWords(verdict))
	}
}

func (c *composer) reportCoverage(list []schema.CoverageEntry) {
	if len(list) == 0 {
		return
	}
	c.heading(coverageHeading)
	for i := range list {
		c.item(1, coverageMessage(list[i].Status), asName(list[i].Domain))
		if list[i].Detail != nil {
			c.fact(2, labelDetail, asName(*list[i].Detail))
		}
	}
}
