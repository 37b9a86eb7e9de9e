package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the commands print into the README, the page for reviewers and the golden files")

// TestReadme runs every command of the console blocks of the README, and of the
// pages below docs that have some, with the built binary, in a copy of what they
// read, and compares what they print.
func TestReadme(t *testing.T) {
	binary := builtBinary(t)
	for _, page := range pages(t) {
		t.Run(page, func(t *testing.T) { runPage(t, binary, filepath.Join("../..", page)) })
	}
}

// pages are the README and the pages below docs with console blocks.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md"}
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "```console\n") {
			list = append(list, "docs/"+filepath.Base(file))
		}
	}
	return list
}

func runPage(t *testing.T, binary, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	work := tourFolder(t, binary)
	ran := 0
	got := eachConsole(string(text), func(block string) string {
		fresh, n := runConsole(t, work, block)
		ran += n
		return fresh
	})
	if ran < 3 {
		t.Errorf("the page runs %d commands, want at least 3", ran)
	}
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Errorf("the page's outputs differ from what its commands print (run the test with -update):\n%s", diff)
	}
}

// tourFolder makes a folder that holds what the README's commands read, with
// the built binary first on the PATH.
func tourFolder(t *testing.T, binary string) string {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, ".bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(binary, filepath.Join(bin, "contractc")); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"testdata", "policies"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("../..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// eachConsole replaces the inside of every ```console block of a Markdown text.
func eachConsole(text string, f func(block string) string) string {
	const open, shut = "```console\n", "```\n"
	var out strings.Builder
	for {
		start := strings.Index(text, open)
		if start < 0 {
			out.WriteString(text)
			return out.String()
		}
		start += len(open)
		end := start + strings.Index(text[start:], shut)
		out.WriteString(text[:start])
		out.WriteString(f(text[start:end]))
		out.WriteString(shut)
		text = text[end+len(shut):]
	}
}

// runConsole runs the lines of a block that begin with "$ " and returns the
// block with fresh outputs, and how many commands ran. A line "..." between
// two commands stands for an output that is not shown.
func runConsole(t *testing.T, dir, block string) (string, int) {
	t.Helper()
	var out strings.Builder
	ran, skip := 0, false
	lines := strings.SplitAfter(block, "\n")
	for i, line := range lines {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			if line == "...\n" && skip {
				out.WriteString(line)
			}
			continue
		}
		for j := i + 1; strings.HasSuffix(command, "\\\n"); j++ {
			command += lines[j]
		}
		out.WriteString("$ " + command)
		printed := runShell(t, dir, command)
		ran++
		if skip = i+1 < len(lines) && lines[i+1] == "...\n"; !skip {
			out.WriteString(printed)
		}
	}
	return out.String(), ran
}

// runShell runs one command line and returns what it printed, followed by its
// exit status where that is not 0.
func runShell(t *testing.T, dir, command string) string {
	t.Helper()
	command = strings.ReplaceAll(command, "go run ./cmd/contractc", "contractc")
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, ".bin")+":"+os.Getenv("PATH"), "XDG_CACHE_HOME="+filepath.Join(dir, ".cache"))
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err := cmd.Run()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatalf("%s: %v", command, err)
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		fmt.Fprintf(&printed, "exit status %d\n", code)
	}
	return printed.String()
}
