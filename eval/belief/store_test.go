package belief

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog"
)

// The steps of a replacement.
var steps = []string{stepCreate, stepWrite, stepSync, stepClose, stepRename, stepFolder}

func testRules(t testing.TB) *Rules {
	t.Helper()
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	rules, err := NewRules(from, []string{"claim@2"})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// with is a base in which facts are asserted one after the other.
func with(t testing.TB, b *Base, keys ...string) *Base {
	t.Helper()
	for _, key := range keys {
		next, _, err := b.Assert(Fact{Key: key, Value: strings.Repeat(key, 1000)})
		if err != nil {
			t.Fatal(err)
		}
		b = next
	}
	return b
}

// stored is a store in a folder of the test, with a state in it.
func stored(t testing.TB, rules *Rules) (*Store, *Base) {
	t.Helper()
	s := rules.Open(filepath.Join(t.TempDir(), "state.json"))
	b := with(t, rules.Empty(), "a")
	if err := s.Save(nil, b); err != nil {
		t.Fatal(err)
	}
	return s, b
}

// holds checks which state is in a file.
func holds(t testing.TB, s *Store, want *Base) {
	t.Helper()
	got, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	if got.Digest() != want.Digest() {
		t.Errorf("the file has the state %s, want %s", got.Digest(), want.Digest())
	}
}

func TestStore(t *testing.T) {
	rules := testRules(t)
	s, a := stored(t, rules)
	holds(t, s, a)
	b := with(t, a, "b")
	if err := s.Save(a, b); err != nil {
		t.Fatal(err)
	}
	holds(t, s, b)
	info, err := os.Stat(s.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := os.Chmod(s.path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(b, a); err != nil {
		t.Fatal(err)
	}
	if info, err = os.Stat(s.path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode did not stay: %v, %v", info.Mode(), err)
	}
	if _, err := rules.Open(s.path + ".none").Load(); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	var broken *FileError
	if err := os.WriteFile(s.path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(); !errors.As(err, &broken) {
		t.Error(err)
	}
	if err := s.Save(a, b); !errors.As(err, &broken) {
		t.Error("a file that holds no state was replaced: ", err)
	}
}

func TestStoreFollowsLinks(t *testing.T) {
	rules := testRules(t)
	s, a := stored(t, rules)
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(s.path, link); err != nil {
		t.Fatal(err)
	}
	b := with(t, a, "b")
	if err := rules.Open(link).Save(a, b); err != nil {
		t.Fatal(err)
	}
	holds(t, s, b)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info.Mode(), err)
	}
}

// Who read an older state writes nothing.
func TestStoreCompares(t *testing.T) {
	rules := testRules(t)
	s, a := stored(t, rules)
	b, c := with(t, a, "b"), with(t, a, "c")
	if err := s.Save(a, b); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]*Base{"an older state": a, "no file": nil} {
		var changed *ChangedError
		if err := s.Save(read, c); !errors.As(err, &changed) || changed.Found != b.Digest() {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Remove(s.path); err != nil {
		t.Fatal(err)
	}
	var changed *ChangedError
	if err := s.Save(b, c); !errors.As(err, &changed) || changed.Found != "" {
		t.Errorf("the file was removed: %v", err)
	}
}

// Of writers that read the same state, one is first and the others are refused.
func TestStoreWriters(t *testing.T) {
	rules := testRules(t)
	for round := range 20 {
		s, a := stored(t, rules)
		const writers = 8
		var nexts [writers]*Base
		var errs [writers]error
		for i := range writers {
			nexts[i] = with(t, a, fmt.Sprintf("w%d", i))
		}
		var wait sync.WaitGroup
		for i := range writers {
			wait.Go(func() { errs[i] = rules.Open(s.path).Save(a, nexts[i]) })
		}
		wait.Wait()
		first := -1
		for i, err := range errs {
			var locked *LockError
			var changed *ChangedError
			switch {
			case err == nil && first >= 0:
				t.Fatalf("round %d: two writers wrote", round)
			case err == nil:
				first = i
			case !errors.As(err, &locked) && !errors.As(err, &changed):
				t.Fatal(err)
			}
		}
		if first < 0 {
			t.Fatalf("round %d: nobody wrote: %v", round, errs)
		}
		holds(t, s, nexts[first])
	}
}

// failing is the disk on which a step of the replacement fails.
type failing struct {
	disk
	step string
}

var errInjected = errors.New("injected")

func (f failing) Replace(path string, text []byte) error {
	return replace(path, text, func(step string) error {
		if step == f.step {
			return errInjected
		}
		return nil
	})
}

func (f failing) Lock(path string) (func() error, error) {
	if f.step == "lock" {
		return nil, errInjected
	}
	unlock, err := f.disk.Lock(path)
	if f.step == "unlock" && err == nil {
		return func() error { return errors.Join(unlock(), errInjected) }, nil
	}
	return unlock, err
}

// A step that fails leaves the old or the new state, says so, and the next
// writer is not hindered.
func TestStoreFailures(t *testing.T) {
	rules := testRules(t)
	for _, step := range append([]string{"lock", "unlock"}, steps...) {
		t.Run(step, func(t *testing.T) {
			s, a := stored(t, rules)
			b := with(t, a, "b")
			s.files = failing{step: step}
			if err := s.Save(a, b); !errors.Is(err, errInjected) {
				t.Fatal(err)
			}
			now := a
			if step == stepFolder || step == "unlock" {
				now = b // the file was renamed before
			}
			s.files = disk{}
			holds(t, s, now)
			if err := s.Save(now, with(t, now, "c")); err != nil {
				t.Error(err)
			}
			if left, _ := filepath.Glob(s.path + ".next"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A file that cannot be written in a folder that takes none.
func TestStoreFolder(t *testing.T) {
	rules := testRules(t)
	s := rules.Open(filepath.Join(t.TempDir(), "no", "state.json"))
	if err := s.Save(nil, rules.Empty()); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// The environment of a process that is killed while it writes.
const (
	killStep = "BELIEF_TEST_KILL_STEP"
	killFile = "BELIEF_TEST_KILL_FILE"
)

// TestMain lets the test binary be that process.
func TestMain(m *testing.M) {
	if step := os.Getenv(killStep); step != "" {
		writeUntil(step, os.Getenv(killFile))
		return
	}
	os.Exit(m.Run())
}

// stopping is the disk on which a step of the replacement is never taken.
type stopping struct {
	disk
	step string
}

func (f stopping) Replace(path string, text []byte) error {
	return replace(path, text, func(step string) error {
		if step == f.step {
			fmt.Println("there")
			time.Sleep(time.Hour)
		}
		return nil
	})
}

// writeUntil adds to the state in a file and stops before a step.
func writeUntil(step, file string) {
	from, err := catalog.Embedded()
	if err != nil {
		panic(err)
	}
	rules, err := NewRules(from, []string{"claim@2"})
	if err != nil {
		panic(err)
	}
	s := rules.Open(file)
	s.files = stopping{step: step}
	read, err := s.Load()
	if err != nil {
		panic(err)
	}
	next, _, err := read.Assert(Fact{Key: "killed", Value: true})
	if err != nil {
		panic(err)
	}
	if err := s.Save(read, next); err != nil {
		panic(err)
	}
}

// A process that is killed at any step leaves the old or the new state, and no
// lock. While it lives, others are refused.
func TestStoreKilled(t *testing.T) {
	rules := testRules(t)
	for _, step := range steps {
		t.Run(step, func(t *testing.T) {
			s, a := stored(t, rules)
			killAt(t, step, s.path, func() {
				var locked *LockError
				if err := s.Save(a, with(t, a, "b")); !errors.As(err, &locked) {
					t.Errorf("while another process writes: %v", err)
				}
			})
			now, err := s.Load()
			if err != nil {
				t.Fatal(err)
			}
			if renamed := len(now.byKey["killed"]) > 0; renamed != (step == stepFolder) {
				t.Errorf("renamed: %v", renamed)
			}
			next := with(t, now, "b")
			if err := s.Save(now, next); err != nil {
				t.Fatal(err)
			}
			holds(t, s, next)
		})
	}
}

// killAt runs the process up to a step, and kills it after a check.
func killAt(t *testing.T, step, file string, check func()) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), killStep+"="+step, killFile+"="+file)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "there\n" {
		t.Errorf("%q, %v", line, err)
	}
	check()
	if err := c.Process.Kill(); err != nil { // SIGKILL
		t.Fatal(err)
	}
	_ = c.Wait()
}
