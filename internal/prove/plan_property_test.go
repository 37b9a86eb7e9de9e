package prove_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// randomPlans is how many random plans TestRandomPlans proves something about.
const randomPlans = 40

// TestRandomPlans holds proofs about random plans against runs of them: what is
// proved holds on each, and what some run violates is not proved.
func TestRandomPlans(t *testing.T) {
	from := exampleCatalog(t)
	prover, random, seen := planProver(t, from), rand.New(rand.NewPCG(11, 4)), map[prove.Result]int{}
	for range randomPlans {
		text := randomPlan(random)
		node, problems := doc.ReadYAML("random.yaml", []byte(text), doc.DefaultLimits())
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		p, problems := plan.Read(from, "random.yaml", node)
		if problems.HasErrors() {
			t.Fatalf("%v\n%s", problems, text)
		}
		expression := randomGuarantee(random)
		g, problems := from.Bind(expression, nil)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		a, err := prover.Plan(context.Background(), p, g.Constraint)
		if err != nil {
			t.Fatal(err)
		}
		seen[a.Result]++
		for range 150 {
			assignment := randomAssignment(random, p)
			performed, err := p.Run(assignment)
			if err != nil {
				t.Fatal(err)
			}
			m, err := monitor.New(g.Constraint, eval.WholeMonitorOptions(from), monitor.Env{ProvenanceComplete: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range performed.Events {
				m.Step(e)
			}
			verdict, _, _ := m.Verdict(true)
			if a.Result == prove.Proved && verdict != schema.VerdictHolds || a.Result != prove.Refuted && verdict == schema.VerdictViolated {
				t.Fatalf("%s is %s (%s), and %s on a run with %v, %v\n%s", expression, a.Result, a.Reason, verdict, assignment.Values, assignment.Rows, text)
			}
		}
	}
	t.Logf("%v", seen)
	if seen[prove.Proved] < 5 || seen[prove.Refuted] < 5 {
		t.Errorf("the plans are too much alike: %v", seen)
	}
}

func randomGuarantee(r *rand.Rand) string {
	list := []string{
		fmt.Sprintf("loop_email.at_most(%d)", r.IntN(5)), "loop_email.no_emails()", "loop_email.unique_recipients()", "loop_email.all_trivial()",
		"loop_email.same_content_two_bobs()", "loop_email.addresses_from(loop_email.UserRow, 'email')", fmt.Sprintf("loop_email.total_amount_under(%d)", r.IntN(12)),
	}
	return list[r.IntN(len(list))]
}

const randomHead = `kind: Plan
name: random
library: loop_email
values:
  a: {type: boolean}
  b: {type: boolean}
  num: {type: integer, minimum: 0, maximum: 4}
  text: {type: string}
rows:
  users: {row: UserRow, at_most: 2}
  bills: {row: InvoiceRow, at_most: 2}
steps:
`

func randomPlan(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(randomHead)
	randomSteps(r, &b, "  ", nil, 3)
	return b.String()
}

// randomSteps writes up to three steps. loops are the variables in scope.
func randomSteps(r *rand.Rand, b *strings.Builder, indent string, loops []string, depth int) {
	for range 1 + r.IntN(3) {
		switch kind := r.IntN(5); {
		case kind == 0 && depth > 0:
			fmt.Fprintf(b, "%s- if: %s\n%s  then:\n", indent, randomGuard(r, loops), indent)
			randomSteps(r, b, indent+"    ", loops, depth-1)
			if r.IntN(2) == 0 {
				fmt.Fprintf(b, "%s  else:\n", indent)
				randomSteps(r, b, indent+"    ", loops, depth-1)
			}
		case kind == 1 && depth > 1:
			variable, rows := fmt.Sprintf("user%d", depth), "users"
			if r.IntN(2) == 0 {
				variable, rows = fmt.Sprintf("bill%d", depth), "bills"
			}
			fmt.Fprintf(b, "%s- for_each: %s\n%s  in: %s\n%s  do:\n", indent, variable, indent, rows, indent)
			randomSteps(r, b, indent+"    ", append(loops[:len(loops):len(loops)], variable), depth-1)
		case kind == 2:
			fmt.Fprintf(b, "%s- call: charge\n%s  symbolic: {amount: %s}\n", indent, indent, randomNumber(r, loops))
		default:
			fmt.Fprintf(b, "%s- call: send_email\n%s  symbolic: {addr: %s, msg: %s}\n", indent, indent, randomText(r, loops), randomText(r, loops))
		}
	}
}

// inLoop is a column of a loop of a kind, or what is otherwise written.
func inLoop(r *rand.Rand, loops []string, kind string, columns []string, otherwise string) string {
	var fitting []string
	for _, name := range loops {
		if strings.HasPrefix(name, kind) {
			fitting = append(fitting, name)
		}
	}
	if len(fitting) == 0 || r.IntN(3) == 0 {
		return otherwise
	}
	return fitting[r.IntN(len(fitting))] + "." + columns[r.IntN(len(columns))]
}

func randomText(r *rand.Rand, loops []string) string {
	words := []string{`"'bob@a'"`, `"'bob@b'"`, "values.text"}
	return inLoop(r, loops, "user", []string{"email", "name"}, words[r.IntN(len(words))])
}

func randomNumber(r *rand.Rand, loops []string) string {
	words := []string{"values.num", "values.num + 2", "values.num - 3", `"4"`, "size(values.text)"}
	return inLoop(r, loops, "bill", []string{"amount"}, words[r.IntN(len(words))])
}

func randomGuard(r *rand.Rand, loops []string) string {
	guards := []string{
		"values.a", `"!values.b"`, "values.a && values.b", "values.a || values.num > 2", "values.num <= 3",
		`"values.text == 'bob@a'"`, `"values.text.startsWith('bob')"`, `"values.text in ['bob@a', 'x']"`, "values.num + 9007199254740990 > 0",
	}
	guard := guards[r.IntN(len(guards))]
	if r.IntN(2) == 0 {
		return inLoop(r, loops, "user", []string{"consented"}, guard)
	}
	return inLoop(r, loops, "bill", []string{"amount > 1"}, guard)
}

func randomAssignment(r *rand.Rand, p *plan.Plan) *plan.Assignment {
	a := &plan.Assignment{Values: map[string]schema.Value{}, Rows: map[string][]map[string]schema.Value{}}
	words := []string{"bob@a", "bob@b", "x", ""}
	of := func(kind value.Kind) schema.Value {
		switch kind {
		case value.Boolean:
			return &schema.BooleanValue{Boolean: r.IntN(2) == 0}
		case value.Integer:
			return &schema.IntegerValue{Integer: fmt.Sprint(r.IntN(5))}
		}
		return &schema.StringValue{String: words[r.IntN(len(words))]}
	}
	for _, v := range p.Values {
		a.Values[v.Name] = of(v.Type.Kind)
	}
	for _, rows := range p.Rows {
		list := make([]map[string]schema.Value, r.IntN(rows.Most+1))
		for i := range list {
			list[i] = map[string]schema.Value{}
			for _, c := range rows.Columns {
				list[i][c.Name] = of(c.Type.Kind)
			}
		}
		a.Rows[rows.Name] = list
	}
	return a
}
