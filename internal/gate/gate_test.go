package gate_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/gate"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

// small is a bundle of one library, in memory, and at the name "b".
func small(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	dir := os.DirFS("../lint/testdata/missing-reason/good")
	err := fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(dir, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil || len(files) < 3 {
		t.Fatal(err, len(files))
	}
	return files
}

func request(t *testing.T, files fs.FS) *gate.Request {
	t.Helper()
	solvers, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	return &gate.Request{
		Sources: []catalog.Source{{FS: files, Name: "b", Origin: catalog.OriginFolder}}, Locale: "en",
		CheckLocales: func(*catalog.Catalog, []catalog.Source) diag.List { return nil },
		Solvers:      solvers, Timeout: time.Minute,
	}
}

func run(t *testing.T, q *gate.Request) (*schema.GateReport, []string) {
	t.Helper()
	r, notes, err := gate.Run(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r, notes
}

// ids are the findings with their levels.
func ids(r *schema.GateReport) string {
	var list []string
	for _, f := range r.Findings {
		list = append(list, f.Id+" "+string(f.Level))
	}
	return strings.Join(list, ", ")
}

// outcomes are the steps with what came of them.
func outcomes(r *schema.GateReport) string {
	var list []string
	for _, s := range r.Steps {
		list = append(list, s.Name+" "+string(s.Outcome))
	}
	return strings.Join(list, ", ")
}

// policy reads a gate file.
func policy(t *testing.T, text string) *gate.Policy {
	t.Helper()
	p, problems := gate.ReadPolicy("gate.yaml", []byte("kind: GatePolicy\n"+text))
	if p == nil {
		t.Fatal(problems)
	}
	return p
}

// TestLevels applies gate files to the small bundle, which has no lock and whose
// cases need another bundle.
func TestLevels(t *testing.T) {
	const found = "test.tests.locale deny, lock.missing deny"
	day := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	noon := day("2027-01-31T12:00:00Z")
	for _, c := range []struct {
		name, policy string
		at           time.Time
		findings     string
		exit         int64
	}{
		{"none", "", noon, found, 2},
		{"levels", "levels: [{finding: test.tests.locale, level: warn}, {finding: lock.missing, level: observe}]", noon, "test.tests.locale warn, lock.missing observe", 0},
		{"the last one holds", "levels: [{finding: \"lock.*\", level: warn}, {finding: lock.missing, level: deny}]", noon, found, 2},
		{"by path", "levels: [{finding: \"lock.*\", paths: [\"*.lock\"], level: warn}]", noon, "test.tests.locale deny, lock.missing warn", 2},
		{"by another path", "levels: [{finding: \"lock.*\", paths: [\"*/*.lock\"], level: warn}]", noon, found, 2},
		{"no path is known", "levels: [{finding: \"test.*\", paths: [\"**\"], level: warn}]", noon, found, 2},
		{"by another subject", "levels: [{finding: \"lock.*\", subject: x, level: warn}]", noon, found, 2},
		{"exceptions", "exceptions: [{finding: test.tests.locale, reason: x, until: \"2027-01-31\"}, {finding: lock.missing, reason: z, until: \"2027-02-01\"}]", noon, "test.tests.locale excepted, lock.missing excepted", 0},
		{"on its last second", "exceptions: [{finding: \"lock.*\", reason: x, until: \"2027-01-31\"}]", day("2027-01-31T23:59:59Z"), "test.tests.locale deny, lock.missing excepted", 2},
		{"a second later", "exceptions: [{finding: \"lock.*\", reason: x, until: \"2027-01-31\"}]", day("2027-02-01T00:00:00Z"), found + ", policy.exception-expired deny", 2},
		{"in another zone", "exceptions: [{finding: \"lock.*\", reason: x, until: \"2027-01-31\"}]", day("2027-01-31T23:30:00-01:00"), found + ", policy.exception-expired deny", 2},
		{"an exception over, levelled", "levels: [{finding: \"policy.*\", level: warn}, {finding: \"test.*\", level: warn}, {finding: \"lock.*\", level: warn}]\nexceptions: [{finding: \"lock.*\", reason: x, until: \"2020-01-31\"}]", noon, "test.tests.locale warn, lock.missing warn, policy.exception-expired warn", 0},
		{"an exception from nothing", "exceptions: [{finding: lint.missing-case, reason: x, until: \"2027-12-31\"}]", noon, found + ", policy.exception-unused deny", 2},
		{"an exception from what is only shown", "levels: [{finding: \"lock.*\", level: warn}]\nexceptions: [{finding: lock.missing, reason: x, until: \"2027-12-31\"}]", noon, "test.tests.locale deny, lock.missing warn", 2},
	} {
		q := request(t, small(t))
		if q.At = c.at; c.policy != "" {
			q.Policy = policy(t, c.policy)
		}
		r, _ := run(t, q)
		if ids(r) != c.findings || r.Exit != c.exit {
			t.Errorf("%s: got %s, exit %d; want %s, exit %d", c.name, ids(r), r.Exit, c.findings, c.exit)
		}
		if (r.At != nil) != strings.Contains(c.policy, "exceptions") {
			t.Errorf("%s: the day is %v", c.name, r.At)
		}
	}
}

// TestPolicyIsRefused reads gate files that would do nothing, or too much.
func TestPolicyIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"levels: [{finding: \"bundle.*\", level: warn}]":                                                               "gate.fixed",
		"levels: [{finding: \"lint\", level: warn}]":                                                                   "instance.value",
		"levels: [{finding: \"lint.mis*\", level: warn}]":                                                              "instance.value",
		"levels: [{finding: \"lint.unusd\", level: deny}]":                                                             "gate.finding",
		"levels: [{finding: \"diff.loosend\", level: deny}]":                                                           "gate.finding",
		"levels: [{finding: \"test.skiped\", level: deny}]":                                                            "gate.finding",
		"exceptions: [{finding: \"lock.change\", reason: x, until: \"2027-01-31\"}]":                                   "gate.finding",
		"levels: [{finding: \"lnt.x\", level: warn}]":                                                                  "gate.step",
		"levels: [{finding: \"lint.unused\", level: excepted}]":                                                        "instance",
		"levels: [{finding: \"lint.unused\", paths: [], level: warn}]":                                                 "gate.paths",
		"levels: [{finding: \"lint.unused\", paths: [\"/a\"], level: warn}]":                                           "instance.value",
		"levels: [{finding: \"lint.unused\", paths: [\"a[b\"], level: warn}]":                                          "instance.value",
		"levels: [{finding: \"lint.unused\", path: a, level: warn}]":                                                   "instance",
		"levels: [{finding: \"lint.unused\"}]":                                                                         "instance",
		"exceptions: [{finding: \"lint.unused\", reason: \"\", until: \"2027-01-31\"}]":                                "instance.value",
		"exceptions: [{finding: \"lint.unused\", reason: x}]":                                                          "instance",
		"exceptions: [{finding: \"lint.unused\", reason: x, until: \"2027-02-30\"}]":                                   "gate.day",
		"exceptions: [{finding: \"lint.unused\", reason: x, until: 2027-01-31}]":                                       "yaml.quote",
		"exceptions: [{finding: \"policy.*\", reason: x, until: \"2027-01-31\"}]":                                      "gate.fixed",
		"exceptions: [{finding: \"lint.unused\", finding: \"test.x\", reason: x, until: \"2027-01-31\"}]":              "yaml.duplicate-key",
		"exceptions: [{finding: \"lint.unused\", reason: x, until: \"2027-01-31\"}]\n---\nkind: GatePolicy":            "yaml",
		"levels:\n" + strings.Repeat("  - {finding: \"lint.unused\", level: warn}\n", 3) + "  - {finding: x, level: }": "instance",
	} {
		p, problems := gate.ReadPolicy("gate.yaml", []byte("kind: GatePolicy\n"+text))
		if p != nil || !problems.HasErrors() || !strings.HasPrefix(problems[0].Code, want) || !problems[0].Range.Known() {
			t.Errorf("%s: %v, want %s", text, problems, want)
		}
	}
}

