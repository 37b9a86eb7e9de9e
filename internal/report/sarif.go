package report

import (
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// SARIF 2.1.0 with errata 01, the parts that are written here.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool            `json:"tool"`
		Invocations []sarifInvocation    `json:"invocations"`
		Bases       map[string]sarifBase `json:"originalUriBaseIds"`
		ColumnKind  string               `json:"columnKind"`
		Results     []sarifResult        `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string     `json:"id"`
		Short *sarifText `json:"shortDescription,omitempty"`
		Help  *sarifText `json:"help,omitempty"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
		ExitCode   int  `json:"exitCode"`
	}
	sarifBase struct {
		Description sarifText `json:"description"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Kind         string             `json:"kind"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Fixes        []sarifFix         `json:"fixes,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification"`
	}
)

const (
	sarifSchema      = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifRoot        = "SRCROOT" // the name of the report's base
	sarifFingerprint = "contractc/v1"
)

// writeSARIF writes a log with one run. Its columns are counted in code points,
// as everywhere here, and it says so.
func writeSARIF(w io.Writer, r *Report) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "contractc", Version: r.Version, Rules: r.sarifRules()}},
		Invocations: []sarifInvocation{{Successful: true, ExitCode: r.Exit}},
		Bases:       map[string]sarifBase{sarifRoot: {sarifText{"The folder that contractc ran in."}}},
		ColumnKind:  "unicodeCodePoints",
		Results:     r.sarifResults(),
	}
	return writeJSON(w, sarifLog{Version: "2.1.0", Schema: sarifSchema, Runs: []sarifRun{run}})
}

func (r *Report) sarifRules() []sarifRule {
	list := make([]sarifRule, len(r.Rules))
	for i, rule := range r.Rules {
		list[i] = sarifRule{ID: rule.ID}
		if rule.Summary != "" {
			list[i].Short = &sarifText{sarifMessage(rule.Summary)}
		}
		if rule.Page != "" {
			list[i].Help = &sarifText{sarifMessage("see " + rule.Page)}
		}
	}
	return list
}

func (r *Report) sarifResults() []sarifResult {
	index := map[string]int{}
	for i, rule := range r.Rules {
		index[rule.ID] = i
	}
	found := r.found()
	names := r.fingerprints(found)
	list := make([]sarifResult, len(found))
	for i, f := range found {
		at, known := index[f.Rule]
		if !known {
			at = -1
		}
		list[i] = r.sarifResult(f, at, names[i])
	}
	return list
}

func (r *Report) sarifResult(f *Result, rule int, fingerprint string) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Kind: "fail", Level: string(f.Severity),
		Message:      sarifText{sarifMessage(strings.Join(append([]string{f.title()}, f.words()...), "\n"))},
		Locations:    []sarifLocation{r.sarifLocation(f)},
		Fingerprints: map[string]string{sarifFingerprint: fingerprint},
		Fixes:        r.sarifFixes(f),
	}
	switch f.Outcome {
	case NotChecked:
		out.Kind, out.Level = "open", "none"
	case Excepted:
		out.Suppressions = []sarifSuppression{{"external", "accepted", sarifMessage(diag.Neutralise(f.Reason))}}
	}
	return out
}

// sarifMessage keeps a text from being read as a message with placeholders
// (3.11.5) or links (3.11.6).
func sarifMessage(text string) string {
	return strings.NewReplacer("{", "{{", "}", "}}", "](", "] (").Replace(text)
}
