package eval_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// TestToolLists holds the mappings of the default bundle against the tools of
// harnesses. A call of one that is not modelled is asked about for that alone, in spite of a
// rule that allows all and of a guarantee that admits the tool; one of a server counts
// for that guarantee all the same.
func TestToolLists(t *testing.T) {
	e := allowing(t)
	servers, tools := 0, harnessTools(t)
	for _, tool := range tools {
		namespace, name, mapped := tool[0], tool[1], tool[2] == "mapped"
		if got := e.Catalog().Map(namespace, name) != nil; got != mapped {
			t.Errorf("%s %s: a mapping is there: %v, want %v", namespace, name, got, mapped)
		}
		isServer := namespace != "" && namespace != "codex/item"
		if got := len(e.Catalog().Beside(namespace, name)) > 0; got != isServer {
			t.Errorf("%s %s is a tool of a server: %v", namespace, name, got)
		}
		if mapped {
			continue
		}
		if isServer {
			servers++
		}
		checkUnmodelled(t, e, namespace, name, isServer)
	}
	if len(tools) < 150 || servers < 60 {
		t.Errorf("only %d tools are listed, of which %d of servers are not modelled", len(tools), servers)
	}
}

// checkUnmodelled judges a call of a tool without a mapping.
func checkUnmodelled(t *testing.T, e *eval.Engine, namespace, name string, isServer bool) {
	t.Helper()
	inNamespace := ""
	if namespace != "" {
		inNamespace = `, "namespace": "` + namespace + `"`
	}
	admits, forbids := `mcp_tool.only_servers(["`+namespace+`"])`, `mcp_tool.no_mcp_tools()`
	tools := `{"tools": [{"name": "` + name + `", "parameters": {"type": "object"}` + inNamespace + `}]}`
	reply := `{"actions": [{"type": "call_tool", "tool": "` + name + `"` + inNamespace + `, "args": {}}]}`
	r := judge(t, e, ready(t, e, tools, admits), reply)
	unmodelled := func(reason eval.Reason) bool {
		return reason.Code == eval.ReasonUnmodelled && reason.Outcome == schema.OutcomeAsk
	}
	if decision(t, r) != schema.OutcomeAsk || !slices.ContainsFunc(r.Actions[0].Call.Reasons, unmodelled) {
		t.Errorf("%s %s: decision %s, %+v", namespace, name, decision(t, r), r.Actions[0].Call.Reasons)
	}
	r = judge(t, e, ready(t, e, tools, forbids), reply)
	if got := r.Guarantees[0].Verdict == schema.VerdictViolated; got != isServer {
		t.Errorf("%s %s: %s is %s", namespace, name, forbids, r.Guarantees[0].Verdict)
	}
}

// harnessTools reads the list: namespace, name, and mapped or unmodelled.
func harnessTools(t *testing.T) [][3]string {
	t.Helper()
	text, err := os.ReadFile("../testdata/harness/tools.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list [][3]string
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) != 3 || words[0] == "#" {
			continue
		}
		list = append(list, [3]string{strings.TrimPrefix(words[0], "-"), words[1], words[2]})
	}
	return list
}