// TestBrokenBundle requires that a bundle that cannot be loaded is denied with
// exit code 3 whatever a gate file says, and that nothing else is called done.
func TestBrokenBundle(t *testing.T) {
	files := small(t)
	files["contractc.yaml"] = &fstest.MapFile{Data: []byte("kind: Bundle\n")}
	q := request(t, files)
	q.Policy = policy(t, "levels: [{finding: \"lint.*\", level: observe}, {finding: \"test.*\", level: observe}, {finding: \"lock.*\", level: observe}]\nexceptions: [{finding: lint.unused, reason: x, until: \"2100-01-01\"}]")
	r, _ := run(t, q)
	if r.Exit != 3 || len(r.Findings) == 0 || len(r.Bundles) != 0 || !strings.HasPrefix(outcomes(r), "bundle failed, lint not_checked, ") || strings.Count(outcomes(r), "passed") != 1 {
		t.Errorf("exit %d, %s, %s", r.Exit, ids(r), outcomes(r))
	}
}

// TestWithoutSolver requires that what needs one is not checked, and denies.
func TestWithoutSolver(t *testing.T) {
	q := request(t, os.DirFS("../lint/testdata/prefix-without-slash/bad"))
	q.Solvers, q.NoSolver = nil, "no solver is installed"
	q.Policy = policy(t, "levels: [{finding: \"test.*\", level: warn}, {finding: lock.missing, level: warn}]")
	r, _ := run(t, q)
	if r.Exit != 4 || !strings.Contains(ids(r), "lint.not-checked deny") || !strings.Contains(outcomes(r), "lint not_checked") {
		t.Errorf("exit %d, %s, %s", r.Exit, ids(r), outcomes(r))
	}
}

