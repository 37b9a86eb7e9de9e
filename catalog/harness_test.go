package catalog_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
)

// TestToolsOfHarnesses maps calls as the tools of known harnesses are called.
// The names of their arguments are those of the tools' own schemas.
func TestToolsOfHarnesses(t *testing.T) {
	c := load(t, "../policies")
	for _, tc := range []struct{ namespace, tool, args, want string }{
		{"", "read_file", `{"path": "a"}`, `filesystem.ReadFile{path:"a"}`},
		// Claude Code
		{"", "Read", `{"file_path": "/a", "offset": 1}`, `filesystem.ReadFile{path:"/a"}`},
		{"", "NotebookRead", `{"notebook_path": "/a.ipynb"}`, `filesystem.ReadFile{path:"/a.ipynb"}`},
		{"", "Write", `{"file_path": "/a", "content": "x"}`, `filesystem.WriteFile{content:"x",path:"/a"}`},
		{"", "Edit", `{"file_path": "/a", "old_string": "x", "new_string": "y", "replace_all": true}`, `editor.EditFile{new_text:"y",path:"/a"}`},
		{"", "MultiEdit", `{"file_path": "/a", "edits": [{"old_string": "x", "new_string": "y"}, {"old_string": "z", "new_string": ""}]}`, `editor.EditFile{new_text:"y",path:"/a"} editor.EditFile{new_text:"",path:"/a"}`},
		{"", "NotebookEdit", `{"notebook_path": "/a.ipynb", "new_source": "x"}`, `editor.EditFile{new_text:"x",path:"/a.ipynb"}`},
		{"", "NotebookEdit", `{"notebook_path": "/a.ipynb", "new_source": "x", "edit_mode": "delete"}`, `editor.EditFile{new_text:"",path:"/a.ipynb"}`},
		{"", "LS", `{"path": "/a", "ignore": ["b"]}`, `filesystem.ListDirectory{path:"/a"}`},
		{"", "Glob", `{"pattern": "*.go"}`, `filesystem.ListDirectory{path:"."}`},
		{"", "Glob", `{"pattern": "a?.go", "path": "/src"}`, `filesystem.ListDirectory{path:"/src"}`},
		{"", "Glob", `{"pattern": "**/*.go", "path": "/src"}`, `filesystem.ListDirectory{}`},
		{"", "Glob", `{"pattern": "../*", "path": "/src"}`, `filesystem.ListDirectory{}`},
		{"", "Glob", `{"pattern": "/etc/*"}`, `filesystem.ListDirectory{}`},
		{"", "Glob", `{"pattern": "{a,/etc}"}`, `filesystem.ListDirectory{}`},
		{"", "Grep", `{"pattern": "x"}`, `grep.Grep{path:".",pattern:"x"}`},
		{"", "Grep", `{"pattern": "x", "path": "/a", "glob": "*.go"}`, `grep.Grep{path:"/a",pattern:"x"}`},
		{"", "WebFetch", `{"url": "https://a/", "prompt": "what?"}`, `web_fetch.FetchUrl{url:"https://a/"}`},
		{"", "WebSearch", `{"query": "x", "allowed_domains": ["a"]}`, `web_search.WebSearch{query:"x"}`},
		// Codex
		{"", "read_file", `{"file_path": "/a", "mode": "slice"}`, `filesystem.ReadFile{path:"/a"}`},
		{"", "list_dir", `{"dir_path": "/a", "depth": 1}`, `filesystem.ListDirectory{path:"/a"}`},
		{"", "list_dir", `{"dir_path": "/a"}`, `filesystem.ListDirectory{path:"/a"} filesystem.ListDirectory{}`},
		{"", "grep_files", `{"pattern": "x", "include": "*.rs"}`, `grep.Grep{path:".",pattern:"x"}`},
		{"", "view_image", `{"path": "a.png"}`, `filesystem.ReadFile{path:"a.png"}`},
		// Gemini CLI
		{"", "read_file", `{"absolute_path": "/a"}`, `filesystem.ReadFile{path:"/a"}`},
		{"", "write_file", `{"file_path": "/a", "content": ""}`, `filesystem.WriteFile{content:"",path:"/a"}`},
		{"", "replace", `{"file_path": "/a", "instruction": "i", "old_string": "x", "new_string": "y"}`, `editor.EditFile{new_text:"y",path:"/a"}`},
		{"", "list_directory", `{"dir_path": "/a"}`, `filesystem.ListDirectory{path:"/a"}`},
		{"", "glob", `{"pattern": "*.md", "dir_path": "docs"}`, `filesystem.ListDirectory{path:"docs"}`},
		{"", "glob", `{"pattern": "*.md"}`, `filesystem.ListDirectory{path:"."}`},
		{"", "glob", `{"pattern": "*.md", "dir_path": "docs", "path": "/"}`, `filesystem.ListDirectory{}`},
		{"", "grep_search", `{"pattern": "x", "dir_path": "docs"}`, `grep.Grep{path:"docs",pattern:"x"}`},
		{"", "search_file_content", `{"pattern": "x", "path": "docs"}`, `grep.Grep{path:"docs",pattern:"x"}`},
		{"", "google_web_search", `{"query": "x"}`, `web_search.WebSearch{query:"x"}`},
		// MCP's reference servers
		{"filesystem", "read_text_file", `{"path": "/a", "head": 3}`, `filesystem.ReadFile{path:"/a"}`},
		{"filesystem", "read_media_file", `{"path": "/a"}`, `filesystem.ReadFile{path:"/a"}`},
		{"filesystem", "read_multiple_files", `{"paths": ["/a", "/b"]}`, `filesystem.ReadFile{path:"/a"} filesystem.ReadFile{path:"/b"}`},
		{"filesystem", "write_file", `{"path": "/a", "content": "x"}`, `filesystem.WriteFile{content:"x",path:"/a"}`},
		{"filesystem", "edit_file", `{"path": "/a", "edits": [{"oldText": "x", "newText": "y"}]}`, `editor.EditFile{new_text:"y",path:"/a"}`},
		{"filesystem", "edit_file", `{"path": "/a", "edits": [{"oldText": "x", "newText": "y"}], "dryRun": true}`, `filesystem.ReadFile{path:"/a"}`},
		{"filesystem", "list_directory_with_sizes", `{"path": "/a"}`, `filesystem.ListDirectory{path:"/a"}`},
		{"filesystem", "directory_tree", `{"path": "/a"}`, `filesystem.ListDirectory{path:"/a"} filesystem.ListDirectory{}`},
		{"filesystem", "search_files", `{"path": "/a", "pattern": "x"}`, `filesystem.ListDirectory{path:"/a"} filesystem.ListDirectory{}`},
		{"filesystem", "move_file", `{"source": "/a", "destination": "/b"}`, `filesystem.MovePath{destination:"/b",source:"/a"}`},
		{"fetch", "fetch", `{"url": "https://a/", "raw": true}`, `web_fetch.FetchUrl{url:"https://a/"}`},
		// Where a call gives two spellings of an argument, nobody knows which one counts.
		{"", "read_file", `{"path": "docs/a", "file_path": "/etc/passwd"}`, `filesystem.ReadFile{}`},
		{"", "list_directory", `{"path": "docs", "dir_path": "/"}`, `filesystem.ListDirectory{}`},
		// What no effect says faithfully is not mapped.
		{"", "apply_patch", `{}`, "unmodelled"}, {"", "web_fetch", `{}`, "unmodelled"}, {"", "read_many_files", `{}`, "unmodelled"},
		{"", "save_memory", `{}`, "unmodelled"}, {"", "Task", `{}`, "unmodelled"}, {"", "TodoWrite", `{}`, "unmodelled"},
		{"filesystem", "create_directory", `{}`, "unmodelled"}, {"filesystem", "get_file_info", `{}`, "unmodelled"}, {"elsewhere", "fetch", `{}`, "unmodelled"},
	} {
		if got := performedText(t, c, tc.namespace, tc.tool, tc.args); got != tc.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", tc.namespace, tc.tool, tc.args, got, tc.want)
		}
	}
}

