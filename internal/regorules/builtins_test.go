package regorules

import (
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Every built-in that OPA has must have been judged, and every judged one must
// still be there.
func TestEveryBuiltinIsJudged(t *testing.T) {
	judged, err := Builtins()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, j := range judged {
		names[j.Name] = true
	}
	for _, b := range ast.Builtins {
		if !names[b.Name] {
			t.Errorf("OPA has the built-in %q, which nobody has judged: add it to builtins.txt", b.Name)
		}
		if b.IsNondeterministic() && !deniedNow(t, b.Name) {
			t.Errorf("OPA says that %q is not deterministic, and it is allowed", b.Name)
		}
		delete(names, b.Name)
	}
	for name := range names {
		t.Errorf("builtins.txt judges %q, which OPA does not have", name)
	}
}

func deniedNow(t *testing.T, name string) bool {
	t.Helper()
	judged, err := Builtins()
	if err != nil {
		t.Fatal(err)
	}
	_, no := denied(judged)[name]
	return no
}

func TestWhatReachesTheOutsideIsDenied(t *testing.T) {
	for _, name := range []string{
		"http.send", "net.lookup_ip_addr", "json.match_schema", "json.verify_schema", "opa.runtime", "rand.intn",
		"uuid.rfc4122", "time.now_ns", "time.format", "time.clock", "time.date", "time.weekday", "time.diff",
		"time.add_date", "time.parse_ns", "bits.lsh", "io.jwt.decode_verify", "net.cidr_expand", "yaml.unmarshal",
	} {
		if !deniedNow(t, name) {
			t.Errorf("%q is allowed", name)
		}
	}
}

func TestAnUnjudgedBuiltinIsDenied(t *testing.T) {
	no := denied(nil)
	if no["count"] != "nobody has judged it" {
		t.Errorf("count without a judgement: %q", no["count"])
	}
	if caps := capabilities(nil); len(caps.Builtins) != 0 || caps.AllowNet == nil || len(caps.AllowNet) != 0 {
		t.Errorf("capabilities of an empty list: %d built-ins, hosts %v", len(caps.Builtins), caps.AllowNet)
	}
}

func TestParseBuiltins(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"permit count pure", "neither allow nor deny"},
		{"allow count", "a name and a reason are needed"},
		{"allow", "a name and a reason are needed"},
		{"allow count pure\ndeny count no", "builtins.txt:2: \"count\" is judged twice"},
	} {
		_, err := parseBuiltins(tc.text)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %q", tc.text, err, tc.want)
		}
	}
	judged, err := parseBuiltins("# comment\n\nallow  count   pure and simple\n")
	if err != nil || len(judged) != 1 || judged[0] != (Judgement{Name: "count", Allow: true, Reason: "pure and simple"}) {
		t.Errorf("got %v, %v", judged, err)
	}
}
