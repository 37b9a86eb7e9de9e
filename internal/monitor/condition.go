package monitor

import "github.com/contractc/contractc/schema"

// Predicate is a compiled predicate on one event, such as a precondition. It is
// immutable and may be shared.
type Predicate struct {
	predicate predicate
	fills     []fill
	slots     int
}

// CompilePredicate compiles a predicate for events of the given effect types,
// whose facts it uses; none stands for any. The error is a *CompileError.
func CompilePredicate(p schema.Predicate, opt Options, effects ...string) (*Predicate, error) {
	c := newCompiler(opt)
	c.begin(effects)
	compiled, err := c.predicate(p, place{})
	if err != nil {
		return nil, err
	}
	return &Predicate{compiled, c.fills, c.slots}, nil
}

// Eval returns the truth of the predicate for an event.
func (p *Predicate) Eval(event *Event, env Env) Truth {
	f := &frame{event: event, env: env, slots: make([]datum, p.slots)}
	for _, fill := range p.fills {
		f.slots[fill.slot].resolve(event.Fields[fill.field])
	}
	return p.predicate.eval(f)
}

// EvalPredicate compiles a predicate without parameters and returns its truth
// for an event. Where many events are judged, CompilePredicate is the faster
// way. The error is a *CompileError.
func EvalPredicate(p schema.Predicate, event *Event, env Env) (Truth, error) {
	compiled, err := CompilePredicate(p, Options{}, event.Effect)
	if err != nil {
		return Unknown, err
	}
	return compiled.Eval(event, env), nil
}
