// Command bench times contractc as a whole process in turns with a stock opa of
// the same version, which evaluates the same Rego rules on the input of the
// tour's call, and prints medians and how they compare.
//
//	go run ./scripts/bench [-runs N] [-big]
//
// With -big both are run on a bundle with a thousand contracts and a thousand
// rules, of which opa is given the Rego.
//
// It is run at the root of the repository and builds both programs first; the
// first build of opa takes minutes. Processor time is worth more than wall time
// where other programs run.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Where the tour is, and the action of its reply that is a call.
const (
	tourReply   = "testdata/tour/reply.txt"
	tourContext = "testdata/tour/context.yaml"
	tourCall    = "3"
)

// oneCall is a reply for the tour's context of which one Rego rule is for.
const oneCall = `{"actions": [{"type": "call_tool", "tool": "read_file", "args": {"path": "docs/forecast.md"}}]}`

func main() {
	runs := flag.Int("runs", 41, "runs of each program")
	big := flag.Bool("big", false, "lint, test and document a bundle with a thousand contracts and a thousand rules")
	flag.Parse()
	what := prepare
	if *big {
		what = prepareBig
	}
	if err := bench(max(*runs, 1), what); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench builds both programs, runs them in turns and prints what it measured.
func bench(runs int, prepare func(string) ([]*program, error)) error {
	dir, err := os.MkdirTemp("", "contractc-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs, err := prepare(dir)
	if err != nil {
		return err
	}
	for run := range runs + 1 {
		for _, p := range programs {
			m, err := p.run()
			if err != nil {
				return err
			}
			if run > 0 { // the first reads files that are not in memory yet
				p.measured = append(p.measured, m)
			}
		}
	}
	report(programs)
	return nil
}

// prepare builds both programs, and says what is run. The last one is what the
// others are compared with.
func prepare(dir string) ([]*program, error) {
	contractc, opa, err := buildBoth(dir)
	if err != nil {
		return nil, err
	}
	input, call := filepath.Join(dir, "input.json"), filepath.Join(dir, "call.json")
	if err := printInput(contractc, input); err != nil {
		return nil, err
	}
	if err := os.WriteFile(call, []byte(oneCall), 0o600); err != nil {
		return nil, err
	}
	rules, err := regoFiles("policies")
	if err != nil {
		return nil, err
	}
	opaEval := []string{opa, "eval", "--strict-builtin-errors", "--format", "json", "--input", input}
	for _, f := range rules {
		opaEval = append(opaEval, "--data", f)
	}
	if err := answers(append(opaEval, "data.coverage")); err != nil {
		return nil, err
	}
	eval := func(reply string) []string { return []string{contractc, "eval", reply, "--context", tourContext} }
	return []*program{
		{name: "contractc version", args: []string{contractc, "version"}},
		{name: "contractc eval, one call", args: eval(call)},
		{name: "contractc eval, the tour's five actions", args: eval(tourReply)},
		{name: "opa eval, the tour's call", args: append(opaEval, "data")},
	}, nil
}

// buildBoth builds both programs into a folder.
func buildBoth(dir string) (contractc, opa string, err error) {
	contractc, opa = filepath.Join(dir, "contractc"), filepath.Join(dir, "opa")
	if err := build("go", "build", "-trimpath", "-ldflags=-s -w", "-o", contractc, "./cmd/contractc"); err != nil {
		return "", "", err
	}
	return contractc, opa, build(filepath.Join("scripts", "build-opa"), opa)
}

func build(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}

// printInput writes the input of the rules for the tour's call to a file.
func printInput(contractc, file string) error {
	cmd := exec.Command(contractc, "eval", tourReply, "--context", tourContext, "--print-input", tourCall)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("printing the input: %w\n%s", err, problems.Bytes())
	}
	var input struct {
		Action struct{ Type string }
	}
	if err := json.Unmarshal(out, &input); err != nil || input.Action.Type != "call_tool" {
		return fmt.Errorf("action %s of the tour is no call", tourCall)
	}
	return os.WriteFile(file, out, 0o600)
}

// regoFiles lists the Rego rules below a folder, without their tests.
func regoFiles(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".rego" && !strings.HasSuffix(path, "_test.rego") {
			files = append(files, path)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = errors.New("there are no Rego rules")
	}
	return files, err
}

// answers makes sure that opa finds a value, so that it does what is timed.
func answers(args []string) error {
	out, err := exec.Command(args[0], args[1:]...).Output()
	var found struct{ Result []any }
	if err == nil {
		err = json.Unmarshal(out, &found)
	}
	if err != nil || len(found.Result) != 1 {
		return fmt.Errorf("opa eval finds nothing: %w\n%s", err, out)
	}
	return nil
}

// report prints the medians, and each as a share of those of the last program.
func report(programs []*program) {
	base := programs[len(programs)-1].median()
	fmt.Printf("%-40s %10s %10s %10s   %s\n", "medians", "wall", "processor", "memory", "of opa's")
	for _, p := range programs {
		m := p.median()
		fmt.Printf("%-40s %7.1f ms %7.1f ms %6.1f MiB   %.2f  %.2f  %.2f\n", p.name,
			milliseconds(m.wall), milliseconds(m.processor), float64(m.memory)/1024,
			float64(m.wall)/float64(base.wall), float64(m.processor)/float64(base.processor), float64(m.memory)/float64(base.memory))
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func median[T int64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
