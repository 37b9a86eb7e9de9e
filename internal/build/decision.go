package build

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/schema"
)

// decisionText is the part of the decision that is the same for every bundle.
//
//go:embed decision.rego
var decisionText string

func compare(a, b string) int { return strings.Compare(a, b) }

// decisionModule writes the package of data.contractc.decision: tables of what the bundle needs, a call of each contract's module, and the rules that
// decide.
func decisionModule(b *index.Bundle, contracts []string) string {
	t := &tables{sets: RuleSets(b)}
	for _, lib := range b.Libraries {
		t.add(lib)
	}
	var w strings.Builder
	w.WriteString(decisionText)
	fmt.Fprintf(&w, "\nrevision := %s\n\nrule_sets := %s\n", literal.Rego(b.Digest), "["+literal.Regos(t.sets)+"]")
	writeSet(&w, "judged_types", t.judged)
	writeObjects(&w, "rego_rules", t.rego)
	writeObjects(&w, "cel_rules", t.cel)
	writeObjects(&w, "facts_needed", t.facts)
	writeObjects(&w, "mappings_needed", t.mappings)
	writeObjects(&w, "preconditions_needed", t.preconditions)
	slices.Sort(contracts)
	writeSet(&w, "contracts_known", contracts)
	if len(contracts) == 0 {
		w.WriteString("\nverdict_of(_, _) := \"unknown\" if false\n")
	}
	for _, id := range contracts {
		fmt.Fprintf(&w, "\nverdict_of(%s, seen) := verdict if {\n\tverdict := data.%s.verdict with input as seen\n}\n", literal.Rego(id), contractPackage(id))
	}
	return w.String()
}

// tables are what a decision needs to know of a bundle, each a line of Rego with its key.
type tables struct {
	sets                                      []string
	judged                                    []string
	rego, cel, facts, mappings, preconditions []row
}

type row struct{ key, value string }

func (t *tables) add(lib *index.Library) {
	for _, r := range lib.Rules {
		t.rule(r, lib.Folder != nil)
	}
	if input := (row{eval.RuleInput + "@" + eval.Version, `{"actions": [], "stage": "judge"}`}); lib.Folder != nil && !slices.Contains(t.cel, input) {
		t.cel = append(t.cel, input)
	}
	for _, f := range lib.Facts {
		if t.inForce(f.Sets) {
			t.facts = append(t.facts, row{f.ID, "[" + literal.Regos(f.Actions) + "]"})
		}
	}
	for _, m := range lib.Mappings {
		if !m.Beside {
			t.mappings = append(t.mappings, row{m.Namespace + "\n" + m.Tool, literal.Rego(versioned(&m.Element))})
		}
	}
	for _, e := range lib.Effects {
		for _, p := range e.Preconditions {
			t.preconditions = append(t.preconditions, row{versioned(&p.Element), literal.Rego(e.ID)})
		}
	}
}

func (t *tables) inForce(sets []string) bool {
	return len(sets) == 0 || slices.ContainsFunc(sets, func(s string) bool { return slices.Contains(t.sets, s) })
}

func (t *tables) rule(r *index.Rule, inFolder bool) {
	if r.Coverage || !t.inForce(r.Metadata.Sets) {
		return
	}
	stage := schema.RuleStageJudge
	if r.Metadata.Stage != nil {
		stage = *r.Metadata.Stage
	}
	if r.Language == index.CEL || inFolder {
		t.cel = append(t.cel, row{versioned(&r.Element), fmt.Sprintf(`{"actions": %s, "stage": %s}`, "["+literal.Regos(r.Metadata.Actions)+"]", literal.Rego(string(stage)))})
	} else {
		t.rego = append(t.rego, row{r.ID, fmt.Sprintf(`{"rule": %s, "severity": %s}`, literal.Rego(versioned(&r.Element)), literal.Rego(string(r.Metadata.Severity)))})
	}
	if r.Metadata.Severity != schema.SeverityDeny || stage != schema.RuleStageJudge {
		return
	}
	for _, kind := range []string{"answer", "cite", "claim"} {
		if len(r.Metadata.Actions) == 0 || slices.Contains(r.Metadata.Actions, kind) {
			t.judged = append(t.judged, kind)
		}
	}
}

func writeSet(w *strings.Builder, name string, list []string) {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 0 {
		fmt.Fprintf(w, "\n%s := set()\n", name)
		return
	}
	fmt.Fprintf(w, "\n%s := {\n", name)
	for _, s := range list {
		fmt.Fprintf(w, "\t%s,\n", literal.Rego(s))
	}
	w.WriteString("}\n")
}

func writeObjects(w *strings.Builder, name string, rows []row) {
	slices.SortFunc(rows, func(a, b row) int { return compare(a.key, b.key) })
	fmt.Fprintf(w, "\n%s := {\n", name)
	for _, r := range rows {
		fmt.Fprintf(w, "\t%s: %s,\n", literal.Rego(r.key), r.value)
	}
	w.WriteString("}\n")
}
