package regorules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/schema"
)

// DispatchPackage is the package of the generated dispatcher.
const DispatchPackage = reservedPackage + ".dispatch"

// dispatchPath is the path of the generated dispatcher among modules.
const dispatchPath = "contractc/dispatch.rego"

// Dispatcher returns the source of the Rego module through which the engine
// reads all rules. It has the sets judge and shape, of pairs of a package and a
// violation, and the set coverage, of pairs of a package and a coverage entry.
// Each statement names the types of action, and where all rules of a package
// name some the tools, that the package has rules for, so that OPA's rule index
// skips the others. Rules that are not in force with the rule sets are left
// out by their ids. The same descriptions and sets give the same text; a stock
// OPA runs it beside the bundle's own Rego files.
func Dispatcher(modules []Description, sets []string) string {
	return dispatcher(packagesOf(modules, func(r *Rule) bool { return r.inForce(sets) }))
}

// packageRules is what a package has for the dispatcher.
type packageRules struct {
	name     string
	judge    []Rule
	shape    []Rule
	coverage []CoverageRule
	notJudge []string // ids of rules that the statement for judge leaves out
	notShape []string
}

// packagesOf groups the rules of modules by package, in order.
func packagesOf(modules []Description, inForce func(*Rule) bool) []packageRules {
	byName := map[string]*packageRules{}
	for _, m := range modules {
		p := byName[m.Package]
		if p == nil {
			p = &packageRules{name: m.Package}
			byName[m.Package] = p
		}
		p.coverage = append(p.coverage, m.Coverage...)
		for _, r := range m.Rules {
			p.add(r, inForce(&r))
		}
	}
	found := make([]packageRules, 0, len(byName))
	for _, name := range sortedKeys(byName) {
		found = append(found, *byName[name])
	}
	return found
}

func (p *packageRules) add(r Rule, inForce bool) {
	shape := r.stage() == schema.RuleStageShape
	if inForce && shape {
		p.shape = append(p.shape, r)
	} else {
		p.notShape = append(p.notShape, r.Metadata.Id)
	}
	if inForce && !shape {
		p.judge = append(p.judge, r)
	} else {
		p.notJudge = append(p.notJudge, r.Metadata.Id)
	}
}

// inForce reports whether the rule belongs to a rule set in force, or to none.
func (r *Rule) inForce(sets []string) bool {
	return len(r.Metadata.Sets) == 0 ||
		slices.ContainsFunc(r.Metadata.Sets, func(s string) bool { return slices.Contains(sets, s) })
}

// dispatcher writes the module.
func dispatcher(packages []packageRules) string {
	var b strings.Builder
	b.WriteString("# Generated from the annotations of the rules. Do not edit.\n")
	fmt.Fprintf(&b, "package %s\n", DispatchPackage)
	for _, p := range packages {
		writeStatement(&b, schema.RuleStageJudge, p.name, p.judge, p.notJudge)
		writeStatement(&b, schema.RuleStageShape, p.name, p.shape, p.notShape)
		writeCoverage(&b, p)
	}
	return b.String()
}

func writeStatement(b *strings.Builder, stage schema.RuleStage, name string, rules []Rule, not []string) {
	if len(rules) == 0 {
		return
	}
	var types, tools [][]string
	for _, r := range rules {
		types = append(types, r.Metadata.Actions)
		tools = append(tools, r.Tools)
	}
	fmt.Fprintf(b, "\n%s contains [%q, violation] if {\n", string(stage), name)
	writeDemand(b, "input.action.type", types)
	writeDemand(b, "input.action.tool", tools)
	fmt.Fprintf(b, "\tsome violation in data.%s.violation\n", name)
	if len(not) > 0 {
		fmt.Fprintf(b, "\tnot violation.id in {%s}\n", literal.Regos(sorted(not)))
	}
	b.WriteString("}\n")
}

func writeCoverage(b *strings.Builder, p packageRules) {
	if len(p.coverage) == 0 {
		return
	}
	var types [][]string
	for _, r := range p.coverage {
		types = append(types, r.Actions)
	}
	fmt.Fprintf(b, "\ncoverage contains [%q, entry] if {\n", p.name)
	writeDemand(b, "input.action.type", types)
	fmt.Fprintf(b, "\tsome entry in data.%s.coverage\n}\n", p.name)
}

// writeDemand writes the union of what the rules demand; nothing where one of
// them demands nothing.
func writeDemand(b *strings.Builder, path string, demands [][]string) {
	var all []string
	for _, d := range demands {
		if len(d) == 0 {
			return
		}
		all = append(all, d...)
	}
	all = sorted(all)
	if len(all) == 1 {
		fmt.Fprintf(b, "\t%s == %s\n", path, literal.Regos(all))
		return
	}
	fmt.Fprintf(b, "\t%s in {%s}\n", path, literal.Regos(all))
}
