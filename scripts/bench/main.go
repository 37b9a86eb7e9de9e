// Command bench times contractc as a whole process on the README's tour, in
// turns with a stock opa that evaluates the same Rego rules on the same input,
// and prints the medians and their ratios.
//
//	go run ./scripts/bench [-runs N]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"syscall"
	"time"
)

// program is one command whose runs are measured.
type program struct {
	name string
	args []string
	wall []time.Duration
	rss  []int64 // KiB, as Linux counts ru_maxrss
}

func main() {
	runs := flag.Int("runs", 41, "runs of each program")
	flag.Parse()
	if err := bench(*runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench builds both programs, runs them in turns and prints what it measured.
func bench(runs int) error {
	dir, err := os.MkdirTemp("", "contractc-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs, err := build(dir)
	if err != nil {
		return err
	}
	for range runs {
		for _, p := range programs {
			if err := p.run(); err != nil {
				return err
			}
		}
	}
	report(programs)
	return nil
}

// build makes both binaries and the input that opa reads.
func build(dir string) ([]*program, error) {
	contractc, opa := filepath.Join(dir, "contractc"), filepath.Join(dir, "opa")
	for _, step := range [][]string{
		{"go", "build", "-trimpath", "-ldflags=-s -w", "-o", contractc, "./cmd/contractc"},
		{"scripts/build-opa", opa},
	} {
		cmd := exec.Command(step[0], step[1:]...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%v: %w\n%s", step, err, out)
		}
	}
	tour := []string{"eval", "testdata/tour/reply.txt", "--context", "testdata/tour/context.yaml"}
	input := filepath.Join(dir, "input.json")
	printed, err := exec.Command(contractc, append(tour, "--print-input", "3")...).Output()
	if err != nil && len(printed) == 0 {
		return nil, fmt.Errorf("printing the input: %w", err)
	}
	if err := os.WriteFile(input, bytes.TrimSpace(printed), 0o600); err != nil {
		return nil, err
	}
	rego, err := regoFiles("policies")
	if err != nil {
		return nil, err
	}
	eval := []string{"eval", "--strict-builtin-errors", "--format", "json", "--input", input}
	for _, f := range rego {
		eval = append(eval, "--data", f)
	}
	return []*program{
		{name: "contractc eval (tour, card and digests)", args: append([]string{contractc}, tour...)},
		{name: "contractc version", args: []string{contractc, "version"}},
		{name: "opa eval (same Rego rules, one action)", args: append(append([]string{opa}, eval...), "data")},
	}, nil
}

// regoFiles lists the Rego rules below dir, without tests.
func regoFiles(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".rego" && !isTest(path) {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

func isTest(path string) bool {
	return len(path) > len("_test.rego") && path[len(path)-len("_test.rego"):] == "_test.rego"
}

// run starts the program once. Exit codes 2 and 4 are answers, not failures.
func (p *program) run() error {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 2 && code != 4 {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	p.wall = append(p.wall, wall)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		p.rss = append(p.rss, usage.Maxrss)
	}
	return nil
}

// report prints the medians, and each wall time as a share of the last one.
func report(programs []*program) {
	base := median(programs[len(programs)-1].wall)
	for _, p := range programs {
		wall := median(p.wall)
		fmt.Printf("%-42s %8.1f ms  %6.1f MiB  %5.2f of opa\n", p.name,
			float64(wall)/float64(time.Millisecond), float64(median(p.rss))/1024, float64(wall)/float64(base))
	}
}

func median[T int64 | time.Duration](values []T) T {
	sorted := append([]T(nil), values...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
	return sorted[len(sorted)/2]
}
