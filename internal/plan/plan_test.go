package plan_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

// bundles are the default bundle and two examples, one with rows.
func bundles(t testing.TB) *catalog.Catalog {
	t.Helper()
	sources := []catalog.Source{{FS: policies.FS, Name: "policies", Origin: catalog.OriginEmbedded}}
	for _, name := range []string{"bank", "loop_email"} {
		folder := filepath.Join("../../testdata/bundles", name)
		sources = append(sources, catalog.Source{FS: os.DirFS(folder), Name: folder, Origin: catalog.OriginFolder})
	}
	from, problems := catalog.Load(sources, catalog.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

func read(from *catalog.Catalog, text string) (*plan.Plan, diag.List) {
	node, problems := doc.ReadYAML("plan.yaml", []byte(text), doc.DefaultLimits())
	if problems.HasErrors() {
		return nil, problems
	}
	return plan.Read(from, "plan.yaml", node)
}

const head = "kind: Plan\nname: p\nlibrary: loop_email\nvalues:\n  num: {type: integer}\n  s: {type: string}\nrows:\n  users: {row: UserRow, at_most: 3}\nsteps:\n"

// TestMistakes holds what is said of plans that are wrong, all problems at once.
func TestMistakes(t *testing.T) {
	from := bundles(t)
	for _, test := range []struct{ name, text, want string }{
		{"no steps", "kind: Plan\nname: p\nsteps: []\n", `3:8: there are no steps`},
		{"an unknown library", "kind: Plan\nname: p\nlibrary: nowhere\nsteps:\n  - call: withdraw\n", `3:10: no library has the name "nowhere"`},
		{"an unknown slot", "kind: Plan\nname: p\nstep: []\nsteps:\n  - call: withdraw\n", `3:1: "Plan" has no field "step"`},
		{"a relative working directory", "kind: Plan\nname: p\nworking_directory: src\nsteps:\n  - call: withdraw\n", `3:20: the working directory "src" is not absolute`},
		{"an unknown effect", head + "  - call: send_mail\n", `no effect type has the name "send_mail"`},
		{"two kinds of step", head + "  - call: charge\n    if: values.num > 0\n", `10:5: the step has 2 of call, if and for_each`},
		{"a step without a kind", head + "  - fields: {amount: 1}\n", `the step has 0 of call, if and for_each`},
		{"a slot of another kind of step", head + "  - call: charge\n    then: []\n", `11:5: "then" does not belong to a step with call`},
		{"an unknown field", head + "  - call: charge\n    fields: {amonut: 1}\n", `the effect type loop_email.Charge has no field "amonut"`},
		{"a field of another type", head + "  - call: charge\n    fields: {amount: one}\n", `the field "amount": the type is integer, not a string`},
		{"fields that are no map", head + "  - call: charge\n    fields: [1]\n", `the fields are no map`},
		{"a field given twice", head + "  - call: charge\n    fields: {amount: 1}\n    symbolic: {amount: values.num}\n", `the field "amount" is given twice`},
		{"a computed field of another type", head + "  - call: charge\n    symbolic: {amount: values.s}\n", `a value of type string stands where one of type integer is expected`},
		{"an unknown value", head + "  - call: charge\n    symbolic: {amount: values.m}\n", `11:24: values has no name "m"`},
		{"a root alone", head + "  - call: charge\n    symbolic: {amount: values}\n", `values is no value by itself`},
		{"a row outside of its loop", head + "  - call: send_email\n    symbolic: {addr: user.email}\n", `"user" is not declared`},
		{"an unknown column", head + "  - for_each: user\n    in: users\n    do:\n      - call: send_email\n        symbolic: {addr: user.mail}\n", `user has no name "mail"`},
		{"unknown rows", head + "  - for_each: user\n    in: user\n    do:\n      - call: charge\n", `the plan has no rows "user"`},
		{"a loop over nothing", head + "  - for_each: user\n    do:\n      - call: charge\n", `the loop does not say which rows it goes over`},
		{"a loop without steps", head + "  - for_each: user\n    in: users\n", `the loop has no steps`},
		{"a variable that is taken", head + "  - for_each: user\n    in: users\n    do:\n      - for_each: user\n        in: users\n        do:\n          - call: charge\n", `a loop around it has the name "user"`},
		{"a variable called values", head + "  - for_each: values\n    in: users\n    do:\n      - call: charge\n", `"values" is no name for a row`},
		{"a guard that is no condition", head + "  - if: values.num + 1\n    then:\n      - call: charge\n", `10:9: the operator + is no condition of the algebra`},
		{"a guard over types that differ", head + "  - if: values.num == values.s\n    then:\n      - call: charge\n", `a value of type integer is compared with one of type string`},
		{"a guard over the event", head + "  - if: event.amount > 0\n    then:\n      - call: charge\n", `"event" is not declared`},
		{"a guard on which nothing depends", head + "  - if: values.num > 0\n", `nothing depends on the guard`},
		{"bounds of a text", "kind: Plan\nname: p\nvalues:\n  s: {type: string, minimum: 1}\nsteps:\n  - call: charge\n", `a value of type string has no bounds`},
		{"bounds that leave nothing", "kind: Plan\nname: p\nvalues:\n  num: {type: integer, minimum: 2, maximum: 1}\nsteps:\n  - call: charge\n", `no value of "num" is within its bounds`},
		{"a bound that is no number", "kind: Plan\nname: p\nvalues:\n  num: {type: integer, minimum: one}\nsteps:\n  - call: charge\n", `the bound is no integer`},
		{"a bound that is not exact", "kind: Plan\nname: p\nvalues:\n  num: {type: integer, minimum: 1.5}\nsteps:\n  - call: charge\n", `the bound is no integer`},
		{"a value whose name is none", "kind: Plan\nname: p\nvalues:\n  my-n: {type: integer}\nsteps:\n  - call: charge\n", `4:3: "my-n" is no name`},
		{"rows of no class", "kind: Plan\nname: p\nlibrary: loop_email\nrows:\n  users: {row: Person, at_most: 3}\nsteps:\n  - call: charge\n", `has no class "Person"`},
		{"rows of an effect", "kind: Plan\nname: p\nlibrary: loop_email\nrows:\n  users: {row: Charge, at_most: 3}\nsteps:\n  - call: charge\n", `"Charge" is no class of rows`},
		{"fewer rows than none", "kind: Plan\nname: p\nlibrary: loop_email\nrows:\n  users: {row: UserRow, at_most: -1}\nsteps:\n  - call: charge\n", `there cannot be -1 rows`},
		{"too many calls", strings.Replace(head, "at_most: 3", "at_most: 50", 1) + "  - for_each: a\n    in: users\n    do:\n      - for_each: b\n        in: users\n        do:\n          - call: charge\n", `with its loops written out the plan has more than 2000 calls or 10000 steps`},
	} {
		p, problems := read(from, test.text)
		if p != nil || !strings.Contains(problems.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, problems, test.want)
		}
	}
}

// TestSeveralMistakes requires that all problems are told, in their order.
func TestSeveralMistakes(t *testing.T) {
	_, problems := read(bundles(t), head+"  - call: nothing\n  - if: values.x > 0\n    then:\n      - call: charge\n        fields: {amount: x}\n")
	var codes []string
	for _, p := range problems {
		codes = append(codes, p.Code)
		if p.Detail == "" || !p.Range.Known() {
			t.Errorf("%v does not say what to do, or where", p)
		}
	}
	if want := []string{"plan.call", "cel.field", "plan.field"}; !slices.Equal(codes, want) && !slices.Equal(codes, []string{"plan.call", "cel.name", "plan.field"}) {
		t.Errorf("the problems are %v", problems)
	}
}

// TestRunIsChecked holds what is said of runs that a plan does not have.
func TestRunIsChecked(t *testing.T) {
	p, problems := read(bundles(t), strings.Replace(head, "num: {type: integer}", "num: {type: integer, minimum: 1}", 1)+"  - for_each: user\n    in: users\n    do:\n      - call: send_email\n        symbolic: {addr: user.email, msg: values.s}\n")
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	row := func(email string) map[string]schema.Value {
		text := &schema.StringValue{String: email}
		return map[string]schema.Value{"email": text, "name": text, "consented": &schema.BooleanValue{}}
	}
	whole := func(change func(*plan.Assignment)) *plan.Assignment {
		a := &plan.Assignment{
			Values: map[string]schema.Value{"num": &schema.IntegerValue{Integer: "1"}, "s": &schema.StringValue{String: "hi"}},
			Rows:   map[string][]map[string]schema.Value{"users": {row("a"), row("b")}},
		}
		change(a)
		return a
	}
	for _, test := range []struct {
		name   string
		change func(*plan.Assignment)
		want   string
	}{
		{"whole", func(*plan.Assignment) {}, ""},
		{"a value that is missing", func(a *plan.Assignment) { delete(a.Values, "s") }, `the value "s" is no string`},
		{"a value of another type", func(a *plan.Assignment) { a.Values["num"] = a.Values["s"] }, `the value "num" is no integer`},
		{"a value below its bounds", func(a *plan.Assignment) { a.Values["num"] = &schema.IntegerValue{Integer: "0"} }, `the value "num" is not within its bounds`},
		{"a value that is not exact", func(a *plan.Assignment) { a.Values["num"] = &schema.IntegerValue{Integer: "9007199254740992"} }, `beyond what is kept exact`},
		{"too many rows", func(a *plan.Assignment) {
			a.Rows["users"] = []map[string]schema.Value{row("a"), row("b"), row("c"), row("d")}
		}, `there are 4 rows "users"; at most 3 are possible`},
		{"a column that is missing", func(a *plan.Assignment) { delete(a.Rows["users"][1], "email") }, `the column "email" of row 1 of "users" is no string`},
	} {
		performed, err := p.Run(whole(test.change))
		switch {
		case test.want == "" && (err != nil || len(performed.Events) != 2 || performed.Events[1].Provenance["addr"].Row != 1):
			t.Errorf("%s: %+v, %v", test.name, performed, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// FuzzRead: no text makes the reader panic, and a plan that is read has a digest
// and can be written out.
func FuzzRead(f *testing.F) {
	from := bundles(f)
	folder := "../../testdata/plans"
	entries, err := os.ReadDir(folder)
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(head + "  - call: 1\n    symbolic: x\n  - if: {}\n  - for_each: []\n    in: 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, problems := read(from, text)
		if (p == nil) != problems.HasErrors() {
			t.Fatalf("the plan is %v, its problems %v", p, problems)
		}
		if p != nil && (p.Digest == "" || len(p.Written(2).Events) > plan.MaxCalls) {
			t.Fatal("the plan has no digest, or too many calls")
		}
	})
}
