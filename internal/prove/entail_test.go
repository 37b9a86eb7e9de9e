package prove_test

import (
	"context"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// TestImplications proves and refutes what contracts imply for all values of
// their parameters.
func TestImplications(t *testing.T) {
	from := exampleCatalog(t)
	prover := planProver(t, from)
	const proved, refuted, unknown = prove.Proved, prove.Refuted, prove.Unknown
	for _, c := range []struct {
		first, second string
		want          prove.Result
	}{
		{"filesystem.no_reads", "filesystem.only_read_under", proved},
		{"filesystem.no_reads", "filesystem.only_read_within", proved},
		{"filesystem.no_reads", "filesystem.never_read_within", proved},
		{"filesystem.read_only", "filesystem.no_deletes", proved},
		{"filesystem.read_only", "filesystem.only_write_under", proved},
		{"filesystem.only_read_under", "filesystem.no_reads", refuted},
		{"filesystem.read_only", "filesystem.writes_at_most", refuted}, // a negative bound
		{"filesystem.only_read_under", "filesystem.only_read_within", refuted},
		{"filesystem.only_read_within", "filesystem.only_read_under", refuted},
		{"filesystem.only_read_under", "filesystem.only_read_under", proved},
		{"filesystem.never_read_under", "filesystem.only_read_under", refuted},
		{"filesystem.only_read_within", "grep.only_read_within", refuted},
		{"filesystem.writes_at_most", "filesystem.writes_at_most", proved},
		{"editor.no_edits", "editor.replace_length_at_most", proved},
		{"env.no_env_reads", "env.only_vars", proved},
		{"env.only_vars", "env.only_vars", proved},
		{"env.only_vars", "env.never_vars", refuted},
		{"env.never_vars", "env.no_env_reads", refuted},
		{"bank.max_spend", "bank.max_spend", proved},
		{"email.none", "email.unique_recipients", proved},
		{"email.at_most", "email.recipient_at_most", proved}, // both have one bound
		{"email.recipient_at_most", "email.at_most", refuted},
		{"email_from_db.none", "email_from_db.addresses_from", proved},
		{"email_from_db.addresses_from", "email_from_db.addresses_from", proved},
		{"email_from_db.count_at_most", "email_from_db.at_most", refuted}, // n and count are not one
		{"home_automation.no_unlocks", "home_automation.door_locked_at_end", proved},
		{"home_automation.all_doors_locked_at_end", "home_automation.door_locked_at_end", proved},
		{"home_automation.never_unlock_door", "home_automation.door_locked_at_end", proved},
		{"home_automation.door_locked_at_end", "home_automation.never_unlock_door", refuted},
		{"text.length_between", "text.length_at_most", proved},
		{"text.length_between", "text.length_at_least", proved},
		{"text.length_at_most", "text.length_between", refuted},
		{"email_from_db.only_where", "email_from_db.only_where", unknown},
	} {
		first, second := from.Contract(c.first), from.Contract(c.second)
		q, _ := prove.Implication(prove.Side{Contract: first}, prove.Side{Contract: second})
		start := time.Now()
		a, err := prover.Answer(context.Background(), q)
		if err != nil {
			t.Errorf("%s implies %s: %v", c.first, c.second, err)
			continue
		}
		t.Logf("%s implies %s: %s by %s after %s", c.first, c.second, a.Result, a.Solver, time.Since(start).Round(time.Millisecond))
		if a.Result != c.want || (a.Reason != "") != (a.Result == unknown) {
			t.Errorf("%s implies %s: %s (%s), want %s", c.first, c.second, a.Result, a.Reason, c.want)
		}
		if a.Result == refuted && (a.Verdicts[0] != schema.VerdictHolds || a.Verdicts[1] == schema.VerdictHolds || len(a.Parameters) != len(q.Symbolic)) {
			t.Errorf("%s implies %s is refuted by %v with %v", c.first, c.second, a.Verdicts, a.Parameters)
		}
	}
}
