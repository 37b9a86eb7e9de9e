package catalog_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
)

// small is a bundle of two files.
func small() fstest.MapFS {
	return fstest.MapFS{
		"contractc.yaml":   {Data: []byte("kind: Bundle\nname: small\nversion: 1.0.0\nlibraries: [a]\n")},
		"a/library.yaml":   {Data: []byte("kind: Library\nname: a\nversion: 1.0.0\n")},
		"a/rules/one.yaml": {Data: []byte("name: one\nmetadata: {id: a.one, version: 1.0.0, severity: deny}\nrule:\n  match:\n    - condition: \"true\"\n      output: \"'no'\"\n")},
	}
}

// with is the small bundle with one file more, or another one in its place.
func with(name, text string) fstest.MapFS {
	m := small()
	m[name] = &fstest.MapFile{Data: []byte(text)}
	return m
}

func loadFS(folders ...fs.FS) (*catalog.Catalog, diag.List) {
	var sources []catalog.Source
	for _, f := range folders {
		sources = append(sources, catalog.Source{FS: f, Origin: catalog.OriginFolder})
	}
	return catalog.Load(sources, catalog.Options{})
}

// codes are the findings in short: file and code.
func codes(problems diag.List) string {
	var words []string
	for _, d := range problems {
		words = append(words, d.File+" "+d.Code)
	}
	return strings.Join(words, ", ")
}

func TestFilesOfABundle(t *testing.T) {
	cases := []struct {
		name   string
		bundle fs.FS
		want   string
	}{
		{"small", small(), ""},
		{"Go files, manifest and signatures at the root", withAll(map[string]string{"embed.go": "package x", ".manifest": "{}", ".signatures.json": "{}"}), ""},
		{"tests", withAll(map[string]string{"a/tests/x.yaml": "anything: [", "a/x_test.rego": "package a.x_test", "a/tests/deep/y.yaml": ""}), ""},
		{"a text file", with("a/README.md", ""), "a/README.md bundle.unknown-file"},
		{"a Go file in a library", with("a/x.go", ""), "a/x.go bundle.unknown-file"},
		{"a file at the root", with("policy.yaml", ""), "policy.yaml bundle.unknown-file"},
		{"a manifest in a library", with("a/.manifest", ""), "a/.manifest bundle.unknown-file"},
		{"a hidden folder", with(".git/config", ""), ".git bundle.unknown-file"},
		{"a space in a name", with("a/b c.yaml", ""), "a/b c.yaml bundle.file-name"},
		{"a letter outside ASCII", with("a/é.yaml", ""), "a/é.yaml bundle.file-name"},
		{"names that differ in case", withAll(map[string]string{"a/rules/One.yaml": "name: x\nrule: {match: [{output: \"1\"}]}\n"}), "a/rules/one.yaml bundle.case-clash"},
		{"folders that differ in case", with("A/library.yaml", ""), "A/library.yaml bundle.unlisted, a bundle.case-clash, contractc.yaml bundle.missing-library"},
		{"a folder that is not listed", with("b/library.yaml", "kind: Library\nname: b\nversion: 1.0.0\n"), "b/library.yaml bundle.unlisted"},
		{"a symbolic link", linked(t), "a/link.yaml bundle.symlink"},
		{"no contractc.yaml", fstest.MapFS{}, "contractc.yaml bundle.missing-file"},
		{"the folder around a bundle", fstest.MapFS{"README.md": {}, ".git/config": {}, "a/contractc.yaml": {}}, "contractc.yaml bundle.missing-file"},
		{"a contractc.yaml that is an empty folder", fstest.MapFS{"contractc.yaml": {Mode: fs.ModeDir}}, "contractc.yaml bundle.missing-file"},
		{"a contractc.yaml that is a folder", fstest.MapFS{"contractc.yaml/a": {}}, "contractc.yaml/a bundle.unknown-file"},
		{"a library without library.yaml", without("a/library.yaml"), "contractc.yaml bundle.missing-library"},
		{"a library of another name", with("a/library.yaml", "kind: Library\nname: b\nversion: 1.0.0\n"), "a/library.yaml library.name"},
		{"a kind in the wrong place", with("a/x.yaml", "kind: Facts\nfacts: {}\n"), "a/x.yaml bundle.place"},
		{"a file that is too long", with("a/x.yaml", strings.Repeat("#", 5<<20)), "a/x.yaml limit.bytes"},
		{"a path that is too long", with("a/"+strings.Repeat("x", 300)+".yaml", ""), "a/" + strings.Repeat("x", 300) + ".yaml limit.path"},
		{"a rule set without rules", with("contractc.yaml", "kind: Bundle\nname: small\nversion: 1.0.0\nlibraries: [a]\nrule_sets: [\"a@1\"]\npinned_rule_sets: [\"b@1\"]\n"), "contractc.yaml bundle.rule-set, contractc.yaml bundle.rule-set"},
		{"a rule without metadata", with("a/rules/two.yaml", "name: two of them\nrule:\n  match:\n    - output: \"'no'\"\n"), ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found, problems := loadFS(c.bundle)
			if got := codes(problems); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if (found == nil) != problems.HasErrors() {
				t.Error("a catalog in spite of errors, or none without")
			}
		})
	}
}

