package eval_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

// shellTools is a context with the tool of a shell.
const shellTools = `
working_directory: /repo
tools:
  - {name: Bash, parameters: {type: object, properties: {command: {type: string}}}}
  - {name: WebFetch, parameters: {type: object, properties: {url: {type: string}, prompt: {type: string}}}}
`

// allowing is an engine on the default bundle with a rule that allows every call.
func allowing(t *testing.T) *eval.Engine {
	return engine(t, loaded(t, map[string]string{allowFile: allowAll}), eval.Options{})
}

// judged is the decision on a call of a tool with one argument, and the verdicts
// of the guarantees.
func judged(t *testing.T, e *eval.Engine, tool, argument, value string, guarantees ...string) (schema.Outcome, []schema.Verdict) {
	t.Helper()
	args, err := json.Marshal(map[string]string{argument: value})
	if err != nil {
		t.Fatal(err)
	}
	r := judge(t, e, ready(t, e, shellTools, guarantees...), call(tool, string(args)))
	var verdicts []schema.Verdict
	for _, v := range r.Guarantees {
		verdicts = append(verdicts, v.Verdict)
	}
	return decision(t, r), verdicts
}

// TestShellGuarantees decides calls of a shell in spite of a rule that allows
// them all.
func TestShellGuarantees(t *testing.T) {
	e := allowing(t)
	for _, c := range []struct {
		command, guarantee string
		want               schema.Verdict
	}{
		{`git status`, `shell.only_commands(["git"])`, schema.VerdictHolds},
		{`git status && git log --oneline | git diff`, `shell.only_commands(["git"])`, schema.VerdictHolds},
		{`cd /some/path && python3 script.py`, `shell.only_commands(["cd"])`, schema.VerdictViolated},
		{"echo hi\nrm -rf x", `shell.only_commands(["echo"])`, schema.VerdictViolated},
		{`echo $(rm x)`, `shell.only_commands(["echo"])`, schema.VerdictViolated},
		{`sudo rm x`, `shell.only_commands(["sudo"])`, schema.VerdictViolated},
		{`bash -c "git status; rm x"`, `shell.only_commands(["bash", "git"])`, schema.VerdictViolated},
		{`find . -exec rm {} \;`, `shell.only_commands(["find"])`, schema.VerdictViolated},
		{`$x`, `shell.only_commands(["git"])`, schema.VerdictUnknown}, {`eval "$x"`, `shell.only_commands(["eval"])`, schema.VerdictUnknown}, {`bash -c "$x"`, `shell.only_commands(["bash"])`, schema.VerdictUnknown},
		{`g*t status`, `shell.only_commands(["git"])`, schema.VerdictUnknown}, {`PATH=/tmp git status`, `shell.only_commands(["git"])`, schema.VerdictUnknown}, {`git "`, `shell.only_commands(["git"])`, schema.VerdictUnknown},
		{`alias git=rm; git x`, `shell.only_commands(["git", "alias"])`, schema.VerdictUnknown}, {`ls ` + strings.Repeat("a", 10_001), `shell.only_commands(["ls"])`, schema.VerdictUnknown},
		{`ls`, `shell.never_commands(["rm"])`, schema.VerdictHolds}, {`/bin/rm x`, `shell.never_commands(["rm"])`, schema.VerdictViolated}, {`xargs rm`, `shell.never_commands(["rm"])`, schema.VerdictViolated},
		{`python3 x.py`, `shell.never_commands(["rm"])`, schema.VerdictUnknown}, {`make`, `shell.only_interpreters([])`, schema.VerdictViolated}, {`ssh h rm x`, `shell.never_commands(["rm"])`, schema.VerdictUnknown},
		{`git commit -m x`, `shell.only_options("git", ["-m"])`, schema.VerdictHolds}, {`git commit --amend --no-verify`, `shell.only_options("git", ["-m"])`, schema.VerdictViolated}, {`git commit $x`, `shell.only_options("git", ["-m"])`, schema.VerdictUnknown},
		{`git log --output=/home/u/.bashrc -p`, `shell.never_options("git", ["--output"])`, schema.VerdictViolated}, {`git push`, `shell.only_subcommands("git", ["log"])`, schema.VerdictViolated}, {`git -c a=b log`, `shell.only_subcommands("git", ["log"])`, schema.VerdictUnknown},
		{`cat a ./b /repo/c`, `shell.no_argument_outside("/repo")`, schema.VerdictHolds}, {`cat /etc/shadow`, `shell.no_argument_outside("/repo")`, schema.VerdictViolated}, {`cat ../x`, `shell.no_argument_outside("/repo")`, schema.VerdictViolated},
		{`git log --output=/home/u/.bashrc -p`, `shell.no_argument_outside("/repo")`, schema.VerdictViolated}, {`rm -rf ~ $(true)`, `shell.no_argument_outside("/repo")`, schema.VerdictUnknown}, {`cd /etc; cat shadow`, `shell.no_argument_outside("/repo")`, schema.VerdictViolated},
		{`cd sub; cat ../../etc/shadow`, `shell.no_argument_outside("/repo")`, schema.VerdictUnknown},
		{`ls > a 2> /dev/null`, `shell.no_redirect_outside("/repo")`, schema.VerdictHolds}, {`cat < /etc/shadow`, `shell.no_redirect_outside("/repo")`, schema.VerdictViolated}, {`ls > "$x"`, `shell.no_redirect_outside("/repo")`, schema.VerdictUnknown},
		{`cd / && ls > x`, `shell.no_redirect_outside("/repo")`, schema.VerdictViolated}, {`cd /repo/a && ls > x`, `shell.no_redirect_outside("/repo")`, schema.VerdictHolds}, {`cd a; ls > x`, `shell.no_redirect_outside("/repo")`, schema.VerdictUnknown},
		{`ls 2>&1 > /dev/null`, `shell.no_redirects()`, schema.VerdictHolds}, {`ls > x`, `shell.no_redirects()`, schema.VerdictViolated},
		{`a && b`, `shell.only_operators(["&&"])`, schema.VerdictHolds}, {"a\nb", `shell.only_operators(["&&"])`, schema.VerdictViolated}, {`if a; then b; fi`, `shell.only_operators([])`, schema.VerdictViolated},
		{`ls "$x"`, `shell.no_substitutions()`, schema.VerdictHolds}, {`rm -rf ~ $(true)`, `shell.no_substitutions()`, schema.VerdictViolated}, {`diff <(a) b`, `shell.no_substitutions()`, schema.VerdictViolated},
		{`LANG=C ls`, `shell.only_variables(["LANG"])`, schema.VerdictHolds}, {`PATH=/tmp ls`, `shell.never_variables(["PATH"])`, schema.VerdictViolated}, {`x=1`, `shell.no_commands()`, schema.VerdictViolated},
	} {
		decided, verdicts := judged(t, e, "Bash", "command", c.command, c.guarantee)
		want := map[schema.Verdict]schema.Outcome{schema.VerdictHolds: schema.OutcomeAllow, schema.VerdictViolated: schema.OutcomeDeny, schema.VerdictUnknown: schema.OutcomeAsk}[c.want]
		if len(verdicts) != 1 || verdicts[0] != c.want || decided != want {
			t.Errorf("%.80q under %s: %v, decision %s; want %s", c.command, c.guarantee, verdicts, decided, c.want)
		}
	}
}

