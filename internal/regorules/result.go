package regorules

import (
	"cmp"
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// read reads the sets that the query bound.
func (e *Engine) read(p *program, r topdown.QueryResult) (Result, error) {
	var result Result
	var err error
	if p.found != "" {
		if result.Fired, err = e.readFired(r[p.found]); err != nil {
			return Result{}, err
		}
	}
	if p.coverage != "" {
		result.Coverage, err = readCoverageEntries(r[p.coverage])
	}
	return result, err
}

// members lists the pairs of a package and an object in a set.
func members(t *ast.Term, each func(pkg string, object ast.Object) error) error {
	if t == nil {
		return evalErrorf(FailedInternal, "the rules gave no answer")
	}
	set, ok := t.Value.(ast.Set)
	if !ok {
		return evalErrorf(FailedInternal, "the rules gave no set")
	}
	return set.Iter(func(member *ast.Term) error {
		pair, ok := member.Value.(*ast.Array)
		if !ok || pair.Len() != 2 {
			return evalErrorf(FailedInternal, "the dispatcher gave no pair")
		}
		pkg, ok := pair.Elem(0).Value.(ast.String)
		if !ok {
			return evalErrorf(FailedInternal, "the dispatcher gave no package")
		}
		object, ok := pair.Elem(1).Value.(ast.Object)
		if !ok {
			return evalErrorf(FailedShape, "a rule of package %q produced no object", string(pkg))
		}
		return each(string(pkg), object)
	})
}

// ordered is a violation with what sorts it.
type ordered struct {
	Fired
	order int
}

func (e *Engine) readFired(t *ast.Term) ([]Fired, error) {
	var found []ordered
	err := members(t, func(pkg string, object ast.Object) error {
		f, err := e.readViolation(pkg, object)
		found = append(found, f)
		return err
	})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	slices.SortFunc(found, func(a, b ordered) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Path, b.Path))
	})
	fired := make([]Fired, len(found))
	for i, f := range found {
		fired[i] = f.Fired
	}
	return fired, nil
}

// readViolation reads {"id", "message", "path"?} and finds the rule.
func (e *Engine) readViolation(pkg string, object ast.Object) (ordered, error) {
	texts, err := readTexts(pkg, object, violationParts()...)
	if err != nil {
		return ordered{}, err
	}
	rule, known := e.rules[texts[0]]
	if !known || rule.pkg != pkg || !rule.inForce(e.sets) {
		return ordered{}, evalErrorf(FailedUnknown, "package %q reported the id %q, which is no rule of it that is in force", pkg, texts[0])
	}
	return ordered{order: rule.order, Fired: Fired{
		Rule: texts[0], Version: rule.Metadata.Version, Severity: rule.Metadata.Severity,
		Message: texts[1], Path: texts[2],
	}}, nil
}

// readTexts reads an object of texts. The first two names are required and not
// empty, the third may be absent; others are errors.
func readTexts(pkg string, object ast.Object, names ...string) ([]string, error) {
	texts := make([]string, len(names))
	err := object.Iter(func(k, v *ast.Term) error {
		key, _ := k.Value.(ast.String)
		i := slices.Index(names, string(key))
		if i < 0 {
			return evalErrorf(FailedShape, "a rule of package %q gave the field %s", pkg, diag.Neutralise(k.String()))
		}
		text, ok := v.Value.(ast.String)
		if !ok {
			return evalErrorf(FailedShape, "a rule of package %q gave a field %s that is no text", pkg, names[i])
		}
		texts[i] = string(text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range 2 {
		if texts[i] == "" {
			return nil, evalErrorf(FailedShape, "a rule of package %q gave no %s", pkg, names[i])
		}
	}
	return texts, nil
}

// readCoverageEntries reads {"domain", "status", "detail"?}.
func readCoverageEntries(t *ast.Term) ([]schema.CoverageEntry, error) {
	var found []schema.CoverageEntry
	err := members(t, func(pkg string, object ast.Object) error {
		texts, err := readTexts(pkg, object, "domain", "status", "detail")
		if err != nil {
			return err
		}
		status := schema.CoverageStatus(texts[1])
		if !slices.Contains(coverageStatuses(), status) {
			return evalErrorf(FailedShape, "a rule of package %q gave the coverage status %q", pkg, texts[1])
		}
		entry := schema.CoverageEntry{Domain: texts[0], Status: status}
		if texts[2] != "" {
			entry.Detail = &texts[2]
		}
		found = append(found, entry)
		return nil
	})
	slices.SortFunc(found, func(a, b schema.CoverageEntry) int {
		return cmp.Or(cmp.Compare(a.Domain, b.Domain), cmp.Compare(a.Status, b.Status), cmp.Compare(detailOf(a), detailOf(b)))
	})
	return found, err
}

func detailOf(e schema.CoverageEntry) string {
	if e.Detail == nil {
		return ""
	}
	return *e.Detail
}

func coverageStatuses() []schema.CoverageStatus {
	return []schema.CoverageStatus{
		schema.CoverageStatusCovered, schema.CoverageStatusEntailed, schema.CoverageStatusRecommendedGap,
		schema.CoverageStatusSilentGap, schema.CoverageStatusRequiredGap, schema.CoverageStatusUnmodelled,
	}
}
