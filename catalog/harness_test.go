package catalog_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
)

// What two common calls perform.
const (
	gitStatus = `shell.RunCommand{command:"git",name:"git",subcommand:"status",text:"git status",words:["git","status"]} shell.PassArgument{argument:"status",name:"git",option:"",path:"status"}`
	bashInW   = `shell.RunCommand{command:"bash",name:"bash",text:"bash -lc ls \u003e a",words:["bash","-lc"]} shell.RunCommand{command:"ls",name:"ls",subcommand:"",text:"ls",words:["ls"]} shell.PassArgument{argument:"-lc",name:"bash",option:"-lc",path:""} shell.RedirectOutput{appends:false,path:"/w/a"}`
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
		{"", "WebFetch", `{"url": "https://a/", "prompt": "what?"}`, `web_fetch.FetchUrl{host:"a",origin:"https://a",path:"/",url:"https://a/"}`},
		{"", "WebFetch", `{"url": "https://a@b.c:8443/d/../e?f#g"}`, `web_fetch.FetchUrl{host:"b.c",origin:"https://b.c:8443",path:"/e",url:"https://a@b.c:8443/d/../e?f#g"}`},
		{"", "WebFetch", `{"url": "https://a\\b/"}`, `web_fetch.FetchUrl{url:"https://a\\b/"}`}, {"", "WebFetch", `{"url": 1}`, `web_fetch.FetchUrl{url:1}`}, {"", "WebFetch", `{}`, `web_fetch.FetchUrl{}`},
		{"", "Bash", `{"command": "git status", "description": "d", "timeout": 1}`, gitStatus},
		{"", "Bash", `{"command": "ls > a 2>&1 && x=$y cat \"$z\""}`, `shell.RunCommand{command:"ls",name:"ls",subcommand:"",text:"ls",words:["ls"]} shell.RunCommand{command:"cat",name:"cat",text:"x=$y cat \"$z\""} shell.PassArgument{name:"cat"} shell.SetVariable{variable:"x"} shell.RedirectOutput{appends:false} shell.JoinCommands{operator:"\u0026\u0026"} shell.RunUnknown{reason:"this variable can change what commands do",text:"x"}`},
		{"", "Bash", `{"command": ""}`, ``},
		{"", "WebSearch", `{"query": "x", "allowed_domains": ["a"]}`, `web_search.WebSearch{query:"x"}`},
		// Codex
		{"", "read_file", `{"file_path": "/a", "mode": "slice"}`, `filesystem.ReadFile{path:"/a"}`},
		{"", "list_dir", `{"dir_path": "/a", "depth": 1}`, `filesystem.ListDirectory{path:"/a"}`},
		{"", "list_dir", `{"dir_path": "/a"}`, `filesystem.ListDirectory{path:"/a"} filesystem.ListDirectory{}`},
		{"", "shell", `{"command": ["git", "status"], "timeout_ms": 1}`, gitStatus}, {"", "shell", `{"command": ["bash", "-lc", "ls > a"], "workdir": "/w"}`, bashInW},
		{"", "shell_command", `{"command": "bash -lc 'ls > a'", "workdir": "/w"}`, strings.Replace(bashInW, `text:"bash -lc ls \u003e a"`, `text:"bash -lc 'ls \u003e a'"`, 1)}, {"", "shell_command", `{"command": "git status"}`, gitStatus},
		{"", "exec_command", `{"cmd": "git status", "yield_time_ms": 1}`, gitStatus}, {"", "container.exec", `{"cmd": ["git", "status"]}`, gitStatus}, {"codex/item", "commandExecution", `{"command": "git status", "cwd": "/w", "reason": "r"}`, strings.Replace(gitStatus, `path:"status"`, `path:"/w/status"`, 1)},
		{"", "write_stdin", `{"session_id": 1, "chars": "x"}`, `shell.RunUnknown{reason:"it is typed into a program that runs already",text:"x"}`},
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
		{"", "run_shell_command", `{"command": "git status", "description": "d"}`, gitStatus}, {"", "run_shell_command", `{"command": "ls > a", "dir_path": "/w"}`, `shell.RunCommand{command:"ls",name:"ls",subcommand:"",text:"ls",words:["ls"]} shell.RedirectOutput{appends:false,path:"/w/a"}`},
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
		{"fetch", "fetch", `{"url": "https://a/", "raw": true}`, `web_fetch.FetchUrl{host:"a",origin:"https://a",path:"/",url:"https://a/"}`},
		// Other tools
		{"", "http_request", `{"method": "POST", "url": "HTTPS://A.b./c?d"}`, `http_request.HttpRequest{domain:".a.b",host:"a.b",literal:false,method:"POST",origin:"https://a.b",path:"/c",port:443,query:"d",scheme:"https",url:"HTTPS://A.b./c?d",user:false}`},
		{"", "http_request", `{"method": "GET", "url": "http://[::1]:8/"}`, `http_request.HttpRequest{host:"[::1]",literal:true,method:"GET",origin:"http://[::1]:8",path:"/",port:8,query:"",scheme:"http",url:"http://[::1]:8/",user:false}`},
		{"", "local_shell_call", `{"command": ["git", "status"], "working_directory": "/w"}`, strings.Replace(gitStatus, `path:"status"`, `path:"/w/status"`, 1)}, {"", "PowerShell", `{"command": "ls"}`, `shell.RunUnknown{reason:"it is a text of PowerShell",text:"ls"}`},
		{"brave-search", "brave_web_search", `{"query": "x"}`, `web_search.WebSearch{query:"x"}`},
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
		{"", "Bash", `{}`}, {"", "Bash", `{"command": 1}`}, {"", "Bash", `{"command": ["ls", 1]}`}, {"", "Bash", `{"command": null}`}, {"", "shell", `{"command": ["ls"], "workdir": 1}`},
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
	return strings.Join(texts(t, performed), " ")
}

