package prove_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

// planCase is a plan of testdata/plans with guarantees and what is to be found
// out about them together. name is that of the recorded traces, some of which
// are runs of the plan.
type planCase struct {
	name       string
	plan       string
	guarantees []string
	want       prove.Result
}

func planCases() []planCase {
	const proved, refuted = prove.Proved, prove.Refuted
	of := func(g ...string) []string { return g }
	return []planCase{
		{"filesystem/only_write_under_branch_pass", "filesystem_branch", of("filesystem.only_write_under('/sandbox')"), proved},
		{"bank/max_spend_branch_pass", "bank_branch", of("bank.max_spend(5)"), proved},
		{"bank/pay_bill_cap_too_tight_fail", "bank_bill_capped", of("bank.max_spend(499)"), refuted},
		{"bank/pay_bill_capped_pass", "bank_bill_capped", of("bank.max_spend(500)", "bank.only_account('card')"), proved},
		{"bank/pay_bill_uncapped_fail", "bank_bill_uncapped", of("bank.max_spend(500)"), refuted},
		{"email/bob_at_most_two_branch_pass", "email_two_and_third", of("email.recipient_at_most('bob@example.com', 2)"), proved},
		{"email/content_length_branch_pass", "email_choice", of("email.content_length_at_most(5)"), proved},
		{"email/same_content_branch_pass", "email_same_content", of("email.same_content('bob@example.com', 'ann@example.com')"), proved},
		{"email/unique_recipients_branch_pass", "email_one_of_two", of("email.unique_recipients()"), proved},
		{"email-from-db/all_trivial_loop_pass", "database_mail", of("email_from_db.at_most(100)"), proved},
		{"email-from-db/count_pass", "database_greeting", of("email_from_db.count_at_most(100)"), proved},
		{"email-from-db/count_too_tight_fail", "database_mail", of("email_from_db.count_at_most(10)"), refuted},
		{"email-from-db/email_loop_fail", "database_mail", of("email_from_db.none()"), refuted},
		{"email-from-db/mixed_source_fail", "database_manual", of("email_from_db.addresses_from(email_from_db.UserRow, 'email')"), refuted},
		{"email-from-db/newsletter_pass", "database_newsletter", of("email_from_db.addresses_from(email_from_db.UserRow, 'email')", "email_from_db.count_at_most(100)"), proved},
		{"email-from-db/no_emails_with_loop_pass", "database_read", of("email_from_db.none()"), proved},
		{"email-from-db/unique_recipients_loop_fail", "database_mail", of("email_from_db.unique_recipients()"), refuted},
		{"email-from-db/wrong_column_fail", "database_names", of("email_from_db.addresses_from(email_from_db.UserRow, 'email')"), refuted},
		{"text/length_between_branch_pass", "text_branch", of("text.length_between(3, 20)"), proved},
		{"text/sends_at_most_pass", "text_maybe_second", of("text.sends_at_most(2)"), proved},
		{"loop_email/addresses_from_mixed_source_fail", "loop_manual", of("loop_email.addresses_from(loop_email.UserRow, 'email')"), refuted},
		{"loop_email/addresses_from_users_email_pass", "loop_newsletter", of("loop_email.addresses_from(loop_email.UserRow, 'email')"), proved},
		{"loop_email/addresses_from_wrong_column_fail", "loop_names", of("loop_email.addresses_from(loop_email.UserRow, 'email')"), refuted},
		{"loop_email/all_trivial_loop_pass", "loop_mail", of("loop_email.all_trivial()"), proved},
		{"loop_email/count_too_tight_fail", "loop_mail100", of("loop_email.at_most(10)"), refuted},
		{"loop_email/count_under_branch_fail", "loop_consented", of("loop_email.at_most(1)"), refuted},
		{"loop_email/count_under_pass", "loop_mail100", of("loop_email.at_most(100)"), proved},
		{"loop_email/distinct_over_loop_fail", "loop_mail", of("loop_email.unique_recipients()"), refuted},
		{"loop_email/empty_loop_fail", "loop_mail", of("loop_email.no_emails()"), refuted},
		{"loop_email/empty_no_send_pass", "loop_read", of("loop_email.no_emails()"), proved},
		{"loop_email/shares_value_over_loop_fail", "loop_mail", of("loop_email.same_content_two_bobs()"), refuted},
		{"loop_email/sum_selector_depends_on_row_fail", "loop_invoices", of("loop_email.total_amount_under(1000)"), refuted},
	}
}