// counter counts how often a file is opened, which tells a result that was kept
// from one that was found.
type counter struct {
	fs.FS
	opened map[string]int
	change func() // after the file was read the first time
}

func (c *counter) Open(name string) (fs.File, error) {
	c.opened[name]++
	if c.opened[name] == 2 && name == "contractc.yaml" && c.change != nil {
		defer c.change()
	}
	return c.FS.Open(name)
}

// cachedRequest is a request with a cache, and how to tell whether it was used.
func cachedRequest(t *testing.T, files fs.FS, folder string) (*gate.Request, func() bool) {
	t.Helper()
	c := &counter{FS: files, opened: map[string]int{}}
	q := request(t, c)
	q.Cache = &gate.Cache{Folder: folder}
	return q, func() bool { return c.opened["contractc.yaml"] == 1 } // for the key alone
}

// TestCache requires that a result is taken for the same files, and is the same,
// and that whatever could change it is looked at again.
func TestCache(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	q, used := cachedRequest(t, small(t), folder)
	first, notes := run(t, q)
	if used() || len(notes) > 0 {
		t.Fatalf("the first run takes a result, or has notes: %v", notes)
	}
	q, used = cachedRequest(t, small(t), folder)
	again, notes := run(t, q)
	if !used() || len(notes) > 0 {
		t.Fatalf("the second run looks again: %v", notes)
	}
	if d := cmp.Diff(first, again); d != "" {
		t.Error(d)
	}
	older := small(t)
	for _, f := range older {
		f.ModTime = time.Unix(1, 0)
	}
	if q, used = cachedRequest(t, older, folder); !tookResult(t, q, used) {
		t.Error("the time of a file counts")
	}
	for name, change := range map[string]func(*gate.Request, fstest.MapFS){
		"a rule":      func(_ *gate.Request, f fstest.MapFS) { touch(t, f, "store/rules/public.yaml") },
		"a test":      func(_ *gate.Request, f fstest.MapFS) { touch(t, f, "store/tests/public.yaml") },
		"a new file":  func(_ *gate.Request, f fstest.MapFS) { f["store/tests/new.yaml"] = f["store/tests/public.yaml"] },
		"a file less": func(_ *gate.Request, f fstest.MapFS) { delete(f, "store/tests/public.yaml") },
		"a name":      func(q *gate.Request, _ fstest.MapFS) { q.Sources[0].Name = "c" },
		"a solver":    func(q *gate.Request, _ fstest.MapFS) { q.Solvers = q.Solvers[:1] },
		"a timeout":   func(q *gate.Request, _ fstest.MapFS) { q.Timeout = time.Hour },
		"a locale":    func(q *gate.Request, _ fstest.MapFS) { q.Locale = "de" },
		"an origin":   func(q *gate.Request, _ fstest.MapFS) { q.Sources[0].Origin = catalog.OriginArchive },
		"a base":      func(q *gate.Request, _ fstest.MapFS) { q.Base = base(t, small(t)) },
		"a folder":    func(q *gate.Request, _ fstest.MapFS) { q.Folder = t.TempDir() },
		"a bundle": func(q *gate.Request, _ fstest.MapFS) {
			q.Sources = append(q.Sources, catalog.Source{FS: small(t), Name: "d"})
		},
	} {
		files := small(t)
		q, used := cachedRequest(t, files, folder)
		if change(q, files); tookResult(t, q, used) {
			t.Errorf("%s does not count", name)
		}
	}
	q, used = cachedRequest(t, small(t), folder)
	q.Policy, q.At = policy(t, "levels: [{finding: lock.missing, level: observe}]"), time.Unix(0, 0)
	if r, _ := run(t, q); !used() || ids(r) != "test.tests.locale deny, lock.missing observe" {
		t.Errorf("a gate file is not applied to a result that was kept: %s", ids(r))
	}
}