// TestCallsThatCannotBeMapped checks that what cannot be told is an error and
// never no effect.
func TestCallsThatCannotBeMapped(t *testing.T) {
	c := load(t, "../policies")
	for _, tc := range [][3]string{
		{"", "MultiEdit", `{"file_path": "/a"}`}, {"", "MultiEdit", `{"file_path": "/a", "edits": "x"}`}, {"", "MultiEdit", `{"file_path": "/a", "edits": null}`},
		{"", "Glob", `{}`}, {"", "Glob", `{"pattern": 1}`}, {"filesystem", "read_multiple_files", `{"paths": {}}`},
	} {
		if performed, err := c.Perform(t.Context(), c.Map(tc[0], tc[1]), arguments(t, tc[2])); err == nil {
			t.Errorf("%v performs %v", tc, performed)
		}
	}
}

// performedText is what a call performs, fields by name.
func performedText(t *testing.T, c *catalog.Catalog, namespace, tool, args string) string {
	t.Helper()
	m := c.Map(namespace, tool)
	if m == nil {
		return "unmodelled"
	}
	performed, err := c.Perform(t.Context(), m, arguments(t, args))
	if err != nil {
		return err.Error()
	}
	var list []string
	for _, p := range performed {
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
			text, err := json.Marshal(p.Fields[name])
			if err != nil {
				t.Fatal(err)
			}
			fields = append(fields, name+":"+string(text))
		}
		list = append(list, p.Effect.ID+"{"+strings.Join(fields, ",")+"}")
	}
	return strings.Join(list, " ")
}
