package monitor_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// FuzzMonitor: whatever the constraint and the events are, either the
// constraint does not compile and says so, or it judges them: without a panic,
// and the same with and without a trial step in between.
func FuzzMonitor(f *testing.F) {
	fields := []byte(`{"path":"/a/b","amount":7,"to":"ann","body":"x","door":"front","locked":false,"level":2}`)
	for _, s := range scenarios() {
		if data, err := json.Marshal(s.c); err == nil {
			f.Add(data, fields)
		}
	}
	for _, c := range twenty() {
		if data, err := json.Marshal(c); err == nil {
			f.Add(data, []byte(`{"path":null,"content":[1.5,"x",{"a":9007199254740992}],"amount":-1e3}`))
		}
	}
	f.Fuzz(func(t *testing.T, constraint, fields []byte) {
		c, err := schema.UnmarshalConstraint(constraint)
		if err != nil {
			t.Skip()
		}
		m, err := monitor.New(c, scenarioOptions(), monitor.Env{WorkingDirectory: "/a"})
		if err != nil {
			var compile *monitor.CompileError
			if !errors.As(err, &compile) {
				t.Fatalf("not a compile error: %v", err)
			}
			return
		}
		judgeAll(t, m, fuzzedEvents(fields))
	})
}

func judgeAll(t *testing.T, m *monitor.Monitor, events []*monitor.Event) {
	for i, e := range events {
		e.Index = i
		before, _, _ := m.Verdict(false)
		snapshot := m.Snapshot()
		m.Step(e)
		tried, _, _ := m.Verdict(false)
		m.Restore(snapshot)
		if after, _, _ := m.Verdict(false); after != before {
			t.Fatalf("%s before a trial step and %s after it", before, after)
		}
		m.Step(e)
		if verdict, _, reason := m.Verdict(false); verdict != tried || reason == "" {
			t.Fatalf("%s in a trial step and %s in a real one, %q", tried, verdict, reason)
		}
		if before == schema.VerdictViolated && tried != before {
			t.Fatalf("violated, and then %s", tried)
		}
	}
}

// fuzzedEvents gives every effect type of the scenarios the same fields, the
// fields alone and no field at all.
func fuzzedEvents(data []byte) []*monitor.Event {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var plain map[string]any
	_ = decoder.Decode(&plain) // what cannot be read has no fields
	fields, _ := value.Fields(plain, nil, nil)
	var events []*monitor.Event
	for _, effect := range []string{"fs.Read", "fs.Write", "mail.Send", "bank.Pay", "shop.Gift", "home.Lock", "home.Dim", "home.Off"} {
		events = append(events, &monitor.Event{Effect: effect, Fields: fields}, &monitor.Event{Effect: effect})
		for name, v := range fields {
			events = append(events, &monitor.Event{Effect: effect, Fields: map[string]schema.Value{name: v}})
		}
	}
	return events
}
