package policytest

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Cover runs the cases and the tests in Rego that a pattern finds, all where it is
// nil, and says what they reach of the rules: of CEL every condition as true and
// as false and every output, of Rego every statement. What the tests find does
// not matter. Errors are those of files that [NewSuite] reports too.
func Cover(ctx context.Context, from *catalog.Catalog, locale string, match *regexp.Regexp) (*schema.TestCoverage, error) {
	c := &coverage{from: from, observe: &eval.Observe{CEL: celpolicy.NewObserver(), Rego: &regorules.Coverage{}}, paths: map[string]string{}}
	for _, m := range from.Rego {
		c.paths[from.Display(c.libraryOf(m.File), m.File)] = m.File
	}
	if err := c.cases(ctx, locale, match); err != nil {
		return nil, err
	}
	if err := c.rego(ctx, match); err != nil {
		return nil, err
	}
	return c.report(), nil
}

type coverage struct {
	from    *catalog.Catalog
	observe *eval.Observe
	paths   map[string]string // of Rego modules, by display name
}

func (c *coverage) libraryOf(file string) *catalog.Library {
	name, _, _ := strings.Cut(file, "/")
	return c.from.Library(name)
}

// cases decides the cases. All rules of the bundle's own rule sets are planned
// first, so that those that no case needs are seen to be there.
func (c *coverage) cases(ctx context.Context, locale string, match *regexp.Regexp) error {
	cases, problems := Cases(c.from, Files(c.from))
	if problems.HasErrors() {
		return problems
	}
	if len(cases) == 0 {
		return nil
	}
	runner, err := NewRunner(c.from, locale)
	if err != nil {
		return err
	}
	runner.observe = c.observe
	if err := plan(runner, nil); err != nil {
		return err
	}
	for _, t := range cases {
		if !matchesTest(match, t.Name, t.File, t.Rule) {
			continue
		}
		if err := plan(runner, t.RuleSets); err != nil {
			return err
		}
		_, _ = runner.Run(ctx, t)
	}
	return nil
}

func plan(r *Runner, sets []string) error {
	e, err := r.engine(sets).engine()
	if err != nil {
		return err
	}
	return e.PlanRules()
}

func matchesTest(match *regexp.Regexp, name, file string, subject *string) bool {
	return match == nil || match.MatchString(name) || match.MatchString(file) || subject != nil && match.MatchString(*subject)
}

// rego runs the tests in Rego. Modules have the names that the engine gives them.
func (c *coverage) rego(ctx context.Context, match *regexp.Regexp) error {
	sources := c.from.RegoSources()
	for i, src := range sources {
		if path := c.paths[src.Path]; path != "" {
			sources[i].Path = path
		}
	}
	tests, problems := regorules.CompileTests(sources)
	if problems.HasErrors() {
		return problems
	}
	list := tests.List()
	for i := range list {
		if t := &list[i]; !t.Todo && matchesTest(match, t.Name, t.Path, &t.Package) {
			tests.Cover(ctx, c.observe.Rego, t)
		}
	}
	return nil
}

func (c *coverage) report() *schema.TestCoverage {
	report := &schema.TestCoverage{Gaps: []schema.CoverageGap{}}
	for _, o := range c.observe.CEL.Observations() {
		c.observation(report, o)
	}
	c.statements(report)
	slices.SortStableFunc(report.Gaps, func(a, b schema.CoverageGap) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return report
}

func (c *coverage) observation(report *schema.TestCoverage, o *celpolicy.Observation) {
	gap := schema.CoverageGap{File: c.from.Display(c.libraryOf(o.File), o.File), Line: int64(o.At.Line), Column: int64(o.At.Column), Text: o.Text, Reasons: []string{}}
	missing := func(word string) {
		gap.Missing = word
		report.Gaps = append(report.Gaps, gap)
	}
	switch {
	case o.Part == celpolicy.ObservedOutput:
		report.Points++
		if !o.Reached() {
			missing("never reached")
		}
	case !o.Reached():
		report.Points += 2
		missing("never evaluated")
	default:
		report.Points += 2
		if !o.Was(true) {
			missing("never true")
		}
		if !o.Was(false) {
			missing("never false")
		}
	}
}

// statements adds what is reached of Rego, and how much that is of all.
func (c *coverage) statements(report *schema.TestCoverage) {
	var sources []regorules.Source
	for _, m := range c.from.Rego {
		text, err := c.from.Text(c.libraryOf(m.File), m.File)
		if err == nil {
			sources = append(sources, regorules.Source{Path: m.File, Library: c.libraryOf(m.File).ID, Text: string(text)})
		}
	}
	gaps, all := c.observe.Rego.Gaps(sources)
	report.Points += int64(all)
	texts := map[string][]string{}
	for _, src := range sources {
		texts[src.Path] = strings.Split(src.Text, "\n")
	}
	for _, g := range gaps {
		gap := schema.CoverageGap{
			File: c.from.Display(c.libraryOf(g.Path), g.Path), Line: int64(g.Range.Start.Line), Column: int64(g.Range.Start.Column),
			Missing: "never reached", Reasons: append([]string{}, g.Reasons...),
		}
		if lines := texts[g.Path]; g.Range.Start.Line <= len(lines) {
			gap.Text = strings.TrimSpace(lines[g.Range.Start.Line-1])
		}
		report.Gaps = append(report.Gaps, gap)
	}
	report.Reached = report.Points - missed(report.Gaps)
}

// missed are the points that gaps stand for.
func missed(gaps []schema.CoverageGap) int64 {
	n := int64(len(gaps))
	for _, g := range gaps {
		if g.Missing == "never evaluated" {
			n++
		}
	}
	return n
}
