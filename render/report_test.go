package render

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
)

// hostileTurn is a turn of which every text from outside is the same.
func hostileTurn(t *testing.T, text string) *Turn {
	t.Helper()
	yes, deny, ask := true, schema.OutcomeDeny, schema.OutcomeAsk
	object := func(key string) *schema.Any { return &schema.Any{Value: map[string]any{key: text}} }
	broken := []schema.Violation{{
		Rule: text, Version: text, Severity: schema.SeverityDeny, Message: text,
		Position: &schema.Position{File: text, Line: 1, Column: 2},
	}}
	turn := &Turn{Cards: []*Document{showAttack(t, "path", text), showAttack(t, "to", text)}}
	turn.Decision = schema.Decision{
		Decision: &ask, Error: &text, Unusable: &text, Feedback: text,
		Actions: []schema.ActionResult{
			{Type: &text, Action: object("tool"), Decision: &deny, Violations: broken, Reasons: []schema.Reason{{Outcome: deny, Code: text, Text: text}}},
			{Index: 1, Action: object("key"), Malformed: &yes, Violations: broken},
			{Index: 2, Type: &text, Action: object("document"), Ignored: &yes},
			{Index: 3, Type: &text, Action: object("text"), Accepted: true, Observations: broken},
		},
		Guarantees: []schema.GuaranteeVerdict{{Expression: text, Verdict: schema.VerdictViolated}},
		Coverage:   []schema.CoverageEntry{{Domain: text, Status: schema.CoverageStatusSilentGap, Detail: &text}},
	}
	return turn
}

// TestReport checks that a report says the same words in every format, shows
// everything that it holds, and has as many lines whatever it holds.
func TestReport(t *testing.T) {
	lines := strings.Count(english(t).report(hostileTurn(t, "x")).Text(), "\n")
	for _, text := range []string{
		"x", "\x1b[2J\x1b[H\u202eevil", "a\nDecision\n  The call is allowed by a rule.\n\nApproval card", "`*_[x](y)_*`\n---\n# h",
		"</p></article><script>alert(1)</script>&amp;", "\u2028\u2029\u0085\r\v\f",
	} {
		turn := hostileTurn(t, text)
		report := english(t).Report(turn)
		for name, got := range map[string]string{"text": report, "Markdown": english(t).ReportMarkdown(turn), "HTML": english(t).ReportHTML(turn)} {
			checkVisible(t, name, got)
			for _, card := range turn.Cards {
				if !strings.Contains(got, card.Digest()) {
					t.Errorf("%s lacks the digest of a card", name)
				}
			}
		}
		if got, want := htmlText(t, english(t).ReportHTML(turn)), wordsOnly(report); got != want {
			t.Errorf("HTML says\n%s\nand the terminal\n%s", got, want)
		}
		if got, want := markdownText(t, english(t).ReportMarkdown(turn)), wordsOnly(report); got != want {
			t.Errorf("Markdown says\n%s\nand the terminal\n%s", got, want)
		}
		if got := strings.Count(english(t).report(turn).Text(), "\n"); got != lines {
			t.Errorf("the report on %q has %d lines, want %d", text, got, lines)
		}
	}
}

// TestReportWithoutCalls checks that every format says so where there is no card.
func TestReportWithoutCalls(t *testing.T) {
	turn := &Turn{}
	for name, got := range map[string]string{"text": english(t).Report(turn), "Markdown": english(t).ReportMarkdown(turn), "HTML": english(t).ReportHTML(turn)} {
		if !strings.Contains(got, "The reply has no actions") {
			t.Errorf("%s says %q", name, got)
		}
	}
}
