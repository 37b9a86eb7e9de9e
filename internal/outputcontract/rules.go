package outputcontract

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// variable is the name of the value in rules.
const variable = "value"

// rule is a condition on the value that is ready.
type rule struct {
	schema.OutputRule
	holds   *celenv.Expression
	message *celenv.Expression // nil where the message is always the same
}

// environment is that of rules: CEL, and the functions that need no table. Rules
// compare each part of a value with each other one, such as references with what
// they name, so that two loops inside each other are allowed over lists of some
// hundred items; longer ones are judged up to the limit of costs.
var environment = sync.OnceValues(func() (*celenv.Env, error) {
	all := domain.Functions(nil, "")
	return celenv.New(celenv.Options{
		Functions: celenv.Functions{PathWithin: all.PathWithin, Confusable: all.Confusable},
		CostLimit: 10 * celenv.DefaultCostLimit, CostEstimate: 20 * celenv.DefaultCostLimit,
		Sizes: celenv.ValueSizes(),
	})
})

func (k *compiler) rules(n *doc.Node, written []schema.OutputRule) []*rule {
	if len(written) == 0 {
		return nil
	}
	env, err := environment()
	if err != nil {
		k.refuse(n, "cel.environment", "this is a fault of the program", "%s", diag.Neutralise(err.Error()))
		return nil
	}
	seen := map[string]bool{}
	var rules []*rule
	for i, w := range written {
		at := item(n, i)
		if seen[w.Id] {
			k.refuse(at.Get("id"), "output.rule", "give each rule an id of its own", "the rule %q stands twice", w.Id)
		}
		if seen[w.Id] = true; w.Path != nil && *w.Path != "" && !strings.HasPrefix(*w.Path, "/") {
			k.refuse(at.Get("path"), "output.path", "write a JSON pointer such as /items/0", "%q is no JSON pointer", *w.Path)
		}
		rules = append(rules, k.rule(env, at, w))
	}
	return rules
}

func (k *compiler) rule(env *celenv.Env, n *doc.Node, w schema.OutputRule) *rule {
	r := &rule{OutputRule: w}
	var problems diag.List
	r.holds, problems = env.CompileExpression(k.file, variable, n.Get("expression"), true)
	k.problems.Add(problems...)
	k.checkMembers(n.Get("expression"))
	if w.MessageExpression != nil {
		r.message, problems = env.CompileExpression(k.file, variable, n.Get("message_expression"), false)
		k.problems.Add(problems...)
		k.checkMembers(n.Get("message_expression"))
	}
	return r
}

// checkRules evaluates the rules on a value. A rule that has no answer is left
// unchecked where the value has other problems, which may be why; otherwise it is
// an error of ours.
func (p *jsonPart) checkRules(ctx context.Context, n *doc.Node, plain any, broken bool) (problems []Problem, unchecked []string, err error) {
	if len(p.rules) == 0 {
		return nil, nil, nil
	}
	env, err := environment()
	if err != nil {
		return nil, nil, err
	}
	turn := env.NewTurn(ctx)
	defer turn.Close()
	for _, r := range p.rules {
		problem, err := r.check(turn, n, plain)
		switch {
		case err == nil && problem != nil:
			problems = append(problems, *problem)
		case err != nil && broken && isExpression(err):
			unchecked = append(unchecked, r.Id)
		case err != nil:
			return problems, unchecked, fmt.Errorf("rule %q: %w", r.Id, err)
		}
	}
	return problems, unchecked, nil
}

// isExpression reports whether an expression has no value, such as for want of a
// member.
func isExpression(err error) bool {
	var failed *celpolicy.EvalError
	return errors.As(err, &failed) && failed.Failure == celpolicy.FailedExpression
}

// check returns the problem where the rule does not hold.
func (r *rule) check(turn *celenv.Turn, n *doc.Node, plain any) (*Problem, error) {
	v, err := r.holds.Eval(turn, plain)
	if err != nil {
		return nil, err
	}
	if holds, ok := v.(bool); !ok || holds {
		if !ok {
			return nil, errors.New("the expression is neither true nor false")
		}
		return nil, nil
	}
	p := Problem{Code: JSONRule, Rule: r.Id, Message: r.Message}
	if r.message != nil {
		v, err := r.message.Eval(turn, plain)
		if err != nil {
			return nil, err
		}
		text, ok := v.(string)
		if !ok {
			return nil, errors.New("message_expression is no text")
		}
		p.Message = clip(text)
	}
	p.Slots = []Slot{{"message", p.Message}}
	path := ""
	if r.Path != nil {
		path = *r.Path
	}
	p = atPointer(n, path, p)
	return &p, nil
}

// maxMessage is how many bytes of a computed message are told.
const maxMessage = 2000

// clip bounds a computed message, which may hold text of the reply.
func clip(s string) string {
	s = diag.Neutralise(s)
	if len(s) <= maxMessage {
		return s
	}
	return strings.ToValidUTF8(s[:maxMessage], "") + " and more"
}
