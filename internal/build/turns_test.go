package build_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
)

// turn is a reply with what was shown before it.
type turn struct{ context, reply string }

// turns makes turns out of a fixed seed: calls of modelled and unmodelled tools with good, bad and absent arguments, under guarantees of several
// libraries, after events, with and without a working directory; and claims and citations.
func turns(n int) []turn {
	r := rand.New(rand.NewSource(20261130))
	list := make([]turn, n)
	for i := range list {
		list[i] = turn{contextOf(r), replyOf(r)}
	}
	return list
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.Intn(len(list))] }

var (
	paths = []any{"docs/a.md", "docs/../b.md", "/srv/data/x", "/srv/database", "docs", "~/x", "", nil, 7, "./docs/./c.txt", "/etc/passwd", "a\u0000b", "docs/ü.md"}
	hosts = []any{"https://example.org/a", "http://example.org/a", "https://intranet.example.org:8443/x?q=1", "example.org", "", nil}
	words = []any{"revenue", "salary of ann", "", nil, 12, "x y"}
	shown = []string{"docs/a.md", "/srv/data/y", "docs/z"}
)

// calls are tools with the values that their arguments may have.
var calls = []struct {
	tool string
	args map[string][]any
}{
	{"read_file", map[string][]any{"path": paths}},
	{"write_file", map[string][]any{"path": paths, "content": words}},
	{"delete_file", map[string][]any{"path": paths}},
	{"list_directory", map[string][]any{"path": paths}},
	{"move_file", map[string][]any{"source": paths, "destination": paths}},
	{"edit_file", map[string][]any{"path": paths, "edits": {[]any{}, nil}}},
	{"append_file", map[string][]any{"path": paths, "content": words}},
	{"fetch_url", map[string][]any{"url": hosts}},
	{"web_search", map[string][]any{"query": words}},
	{"http_request", map[string][]any{"url": hosts, "method": {"GET", "POST", nil}, "body": words}},
	{"read_env", map[string][]any{"name": {"HOME", "TOKEN", nil, 3}}},
	{"run_command", map[string][]any{"command": {"ls docs", "rm -rf /", "cat docs/a.md | wc", nil, "curl https://example.org"}}},
	{"grep", map[string][]any{"pattern": words, "path": paths}},
	{"launch_rocket", map[string][]any{"where": words}},
}

var guarantees = []string{
	`filesystem.only_read_under("docs/")`, `filesystem.only_read_under("/srv/data")`, `filesystem.only_read_within("docs")`, `filesystem.read_only()`,
	`filesystem.no_reads()`, `filesystem.writes_at_most(1)`, `filesystem.no_guarantees()`, `web_fetch.https_only()`, `web_fetch.only_hosts(["example.org"])`,
	`web_search.no_searches()`, `web_search.query_length_at_most(8)`, `http_request.only_methods(["GET"])`, `env.never_vars(["TOKEN"])`, `shell.only_commands(["ls"])`,
}

func contextOf(r *rand.Rand) string {
	c := map[string]any{
		"mode": "declared", "beliefs": map[string]any{"k": map[string]any{"value": 4}, "hidden": map[string]any{"value": 5, "visible": false}},
		"documents": map[string]any{"10-Q": "Revenue was 4 million."}, "tools": toolList(),
	}
	if r.Intn(3) > 0 {
		c["working_directory"] = "/srv/data"
	}
	var in []string
	for range r.Intn(4) {
		in = append(in, pick(r, guarantees))
	}
	c["guarantees"] = in
	var events []any
	for range r.Intn(3) {
		events = append(events, map[string]any{"effect": pick(r, []string{"filesystem.ReadFile", "filesystem.WriteFile"}), "fields": map[string]any{"path": pick(r, shown)}})
	}
	c["events"] = events
	return encode(c)
}

func toolList() []any {
	var list []any
	for _, c := range calls {
		properties := map[string]any{}
		for name := range c.args {
			properties[name] = map[string]any{}
		}
		list = append(list, map[string]any{"name": c.tool, "parameters": map[string]any{"type": "object", "properties": properties}})
	}
	return list
}

func replyOf(r *rand.Rand) string {
	var actions []any
	for i := range 1 + r.Intn(2) {
		actions = append(actions, callOf(r, i))
	}
	if r.Intn(4) == 0 {
		actions = append(actions, pick(r, []any{
			map[string]any{"type": "claim", "key": "m", "value": 4, "claim": "the same", "follows_from": []any{"k"}, "formula": "{k}"},
			map[string]any{"type": "claim", "key": "m", "value": 5, "claim": "another", "follows_from": []any{"k"}, "formula": "{k}"},
			map[string]any{"type": "cite", "document": "10-Q", "quote": "Revenue was 4 million", "key": "r", "value": 4, "claim": "revenue"},
			map[string]any{"type": "cite", "document": "10-K", "quote": "Revenue", "key": "r", "value": 4, "claim": "revenue"},
			map[string]any{"type": "answer", "text": "Done.", "follows_from": []any{"k"}},
		}))
	}
	return encode(map[string]any{"actions": actions})
}

func callOf(r *rand.Rand, i int) any {
	c := pick(r, calls)
	args := map[string]any{}
	for _, name := range sortedNames(c.args) {
		if v := pick(r, c.args[name]); v != nil {
			args[name] = v
		}
	}
	return map[string]any{"type": "call_tool", "tool": c.tool, "args": args, "key": fmt.Sprintf("r%d", i), "claim": "a result"}
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
