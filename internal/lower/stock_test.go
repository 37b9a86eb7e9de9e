package lower_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// TestStockOPA runs generated modules with the opa command: the samples on
// traces that meet and break them, each on its input file.
func TestStockOPA(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "opa")
	if out, err := exec.Command("bash", filepath.Join("..", "..", "scripts", "build-opa"), binary).CombinedOutput(); err != nil {
		t.Fatalf("building opa: %v\n%s", err, out)
	}
	seen := map[schema.Verdict]int{}
	for _, s := range samples() {
		module, err := lower.Rego("contracts."+s.name, s.c, sampleOptions(s.env))
		if err != nil {
			t.Fatal(err)
		}
		m, err := monitor.New(s.c, monitor.Options{Facts: sampleOptions(s.env).Facts, Cells: sampleOptions(s.env).Cells}, s.env)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range sampleTrace() {
			m.Step(e)
		}
		for _, closed := range []bool{false, true} {
			want, _, _ := m.Verdict(closed)
			got := stockVerdict(t, binary, module, sampleTrace(), closed)
			if seen[got]++; got != want {
				t.Errorf("%s, closed %v: opa says %s, the monitor %s", s.name, closed, got, want)
			}
		}
	}
	if seen[schema.VerdictHolds] == 0 || seen[schema.VerdictViolated] == 0 || seen[schema.VerdictUnknown] == 0 || seen[schema.VerdictPending] == 0 {
		t.Errorf("not every verdict was seen: %v", seen)
	}
}

// sampleTrace has events that the samples speak of.
func sampleTrace() []*monitor.Event {
	return trace(
		event("fs.Read", "path", str("/repo/src/x.go")), event("fs.Write"), event("env.Read", "name", str("home")),
		event("bank.Pay", "amount", num(60), "currency", enum("bank.Currency", "USD")), event("bank.Pay", "amount", num(41), "currency", enum("bank.Currency", "CHF")), event("bank.Buy", "price", dec("0.10")), event("bank.Buy", "price", dec("99.4")),
		event("mail.Send", "to", str("ann"), "body", str("x")), event("mail.Send", "to", str("bob")), event("mail.Send", "to", str("ann"), "body", str("\U0001f600")),
		event("home.Unlock", "door", str("front")), event("home.Unlock", "door", str("back")), event("home.Lock", "door", str("back")),
	)
}

func stockVerdict(t *testing.T, binary string, m *lower.RegoModule, events []*monitor.Event, closed bool) schema.Verdict {
	t.Helper()
	plain, err := m.Events(events)
	if err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(map[string]any{"events": plain, "closed": closed})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, data := range map[string][]byte{"contract.rego": []byte(m.Text()), "input.json": input} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(binary, "eval", "--strict-builtin-errors", "--format=raw", "-d", filepath.Join(folder, "contract.rego"), "-i", filepath.Join(folder, "input.json"), m.Query()).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, m.Text())
	}
	return schema.Verdict(out[:max(0, len(out)-1)])
}