// TestRecordedBypasses: commands that ran although a rule allowed only others. A
// rule that allows a beginning of commands is, said in full, these guarantees; a
// command that evades it keeps not all of them, and is never allowed.
func TestRecordedBypasses(t *testing.T) {
	e, plain, rows := allowing(t), embedded(t, eval.Options{}), 0
	for _, line := range recorded.Lines(t, "permission_bypass.jsonl") {
		var row struct {
			Kind, Command string
			Allowed       []string `json:"allow_prefixes"`
		}
		if recorded.Decode(t, line, &row); row.Kind != "shell" {
			continue
		}
		rows++
		guarantees := saidInFull(row.Allowed)
		decided, verdicts := judged(t, e, "Bash", "command", row.Command, guarantees...)
		if decided == schema.OutcomeAllow || !slices.ContainsFunc(verdicts, func(v schema.Verdict) bool { return v != schema.VerdictHolds }) {
			t.Errorf("%.80q: decision %s, %v under %v", row.Command, decided, verdicts, guarantees)
		}
		if decided, _ := judged(t, plain, "Bash", "command", row.Command); decided == schema.OutcomeAllow {
			t.Errorf("%.80q is allowed by the default bundle", row.Command)
		}
	}
	if rows == 0 {
		t.Error("no shell rows were found")
	}
}

