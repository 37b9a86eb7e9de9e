package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// shadowed finds what another hides: a branch behind one that matches whenever it
// does, a rule that says of the same what another rule says, a permission where a
// refusal always stands, and an effect that a mapping performs twice.
func shadowed() Rule {
	return Rule{
		ID: "shadowed", Severity: schema.DiagnosticSeverityWarning,
		Summary: "Something is hidden behind another that always comes first.",
		Check: func(p *Pass) {
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) { p.shadowedBranches(src) })
			p.shadowedRules()
			for _, lib := range p.Libraries {
				p.shadowedMappings(lib)
			}
		},
	}
}

// shadowedBranches looks at the branches of a match; an aggregate tries all.
func (p *Pass) shadowedBranches(src *celpolicy.Source) {
	if src.Rule.Aggregate {
		return
	}
	for _, list := range p.celItems(src) {
		for j := range list {
			for i := range list[:j] {
				if implies(list[j].condition, list[i].condition) {
					p.Report(Finding{
						Place: list[j].conditionPlace(), Message: fmt.Sprintf("the branch is never tried: that at line %d matches whenever it does", list[i].place.Range.Start.Line),
						Help: "put the narrower branch first, or remove it",
					})
					break
				}
			}
		}
	}
}

// implies reports whether a condition has all parts of another.
func implies(narrow, wide *condition) bool {
	if narrow == nil || wide == nil {
		return false
	}
	parts := wide.parts()
	return len(parts) > 0 && within(parts, narrow.parts())
}

// within reports whether all of some texts are among others.
func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// ruled is a rule with the parts of its condition, where it has only one.
type ruled struct {
	*index.Rule
	place Place
	scope string // conditions are compared among rules of one
	parts []string
}

// shadowedRules compares rules of a language with those before them.
func (p *Pass) shadowedRules() {
	rules := p.ruled()
	same := map[string]*ruled{}
	for _, r := range rules {
		key := strings.Join(append([]string{r.scope, string(r.Metadata.Severity)}, r.parts...), "\n")
		if first := same[key]; first != nil && len(r.parts) > 0 && overlap(first.Metadata, r.Metadata) {
			p.Report(Finding{
				Place: r.place, Message: fmt.Sprintf("the rule has the condition of %q, and fires for the same", first.ID),
				Help: "remove one of them, or say with the condition what sets them apart",
			})
			continue
		}
		same[key] = r
		p.refused(r, rules)
	}
}

// refused looks for a refusal that stands wherever a permission does.
func (p *Pass) refused(r *ruled, rules []*ruled) {
	if r.Metadata.Severity != schema.SeverityAllow {
		return
	}
	for _, deny := range rules {
		if deny.Metadata.Severity == schema.SeverityDeny && deny.scope == r.scope && within(deny.parts, r.parts) && covers(deny.Metadata, r.Metadata) {
			p.Report(Finding{
				Place: r.place, Message: fmt.Sprintf("the permission has no effect: %q refuses whatever it allows", deny.ID),
				Help: "a refusal wins over a permission: remove one of them, or make the refusal narrower",
			})
			return
		}
	}
}

// ruled are the rules that have one condition.
func (p *Pass) ruled() []*ruled {
	var list []*ruled
	p.eachCELRule(func(lib *index.Library, r *index.Rule, src *celpolicy.Source) {
		items := p.celItems(src)
		if len(items) != 1 || len(items[0]) != 1 || len(src.Rule.Variables) > 0 {
			return
		}
		of := &ruled{Rule: r, place: p.elementPlace(lib, &r.Element), scope: "cel"}
		if c := items[0][0].condition; c != nil {
			of.parts = c.parts()
		} else if items[0][0].Condition != nil {
			return
		}
		list = append(list, of)
	})
	p.eachRegoRule(func(r *regoRule) {
		parts := regoConditions(r.rule)
		slices.Sort(parts)
		list = append(list, &ruled{Rule: r.meta, place: p.elementPlace(r.lib, &r.meta.Element), scope: "rego " + r.meta.Package, parts: parts})
	})
	return list
}

// overlap reports whether two rules can run on the same action.
func overlap(a, b schema.RuleMetadata) bool {
	return stageOf(a) == stageOf(b) && meet(a.Actions, b.Actions) && meet(a.Sets, b.Sets)
}

// covers reports whether a rule runs on every action that another runs on.
func covers(wide, narrow schema.RuleMetadata) bool {
	return stageOf(wide) == stageOf(narrow) && holdsAll(wide.Actions, narrow.Actions) && holdsAll(wide.Sets, narrow.Sets)
}

func stageOf(m schema.RuleMetadata) schema.RuleStage {
	if m.Stage == nil {
		return schema.RuleStageJudge
	}
	return *m.Stage
}

// meet reports whether two lists have something in common; an empty one has all.
func meet(a, b []string) bool {
	return len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

func holdsAll(wide, narrow []string) bool {
	return len(wide) == 0 || len(narrow) > 0 && within(narrow, wide)
}

// shadowedMappings looks for effects that a mapping performs twice.
func (p *Pass) shadowedMappings(lib *index.Library) {
	for _, m := range lib.Mappings {
		for j := range m.Effects {
			for i := range m.Effects[:j] {
				if performs(&m.Effects[i], &m.Effects[j]) {
					p.Report(Finding{
						Place: p.elementPlace(lib, &m.Element), Message: fmt.Sprintf("the mapping performs %q twice with the same fields", m.Effects[j].Effect),
						Help: "remove the second, or say in when what sets them apart",
					})
				}
			}
		}
	}
}

// performs reports whether an effect is performed whenever another one is, with
// the same fields.
func performs(first, second *index.MappedEffect) bool {
	return first.Effect == second.Effect && source(first.Each) == source(second.Each) &&
		(first.When == nil || source(first.When) == source(second.When)) && fieldsOf(first) == fieldsOf(second)
}

func source(e *index.Expression) string {
	if e == nil {
		return ""
	}
	return e.Source
}

func fieldsOf(e *index.MappedEffect) string {
	var b strings.Builder
	for _, f := range e.Fields {
		b.WriteString(f.Name)
		for i := range f.Sources {
			b.WriteString("\n\t" + f.Sources[i].Source)
		}
		b.WriteString("\n")
	}
	return b.String()
}
