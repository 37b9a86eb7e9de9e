package regorules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/metrics"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Eval gives the folder's rules an input, any value that [Convert] takes, and
// returns what they found, by rule and message. A finding that an exception of
// its package takes back has the severity observe. Errors are of type
// [EvalError]; the result is then empty and means nothing.
func (f *Folder) Eval(ctx context.Context, input any) ([]Fired, error) {
	v, err := Convert(input)
	if err != nil {
		return nil, err
	}
	var fired []Fired
	err = f.watchdog.run(ctx, func(cancel topdown.Cancel) error {
		found, err := f.evaluate(ast.NewTerm(v), cancel)
		if err == nil {
			fired = found
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return fired, nil
}

func (f *Folder) evaluate(input *ast.Term, cancel topdown.Cancel) ([]Fired, error) {
	var fired []Fired
	excepted := map[string][]string{}
	for i := range f.rules {
		found, err := f.evaluateRule(&f.rules[i], input, cancel, excepted, nil)
		if err != nil {
			return nil, err
		}
		fired = append(fired, found...)
	}
	return fired, nil
}

// evaluateRule asks one rule; a tracer may be nil. The exceptions of packages are
// kept as they become known.
func (f *Folder) evaluateRule(r *FolderRule, input *ast.Term, cancel topdown.Cancel, excepted map[string][]string, tracer topdown.QueryTracer) ([]Fired, error) {
	value, err := f.program.value(r.ref, input, cancel, tracer)
	if err != nil {
		return nil, r.explained(err)
	}
	messages, err := r.messages(value)
	if err != nil {
		return nil, err
	}
	severity := r.Metadata.Severity
	if len(messages) > 0 {
		if taken, err := f.excepts(r, input, cancel, excepted); err != nil {
			return nil, err
		} else if taken {
			severity = schema.SeverityObserve
		}
	}
	var fired []Fired
	for _, m := range messages {
		fired = append(fired, Fired{Rule: r.Metadata.Id, Version: r.Metadata.Version, Severity: severity, Message: m})
	}
	return fired, nil
}

// messages reads what a rule found: a set of messages, or true.
func (r *FolderRule) messages(value ast.Value) ([]string, error) {
	var messages []string
	add := func(t *ast.Term) error {
		m, wrong := message(t.Value)
		if wrong != "" {
			return r.failed("it found %s, which is no finding; "+findingForms, wrong)
		}
		messages = append(messages, m)
		return nil
	}
	switch v := value.(type) {
	case nil:
		return nil, nil
	case ast.Boolean:
		if v {
			messages = []string{r.title()}
		}
		return messages, nil
	case ast.Set:
		if err := v.Iter(add); err != nil {
			return nil, err
		}
	case *ast.Array:
		if err := v.Iter(add); err != nil {
			return nil, err
		}
	default:
		return nil, r.failed("it is %s, and neither a set of messages nor true or false", article(ast.ValueName(value)))
	}
	slices.SortFunc(messages, cmp.Compare[string])
	return messages, nil
}

// explained says of a built-in that failed for which rule it did, and what to do.
func (r *FolderRule) explained(err error) error {
	var failed *EvalError
	if errors.As(err, &failed) && failed.Failure == FailedBuiltin {
		failed.Message += fmt.Sprintf("; the rule %q of package %q needs it. A stock engine would find nothing here, and this denies: have the rules test the value before they call", r.Name, r.Package)
	}
	return err
}

// findingForms says what a rule may find.
const findingForms = "a finding is a text that is not empty, or an object with such a text at msg"

// failed is our own failure to read what a rule found, at the rule's place.
func (r *FolderRule) failed(format string, args ...any) error {
	err := evalErrorf(FailedShape, "the rule %q of package %q cannot be read: "+format, append([]any{r.Name, r.Package}, args...)...)
	err.File, err.Line = r.Path, r.Position.Line
	return err
}

// message is a text that is not empty, or the text msg of an object; or what
// stands in its place.
func message(v ast.Value) (text, wrong string) {
	of := ""
	if object, ok := v.(ast.Object); ok {
		given := object.Get(ast.InternedTerm("msg"))
		if given == nil {
			return "", "an object without msg"
		}
		v, of = given.Value, " at msg of an object"
	}
	switch found, ok := v.(ast.String); {
	case !ok:
		return "", article(ast.ValueName(v)) + of
	case found == "":
		return "", "an empty text" + of
	default:
		return string(found), ""
	}
}

// article puts a or an before the name of a type of value.
func article(name string) string {
	if strings.ContainsAny(name[:1], "aeo") {
		return "an " + name
	}
	return "a " + name
}

// excepts reports whether the package has an exception from a rule.
func (f *Folder) excepts(r *FolderRule, input *ast.Term, cancel topdown.Cancel, known map[string][]string) (bool, error) {
	names, ok := known[r.Package]
	if !ok {
		value, err := f.program.value(r.ref[:len(r.ref)-1].Append(ast.StringTerm(exceptionName)), input, cancel, nil)
		if err != nil {
			return false, err
		}
		if names, err = exceptions(value, r); err != nil {
			return false, err
		}
		known[r.Package] = names
	}
	return slices.Contains(names, exceptedName(r.Name)), nil
}

// exceptions reads a set of lists, or of sets, of names. The rule is one of the
// package.
func exceptions(value ast.Value, r *FolderRule) ([]string, error) {
	if value == nil {
		return nil, nil
	}
	var names []string
	wrong := r.failed("the exceptions of its package are no set of lists of names")
	add := func(t *ast.Term) error {
		name, ok := t.Value.(ast.String)
		if !ok {
			return wrong
		}
		names = append(names, string(name))
		return nil
	}
	set, ok := value.(ast.Set)
	if !ok {
		return nil, wrong
	}
	err := set.Iter(func(t *ast.Term) error {
		switch list := t.Value.(type) {
		case *ast.Array:
			return list.Iter(add)
		case ast.Set:
			return list.Iter(add)
		}
		return wrong
	})
	return names, err
}

// value is the value of a rule; nil where it is undefined. A tracer may be nil.
func (p *looseProgram) value(ref ast.Ref, input *ast.Term, cancel topdown.Cancel, tracer topdown.QueryTracer) (ast.Value, error) {
	query, err := p.compiler.QueryCompiler().Compile(ast.NewBody(ast.Equality.Expr(ast.VarTerm("found"), ast.NewTerm(ref))))
	if err != nil {
		return nil, evalErrorf(FailedInternal, "%v", err)
	}
	var value ast.Value
	err = p.run(query, input, cancel, tracer, func(r topdown.QueryResult) error {
		value = r["found"].Value
		return nil
	})
	return value, err
}

// run evaluates a compiled query and hands over each of its answers; a tracer
// may be nil, and otherwise sees what OPA's index would leave out. No rule sees a clock. The error is of type EvalError.
func (p *looseProgram) run(query ast.Body, input *ast.Term, cancel topdown.Cancel, tracer topdown.QueryTracer, each func(topdown.QueryResult) error) error {
	err := storage.Txn(context.Background(), p.store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		q := topdown.NewQuery(query).
			WithCompiler(p.compiler).
			WithStore(p.store).
			WithTransaction(txn).
			WithInput(input).
			WithCancel(cancel).
			WithMetrics(metrics.NoOp()).
			WithTime(time.Unix(0, 0)).
			WithStrictBuiltinErrors(p.strict)
		if tracer != nil {
			q = q.WithQueryTracer(tracer).WithIndexing(false).WithEarlyExit(false)
		}
		return q.Iter(context.Background(), each)
	})
	if err != nil {
		return fromTopdown(err)
	}
	return nil
}