// base is a version to compare with.
func base(t *testing.T, files fs.FS) *gate.Base {
	t.Helper()
	return &gate.Base{Name: "old", Source: catalog.Source{FS: files, Name: "old", Origin: catalog.OriginFolder}}
}

// TestBaseCounts requires that a result is taken for the same base alone, and that
// a file of trust is asked whatever was kept.
func TestBaseCounts(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	changed := small(t)
	touch(t, changed, "store/rules/public.yaml")
	for i, c := range []struct {
		base fs.FS
		pin  string
		took bool
		exit int64
	}{
		{small(t), "", false, 2}, {small(t), "", true, 2}, {changed, "", false, 2}, {changed, "", true, 2},
		{small(t), "sha256:" + strings.Repeat("0", 64), true, 3},
	} {
		q, used := cachedRequest(t, small(t), folder)
		q.Base = base(t, c.base)
		if c.pin != "" {
			q.Terms.Pins = []string{c.pin}
		}
		r, _ := run(t, q)
		if used() != c.took || r.Exit != c.exit || *r.Base != "old" {
			t.Errorf("%d: took %v, exit %d: %s", i, used(), r.Exit, ids(r))
		}
	}
}

func tookResult(t *testing.T, q *gate.Request, used func() bool) bool {
	t.Helper()
	_, _ = run(t, q)
	return used()
}

func touch(t *testing.T, files fstest.MapFS, name string) {
	t.Helper()
	if files[name] == nil {
		t.Fatalf("there is no %s", name)
	}
	files[name] = &fstest.MapFile{Data: append(append([]byte{}, files[name].Data...), "\n# changed\n"...)}
}

// TestCacheIsNotBelieved tampers with entries: each is left alone and said so,
// and the result is found anew.
func TestCacheIsNotBelieved(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	q, _ := cachedRequest(t, small(t), whole)
	first, _ := run(t, q)
	for name, tamper := range map[string]func(t *testing.T, folder, entry string){
		"a byte":      func(t *testing.T, _, entry string) { rewrite(t, entry, `"deny"`, `"warn"`) },
		"cut":         func(t *testing.T, _, entry string) { must(t, os.Truncate(entry, 200)) },
		"empty":       func(t *testing.T, _, entry string) { must(t, os.Truncate(entry, 0)) },
		"more":        func(t *testing.T, _, entry string) { rewrite(t, entry, "}", "}\n{}") },
		"another key": func(t *testing.T, _, entry string) { rewrite(t, entry, "v1 sha256:", "v1 sha256:0") },
		"open folder": func(t *testing.T, folder, _ string) { must(t, os.Chmod(folder, 0o777)) },
		"open entry":  func(t *testing.T, _, entry string) { must(t, os.Chmod(entry, 0o666)) },
		"a link": func(t *testing.T, folder, entry string) {
			must(t, os.Rename(entry, folder+"/x"))
			must(t, os.Symlink(folder+"/x", entry))
		},
		"a folder": func(t *testing.T, _, entry string) { must(t, os.Remove(entry)); must(t, os.Mkdir(entry, 0o700)) },
		"no directory": func(t *testing.T, folder, _ string) {
			must(t, os.RemoveAll(folder))
			must(t, os.WriteFile(folder, nil, 0o600))
		},
	} {
		folder := filepath.Join(t.TempDir(), "cache")
		must(t, os.CopyFS(folder, os.DirFS(whole)))
		must(t, os.Chmod(folder, 0o700))
		entries, err := filepath.Glob(folder + "/*.json")
		if err != nil || len(entries) != 1 {
			t.Fatal(entries, err)
		}
		tamper(t, folder, entries[0])
		q, used := cachedRequest(t, small(t), folder)
		again, notes := run(t, q)
		if used() || len(notes) == 0 || !strings.Contains(notes[0], "cache is not used") {
			t.Errorf("%s: it is believed, or nothing is said: %v", name, notes)
		}
		if d := cmp.Diff(first, again); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func rewrite(t *testing.T, name, old, new string) {
	t.Helper()
	text, err := os.ReadFile(name)
	must(t, err)
	changed := strings.Replace(string(text), old, new, 1)
	if changed == string(text) {
		t.Fatalf("%s has no %q", name, old)
	}
	must(t, os.WriteFile(name, []byte(changed), 0o600))
}

// TestOpenCacheIsNotWritten requires that nothing is kept where others could put
// something in its place, and that it is said.
func TestOpenCacheIsNotWritten(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	must(t, os.Mkdir(folder, 0o700))
	must(t, os.Chmod(folder, 0o770))
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(folder, link))
	for _, name := range []string{folder, link} {
		q, _ := cachedRequest(t, small(t), name)
		_, notes := run(t, q)
		left, _ := filepath.Glob(folder + "/*")
		if len(left) > 0 || len(notes) != 1 || !strings.Contains(notes[0], "others can write") {
			t.Errorf("%s: %v, %v", name, left, notes)
		}
	}
	must(t, os.Chmod(folder, 0o700))
	q, _ := cachedRequest(t, small(t), link)
	if _, notes := run(t, q); len(notes) > 0 {
		t.Errorf("by a link of one's own: %v", notes)
	}
}

// TestEntryOfAnotherKey moves a whole entry to the place of another: a result of
// one bundle is none of the next.
func TestEntryOfAnotherKey(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	changed := small(t)
	touch(t, changed, "store/rules/public.yaml")
	q, _ := cachedRequest(t, small(t), folder)
	run(t, q)
	before, _ := filepath.Glob(folder + "/*.json")
	q, _ = cachedRequest(t, changed, folder)
	run(t, q)
	after, _ := filepath.Glob(folder + "/*.json")
	if len(before) != 1 || len(after) != 2 {
		t.Fatal(before, after)
	}
	other := after[0]
	if other == before[0] {
		other = after[1]
	}
	must(t, os.Rename(before[0], other))
	q, used := cachedRequest(t, changed, folder)
	if _, notes := run(t, q); used() || len(notes) != 1 || !strings.Contains(notes[0], "damaged") {
		t.Errorf("an entry of another bundle is believed: %v", notes)
	}
}

// TestIncompleteIsNotKept requires that what could not be looked at is looked at
// again.
func TestIncompleteIsNotKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	for range 2 {
		q, used := cachedRequest(t, os.DirFS("../lint/testdata/prefix-without-slash/bad"), folder)
		q.Solvers, q.NoSolver = nil, "no solver is installed"
		if tookResult(t, q, used) {
			t.Error("it is kept")
		}
	}
}

