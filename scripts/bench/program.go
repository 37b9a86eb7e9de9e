package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// program is one command whose runs are measured.
type program struct {
	name     string
	args     []string
	silent   bool // it prints nothing where all is well
	measured []measure
}

// measure is what one run took.
type measure struct {
	wall, processor time.Duration
	memory          int64 // KiB at the most, as Linux counts it
}

// run starts the program once. Exit codes 2 and 4 are answers, not failures.
func (p *program) run() (measure, error) {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil {
		return measure{}, fmt.Errorf("%s: %w", p.name, err)
	}
	if code := cmd.ProcessState.ExitCode(); !slices.Contains([]int{0, 2, 4}, code) || out.Len() == 0 && !p.silent {
		return measure{}, fmt.Errorf("%s: exit code %d, %d bytes of output\n%s", p.name, code, out.Len(), problems.Bytes())
	}
	m := measure{wall: wall, processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		m.memory = usage.Maxrss
	}
	return m, nil
}

// median is the median of each of what was measured.
func (p *program) median() measure {
	walls, processors, memories := []time.Duration{}, []time.Duration{}, []int64{}
	for _, m := range p.measured {
		walls, processors, memories = append(walls, m.wall), append(processors, m.processor), append(memories, m.memory)
	}
	return measure{median(walls), median(processors), median(memories)}
}
