package belief

import (
	"strings"

	"github.com/contractc/contractc/schema"
)

// common are the slots that every justification has.
type common struct {
	source     string
	turn       int64
	withdrawn  *schema.Withdrawal
	confidence *float64
}

// commonOf returns the slots that every justification has.
func commonOf(j schema.Justification) common {
	switch j := j.(type) {
	case *schema.Assertion:
		return common{j.Source, j.Turn, j.Withdrawn, j.Confidence}
	case *schema.Citation:
		return common{j.Source, j.Turn, j.Withdrawn, j.Confidence}
	case *schema.ToolResult:
		return common{j.Source, j.Turn, j.Withdrawn, j.Confidence}
	case *schema.Derivation:
		return common{j.Source, j.Turn, j.Withdrawn, j.Confidence}
	}
	return common{}
}

// withdraw returns the justification with the reason why it no longer counts.
func withdraw(j schema.Justification, why schema.Withdrawal) schema.Justification {
	switch j := j.(type) {
	case *schema.Assertion:
		copied := *j
		copied.Withdrawn = &why
		return &copied
	case *schema.Citation:
		copied := *j
		copied.Withdrawn = &why
		return &copied
	case *schema.ToolResult:
		copied := *j
		copied.Withdrawn = &why
		return &copied
	case *schema.Derivation:
		copied := *j
		copied.Withdrawn = &why
		return &copied
	}
	return j
}

// counts reports whether a justification was not withdrawn.
func counts(j schema.Justification) bool { return commonOf(j).withdrawn == nil }

// originOf is a source without arguments: tool:get_revenue of
// tool:get_revenue(quarter='Q2').
func originOf(source string) string {
	if strings.HasPrefix(source, "tool:") {
		origin, _, _ := strings.Cut(source, "(")
		return origin
	}
	return source
}

// premise reports whether a justification rests on no other belief by its kind.
func premise(j schema.Justification) bool {
	_, derived := j.(*schema.Derivation)
	return !derived
}

// believed is the confidence in the source of a justification before anything
// is known of it. The confidence that a premise states is one in its source.
func (r *Rules) believed(j schema.Justification) float64 {
	c := commonOf(j)
	if c.confidence != nil && premise(j) {
		return *c.confidence
	}
	if _, ok := j.(*schema.ToolResult); ok {
		return r.table.Trust[r.table.DefaultTrust]
	}
	return r.prior(c.source)
}

// certainty is the confidence that was stated of a step; 1 where none was.
func certainty(d *schema.Derivation) float64 {
	if d.Confidence == nil {
		return 1
	}
	return *d.Confidence
}