// texts are effects, each with its fields by name.
func texts(t *testing.T, performed []catalog.Performed) []string {
	t.Helper()
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
	return list
}

// TestBeside maps what every call of a server's tool does beside its own effects.
func TestBeside(t *testing.T) {
	c := load(t, "../policies")
	for _, tc := range []struct{ namespace, tool, want string }{
		{"filesystem", "read_file", `mcp_tool.McpToolCall{server:"filesystem",tool:"read_file"}`}, {"github", "create_issue", `mcp_tool.McpToolCall{server:"github",tool:"create_issue"}`}, {"*", "*", `mcp_tool.McpToolCall{server:"*",tool:"*"}`},
		{"codex", "codex", `mcp_tool.McpToolCall{server:"codex",tool:"codex"}`}, {"codex", "commandExecution", `mcp_tool.McpToolCall{server:"codex",tool:"commandExecution"}`}, {"", "Mcp__evil__x", ``}, {"", " mcp__evil__x", ``}, {"", "mcp__a__b__c", `mcp_tool.McpToolCall{}`}, {"", "mcp_a_b", `mcp_tool.McpToolCall{}`},
		{"", "Bash", ``}, {"", "mcp", ``}, {"", "*", ``}, {"codex/item", "commandExecution", ``},
	} {
		var list []string
		for _, m := range c.Beside(tc.namespace, tc.tool) {
			performed, err := c.PerformCall(t.Context(), m, catalog.Call{Namespace: tc.namespace, Tool: tc.tool})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, texts(t, performed)...)
		}
		if got := strings.Join(list, " "); got != tc.want {
			t.Errorf("%s %s\n got %s\nwant %s", tc.namespace, tc.tool, got, tc.want)
		}
	}
	if m := c.Map("*", "*"); m != nil {
		t.Errorf("a tool with the name of a pattern has the mapping %s", m.ID)
	}
}
