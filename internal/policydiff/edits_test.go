package policydiff_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// edits are changes of the bundle's files, with the classes that follow. Before are
// those that the old version has too.
type edits struct {
	Name, Why     string
	Before, Edits []edit
	Changes       map[string]string
}

type edit struct {
	File, Old string
	New       *string
}

func readEdits(t *testing.T) []edits {
	t.Helper()
	text, err := os.ReadFile("testdata/edits.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Edits []edits }
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Edits
}

func apply(t *testing.T, list []edit, files fstest.MapFS) {
	t.Helper()
	for _, edit := range list {
		switch {
		case edit.New == nil:
			delete(files, edit.File)
		case edit.Old == "":
			files[edit.File] = &fstest.MapFile{Data: []byte(*edit.New)}
		default:
			change(t, files, edit.File, edit.Old, *edit.New)
		}
	}
}

// classes are the classes of all changes but those that change no decision and no
// word.
func classes(r *schema.DiffReport) map[string]string {
	out := map[string]string{}
	for _, c := range r.Changes {
		if c.Class != policydiff.Unchanged {
			out[c.Kind+" "+strings.TrimPrefix(c.Id, "tool \x00")] = string(c.Class)
		}
		if c.LostSight {
			out["lost"] = "true"
		}
	}
	return out
}

// Every edit has the classes that follow from it, and no other element has one.
func TestEdits(t *testing.T) {
	old := load(t, "old", bundle(t))
	with := solvers(t)
	for _, e := range readEdits(t) {
		t.Run(e.Name, func(t *testing.T) { testEdits(t, old, e, with) })
	}
}

func testEdits(t *testing.T, old policydiff.Side, e edits, with []solver.Solver) {
	files := bundle(t)
	apply(t, e.Before, files)
	if len(e.Before) > 0 {
		old = load(t, "old", maps.Clone(files))
	}
	apply(t, e.Edits, files)
	new := load(t, e.Name, files)
	r := compare(t, old, new, with)
	want := maps.Clone(e.Changes)
	maps.DeleteFunc(want, func(_, class string) bool { return class == string(policydiff.Unchanged) })
	if diff := cmp.Diff(want, classes(r)); diff != "" {
		t.Errorf("-want +got:\n%s\n%s", diff, policydiff.Text(r))
	}
	// Without solvers less is known, and nothing that loosens is called better.
	without := classes(compare(t, old, new, nil))
	for id, class := range want {
		loosens := class == string(policydiff.Loosened) || class == string(policydiff.Incomparable)
		if got := without[id]; loosens && got != string(policydiff.Loosened) && got != string(policydiff.Incomparable) && got != string(policydiff.Unknown) {
			t.Errorf("without solvers %s is called %q, and is %s", id, got, class)
		}
	}
	// Of rules, each solver says so alone.
	if r.Questions > 0 && !slices.ContainsFunc(r.Changes, func(c schema.DiffChange) bool { return c.Kind != "rule" }) {
		for _, alone := range with {
			if diff := cmp.Diff(want, classes(compare(t, old, new, []solver.Solver{alone}))); diff != "" {
				t.Errorf("by %s alone (-want +got):\n%s", alone.Name, diff)
			}
		}
	}
	otherwise := regexp.MustCompile("argument|parameter|covered nothing") // no trace shows these
	for _, c := range r.Changes {
		if c.Class == policydiff.Loosened && c.Kind == "contract" && len(c.Witnesses) == 0 && !otherwise.MatchString(fmt.Sprint(c.Aspects)) {
			t.Errorf("%s is loosened without a witness", c.Id)
		}
	}
}

// What neither version touches is asked of no solver; a contract that is touched
// is asked about, and no other.
func TestUntouchedCostsNothing(t *testing.T) {
	old := load(t, "old", bundle(t))
	r := compare(t, old, load(t, "new", bundle(t)), solvers(t))
	if len(r.Changes) != 0 || r.Questions != 0 || r.Class != policydiff.Unchanged || r.Untouched < 30 {
		t.Errorf("%d changes, %d questions, %d untouched of a bundle and itself", len(r.Changes), r.Questions, r.Untouched)
	}
	files := bundle(t)
	change(t, files, "t/contracts/no_writes.yaml", "effects: [Write]", "effects: [Write, Read]")
	if r := compare(t, old, load(t, "new", files), solvers(t)); len(r.Changes) != 1 || r.Questions != 2 {
		t.Errorf("%d changes and %d questions where one contract changed", len(r.Changes), r.Questions)
	}
	change(t, files, "contractc.yaml", "version: 1.0.0", "version: 1.1.0")
	r = compare(t, old, load(t, "new", files), solvers(t))
	want := []schema.VersionAdvice{
		{Kind: "bundle", Id: "pairs", OldVersion: "1.0.0", NewVersion: "1.1.0", Declared: schema.VersionStepMinor, CallsFor: schema.VersionStepMinor, Enough: true},
		{Kind: "library", Id: "t", OldVersion: "1.0.0", NewVersion: "1.0.0", Declared: schema.VersionStepNone, CallsFor: schema.VersionStepMinor},
	}
	if diff := cmp.Diff(want, r.Versions); diff != "" {
		t.Error(diff)
	}
}

// slowed is a solver that is stopped for most of the time, as on a machine that is
// slow or busy.
func slowed(t *testing.T, s solver.Solver) solver.Solver {
	t.Helper()
	path := filepath.Join(t.TempDir(), s.Name)
	script := fmt.Sprintf(`#!/bin/sh
(while kill -STOP $$; do sleep 0.05; kill -CONT $$ || break; sleep 0.01; done) </dev/null >/dev/null 2>&1 &
exec %q "$@"
`, s.Path)
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return solver.Solver{Name: s.Name, Path: path}
}

// The same versions give the same report, several questions at a time, and with
// solvers that have a sixth of the time.
func TestDeterministic(t *testing.T) {
	files := bundle(t)
	change(t, files, "t/contracts/no_writes.yaml", "effects: [Write]", "effects: [Read]")
	change(t, files, "t/effects.yaml", "size(event.path) < 10,", "size(event.path) < 9,")
	change(t, files, "t/tables/limits.yaml", "most: 10", "least: 1")
	change(t, files, "t/contracts/under.yaml", "defaults: {most: 5}", "defaults: {most: 4}")
	change(t, files, "t/contracts/under.yaml", "effects: [Read]}, predicate", "effects: [Read, Write]}, predicate")
	old, new := load(t, "old", bundle(t)), load(t, "new", files)
	found := solvers(t, solver.Z3, solver.CVC5)
	var slow []solver.Solver
	for _, s := range found {
		slow = append(slow, slowed(t, s))
	}
	first := policydiff.Markdown(compare(t, old, new, found))
	for _, with := range [][]solver.Solver{found, found, slow} {
		if again := policydiff.Markdown(compare(t, old, new, with)); again != first {
			t.Error(cmp.Diff(first, again))
		}
	}
}

// Where a solver is stopped by the clock, the class is unknown and says so, though
// another solver would have answered.
func TestStoppedIsUnknown(t *testing.T) {
	files := bundle(t)
	change(t, files, "t/contracts/no_writes.yaml", "effects: [Write]", "effects: [Write, Read]")
	old, new := load(t, "old", bundle(t)), load(t, "new", files)
	found := solvers(t, solver.Z3, solver.CVC5)
	asleep := filepath.Join(t.TempDir(), "z3")
	if err := os.WriteFile(asleep, []byte("#!/bin/sh\nexec sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	found[0].Path = asleep
	r, err := policydiff.Compare(context.Background(), old, new, policydiff.Options{Solvers: found, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if got := policydiff.Text(r); r.Class != policydiff.Unknown || !strings.Contains(got, "z3 was stopped after 1s") {
		t.Error(got)
	}
}

// Every class fails as it is told to, and what is not known is no success.
func TestFail(t *testing.T) {
	report := func(classes ...policydiff.Class) *schema.DiffReport {
		r := &schema.DiffReport{}
		for _, c := range classes {
			r.Changes = append(r.Changes, schema.DiffChange{Class: c})
		}
		return r
	}
	const loosened, incomparable, unknown, none = schema.DiffFailureLoosened, schema.DiffFailureIncomparable, schema.DiffFailureUnknown, schema.DiffFailureNone
	for _, c := range []struct {
		classes   []policydiff.Class
		on        []schema.DiffFailure
		fails     int
		undecided bool
	}{
		{[]policydiff.Class{policydiff.Tightened, policydiff.Reworded, policydiff.Unchanged}, nil, 0, false},
		{[]policydiff.Class{policydiff.Loosened}, nil, 1, false},
		{[]policydiff.Class{policydiff.Incomparable}, nil, 2, false},
		{[]policydiff.Class{policydiff.Incomparable}, []schema.DiffFailure{loosened}, 1, false},
		{[]policydiff.Class{policydiff.Loosened}, []schema.DiffFailure{incomparable}, 0, false},
		{[]policydiff.Class{policydiff.Unknown}, nil, 0, true},
		{[]policydiff.Class{policydiff.Unknown, policydiff.Loosened}, nil, 1, false},
		{[]policydiff.Class{policydiff.Unknown}, []schema.DiffFailure{unknown}, 1, false},
		{[]policydiff.Class{policydiff.Unknown}, []schema.DiffFailure{loosened}, 0, true},
		{[]policydiff.Class{policydiff.Unknown}, []schema.DiffFailure{schema.DiffFailureUnversioned}, 0, false},
		{[]policydiff.Class{policydiff.Loosened, policydiff.Unknown}, []schema.DiffFailure{none}, 0, false},
	} {
		r := report(c.classes...)
		if policydiff.Fail(r, c.on); len(r.Fails) != c.fails || r.Undecided != c.undecided {
			t.Errorf("%v on %v fails on %v, undecided: %t", c.classes, c.on, r.Fails, r.Undecided)
		}
	}
}
