package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/report/sarifschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// pipelineFile reads a YAML file of the repository's root.
func pipelineFile(t *testing.T, name string) *doc.Node {
	t.Helper()
	n, problems := doc.ReadYAML(name, []byte(readText(t, filepath.Join(repository, name))), doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return n
}

// actionStep is a step of the GitHub Action.
type actionStep struct {
	run string
	env map[string]string // as written
}

func actionSteps(t *testing.T) []actionStep {
	t.Helper()
	var steps []actionStep
	for _, item := range pipelineFile(t, "action.yml").Get("runs").Get("steps").Items {
		s := actionStep{item.Get("run").Text, map[string]string{}}
		for _, e := range item.Get("env").Fields {
			s.env[e.Key] = e.Value.Text
		}
		if strings.Contains(s.run, "${{") {
			t.Errorf("a step puts a value into its text, where it would be run: %s", s.run)
		}
		if shell := item.Get("shell").Text; shell != "bash" {
			t.Errorf("a step is run by %q", shell)
		}
		steps = append(steps, s)
	}
	if len(steps) != 2 {
		t.Fatalf("there are %d steps", len(steps))
	}
	return steps
}

// inputs are the inputs of the action with their defaults, and those given.
func inputs(t *testing.T, given map[string]string) map[string]string {
	t.Helper()
	values := map[string]string{"github.event.pull_request.base.sha": given["sha"]}
	for _, e := range pipelineFile(t, "action.yml").Get("inputs").Fields {
		name := e.Key
		values["inputs."+name] = e.Value.Get("default").Text
		if value, ok := given[name]; ok {
			values["inputs."+name] = value
		}
	}
	return values
}

// do runs a step as a runner does: its environment from the inputs, its text as a
// file that bash runs.
func (s *actionStep) do(t *testing.T, dir, temporary string, values map[string]string) (string, int) {
	t.Helper()
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GITHUB_ACTION_PATH=" + root, "RUNNER_TEMP=" + temporary}
	for name, written := range s.env {
		key := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(written, "${{"), "}}"))
		value, ok := values[key]
		if !ok {
			t.Fatalf("%s is %q, which is no input", name, written)
		}
		env = append(env, name+"="+value)
	}
	return shellFile(t, dir, env, []string{"bash", "--noprofile", "--norc", "-eo", "pipefail"}, s.run)
}

// shellFile runs a text as a file of a shell, and returns what it printed and its
// exit code.
func shellFile(t *testing.T, dir string, env, shell []string, text string) (string, int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.sh")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(shell[0], append(shell[1:], file)...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// built is the program as the action builds it, once for all tests.
var built = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "contractc-built-") })

// removing removes the program after all tests.
type removing struct{ *testing.M }

// Run runs all tests.
func (m removing) Run() int {
	code := m.M.Run()
	if dir, err := built(); err == nil {
		_ = os.RemoveAll(dir)
	}
	return code
}

// builtBinary is the program, built by the command of the action.
func builtBinary(t *testing.T) string {
	t.Helper()
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "contractc")
	if _, err := os.Stat(binary); err == nil {
		return binary
	}
	build := actionSteps(t)[0]
	if out, code := build.do(t, dir, dir, inputs(t, nil)); code != 0 {
		t.Fatalf("the build ends with %d: %s", code, out)
	}
	return binary
}

// gatedRepository is a repository of git with a bundle in the folder policies, in
// which a contract became looser, and the revision before that.
func gatedRepository(t *testing.T) (dir, base string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "policies"), os.DirFS("../../testdata/gate/store")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("../../testdata/gate")); err != nil { // the gate file
		t.Fatal(err)
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "first")
	base = strings.TrimSpace(git(t, dir, "rev-parse", "HEAD"))
	file := filepath.Join(dir, "policies/store/contracts/only_put_under.yaml")
	text := strings.NewReplacer("startsWith(params", "contains(params", "starts with", "contains", "must start with", "must contain", "version: 1.0.0\nsymbol", "version: 2.0.0\nsymbol").Replace(readText(t, file))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	if code := run([]string{"lock", filepath.Join(dir, "policies")}, strings.NewReader(""), &out, &problems); code != 0 {
		t.Fatal(problems.String())
	}
	return dir, base
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestGitHubAction runs the steps of the action: a bundle passes, one that became
// looser since the base of a pull request does not, and nothing of the report is a
// command but the annotations.
func TestGitHubAction(t *testing.T) {
	binary, schema := builtBinary(t), sarifschema.Compile(t, repository)
	dir, base := gatedRepository(t)
	gate := actionSteps(t)[1]
	const hostile = "x\"; echo forged; \""
	for _, c := range []struct {
		name        string
		given       map[string]string
		code        int
		annotations int
		says        string
	}{
		{"no pull request", nil, 0, 0, "diff    not asked"},
		{"a pull request", map[string]string{"sha": base}, 2, 3, "contract changed: loosened"},
		{"without a base", map[string]string{"sha": base, "base": "-"}, 0, 0, "diff    not asked"},
		{"with what it is loaded with", map[string]string{"with": "\nstore\n"}, 3, -1, "denied: the bundle cannot be used"},
		{"with a gate file", map[string]string{"policy": "gate.yaml", "sha": base}, 2, 4, "policy  "},
		{"a revision that is not there", map[string]string{"sha": strings.Repeat("0", 40)}, 1, 0, "there is no revision"},
		{"a hostile input", map[string]string{"bundle": hostile}, 1, 0, "no such file"},
		{"a hostile base", map[string]string{"base": "$(touch " + dir + "/forged)"}, 1, 0, "a version is a folder"},
	} {
		temporary := t.TempDir()
		c.given = with(c.given, "contractc", binary)
		t.Setenv("XDG_CACHE_HOME", temporary) // not where the program is built, whose cache is there too
		out, code := gate.do(t, dir, temporary, inputs(t, c.given))
		if code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%s: exit code %d, want %d and %q: %s", c.name, code, c.code, c.says, out)
		}
		obeyed := obeyedBy(t, out)
		if len(obeyed) != c.annotations && c.annotations >= 0 {
			t.Errorf("%s: a runner obeys %q", c.name, obeyed)
		}
		if strings.Contains(out, "\nforged") {
			t.Errorf("%s: an input is run", c.name)
		}
		if _, err := os.Stat(dir + "/forged"); err == nil {
			t.Errorf("%s: an input is run", c.name)
		}
		if code == 1 {
			continue
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(readText(t, filepath.Join(dir, "contractc.sarif"))))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func with(values map[string]string, name, value string) map[string]string {
	out := map[string]string{name: value}
	for k, v := range values {
		out[k] = v
	}
	return out
}

// obeyedBy are the commands in a log that a runner obeys, those to stop and start
// again left out.
func obeyedBy(t *testing.T, log string) []string {
	t.Helper()
	var obeyed []string
	stopped := ""
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		token, stop := strings.CutPrefix(line, "::stop-commands::")
		switch {
		case stopped != "" && line == "::"+stopped+"::":
			stopped = ""
		case stopped != "":
		case stop && len(token) == 32:
			stopped = token
		case strings.HasPrefix(line, "::"), strings.Contains(line, "##["):
			obeyed = append(obeyed, line)
		}
	}
	if stopped != "" {
		t.Error("commands stay stopped")
	}
	return obeyed
}

