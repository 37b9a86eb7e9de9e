package policytest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Suite is all tests of a catalog that was loaded from files: cases, rules of
// Rego that are tests, and examples of contracts.
type Suite struct {
	from  *catalog.Catalog
	tests []test
	rego  []*regorules.Tests // of the libraries, and of each rule folder
}

// test is one test and how it is run: run returns what is not as expected, and
// the rules that fire, each once. Tests may run at the same time.
type test struct {
	schema.TestResult
	todo bool
	run  func(context.Context) (wrong, fired []string, err error)
}

// NewSuite collects the tests. The list has what is wrong with their files; with
// errors in it there is no suite.
func NewSuite(from *catalog.Catalog, locale string) (*Suite, diag.List) {
	s := &Suite{from: from}
	files := Files(from)
	cases, problems := Cases(from, files)
	outputs, wrong := OutputCases(from, files)
	problems.Add(wrong...)
	rego, found := compileRego(from)
	problems.Add(found...)
	if problems.HasErrors() {
		return nil, problems
	}
	if len(cases) > 0 {
		runner, err := NewRunner(from, locale)
		if err != nil {
			problems.Add(diag.Errorf("", diag.Range{}, "tests.locale", "%v", err).
				WithDetail("cases need the fixed words of cards: load the default bundle beside it: --bundle embedded --bundle DIR"))
			return nil, problems
		}
		s.addCases(cases, runner)
	}
	if err := s.addTwins(cases); err != nil {
		problems.Add(diag.Errorf("", diag.Range{}, "tests.twin", "%v", err))
		return nil, problems
	}
	s.rego = rego
	s.addRego()
	s.addExamples()
	s.addOutputCases(outputs)
	if err := s.addOutputExamples(); err != nil {
		problems.Add(diag.Errorf("", diag.Range{}, "tests.output", "%v", err).WithDetail("load the bundle with what it builds on"))
		return nil, problems
	}
	s.sort()
	return s, problems
}

// sort puts the tests in the order of their files and lines.
func (s *Suite) sort() {
	slices.SortStableFunc(s.tests, func(a, b test) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return int(a.Line - b.Line)
	})
}

func (s *Suite) addCases(cases []*Case, runner *Runner) {
	for _, c := range cases {
		s.tests = append(s.tests, test{
			TestResult: schema.TestResult{
				Kind: schema.TestKindCase, Name: c.Name, Subject: c.Rule, File: c.File,
				Line: int64(c.Range.Start.Line), Column: int64(c.Range.Start.Column),
			},
			run: func(ctx context.Context) (wrong, fired []string, err error) { return runner.run(ctx, c) },
		})
	}
}

// compileRego compiles the tests in Rego: those of the libraries together, and
// those of each rule folder, which sees no other.
func compileRego(from *catalog.Catalog) ([]*regorules.Tests, diag.List) {
	libraries, problems := regorules.CompileTests(from.RegoSources())
	tests := []*regorules.Tests{libraries}
	for _, lib := range from.Libraries {
		if lib.Folder == nil {
			continue
		}
		src, found := from.FolderSource(lib)
		problems.Add(found...)
		folder, found := regorules.CompileFolderTests(src)
		problems.Add(found...)
		tests = append(tests, folder)
	}
	return tests, problems
}

func (s *Suite) addRego() {
	for _, tests := range s.rego {
		s.addRegoTests(tests)
	}
}

func (s *Suite) addRegoTests(tests *regorules.Tests) {
	list := tests.List()
	for i := range list {
		t := &list[i]
		s.tests = append(s.tests, test{
			TestResult: schema.TestResult{
				Kind: schema.TestKindRego, Name: t.Name, Subject: &t.Package, File: t.Path,
				Line: int64(t.Position.Line), Column: int64(t.Position.Column),
			},
			todo: t.Todo,
			run: func(ctx context.Context) (wrong, fired []string, err error) {
				wrong, err = tests.Run(ctx, t)
				return wrong, nil, err
			},
		})
	}
}

func (s *Suite) addExamples() {
	tracer := eval.NewTracer(s.from)
	for _, contract := range s.from.Contracts {
		examples := s.from.Examples(contract.ID)
		if examples == nil {
			continue
		}
		library := s.from.Library(contract.Library)
		for _, e := range slices.Concat(examples.Good, examples.Bad) {
			s.tests = append(s.tests, test{
				TestResult: schema.TestResult{
					Kind: schema.TestKindExample, Name: ExampleName(&e), Subject: &contract.ID, File: s.from.Display(library, e.File),
					Line: int64(e.Line), Column: int64(e.Column),
				},
				run: func(context.Context) (wrong, fired []string, err error) {
					wrong, err = judgeExample(tracer, &e)
					return wrong, nil, err
				},
			})
		}
	}
}

