package regorules

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/contractc/contractc/schema"
)

// Begin starts to compile what the types of action need in a stage, and does
// not wait for it: [Turn.Eval] does, and returns the errors. A turn that begins
// with the types of all its actions compiles no module twice; types that share
// no module are compiled at the same time.
func (e *Engine) Begin(stage schema.RuleStage, types []string) {
	if !e.begun(stage, types) {
		e.begin(stage, types)
	}
}

// begun reports whether there is a program for every type of action.
func (e *Engine) begun(stage schema.RuleStage, types []string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, t := range types {
		if e.find(stage, e.nameOf(t)) == nil {
			return false
		}
	}
	return true
}

// Prepare is [Engine.Begin], and waits. Errors are of type [CompileError].
func (e *Engine) Prepare(stage schema.RuleStage, types []string) error {
	var errs []error
	for _, p := range e.begin(stage, types) {
		errs = append(errs, p.wait(context.Background()))
	}
	return cmp.Or(errs...)
}

// begin returns the programs for types of action, compiled or not.
func (e *Engine) begin(stage schema.RuleStage, types []string) []*program {
	e.mu.Lock()
	defer e.mu.Unlock()
	var found []*program
	var missing []string
	for _, t := range types {
		t = e.nameOf(t)
		if p := e.find(stage, t); p != nil {
			found = append(found, p)
		} else {
			missing = append(missing, t)
		}
	}
	for _, g := range e.groups(stage, sorted(missing)) {
		p := &program{stage: stage, types: g.types, empty: len(g.modules) == 0, done: make(chan struct{})}
		e.programs, found = append(e.programs, p), append(found, p)
		if p.empty {
			close(p.done)
			continue
		}
		go p.make(e)
	}
	return found
}

// nameOf is the type of action that a program is kept under. All types that no
// rule names are one: a reply may hold any number of them.
func (e *Engine) nameOf(actionType string) string {
	if e.named[actionType] {
		return actionType
	}
	return ""
}

// find returns the program for a type of action, if there is one.
func (e *Engine) find(stage schema.RuleStage, actionType string) *program {
	for _, p := range e.programs {
		if p.stage == stage && slices.Contains(p.types, actionType) {
			return p
		}
	}
	return nil
}

// program returns the program for a type of action, compiled or not.
func (e *Engine) program(stage schema.RuleStage, actionType string) *program {
	e.mu.Lock()
	p := e.find(stage, e.nameOf(actionType))
	e.mu.Unlock()
	if p == nil {
		p = e.begin(stage, []string{actionType})[0]
	}
	return p
}

// make compiles the program and keeps the error.
func (p *program) make(e *Engine) {
	defer close(p.done)
	p.err = p.compile(e)
}

// wait returns when the program is compiled, or the context ends.
func (p *program) wait(ctx context.Context) error {
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return evalErrorf(FailedDeadline, "stopped before the rules were compiled")
	}
}

// group is types of action with the modules that they need, by path.
type group struct {
	types   []string
	modules map[string]bool
}

// groups divides types into those that need modules of the same packages.
func (e *Engine) groups(stage schema.RuleStage, types []string) []group {
	var groups []group
	for _, t := range types {
		g := group{[]string{t}, map[string]bool{}}
		for _, d := range e.needed(stage, g.types) {
			g.modules[d.Path] = true
		}
		for i := len(groups) - 1; i >= 0; i-- {
			if !overlap(groups[i].modules, g.modules) {
				continue
			}
			g.types = append(groups[i].types, g.types...)
			maps.Copy(g.modules, groups[i].modules)
			groups = slices.Delete(groups, i, i+1)
		}
		g.types = sorted(g.types)
		groups = append(groups, g)
	}
	return groups
}

func overlap(a, b map[string]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}
