package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const repository = "../.."

// repositoryFiles are the files of the repository by path: those that git
// knows, or all where there is no git.
func repositoryFiles(t *testing.T) []string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = repository
	if out, err := list.Output(); err == nil && len(out) > 0 {
		return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	}
	var files []string
	err := filepath.WalkDir(repository, func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && !strings.Contains(name, "/.git/") {
			files = append(files, strings.TrimPrefix(name, repository+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// unwanted are texts that no file of the repository holds: places on somebody's
// machine, and hosts that packages are fetched from. They are put together here,
// so that this file does not hold them itself.
func unwanted(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	here, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	joined := func(parts ...string) string { return regexp.QuoteMeta(strings.Join(parts, "")) }
	places := []string{joined("/wo", "rk/"), joined("/ro", "ot/"), joined("/go/", "pkg/mod/"), joined(".cache/", "go-build"), regexp.QuoteMeta(here) + `\b`}
	hosts := []string{
		joined("proxy.", "golang.org"), joined("sum.", "golang.org"), joined("registry.", "npmjs.org"), joined("py", "pi.org"), joined("files.", "pythonhosted.org"),
		joined("crates", ".io"), joined("ruby", "gems.org"), joined("deb.", "debian.org"), joined("repo", ".maven"), joined("registry-1.", "docker.io"),
	}
	return map[string]*regexp.Regexp{
		"a place on a machine":           regexp.MustCompile(strings.Join(places, "|")),
		"the host of a package registry": regexp.MustCompile(strings.Join(hosts, "|")),
	}
}

// TestRepositoryIsClean looks into every file of the repository.
func TestRepositoryIsClean(t *testing.T) {
	files, patterns := repositoryFiles(t), unwanted(t)
	if len(files) < 500 {
		t.Errorf("only %d files were found", len(files))
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			continue // removed and not yet committed
		}
		for what, pattern := range patterns {
			if at := pattern.FindIndex(text); at != nil {
				t.Errorf("%s:%d holds %s: %q", name, 1+bytes.Count(text[:at[0]], []byte("\n")), what, text[at[0]:at[1]])
			}
		}
	}
}

// TestPatternsFind checks the patterns on what they are for.
func TestPatternsFind(t *testing.T) {
	patterns := unwanted(t)
	for what, text := range map[string]string{
		"a place on a machine": "see /" + "work/main/x", "the host of a package registry": "https://proxy." + "golang.org/x",
	} {
		if !patterns[what].MatchString(text) {
			t.Errorf("%q is not found", text)
		}
	}
	if patterns["a place on a machine"].MatchString("/home/user/.ssh, /repo, /roots, network/x") {
		t.Error("a path of an example is found")
	}
}

// banned are modules that nothing here imports, each with what is used instead.
func banned() map[string]string {
	return map[string]string{
		"github.com/google/cel-go": "cel.dev/cel-go", "gopkg.in/yaml.v3": "go.yaml.in/yaml/v3", "gopkg.in/yaml.v2": "go.yaml.in/yaml/v3",
		"github.com/goccy/go-yaml": "go.yaml.in/yaml/v3", "sigs.k8s.io/yaml": "go.yaml.in/yaml/v3", "github.com/cyberphone": "internal/canonical",
		"github.com/open-policy-agent/opa/ast": "opa/v1", "github.com/open-policy-agent/opa/rego": "opa/v1", "github.com/open-policy-agent/opa/topdown": "opa/v1",
	}
}

// isBelow reports whether a package is in a module or below another package.
func isBelow(pkg, module string) bool { return pkg == module || strings.HasPrefix(pkg, module+"/") }

// TestNoBannedImport looks at the imports of every Go file, tests included.
func TestNoBannedImport(t *testing.T) {
	seen := 0
	for _, name := range repositoryFiles(t) {
		if filepath.Ext(name) != ".go" || strings.Contains(name, "/testdata/") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(repository, name), nil, parser.ImportsOnly)
		if err != nil {
			continue // removed, or being written
		}
		for _, i := range f.Imports {
			seen++
			pkg, _ := strconv.Unquote(i.Path.Value)
			if isBelow(pkg, "oras.land") && !strings.HasPrefix(name, "internal/oci/") {
				t.Errorf("%s imports %s; use internal/oci", name, pkg)
			}
			for module, instead := range banned() {
				if isBelow(pkg, module) {
					t.Errorf("%s imports %s; use %s", name, pkg, instead)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d imports were found", seen)
	}
}

// TestNoServerIsLinked looks at all that the program is linked from: nothing of
// OPA's server, no telemetry, no storage, and no banned module by a detour.
func TestNoServerIsLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const opa = "github.com/open-policy-agent/opa/"
	unlinked := []string{
		opa + "v1/sdk", opa + "v1/runtime", opa + "v1/plugins", opa + "v1/download", opa + "v1/server", opa + "v1/bundle/remote", opa + "cmd",
		"github.com/prometheus", "go.opentelemetry.io/otel/exporters", "oras.land/oras-go/v2/content/oci", "oras.land/oras-go/v2/registry/remote/credentials", "github.com/dgraph-io/badger", "google.golang.org/grpc",
		"net/http/pprof", "expvar", "plugin",
	}
	for module := range banned() {
		unlinked = append(unlinked, module)
	}
	linked := strings.Fields(string(out))
	for _, want := range []string{opa + "v1/topdown", "cel.dev/cel-go/cel", "github.com/contractc/contractc/render"} {
		if !slices.Contains(linked, want) {
			t.Errorf("%s is not linked, so the list is not what it should be", want)
		}
	}
	for _, pkg := range linked {
		for _, b := range unlinked {
			if isBelow(pkg, b) {
				t.Errorf("%s is linked", pkg)
			}
		}
	}
}