// addOutputExamples adds the examples, counter-examples and fallbacks of output
// contracts.
func (s *Suite) addOutputExamples() error {
	for _, o := range s.from.Outputs {
		examples, err := output.Examples(s.from, o)
		if err != nil {
			return err
		}
		file := s.from.Display(s.from.Library(o.Library), o.File)
		for _, e := range examples {
			s.tests = append(s.tests, test{
				TestResult: schema.TestResult{
					Kind: schema.TestKindExample, Name: OutputExampleName(&e), Subject: &o.ID, File: file,
					Line: int64(e.Line), Column: int64(e.Column),
				},
				run: func(context.Context) (wrong, fired []string, err error) { return e.Differences(), nil, nil },
			})
		}
	}
	return nil
}

// addOutputCases adds the cases of output contracts.
func (s *Suite) addOutputCases(cases []*OutputCase) {
	for _, c := range cases {
		s.tests = append(s.tests, test{
			TestResult: schema.TestResult{
				Kind: schema.TestKindCase, Name: c.Name, Subject: &c.Contract, File: c.File,
				Line: int64(c.Range.Start.Line), Column: int64(c.Range.Start.Column),
			},
			run: func(ctx context.Context) (wrong, fired []string, err error) {
				wrong, err = c.Run(ctx, s.from)
				return wrong, nil, err
			},
		})
	}
}

// ExampleName says what an example expects.
func ExampleName(e *catalog.Example) string {
	return fmt.Sprintf("line %d %s", e.Line, e.Verdict)
}

// OutputExampleName says what an example of an output contract is.
func OutputExampleName(e *output.Example) string {
	return fmt.Sprintf("line %d %s", e.Line, e.Kind)
}

func judgeExample(tracer *eval.Tracer, e *catalog.Example) ([]string, error) {
	verdict, reason, err := tracer.Example(e)
	if err != nil || verdict == e.Verdict {
		return nil, err
	}
	if reason != "" {
		reason = ": " + reason
	}
	return []string{fmt.Sprintf("verdict: got %q%s, want %q", verdict, reason, e.Verdict)}, nil
}

// Run runs the tests whose name, subject or file a pattern finds, all where it
// is nil, as many at once as there are processors. The report has them in the
// order of files and lines.
func (s *Suite) Run(ctx context.Context, match *regexp.Regexp) *schema.TestReport {
	report := &schema.TestReport{Format: schema.TestReportFormat, Tests: []schema.TestResult{}, Bundles: s.from.Listing().Bundles}
	var chosen []*test
	for i := range s.tests {
		if t := &s.tests[i]; t.matches(match) {
			chosen = append(chosen, t)
		}
	}
	outcomes := runAll(ctx, chosen)
	fired := map[string]int64{} // in how many cases, by rule
	for i := range outcomes {
		report.Tests = append(report.Tests, outcomes[i].TestResult)
		*count(report, outcomes[i].Outcome)++
		for _, rule := range outcomes[i].fired {
			fired[rule]++
		}
	}
	report.Rules = s.rules(fired)
	return report
}

func (t *test) matches(match *regexp.Regexp) bool {
	return match == nil || match.MatchString(t.Name) || match.MatchString(t.File) || t.Subject != nil && match.MatchString(*t.Subject)
}

// count is where a report counts an outcome.
func count(r *schema.TestReport, o schema.TestOutcome) *int64 {
	switch o {
	case schema.TestOutcomePassed:
		return &r.Passed
	case schema.TestOutcomeFailed:
		return &r.Failed
	case schema.TestOutcomeSkipped:
		return &r.Skipped
	default:
		return &r.Errors
	}
}

func (s *Suite) rules(fired map[string]int64) []schema.TestedRule {
	list := []schema.TestedRule{}
	for _, r := range s.from.Rules {
		if r.Coverage {
			continue // it reports coverage, which every case with a call has
		}
		list = append(list, schema.TestedRule{Rule: r.ID, Language: schema.RuleLanguage(r.Language), Fired: fired[r.ID]})
	}
	return list
}

// NewExamples collects the examples of contracts and of output contracts alone,
// which need nothing but the bundles that they are of.
func NewExamples(from *catalog.Catalog) (*Suite, diag.List) {
	s := &Suite{from: from}
	s.addExamples()
	var problems diag.List
	if err := s.addOutputExamples(); err != nil {
		problems.Add(diag.Errorf("", diag.Range{}, "tests.output", "%v", err).WithDetail("load the bundle with what it builds on"))
	}
	return s, problems
}
