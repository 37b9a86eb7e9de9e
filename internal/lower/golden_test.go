package lower_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// sample is a constraint whose texts are kept in testdata/golden.
type sample struct {
	name string
	c    schema.Constraint
	env  monitor.Env
}

func samples() []sample {
	reads := effects("fs.Read", "fs.List")
	le := schema.ComparisonLe
	hostile := "\"\\\n\u202e\U0001f600{{x}}${x}"
	return []sample{
		{"unrestricted", &schema.Unrestricted{}, monitor.Env{}},
		{"under", &schema.All{Set: reads, Predicate: startsWith(field("path"), lit(prefix("docs/")))}, monitor.Env{}},
		{"never_under", &schema.All{Set: reads, Predicate: not(startsWith(field("path"), lit(str(hostile))))}, monitor.Env{}},
		{"within", &schema.All{Set: reads, Predicate: within(field("path"), lit(dir("src")))}, monitor.Env{WorkingDirectory: "/repo"}},
		{"one_of", &schema.All{Set: effects("env.Read"), Predicate: in(field("name"), lit(strs("HOME", "PATH")))}, monitor.Env{}},
		{"pattern", &schema.Exists{Set: effects("env.Read"), Predicate: matches(field("name"), `^[A-Z]+$|_`)}, monitor.Env{}},
		{"at_most", &schema.Count{Set: where(compare(size(field("path")), le, lit(num(9))), "fs.Write"), Op: le, Bound: lit(num(3))}, monitor.Env{}},
		{"max_spend", &schema.Sum{Set: effects("bank.Pay"), Field: "amount", Op: le, Bound: lit(num(100))}, monitor.Env{}},
		{"price", &schema.Sum{Set: effects("bank.Buy"), Field: "price", Op: le, Bound: lit(dec("99.5"))}, monitor.Env{}},
		{"unique", &schema.UniqueBy{Set: effects("mail.Send"), Key: field("to")}, monitor.Env{}},
		{"same", &schema.ExistsPair{Left: where(eq(field("to"), lit(str("ann"))), "mail.Send"), Right: where(eq(field("to"), lit(str("bob"))), "mail.Send"), Key: field("body")}, monitor.Env{}},
		{"from_rows", &schema.All{Set: effects("mail.Send"), Predicate: comesFrom("to", "db.Row", "email")}, monitor.Env{ProvenanceComplete: true}},
		{"all_locked", &schema.StateAll{Cell: "locked", Predicate: eq(field("value"), lit(yes(true)))}, monitor.Env{}},
		{"front_locked", &schema.StateAt{Cell: "locked", Key: lit(str("front")), Op: schema.ComparisonEq, Value: lit(yes(true))}, monitor.Env{}},
		{"only_in", &schema.All{Set: effects("bank.Pay"), Predicate: in(field("currency"), lit(list(enum("bank.Currency", "EUR"), enum("bank.Currency", "USD"))))}, monitor.Env{}},
		{"joined", &schema.Or{Operands: []schema.Constraint{&schema.Not{Operand: &schema.Empty{Set: effects("fs.Write")}}, &schema.Empty{Set: reads}}}, monitor.Env{}},
	}
}

func sampleOptions(env monitor.Env) lower.Options {
	zero := value.IntegerNumber(0)
	facts := func(effect, name string) monitor.Fact {
		switch name {
		case "amount":
			return monitor.Fact{Kind: value.Integer, Minimum: &zero}
		case "price":
			return monitor.Fact{Kind: value.Decimal}
		case "currency":
			return monitor.Fact{Kind: value.Enum, Enum: "bank.Currency", Values: []string{"EUR", "USD", "CHF"}}
		}
		return monitor.Fact{Kind: value.String}
	}
	return lower.Options{Facts: facts, Env: env, Cells: []monitor.Cell{{
		Name: "locked", KeyKind: value.String, ValueKind: value.Boolean, Initial: yes(true), Assignments: []monitor.Assignment{
			{Effect: "home.Lock", Key: field("door"), Value: lit(yes(true))},
			{Effect: "home.Unlock", Key: field("door"), Value: lit(yes(false))},
		},
	}}}
}

func TestGolden(t *testing.T) {
	for _, s := range samples() {
		opt := sampleOptions(s.env)
		policy, err := lower.CEL(s.name, s.c, opt)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		golden(t, s.name+".yaml", policy.Text())
		module, err := lower.Rego("contracts."+s.name, s.c, opt)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		golden(t, s.name+".rego", module.Text())
		smt, err := lower.NewSMT(opt, s.c)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		script, err := smt.Any(lower.AnyTrace{Length: 2})
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		golden(t, s.name+".smt2", script)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