// saidInFull are the guarantees that a rule stands for that allows commands to
// begin with some words.
func saidInFull(allowed []string) []string {
	guarantees := []string{`shell.only_operators([])`, `shell.no_substitutions()`, `shell.no_redirect_outside("/repo")`, `shell.no_argument_outside("/repo")`, `shell.only_variables([])`}
	var commands []string
	for _, prefix := range allowed {
		words := strings.Fields(prefix)
		commands = append(commands, fmt.Sprintf("%q", words[0]))
		guarantees = append(guarantees, fmt.Sprintf("shell.only_options(%q, [])", words[0]))
		if len(words) > 1 {
			guarantees = append(guarantees, fmt.Sprintf("shell.only_subcommands(%q, [%q])", words[0], words[1]))
		}
	}
	return append(guarantees, "shell.only_commands(["+strings.Join(commands, ", ")+"])")
}

// TestFetchGuarantees: a URL is never of a host that it only begins with.
func TestFetchGuarantees(t *testing.T) {
	e := allowing(t)
	const hosts, within = `web_fetch.only_hosts(["api.github.com"])`, `web_fetch.only_fetch_within("https://api.github.com", "/repos")`
	for url, want := range map[string][2]schema.Verdict{
		"https://api.github.com/repos/a":            {schema.VerdictHolds, schema.VerdictHolds},
		"https://API.github.com.:443/repos":         {schema.VerdictHolds, schema.VerdictHolds},
		"https://api.github.com/user":               {schema.VerdictHolds, schema.VerdictViolated},
		"https://api.github.com/repos/../user":      {schema.VerdictHolds, schema.VerdictViolated},
		"https://api.github.com/repos/%2e%2e/user":  {schema.VerdictHolds, schema.VerdictViolated},
		"https://api.github.com/repos%2f..%2fuser":  {schema.VerdictHolds, schema.VerdictUnknown},
		"http://api.github.com/repos":               {schema.VerdictHolds, schema.VerdictViolated},
		"https://api.github.com:444/repos":          {schema.VerdictHolds, schema.VerdictViolated},
		"https://api.github.com.evil.org/repos":     {schema.VerdictViolated, schema.VerdictViolated},
		"https://api.github.com@evil.org/repos":     {schema.VerdictViolated, schema.VerdictViolated},
		"https://evil.org/https://api.github.com/":  {schema.VerdictViolated, schema.VerdictViolated},
		`https://api.github.com\.evil.org/repos`:    {schema.VerdictUnknown, schema.VerdictUnknown},
		"https://api%2egithub.com/repos":            {schema.VerdictUnknown, schema.VerdictUnknown},
		"https://аpi.github.com/repos":              {schema.VerdictUnknown, schema.VerdictUnknown},
		"https://2130706433/repos":                  {schema.VerdictUnknown, schema.VerdictUnknown},
		"https://[::ffff:127.0.0.1]/repos":          {schema.VerdictViolated, schema.VerdictViolated},
		"https://api.github.com\t.evil.org/repos":   {schema.VerdictUnknown, schema.VerdictUnknown},
		"https://api.github.com%00.evil.org/repos/": {schema.VerdictUnknown, schema.VerdictUnknown},
	} {
		decided, verdicts := judged(t, e, "WebFetch", "url", url, hosts, within)
		if len(verdicts) != 2 || [2]schema.Verdict(verdicts) != want || (decided == schema.OutcomeAllow) != (want[0] == schema.VerdictHolds && want[1] == schema.VerdictHolds) {
			t.Errorf("%q: %v, decision %s; want %v", url, verdicts, decided, want)
		}
	}
}
