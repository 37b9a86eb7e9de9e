package gate

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/schema"
)

// Base is the version that the bundle is compared with.
type Base struct {
	Name   string // as it was named
	Source catalog.Source
}

// compare says what changed in meaning since the base.
func compare(ctx context.Context, s *subject) (*result, error) {
	if s.Base == nil {
		return &result{outcome: schema.GateOutcomeNotAsked, detail: "no base is named"}, nil
	}
	old, problems := eval.Load(append([]catalog.Source{s.Base.Source}, s.Sources[1:]...))
	if problems.HasErrors() {
		return unreadBase(s.Base.Name, problems), nil
	}
	opt := policydiff.Options{Solvers: s.Solvers, Timeout: s.Timeout, Parallel: runtime.NumCPU()}
	if len(s.Solvers) == 0 {
		opt.NoSolver = errors.New(s.NoSolver)
	}
	report, err := policydiff.Compare(ctx, policydiff.Side{Source: s.Base.Name, Catalog: old}, policydiff.Side{Source: s.Sources[0].Name, Catalog: s.catalog}, opt)
	if err != nil {
		return nil, err
	}
	r := passed(fmt.Sprintf("%s since %s", counted(len(report.Changes), "change", "changes"), s.Base.Name))
	for i := range report.Changes {
		r.addChange(&report.Changes[i], s.Sources[0].Name)
	}
	for i := range report.Versions {
		r.addAdvice(&report.Versions[i])
	}
	return r, nil
}

// unreadBase is the step where the base cannot be loaded.
func unreadBase(name string, problems diag.List) *result {
	r := passed("the base cannot be loaded")
	r.add(schema.GateFinding{
		Id: stepDiff + "." + notChecked, Level: schema.GateLevelDeny, Subject: &name,
		Message: "the base cannot be loaded, so that nothing was compared", Details: []string{problems[0].String()},
	})
	return r
}

// addChange adds a change. One that allows more, may do so or has no new version
// denies; any other is recorded.
func (r *result) addChange(c *schema.DiffChange, root string) {
	f := schema.GateFinding{
		Id: stepDiff + "." + string(c.Class), Level: schema.GateLevelObserve, Checked: true, Subject: &c.Id,
		Message: fmt.Sprintf("%s %s: %s", c.Kind, c.Change, c.Class), Details: changeDetails(c),
	}
	if c.LostSight {
		f.Message += ", and something is no longer seen"
	}
	at := diag.Range{}
	if c.Change != schema.ElementChangeRemoved {
		at = diag.At(diag.Position{Line: int(c.Line), Column: int(c.Column)})
	}
	setPlace(&f, path.Join(root, c.File), at)
	switch c.Class {
	case schema.ChangeClassLoosened, schema.ChangeClassIncomparable:
		f.Level = schema.GateLevelDeny
	case schema.ChangeClassUnknown:
		f.Level, f.Checked = schema.GateLevelDeny, false
	case schema.ChangeClassUnchanged, schema.ChangeClassReworded, schema.ChangeClassTightened:
	}
	r.add(f)
	if c.Unversioned {
		help := fmt.Sprintf("raise its version; the change calls for a %s step", c.CallsFor)
		f.Id, f.Level, f.Checked, f.Details, f.Help = stepDiff+"."+unversioned, schema.GateLevelDeny, true, nil, &help
		f.Message = c.Kind + " changed and kept its version"
		r.add(f)
	}
}

// changeDetails are what changed, the words of both versions and what shows it.
func changeDetails(c *schema.DiffChange) []string {
	lines := []string{}
	for _, a := range c.Aspects {
		lines = append(lines, fmt.Sprintf("%s: %s", a.Class, a.Text))
	}
	if c.Before != nil {
		lines = append(lines, "before: "+*c.Before)
	}
	if c.After != nil {
		lines = append(lines, "after: "+*c.After)
	}
	for i := range c.Witnesses {
		lines = append(lines, witnessLines(&c.Witnesses[i])...)
	}
	return lines
}

// witnessLines are a trace of which the two versions have different verdicts.
func witnessLines(w *schema.DiffWitness) []string {
	lines := []string{fmt.Sprintf("%s by this trace, which was %s and is %s:", w.Shows, w.Old, w.New)}
	for i := range w.Events {
		text, err := w.Events[i].MarshalJSON()
		if err != nil {
			text = []byte(err.Error())
		}
		lines = append(lines, "  "+string(text))
	}
	if len(w.Events) == 0 {
		lines = append(lines, "  no event at all")
	}
	return lines
}

// addAdvice warns of a version that does not tell of the changes.
func (r *result) addAdvice(v *schema.VersionAdvice) {
	if v.Enough {
		return
	}
	r.add(schema.GateFinding{
		Id: stepDiff + "." + versionAdvice, Level: schema.GateLevelWarn, Checked: true, Subject: &v.Id,
		Message: fmt.Sprintf("the version of the %s goes from %s to %s; its changes call for a %s step", v.Kind, v.OldVersion, v.NewVersion, v.CallsFor),
	})
}