// TestGitLabJob runs the script of the job with its variables, and looks at the
// reports that it leaves.
func TestGitLabJob(t *testing.T) {
	binary := builtBinary(t)
	dir, base := gatedRepository(t)
	job := pipelineFile(t, "scripts/gitlab-gate.yml").Get("contractc-gate")
	defaults := []string{"PATH=" + filepath.Dir(binary) + ":" + os.Getenv("PATH"), "XDG_CACHE_HOME=" + t.TempDir()}
	for _, e := range job.Get("variables").Fields {
		defaults = append(defaults, e.Key+"="+e.Value.Text)
	}
	for _, c := range []struct {
		name    string
		env     []string
		code    int
		entries int
	}{
		{"a branch", nil, 0, 0},
		{"a merge request", []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base}, 2, 3},
		{"without a base", []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base, "GATE_BASE=-"}, 0, 0},
		{"with a gate file", []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base, "GATE_POLICY=gate.yaml"}, 2, 4},
		{"another folder", []string{"GATE_BUNDLE=store"}, 0, 0},
		{"no folder", []string{"GATE_BUNDLE=no where"}, 1, -1},
	} {
		out, code := shellFile(t, dir, append(defaults, c.env...), []string{"sh", "-e"}, job.Get("script").Items[0].Text)
		if code != c.code {
			t.Errorf("%s: exit code %d, want %d: %s", c.name, code, c.code, out)
		}
		reports := job.Get("artifacts").Get("reports")
		quality, junit := filepath.Join(dir, reports.Get("codequality").Text), filepath.Join(dir, reports.Get("junit").Text)
		if c.entries < 0 {
			if _, err := os.Stat(quality); err == nil {
				t.Errorf("%s: the report of an earlier run is left", c.name)
			}
			continue
		}
		var entries []any
		if err := json.Unmarshal([]byte(readText(t, quality)), &entries); err != nil || len(entries) != c.entries {
			t.Errorf("%s: %d entries, want %d (%v)", c.name, len(entries), c.entries, err)
		}
		if !strings.Contains(readText(t, junit), "<testsuite ") {
			t.Errorf("%s: there is no suite", c.name)
		}
		for _, item := range job.Get("artifacts").Get("paths").Items {
			readText(t, filepath.Join(dir, item.Text))
		}
	}
}

// TestPreCommitHooks runs the hooks as pre-commit does, in a repository whose
// bundle is fine and in one where it is not.
func TestPreCommitHooks(t *testing.T) {
	binary := builtBinary(t)
	dir, _ := gatedRepository(t)
	env := []string{"PATH=" + filepath.Dir(binary) + ":" + os.Getenv("PATH"), "XDG_CACHE_HOME=" + t.TempDir()}
	hooks := pipelineFile(t, ".pre-commit-hooks.yaml").Items
	if len(hooks) != 2 {
		t.Fatalf("there are %d hooks", len(hooks))
	}
	do := func(hook *doc.Node) (string, int) {
		words := strings.Fields(hook.Get("entry").Text)
		for _, item := range hook.Get("args").Items {
			words = append(words, item.Text)
		}
		return shellFile(t, dir, env, []string{"sh", "-e"}, strings.Join(words, " "))
	}
	for _, hook := range hooks {
		if out, code := do(hook); code != 0 {
			t.Errorf("%s: exit code %d: %s", hook.Get("id").Text, code, out)
		}
		files := regexp.MustCompile(hook.Get("files").Text)
		if !files.MatchString("policies/store/library.yaml") || !files.MatchString("policies/a/b.rego") || files.MatchString("README.md") || hook.Get("pass_filenames").Kind != doc.Bool || hook.Get("pass_filenames").Bool {
			t.Errorf("%s is for other files", hook.Get("id").Text)
		}
	}
	file := filepath.Join(dir, "policies/store/library.yaml")
	if err := os.WriteFile(file, []byte(strings.Replace(readText(t, file), "kind: ", "kind:   ", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, hook := range hooks {
		if out, code := do(hook); code != 2 {
			t.Errorf("%s: exit code %d, want 2: %s", hook.Get("id").Text, code, out)
		}
	}
}
