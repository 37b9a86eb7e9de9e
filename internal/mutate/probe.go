package mutate

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// probe is a test that may notice a mutant.
type probe struct {
	schema.MutantKiller
	run func(context.Context, *variant) (noticed bool, err error)
}

// variant is the catalog with a mutant in it, and what runs tests on it, each
// made when the first test needs it.
type variant struct {
	catalog *catalog.Catalog
	runner  *policytest.Runner
	tracer  func() *eval.Tracer
	rego    func() (*regorules.Tests, error)
}

func (r *Run) newVariant(m *Mutant, c *catalog.Catalog) *variant {
	v := &variant{catalog: c, tracer: sync.OnceValue(func() *eval.Tracer { return eval.NewTracer(c) })}
	if r.runner != nil {
		v.runner = r.runner.Variant(c, r.options.Limit)
	}
	v.rego = sync.OnceValues(func() (*regorules.Tests, error) {
		tests, problems := regorules.CompileTests(c.RegoSources())
		if problems.HasErrors() {
			return nil, &regorules.CompileError{Diagnostics: problems}
		}
		return tests, nil
	})
	return v
}

// probes are the tests that can notice a mutant: first those that are about the
// element itself.
func (r *Run) probes(m *Mutant, c *catalog.Catalog) []probe {
	var list []probe
	list = append(list, r.exampleProbes(m, c)...)
	if m.Element == schema.MutatedElementModule || m.Element == schema.MutatedElementRule && isRego(r.editor.Catalog(), m.Id) {
		list = append(list, r.regoProbes(m)...)
	}
	own := func(t testedCase) bool { return t.Rule != nil && *t.Rule == m.Id }
	for _, about := range []bool{true, false} {
		for _, t := range r.cases {
			if own(t) == about && r.touches(m, t.touched) {
				list = append(list, caseProbe(t))
			}
		}
	}
	return list
}

func isRego(c *catalog.Catalog, rule string) bool {
	found := c.Rule(rule)
	return found != nil && found.Package != ""
}

func caseProbe(t testedCase) probe {
	killer := schema.MutantKiller{Kind: schema.TestKindCase, Name: t.Name, Subject: t.Rule, File: t.File, Line: int64(t.Range.Start.Line)}
	return probe{killer, func(ctx context.Context, v *variant) (bool, error) {
		differences, err := v.runner.Run(ctx, t.Case)
		return len(differences) > 0, err
	}}
}

// regoProbes are the tests in Rego of a mutant's library.
func (r *Run) regoProbes(m *Mutant) []probe {
	var list []probe
	for i := range r.rego {
		t := &r.rego[i]
		if t.Todo || !m.ofPackage(t.Package) {
			continue
		}
		killer := schema.MutantKiller{Kind: schema.TestKindRego, Name: t.Name, Subject: &t.Package, File: t.Path, Line: int64(t.Position.Line)}
		list = append(list, probe{killer, func(ctx context.Context, v *variant) (bool, error) {
			tests, err := v.rego()
			if err != nil {
				return false, err
			}
			failed, err := tests.Run(ctx, t)
			return len(failed) > 0, err
		}})
	}
	return list
}

// ofPackage reports whether a package is one of the mutant's library.
func (m *Mutant) ofPackage(name string) bool { return name == m.Library || m.inLibrary(name) }

// exampleProbes are the examples of the contract, or the output contract, that a
// mutant changes.
func (r *Run) exampleProbes(m *Mutant, c *catalog.Catalog) []probe {
	switch m.Element {
	case schema.MutatedElementContract:
		return examplesOf(c, m.Id)
	case schema.MutatedElementEffect:
		var list []probe
		for _, contract := range c.Library(m.Library).Contracts {
			list = append(list, examplesOf(c, contract.ID)...)
		}
		return list
	case schema.MutatedElementOutput:
		return r.outputExamples(m, c)
	default:
		return nil
	}
}

func examplesOf(c *catalog.Catalog, id string) []probe {
	examples, contract := c.Examples(id), c.Contract(id)
	if examples == nil || contract == nil {
		return nil
	}
	var list []probe
	for _, e := range slices.Concat(examples.Good, examples.Bad) {
		file := c.Display(c.Library(contract.Library), e.File)
		killer := schema.MutantKiller{Kind: schema.TestKindExample, Name: policytest.ExampleName(&e), Subject: &id, File: file, Line: int64(e.Line)}
		list = append(list, probe{killer, func(_ context.Context, v *variant) (bool, error) {
			verdict, _, err := v.tracer().Example(&e)
			return verdict != e.Verdict, err
		}})
	}
	return list
}

func (r *Run) outputExamples(m *Mutant, c *catalog.Catalog) []probe {
	o := c.Output(m.Id)
	examples, err := output.Examples(c, o)
	if err != nil {
		return []probe{{schema.MutantKiller{}, func(context.Context, *variant) (bool, error) { return false, errors.Join(errRejected, err) }}}
	}
	var list []probe
	for _, e := range examples {
		file := c.Display(c.Library(o.Library), o.File)
		killer := schema.MutantKiller{Kind: schema.TestKindExample, Name: policytest.OutputExampleName(&e), Subject: &m.Id, File: file, Line: int64(e.Line)}
		list = append(list, probe{killer, func(context.Context, *variant) (bool, error) { return len(e.Differences()) > 0, nil }})
	}
	for _, t := range r.outputs {
		if t.Contract == m.Id {
			killer := schema.MutantKiller{Kind: schema.TestKindCase, Name: t.Name, Subject: &t.Contract, File: t.File, Line: int64(t.Range.Start.Line)}
			list = append(list, probe{killer, func(ctx context.Context, v *variant) (bool, error) {
				differences, err := t.Run(ctx, v.catalog)
				return len(differences) > 0, err
			}})
		}
	}
	return list
}