// moreCases are questions beside the recorded ones.
func moreCases() []planCase {
	of := func(g ...string) []string { return g }
	return []planCase{
		{"a filter of any type that is given", "database_newsletter", of("email_from_db.only_where({'consented': True})"), prove.Proved},
		{"another filter", "database_newsletter", of("email_from_db.only_where({'consented': False})"), prove.Refuted},
		{"a filter that is not given", "database_mail", of("email_from_db.only_where({'consented': True})"), prove.Unknown},
		{"a field that is not given", "database_absent", of("email_from_db.only_table('users')"), prove.Unknown},
		{"nothing restricts the table", "database_mail", of("email_from_db.no_guarantees()"), prove.Proved},
		{"a bound that 2,000 mails meet", "database_mail", of("email_from_db.at_most(99)"), prove.Refuted},
		{"relative paths from the directory of the plan", "paths", of("filesystem.only_read_within('/repo/docs')"), prove.Proved},
		{"a path that leads out", "paths", of("filesystem.only_write_within('/repo')"), prove.Refuted},
		{"a prefix that a computed path may lack", "paths", of("filesystem.only_write_under('out/')"), prove.Proved},
		{"a sum of computed amounts", "money", of("bank.max_spend(30)"), prove.Proved},
		{"a smaller sum", "money", of("bank.max_spend(29)"), prove.Refuted},
		{"a guard that is not known goes both ways", "money", of("bank.only_account('a')"), prove.Refuted},
		{"as many events, counted", "many", of("loop_email.at_most(1600)"), prove.Proved},
		{"nested loops over the same rows", "nested", of("loop_email.at_most(9)"), prove.Proved},
		{"one more than nested loops make", "nested", of("loop_email.at_most(8)"), prove.Refuted},
		{"the door is locked at the end", "doors", of("home_automation.door_locked_at_end('front')"), prove.Proved},
		{"another door may not be", "doors", of("home_automation.all_doors_locked_at_end()"), prove.Refuted},
	}
}

// exampleCatalog is the default bundle with the example bundles beside it.
func exampleCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	sources := []catalog.Source{{FS: policies.FS, Name: "policies", Origin: catalog.OriginEmbedded}}
	folders, err := filepath.Glob("../../testdata/bundles/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("there are no example bundles, %v", err)
	}
	for _, folder := range folders {
		sources = append(sources, catalog.Source{FS: os.DirFS(folder), Name: folder, Origin: catalog.OriginFolder})
	}
	from, problems := eval.Load(sources)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

func readPlan(t *testing.T, from *catalog.Catalog, name string) *plan.Plan {
	t.Helper()
	file := filepath.Join("../../testdata/plans", name+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	node, problems := doc.ReadYAML(file, text, doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	p, problems := plan.Read(from, file, node)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return p
}

func planProver(t *testing.T, from *catalog.Catalog) *prove.Prover {
	t.Helper()
	solvers, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	of := eval.WholeMonitorOptions(from)
	return &prove.Prover{Solvers: solvers, Options: lower.Options{Facts: of.Facts, Cells: of.Cells}, Timeout: time.Minute}
}

// TestPlans proves or refutes guarantees of plans. A run that refutes one is
// judged here again, by the events alone.
func TestPlans(t *testing.T) {
	from := exampleCatalog(t)
	prover := planProver(t, from)
	for _, c := range append(planCases(), moreCases()...) {
		t.Run(c.name, func(t *testing.T) {
			p, worst := readPlan(t, from, c.plan), prove.Proved
			for _, expression := range c.guarantees {
				g, problems := from.Bind(expression, nil)
				if problems.HasErrors() {
					t.Fatal(problems)
				}
				start := time.Now()
				a, err := prover.Plan(context.Background(), p, g.Constraint)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s: %s by %s after %s, %d events", expression, a.Result, a.Solver, time.Since(start).Round(time.Millisecond), len(a.Events))
				checkRun(t, from, p, g, a)
				if a.Result != prove.Proved {
					worst = a.Result
				}
			}
			if worst != c.want {
				t.Errorf("%s is %s, want %s", c.plan, worst, c.want)
			}
		})
	}
}

// checkRun judges the run of an answer.
func checkRun(t *testing.T, from *catalog.Catalog, p *plan.Plan, g *catalog.Guarantee, a prove.PlanAnswer) {
	t.Helper()
	if (a.Reason != "") != (a.Result == prove.Unknown) || a.Result == prove.Proved && a.Run != nil || a.Result == prove.Refuted && a.Run == nil {
		t.Errorf("a result without what belongs to it: %+v", a)
	}
	verdict := map[prove.Result]schema.Verdict{prove.Refuted: schema.VerdictViolated, prove.Unknown: schema.VerdictUnknown}[a.Result]
	if a.Run == nil {
		return
	}
	m, err := monitor.New(g.Constraint, eval.WholeMonitorOptions(from), monitor.Env{WorkingDirectory: p.WorkingDirectory, ProvenanceComplete: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range a.Events {
		m.Step(e)
	}
	if got, _, _ := m.Verdict(true); got != verdict {
		t.Errorf("the run is %s, not %s", got, verdict)
	}
}