func withAll(files map[string]string) fstest.MapFS {
	m := small()
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

func without(name string) fstest.MapFS {
	m := small()
	delete(m, name)
	return m
}

// linked is the small bundle in a real folder with a symbolic link in it.
func linked(t *testing.T) fs.FS {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege there")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, small()); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("library.yaml", filepath.Join(folder, "a", "link.yaml")); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(folder)
}

func TestRuleWithoutMetadata(t *testing.T) {
	c, problems := loadFS(with("a/rules/two.yaml", "name: two-of them\nrule:\n  match:\n    - output: \"'no'\"\n"))
	if c == nil {
		t.Fatal(problems)
	}
	if r := c.Rule("a.two_of_them"); r == nil || r.Version != "0.0.0" || r.Metadata.Severity != "deny" {
		t.Errorf("got %+v", r)
	}
}

// The bundle's digest is that of sha256sum's output, and does not cover tests, Go files and signatures.
func TestBundleDigest(t *testing.T) {
	digest := func(m fstest.MapFS) string {
		c, problems := loadFS(m)
		if c == nil {
			t.Fatal(problems)
		}
		return c.Bundles[0].Digest
	}
	// printf '%s  %s\n' "$(sha256sum < FILE | cut -c-64)" FILE for each file in order, piped into sha256sum
	const want = "sha256:a7cd0b9e19ad4ae7fe531a8272aa2f591e4a91e7d33867337447feb8acb4559f"
	first := digest(small())
	if first != want {
		t.Errorf("got %s, want %s", first, want)
	}
	same := withAll(map[string]string{"a/tests/x.yaml": "x: 1", "a/x_test.rego": "package a.x_test", "embed.go": "package p", ".signatures.json": "{}"})
	if got := digest(same); got != first {
		t.Error("tests, Go files or signatures change the digest")
	}
	for name, text := range map[string]string{
		"a/rules/one.yaml": string(small()["a/rules/one.yaml"].Data) + "\n",
		"a/x.rego":         "package a.x\n",
		"contractc.lock":   "kind: Lock\nformat: contractc/lock/v1\nentries: []\n",
	} {
		if got := digest(with(name, text)); got == first {
			t.Errorf("%s does not change the digest", name)
		}
	}
	reversed := fstest.MapFS{}
	maps.Copy(reversed, small())
	if digest(reversed) != first {
		t.Error("the digest depends on something besides the files")
	}
}

func TestTwoBundles(t *testing.T) {
	other := fstest.MapFS{
		"contractc.yaml": {Data: []byte("kind: Bundle\nname: other\nversion: 1.0.0\nlibraries: [b]\nrequires:\n  - {name: small, digest: \"sha256:0000000000000000000000000000000000000000000000000000000000000000\"}\n")},
		"b/library.yaml": {Data: []byte("kind: Library\nname: b\nversion: 1.0.0\n")},
		"b/rules/x.yaml": {Data: small()["a/rules/one.yaml"].Data},
	}
	_, problems := loadFS(small(), other)
	if got := codes(problems); got != "b/rules/x.yaml bundle.duplicate, b/rules/x.yaml rule.foreign-id, contractc.yaml bundle.requires" {
		t.Errorf("got %s", got)
	}
	renamed := small()
	renamed["contractc.yaml"] = &fstest.MapFile{Data: bytes.Replace(renamed["contractc.yaml"].Data, []byte("name: small"), []byte("name: large"), 1)}
	_, problems = loadFS(small(), renamed)
	if got := codes(problems); !strings.Contains(got, "a/library.yaml bundle.duplicate") {
		t.Errorf("two libraries of one name: %s", got)
	}
	twice := small()
	twice["a/x.rego"] = &fstest.MapFile{Data: []byte("package a.x\n")}
	_, problems = loadFS(twice, twice)
	if got := codes(problems); got != "contractc.yaml bundle.duplicate" {
		t.Errorf("two bundles of one name: %s", got)
	}
}

// A rule neither passes for one of another library or of the engine, nor allows
// before the action has its form, nor stays out of force unnoticed.
func TestRulesThatLookLikeOthers(t *testing.T) {
	rule := func(metadata string) string {
		return strings.Replace(string(small()["a/rules/one.yaml"].Data), "id: a.one, version: 1.0.0, severity: deny", metadata, 1)
	}
	other := fstest.MapFS{
		"contractc.yaml": {Data: []byte("kind: Bundle\nname: other\nversion: 1.0.0\nlibraries: [b]\nrule_sets: [b@1]\n")},
		"b/library.yaml": {Data: []byte("kind: Library\nname: b\nversion: 1.0.0\n")},
		"b/rules/x.yaml": {Data: []byte(rule(`id: b.x, version: 1.0.0, severity: deny, sets: ["b@1"]`))},
	}
	for metadata, want := range map[string]string{
		`id: a.one, version: 1.0.0, severity: deny`:                               "",
		`id: mine.one, version: 1.0.0, severity: deny`:                            "",
		`id: b.one, version: 1.0.0, severity: deny`:                               "a/rules/one.yaml rule.foreign-id",
		`id: contractc.exact_arguments, version: 1.0.0, severity: allow`:          "a/rules/one.yaml rule.foreign-id",
		`id: a.one, version: 1.0.0, severity: allow, actions: [call_tool]`:        "",
		`id: a.one, version: 1.0.0, severity: allow, stage: shape`:                "a/rules/one.yaml rule.stage",
		`id: a.one, version: 1.0.0, severity: ask, stage: shape`:                  "",
		`id: a.one, version: 1.0.0, severity: deny, sets: ["b@1"]`:                "",
		`id: a.one, version: 1.0.0, severity: deny, sets: ["b@1", "b@2", "be@1"]`: "a/rules/one.yaml rule.set",
	} {
		_, problems := loadFS(with("a/rules/one.yaml", rule(metadata)), other)
		if got := codes(problems); got != want {
			t.Errorf("%s: got %s, want %s", metadata, got, want)
		}
	}
}

// A secret field comes from an argument that is a secret whole, and is shown
// nowhere else.
func TestSecretsAreArguments(t *testing.T) {
	for source, want := range map[string]string{
		"args.notes":                            "",
		"{one_of: [args.notes, args.remark]}":   "",
		"args.notes.text":                       "kitchen/effects.yaml mapping.secret",
		"\"args.notes + '!'\"":                  "kitchen/effects.yaml mapping.secret",
		"{one_of: [args.notes, \"args.a[0]\"]}": "kitchen/effects.yaml mapping.secret",
		"args.place":                            "kitchen/effects.yaml mapping.secret",
		"args.to":                               "kitchen/effects.yaml mapping.secret",
	} {
		m := copied(t)
		edit(t, m, "kitchen/effects.yaml", "notes: args.notes", "notes: "+source)
		_, problems := loadFS(m)
		var found []string
		for _, d := range problems {
			if d.Code == "mapping.secret" {
				found = append(found, d.File+" "+d.Code)
			}
		}
		if got := strings.Join(found, ", "); got != want {
			t.Errorf("%s: got %s, want %s\n%s", source, got, want, details(problems))
		}
	}
}

// A pinned bundle that is the one that was loaded is fine.
func TestRequiredBundle(t *testing.T) {
	c, problems := loadFS(small())
	if c == nil {
		t.Fatal(problems)
	}
	other := fstest.MapFS{
		"contractc.yaml": {Data: []byte("kind: Bundle\nname: other\nversion: 1.0.0\nlibraries: []\nrequires:\n  - {name: small, digest: \"" + c.Bundles[0].Digest + "\"}\n")},
	}
	if _, problems := loadFS(small(), other); len(problems) > 0 {
		t.Error(problems)
	}
}

func TestTwins(t *testing.T) {
	rego := func(twin string) string {
		return "package a.r\n\n# METADATA\n# title: Same\n# custom:\n#   id: a.same\n#   version: 1.0.0\n#   severity: deny\n#   actions: [call_tool]\n" + twin +
			"violation contains v if {\n\tinput.action.type == \"call_tool\"\n\tv := {\"id\": rego.metadata.rule().custom.id, \"message\": \"no\"}\n}\n"
	}
	cel := func(twin string) string {
		return strings.Replace(string(small()["a/rules/one.yaml"].Data), "severity: deny", "severity: deny, twin: "+twin, 1)
	}
	cases := []struct{ name, cel, rego, want string }{
		{"each names the other", cel("a.same"), rego("#   twin: a.one\n"), ""},
		{"one names the other", cel("a.same"), rego(""), "a/rules/one.yaml rule.twin"},
		{"no such rule", cel("a.some"), rego(""), "a/rules/one.yaml rule.twin"},
		{"itself", cel("a.one"), rego(""), "a/rules/one.yaml rule.twin"},
	}
	for _, c := range cases {
		_, problems := loadFS(withAll(map[string]string{"a/rules/one.yaml": c.cel, "a/r.rego": c.rego}))
		if got := codes(problems); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
