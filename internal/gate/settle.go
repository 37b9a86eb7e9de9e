package gate

import (
	"fmt"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// settle applies a policy to what the steps found: levels, exceptions, what is to
// be said of the exceptions themselves, outcomes and the exit code. What was
// found stays as it is.
func settle(found *schema.GateReport, p *Policy, at time.Time, root string) *schema.GateReport {
	out := *found
	out.Steps = append([]schema.GateStep{}, found.Steps...)
	out.Findings = append([]schema.GateFinding{}, found.Findings...)
	if p != nil {
		p.apply(&out, at.UTC(), root)
	}
	for i := range out.Steps {
		out.Steps[i].Outcome = outcome(&out.Steps[i], out.Findings)
	}
	out.Exit = exitCode(&out)
	return &out
}

// apply gives findings their levels and adds those about exceptions.
func (p *Policy) apply(out *schema.GateReport, at time.Time, root string) {
	used := make([]bool, len(p.written.Exceptions))
	for i := range out.Findings {
		f := &out.Findings[i]
		p.level(f, root)
		p.except(f, root, at, used)
	}
	about := p.aboutExceptions(out, at, used)
	for i := range about {
		p.level(&about[i], "")
	}
	out.Findings = append(out.Findings, about...)
	detail := fmt.Sprintf("%s, %s", counted(len(p.levels), "level", "levels"), counted(len(p.exceptions), "exception", "exceptions"))
	out.Steps = append(out.Steps, schema.GateStep{Name: stepPolicy, Outcome: schema.GateOutcomePassed, Detail: detail})
	out.Policy = &p.digest
	if len(p.exceptions) > 0 {
		day := at.Format(time.DateOnly)
		out.At = &day
	}
}

// fixed reports whether no policy moves a finding: that of a bundle that cannot
// be used.
func fixed(f *schema.GateFinding) bool {
	return (f.Step == stepBundle || f.Step == stepTrust) && f.Level == schema.GateLevelDeny
}

func (p *Policy) level(f *schema.GateFinding, root string) {
	if fixed(f) {
		return
	}
	name := inBundle(textOf(f.File), root)
	for _, l := range p.written.Levels {
		if matches(f, name, l.Finding, l.Paths, l.Subject) {
			f.Level = schema.GateLevel(l.Level)
		}
	}
}

// except lets a finding pass that would deny and that an exception names. What
// an exception names is used, whatever its level.
func (p *Policy) except(f *schema.GateFinding, root string, at time.Time, used []bool) {
	name := inBundle(textOf(f.File), root)
	for i := range p.written.Exceptions {
		e := &p.written.Exceptions[i]
		if fixed(f) || !matches(f, name, e.Finding, e.Paths, e.Subject) {
			continue
		}
		used[i] = true
		if f.Level == schema.GateLevelDeny && !expired(e.Until, at) {
			f.Level = schema.GateLevelExcepted
			f.Exception = &schema.GateException{Reason: e.Reason, Until: e.Until}
		}
	}
}

// expired reports whether a day is over.
func expired(until string, at time.Time) bool {
	day, err := time.Parse(time.DateOnly, until)
	return err != nil || !at.Before(day.AddDate(0, 0, 1))
}

// aboutExceptions are findings about exceptions: those that are over, and those
// that name nothing although their step was done.
func (p *Policy) aboutExceptions(out *schema.GateReport, at time.Time, used []bool) []schema.GateFinding {
	var list []schema.GateFinding
	for i := range p.written.Exceptions {
		e := &p.written.Exceptions[i]
		switch {
		case expired(e.Until, at):
			list = append(list, p.about(i, exceptionExpired, fmt.Sprintf("the exception from %s ended on %s", e.Finding, e.Until), "mend what it was for, or decide on it anew; then remove it or give it a later end"))
		case !used[i] && done(out, e.Finding):
			list = append(list, p.about(i, exceptionUnused, fmt.Sprintf("the exception from %s matches nothing", e.Finding), "remove it"))
		}
	}
	return list
}

func (p *Policy) about(i int, id, message, help string) schema.GateFinding {
	f := schema.GateFinding{
		Id: stepPolicy + "." + id, Step: stepPolicy, Level: schema.GateLevelDeny, Checked: true,
		Message: message, Details: []string{"its reason: " + p.written.Exceptions[i].Reason}, Help: &help,
	}
	setPlace(&f, p.file, diag.Range{Start: p.exceptions[i].Start, End: p.exceptions[i].End})
	return f
}

// done reports whether the step of a finding's id was done.
func done(out *schema.GateReport, finding string) bool {
	name, _, _ := strings.Cut(finding, ".")
	for _, s := range out.Steps {
		if s.Name == name {
			return s.Outcome == schema.GateOutcomePassed
		}
	}
	return false
}

// inBundle is the name of a file from the bundle's root; that of any other file
// stays as it is.
func inBundle(file, root string) string {
	if root == "." || root == "" {
		return file
	}
	return strings.TrimPrefix(file, strings.TrimSuffix(root, "/")+"/")
}

// outcome is what came of a step. One that was done fails by what denies.
func outcome(s *schema.GateStep, findings []schema.GateFinding) schema.GateOutcome {
	out := s.Outcome
	if out != schema.GateOutcomePassed {
		return out
	}
	for i := range findings {
		f := &findings[i]
		switch {
		case f.Step != s.Name || f.Level != schema.GateLevelDeny:
		case f.Checked:
			return schema.GateOutcomeFailed
		default:
			out = schema.GateOutcomeNotChecked
		}
	}
	return out
}
