package gate

import (
	"cmp"
	"context"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// The names of the steps. The ids of a step's findings begin with its name.
const (
	stepBundle = "bundle"
	stepLint   = "lint"
	stepFormat = "fmt"
	stepTest   = "test"
	stepLock   = "lock"
	stepDiff   = "diff"
	stepTrust  = "trust"
	stepPolicy = "policy"
)

// step is one check.
type step struct {
	name string
	run  func(context.Context, *subject) (*result, error)
}

// steps are all checks whose results can be kept, in their order. The first loads
// the bundle.
func steps() []step {
	return []step{
		{stepBundle, load},
		{stepLint, loaded(lintBundle)},
		{stepFormat, loaded(checkFormat)},
		{stepTest, loaded(testBundle)},
		{stepLock, loaded(checkLock)},
		{stepDiff, loaded(compare)},
	}
}

// subject is what the steps look at.
type subject struct {
	*Request
	catalog    *catalog.Catalog // nil where the bundle cannot be loaded
	identities []schema.BundleIdentity
}

// result is what a step found, before a policy is applied.
type result struct {
	outcome  schema.GateOutcome
	detail   string
	findings []schema.GateFinding
}

// loaded makes a step that is not checked where the bundle cannot be loaded.
func loaded(run func(context.Context, *subject) (*result, error)) func(context.Context, *subject) (*result, error) {
	return func(ctx context.Context, s *subject) (*result, error) {
		if s.catalog == nil {
			return &result{outcome: schema.GateOutcomeNotChecked, detail: "the bundle cannot be loaded"}, nil
		}
		return run(ctx, s)
	}
}

// passed is a step that was done; what it found is added to it.
func passed(detail string) *result {
	return &result{outcome: schema.GateOutcomePassed, detail: detail}
}

func (r *result) add(f schema.GateFinding) {
	if f.Details == nil {
		f.Details = []string{}
	}
	r.findings = append(r.findings, f)
}

// addDiagnostics adds problems. The code of each is its id below the step's name;
// warnings are shown and do not deny.
func (r *result) addDiagnostics(step string, problems diag.List) {
	for _, d := range problems {
		f := schema.GateFinding{Id: d.Code, Level: schema.GateLevelDeny, Checked: true, Message: d.Summary}
		if !strings.HasPrefix(d.Code, step+".") {
			f.Id = step + "." + d.Code
		}
		if d.Severity == diag.Warning {
			f.Level = schema.GateLevelWarn
		}
		f.Help = optional(d.Detail)
		setPlace(&f, d.File, d.Range)
		r.add(f)
	}
}

// setPlace says where a finding is, as far as that is known.
func setPlace(f *schema.GateFinding, file string, at diag.Range) {
	f.File = optional(file)
	f.Line, f.Column = position(at.Start)
	f.EndLine, f.EndColumn = position(at.End)
}

func position(p diag.Position) (line, column *int64) {
	if !p.Known() {
		return nil, nil
	}
	l, c := int64(p.Line), int64(p.Column)
	return &l, &c
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// comparePlaces puts findings in the order of files and places.
func comparePlaces(a, b schema.GateFinding) int {
	if c := strings.Compare(textOf(a.File), textOf(b.File)); c != 0 {
		return c
	}
	if c := cmp.Compare(numberOf(a.Line), numberOf(b.Line)); c != 0 {
		return c
	}
	return cmp.Compare(numberOf(a.Column), numberOf(b.Column))
}

func textOf(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

func numberOf(p *int64) int64 {
	if p == nil {
		return 0
	}
	return *p
}
