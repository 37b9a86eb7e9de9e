//go:build !race

// The race detector drops what a pool holds at random, so allocations are only
// counted without it; these tests run in test.sh.

package monitor_test

import (
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// TestStepsDoNotAllocate: steps over guarantees that remember no keys, trial
// steps and verdicts are free of allocations.
func TestStepsDoNotAllocate(t *testing.T) {
	p, err := monitor.Compile(twenty(), monitor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, events := p.Start(monitor.Env{WorkingDirectory: "/repo"}), workload()
	allocations := testing.AllocsPerRun(10, func() {
		for _, e := range events {
			snapshot := set.Snapshot()
			set.Step(e)
			set.Restore(snapshot)
			set.Step(e)
			for i := range set.Len() {
				set.Verdict(i, false)
			}
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations in %d steps", allocations, len(events))
	}
}

// TestRelativePathsDoNotAllocate: nor does a relative path, the usual one.
func TestRelativePathsDoNotAllocate(t *testing.T) {
	within := &schema.All{Set: effects("fs.Read"), Predicate: within(field("path"), lit(dir("/repo/src")))}
	m, err := monitor.New(within, monitor.Options{}, monitor.Env{WorkingDirectory: "/repo"})
	if err != nil {
		t.Fatal(err)
	}
	e := read(str("src/main.go"))
	if allocations := testing.AllocsPerRun(100, func() { m.Step(e) }); allocations > 0 {
		t.Errorf("%v allocations in a step", allocations)
	}
}