// TestChangeMeanwhile changes a file between the first reading for the key and
// the end: the result is not kept, and that is said.
func TestChangeMeanwhile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	files := small(t)
	q := request(t, &counter{FS: files, opened: map[string]int{}, change: func() { touch(t, files, "store/tests/public.yaml") }})
	q.Cache = &gate.Cache{Folder: folder}
	_, notes := run(t, q)
	entries, _ := filepath.Glob(folder + "/*.json")
	if len(entries) != 0 || len(notes) != 1 || !strings.Contains(notes[0], "changed while") {
		t.Errorf("%v, %v", entries, notes)
	}
}

// TestCacheIsPruned fills a cache with older entries, and with files that are none:
// those stay, whatever their names end in.
func TestCacheIsPruned(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	must(t, os.Mkdir(folder, 0o700))
	entry := func(i int) string { return filepath.Join(folder, fmt.Sprintf("%064x.json", i)) }
	dated := func(name string, at int) {
		must(t, os.WriteFile(name, nil, 0o600))
		must(t, os.Chtimes(name, time.Time{}, time.Unix(int64(at), 0)))
	}
	for i := range 80 {
		dated(entry(i), i)
	}
	others := []string{"package.json", strings.Repeat("0", 63) + "x.json", strings.Repeat("0", 65) + ".json", strings.Repeat("A", 64) + ".json", strings.Repeat("0", 64)}
	for _, name := range others {
		dated(filepath.Join(folder, name), 0)
	}
	q, _ := cachedRequest(t, small(t), folder)
	run(t, q)
	left, _ := filepath.Glob(folder + "/*")
	if len(left) != 64+len(others) || slices.Contains(left, entry(16)) || !slices.Contains(left, entry(17)) {
		t.Errorf("%d are left: %v", len(left), left)
	}
	for _, name := range others {
		if !slices.Contains(left, filepath.Join(folder, name)) {
			t.Errorf("%s was removed", name)
		}
	}
	q, used := cachedRequest(t, small(t), folder)
	if !tookResult(t, q, used) {
		t.Error("the newest was removed")
	}
}

// TestUnversionedChangeIsFoundOnce requires that the rule of the lint that is left
// out is there under its name, and that the step of the lock finds what it would.
func TestUnversionedChangeIsFoundOnce(t *testing.T) {
	if !slices.ContainsFunc(lint.Rules(), func(r lint.Rule) bool { return r.ID == "unversioned-change" }) {
		t.Error("there is no such rule")
	}
	r, _ := run(t, request(t, os.DirFS("../lint/testdata/unversioned-change/bad")))
	if !strings.Contains(ids(r), "lock.changed deny") || strings.Contains(ids(r), "unversioned-change") {
		t.Error(ids(r))
	}
}
