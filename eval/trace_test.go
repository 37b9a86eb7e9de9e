package eval_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

func startTrace(t testing.TB, tracer *eval.Tracer, opt eval.TraceOptions) *eval.Trace {
	t.Helper()
	trace, problems := tracer.Start(opt)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return trace
}

// told is what a step shows, on one line.
func told(s *eval.TraceStep) string {
	words := []string{s.Effect.ID}
	for _, p := range s.Broken {
		words = append(words, "breaks "+p.Name)
	}
	for _, p := range s.Unsettled {
		words = append(words, "unsettled "+p.Name)
	}
	for _, m := range s.Mistyped {
		words = append(words, "mistyped "+m.Field)
	}
	for _, v := range s.Violated {
		words = append(words, fmt.Sprintf("violates %s because of %v", v.Guarantee.Contract.ID, v.Because))
	}
	return strings.Join(words, "; ")
}

func TestTraceSteps(t *testing.T) {
	tracer := eval.NewTracer(allBundles(t))
	tests := []struct {
		name    string
		options eval.TraceOptions
		events  []string
		want    []string
	}{
		{
			"the event that violates is told once",
			eval.TraceOptions{Guarantees: []string{`filesystem.only_read_under("docs/")`, "filesystem.no_deletes()"}},
			[]string{
				`{"effect": "read_file", "fields": {"path": "docs/a"}}`, `{"effect": "filesystem.ReadFile", "fields": {"path": "src/a"}}`,
				`{"effect": "ListDirectory", "fields": {"path": "/"}}`, `{"effect": "delete_path", "fields": {"path": "docs/a"}}`,
			},
			[]string{"filesystem.ReadFile", "filesystem.ReadFile; violates filesystem.only_read_under because of [1]", "filesystem.ListDirectory", "filesystem.DeletePath; violates filesystem.no_deletes because of [3]"},
		},
		{
			"exhaustively, later ones that count against it are told too",
			eval.TraceOptions{Guarantees: []string{"web_search.searches_at_most(1)", `filesystem.only_write_under("a")`}, Exhaustive: true},
			[]string{
				`{"effect": "web_search", "fields": {"query": "x"}}`, `{"effect": "web_search", "fields": {"query": "x"}}`, `{"effect": "web_search", "fields": {"query": "x"}}`,
				`{"effect": "write_file", "fields": {"path": "b", "content": ""}}`, `{"effect": "move_path", "fields": {"source": "a", "destination": "a/b"}}`, `{"effect": "delete_path", "fields": {"path": "b"}}`,
			},
			[]string{
				"web_search.WebSearch", "web_search.WebSearch; violates web_search.searches_at_most because of [0 1]", "web_search.WebSearch; violates web_search.searches_at_most because of [0 1 2]",
				"filesystem.WriteFile; violates filesystem.only_write_under because of [3]", "filesystem.MovePath", "filesystem.DeletePath; violates filesystem.only_write_under because of [3 5]",
			},
		},
		{
			"preconditions and types stand apart from guarantees",
			eval.TraceOptions{},
			[]string{`{"effect": "grep", "fields": {"pattern": "", "path": 7}}`, `{"effect": "web_fetch.FetchUrl", "fields": {"url": "ftp://x"}}`, `{"effect": "balance", "fields": {"account": "a"}}`},
			[]string{"grep.Grep; breaks pattern_not_empty; unsettled path_not_empty; unsettled path_without_parent; mistyped path", "web_fetch.FetchUrl; breaks http_or_https", "bank.Balance"},
		},
		{
			"the library that is meant goes before others, and its bundle's next",
			eval.TraceOptions{Library: "home-automation"},
			[]string{`{"effect": "lock_door", "fields": {"door": "a"}}`, `{"effect": "read_env", "fields": {"name": "a"}}`},
			[]string{"home_automation.LockDoor", "env.ReadEnv"},
		},
		{
			"an event may name its library by a module",
			eval.TraceOptions{Library: "filesystem"},
			[]string{`{"effect": "edit_file", "fields": {"path": "a", "new_text": ""}}`, `{"effect": "edit_file", "library": "tools.text.trusted.contracts", "fields": {"path": "a", "new_text": ""}}`},
			[]string{"editor.EditFile", "text.EditFile"},
		},
	}
	for _, tt := range tests {
		trace, got := startTrace(t, tracer, tt.options), []string{}
		for _, line := range tt.events {
			event, err := eval.ReadEvent([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			step, err := trace.Step(&event)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			got = append(got, told(&step))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestTraceRefusesEvents(t *testing.T) {
	tracer := eval.NewTracer(allBundles(t))
	for _, tt := range []struct{ event, want string }{
		{`{"effect": "nothing"}`, `event 0: no effect type has the name "nothing"`},
		{`{"effect": "edit_file"}`, `event 0: 2 libraries have an effect type "edit_file", as editor.EditFile and text.EditFile; say which library is meant`},
		{`{"effect": "read_file", "library": "editor"}`, `event 0: no effect type has the name "read_file"`},
		{`{"effect": "read_file", "library": "nowhere"}`, `event 0: no library has the name "nowhere"`},
		{`{"effect": "read_file", "fields": []}`, "event 0: its fields are no object"},
		{`{"effect": "read_file", "provenance": "x"}`, "event 0: its provenance are no object"},
		{`{"effect": "read_file", "provenance": {"path": {"schema": "X"}}}`, `event 0: the provenance of "path" is no object with schema and field`},
		{`{"effect": "read_file", "provenance": {"path": {"schema": "X", "field": "y"}}}`, `event 0: the provenance of "path": the library "filesystem" has no class "X"; write the class of another one as library.class`},
		{`{"effect": "read_file", "provenance": {"path": {"schema": "a.b.X", "field": "y"}}}`, `event 0: the provenance of "path": no library has the class "a.b.X"`},
	} {
		event, err := eval.ReadEvent([]byte(tt.event))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := startTrace(t, tracer, eval.TraceOptions{}).Step(&event); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v\nwant %s", tt.event, err, tt.want)
		}
	}
	for _, line := range []string{"", "[]", `{"effect": 1}`, `{"fields": {}}`, `{"effect": "a", "effect": "b"}`, `{"effect": "a", "more": 1}`, `{"effect": "a"} x`, `{"effect": "\ud800"}`} {
		if _, err := eval.ReadEvent([]byte(line)); err == nil {
			t.Errorf("%s is read as an event", line)
		}
	}
}

func TestTraceOfCalls(t *testing.T) {
	tracer := eval.NewTracer(allBundles(t))
	trace := startTrace(t, tracer, eval.TraceOptions{Guarantees: []string{"filesystem.read_only()"}})
	call := func(namespace, tool string, args any) ([]eval.TraceStep, error) {
		c := &schema.CallTool{Tool: tool, Args: &schema.Any{Value: args}}
		if namespace != "" {
			c.Namespace = &namespace
		}
		return trace.StepCall(context.Background(), c)
	}
	if _, err := call("", "frobnicate", nil); !errors.Is(err, eval.ErrUnmodelled) {
		t.Errorf("a tool without mapping: %v", err)
	}
	if steps, err := call("elsewhere", "read_file", map[string]any{"path": "a"}); !errors.Is(err, eval.ErrUnmodelled) || len(steps) != 1 || told(&steps[0]) != "mcp_tool.McpToolCall" {
		t.Errorf("a tool of another namespace: %v", err)
	}
	if steps, err := call("bank", "balance", map[string]any{"account": "a"}); err != nil || len(steps) != 2 || told(&steps[0]) != "bank.Balance" || told(&steps[1]) != "mcp_tool.McpToolCall" {
		t.Errorf("%v, %v", steps, err)
	}
	steps, err := call("", "write_file", map[string]any{"path": "a", "content": ""})
	if err != nil || len(steps) != 1 || told(&steps[0]) != "filesystem.WriteFile; violates filesystem.read_only because of [3]" || trace.Len() != 4 {
		t.Errorf("%v, %v", steps, err)
	}
}

// answered answers a question of a batch on one line.
func answered(tracer *eval.Tracer, line string) string {
	n, problems := doc.ReadJSON("", []byte(line), doc.Limits{})
	var c schema.TraceCase
	if !problems.HasErrors() {
		problems = c.Decode("", n)
	}
	if problems.HasErrors() {
		return "error: " + problems.Error()
	}
	a, err := tracer.Answer(&c)
	if err != nil {
		return "error: " + err.Error()
	}
	text := "no verdict"
	if a.Verdict != nil {
		text = string(*a.Verdict)
	}
	for _, g := range a.Guarantees {
		text += fmt.Sprintf("; %s %s %v", g.Expression, g.Verdict, g.Because)
	}
	for _, p := range a.Preconditions {
		switch {
		case p.Ok == nil:
			text += "; open: " + *p.Message
		case !*p.Ok:
			text += "; broken: " + *p.Message
		case p.Message != nil:
			text += "; ok: " + *p.Message
		}
	}
	return text
}

func TestTraceAnswers(t *testing.T) {
	tracer := eval.NewTracer(allBundles(t))
	const row = `"imports": {"c": "qtrusted.contracts", "UserRow": "qtrusted.rows.UserRow", "I": "qtrusted.rows.InvoiceRow"}, "library": "loop_email"`
	mail := func(provenance string) string {
		return `"events": [{"effect": "send_email", "fields": {"addr": "a", "msg": ""}` + provenance + `}]`
	}
	for _, tt := range []struct{ line, want string }{
		{`{"events": []}`, "no verdict"},
		{`{"events": [], "guarantees": []}`, "no verdict"},
		{`{"events": [], "guarantees": ["filesystem.read_only()"]}`, "holds; filesystem.read_only() holds []"},
		{`{"events": [{"effect": "read_file", "fields": {}}]}`, "no verdict; open: It is not known whether the precondition path_not_empty is met. It is not known whether the precondition path_without_parent is met."},
		{`{"events": [{"effect": "balance", "fields": {"account": 1}}]}`, `no verdict; ok: The field "account" counts as absent: the type is string, not an integer.`},
		{
			`{"events": [{"effect": "delete_path", "fields": {"path": "a"}}], "guarantees": ["filesystem.no_reads()", "filesystem.no_deletes()"]}`,
			"violated; filesystem.no_reads() holds []; filesystem.no_deletes() violated [0]",
		},
		// An open trace can still meet what it demands; a closed one cannot.
		{`{"guarantees": ["email.same_content('a', 'b')"], "events": []}`, "pending; email.same_content('a', 'b') pending []"},
		{`{"guarantees": ["email.same_content('a', 'b')"], "events": [], "closed": true}`, "violated; email.same_content('a', 'b') violated []"},
		{`{"guarantees": ["home_automation.all_doors_locked_at_end()"], "events": [{"effect": "unlock_door", "fields": {"door": "a"}}]}`, "pending; home_automation.all_doors_locked_at_end() pending [0]"},
		// What may still fall is not violated before the end; what cannot is.
		{`{"guarantees": ["loop_email.total_amount_under(1)"], "events": [{"effect": "charge", "fields": {"amount": 2}}]}`, "pending; loop_email.total_amount_under(1) pending [0]"},
		{`{"guarantees": ["bank.max_spend(1)"], "events": [{"effect": "withdraw", "fields": {"account": "a", "amount": 2}}]}`, "violated; bank.max_spend(1) violated [0]"},
		// A value outside the bounds of the schema breaks their promise: it counts as it is only where no event follows.
		{`{"guarantees": ["bank.max_spend(1)"], "events": [{"effect": "withdraw", "fields": {"account": "a", "amount": -2}}]}`, "unknown; bank.max_spend(1) unknown [0]; broken: The amount is negative."},
		{`{"guarantees": ["bank.max_spend(1)"], "events": [{"effect": "withdraw", "fields": {"account": "a", "amount": -2}}], "closed": true}`, "holds; bank.max_spend(1) holds []; broken: The amount is negative."},
		// Provenance is complete.
		{`{` + row + `, "guarantees": ["c.addresses_from(UserRow, 'email')"], ` + mail("") + `}`, "violated; c.addresses_from(UserRow, 'email') violated [0]"},
		{`{` + row + `, "guarantees": ["c.addresses_from(UserRow, 'email')"], ` + mail(`, "provenance": {"addr": {"schema": "UserRow", "field": "email", "row": 3}}`) + `}`, "holds; c.addresses_from(UserRow, 'email') holds []"},
		{`{` + row + `, "guarantees": ["c.addresses_from(schema=UserRow, field='email')"], ` + mail(`, "provenance": {"addr": {"schema": "qtrusted.rows.UserRow", "field": "email"}}`) + `}`, "holds; c.addresses_from(schema=UserRow, field='email') holds []"},
		{`{` + row + `, "guarantees": ["c.addresses_from(UserRow, 'email')"], ` + mail(`, "provenance": {"addr": {"schema": "email_from_db.UserRow", "field": "email"}}`) + `}`, "violated; c.addresses_from(UserRow, 'email') violated [0]"},
		{`{` + row + `, "guarantees": ["c.addresses_from(I, 'amount')"], ` + mail(`, "provenance": {"addr": {"schema": "UserRow", "field": "email"}}`) + `}`, "violated; c.addresses_from(I, 'amount') violated [0]"},
		// Containment needs to know where relative paths begin.
		{`{"guarantees": ["filesystem.only_read_within('/repo')"], "events": [{"effect": "read_file", "fields": {"path": "src/a"}}]}`, "unknown; filesystem.only_read_within('/repo') unknown [0]"},
		{`{"guarantees": ["filesystem.only_read_within('/repo')"], "events": [{"effect": "read_file", "fields": {"path": "src/a"}}], "working_directory": "/repo"}`, "holds; filesystem.only_read_within('/repo') holds []"},
		// What cannot be read is an error, never a verdict.
		{`{"events": [{"effect": "nothing"}], "guarantees": ["filesystem.read_only()"]}`, `error: event 0: no effect type has the name "nothing"`},
		{`{"events": [], "guarantees": ["filesystem.read_onl()"]}`, `error: guarantee filesystem.read_onl():1:12: the library "filesystem" has no contract "read_onl" [bind.symbol]`},
		{`{"guarantees": []}`, `error: 1:1: the field "events" of "TraceCase" is missing [decode.missing-field]`},
		{`{"events": [], "close": true}`, `error: 1:16: "TraceCase" has no field "close" [decode.unknown-field]`},
		{`{"events": [], "events": []}`, `error: 1:16: duplicate key "events" [json.duplicate-key]`},
	} {
		if got := answered(tracer, tt.line); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

// A context's events name the class of a value's row as traces do.
func TestContextKnowsProvenance(t *testing.T) {
	e := engine(t, allBundles(t), eval.Options{})
	for field, want := range map[string]schema.Verdict{"email": schema.VerdictHolds, "name": schema.VerdictViolated} {
		c := ready(t, e, `
imports: {UserRow: tools.db.trusted.schemas.UserRow, db: tools.db.trusted.contracts}
events:
  - {effect: SendEmail, library: email_from_db, fields: {addr: a, msg: b}, provenance: {addr: {schema: UserRow, field: `+field+`, row: 0}}}
`, "db.addresses_from(UserRow, 'email')")
		result := judge(t, e, c, call("pay", "{}"))
		if len(result.Guarantees) != 1 || result.Guarantees[0].Verdict != want {
			t.Errorf("from the column %s: %+v, want %s", field, result.Guarantees, want)
		}
	}
}

func FuzzTraceAnswer(f *testing.F) {
	tracer := eval.NewTracer(allBundles(f))
	for _, seed := range []string{
		`{"id": 1, "events": [{"effect": "read_file", "fields": {"path": "a"}}], "guarantees": ["filesystem.read_only()"], "closed": true}`,
		`{"events": [{"effect": "send_email", "library": "loop_email", "fields": {"addr": "a"}, "provenance": {"addr": {"schema": "UserRow", "field": "email", "row": 1}}}], "guarantees": ["c.unique_recipients()"], "imports": {"c": "qtrusted.contracts"}}`,
		`{"events": [{"effect": "withdraw", "fields": {"amount": 1e400}}], "guarantees": ["bank.max_spend(1)"]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var c schema.TraceCase
		if n, problems := doc.ReadJSON("", line, doc.Limits{}); problems.HasErrors() || c.Decode("", n).HasErrors() {
			return
		}
		answer, err := tracer.Answer(&c)
		switch {
		case err != nil:
		case len(answer.Preconditions) != len(c.Events) || len(answer.Guarantees) != len(c.Guarantees):
			t.Errorf("%d events and %d guarantees are answered by %+v", len(c.Events), len(c.Guarantees), answer)
		case (answer.Verdict == nil) != (len(answer.Guarantees) == 0):
			t.Errorf("a verdict without guarantees, or none with: %+v", answer)
		}
	})
}

func BenchmarkTrace(b *testing.B) {
	tracer := eval.NewTracer(allBundles(b))
	trace := startTrace(b, tracer, eval.TraceOptions{Guarantees: []string{`filesystem.only_read_under("docs/")`, "filesystem.no_deletes()", `filesystem.never_read_within("/etc")`}})
	event, err := eval.ReadEvent([]byte(`{"effect": "read_file", "fields": {"path": "docs/a.md"}}`))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := trace.Step(&event); err != nil {
			b.Fatal(err)
		}
	}
}
