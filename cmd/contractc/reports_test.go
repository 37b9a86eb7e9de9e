package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/report/sarifschema"
	difference "github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// places returns the sorted places, FILE:LINE, of what a report says no to.
type places func(t *testing.T, text string) []string

// placesIn reads the places in each format.
func placesIn() map[string]places {
	lines := func(pattern string) places {
		find := regexp.MustCompile("(?m)" + pattern)
		return func(_ *testing.T, text string) []string {
			var list []string
			for _, m := range find.FindAllStringSubmatch(text, -1) {
				list = append(list, where{File: m[1], Line: json.Number(m[2])}.String())
			}
			return list
		}
	}
	return map[string]places{
		"text":   lines(`^([^\s:]+)(?::(\d+):\d+)?: (?:error|warning|failed)`),
		"json":   jsonPlaces,
		"github": lines(`^::(?:error|warning) file=([^,]*),(?:line=(\d+),)?`),
		"tap":    lines(`^not ok .*\n# ([^\s:]+)(?::(\d+))?:`),
		"gitlab": gitLabPlaces,
		"junit":  junitPlaces,
		"sarif":  sarifPlaces,
	}
}

func unmarshal(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

type where struct {
	File    string
	Line    json.Number
	Outcome string
}

// String is a place; what is in no line is at the first.
func (p where) String() string { return p.File + ":" + cmp.Or(p.Line.String(), "1") }

func jsonPlaces(t *testing.T, text string) []string {
	var r struct{ Findings, Tests []where }
	unmarshal(t, text, &r)
	var list []string
	for _, p := range append(r.Findings, r.Tests...) {
		if p.Outcome != "passed" {
			list = append(list, p.String())
		}
	}
	return list
}

func gitLabPlaces(t *testing.T, text string) []string {
	var r []struct {
		Location struct {
			Path  string
			Lines struct{ Begin json.Number }
		}
	}
	unmarshal(t, text, &r)
	var list []string
	for _, e := range r {
		list = append(list, where{File: e.Location.Path, Line: e.Location.Lines.Begin}.String())
	}
	return list
}

func sarifPlaces(t *testing.T, text string) []string {
	var r struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine json.Number }
					}
				}
			}
		}
	}
	unmarshal(t, text, &r)
	var list []string
	for _, f := range r.Runs[0].Results {
		p := f.Locations[0].PhysicalLocation
		list = append(list, where{File: p.ArtifactLocation.URI, Line: p.Region.StartLine}.String())
	}
	return list
}

func junitPlaces(t *testing.T, text string) []string {
	var r struct {
		Suites []struct {
			Cases []struct {
				File    string      `xml:"file,attr"`
				Line    json.Number `xml:"line,attr"`
				Failure *struct{}   `xml:"failure"`
				Error   *struct{}   `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, s := range r.Suites {
		for _, c := range s.Cases {
			if c.Failure != nil || c.Error != nil {
				list = append(list, where{File: c.File, Line: c.Line}.String())
			}
		}
	}
	return list
}

// reportCommand is a command that writes reports, with how many places it says
// no to.
type reportCommand struct {
	name   string
	args   []string
	places int
	exit   int
}

// reportCommands are commands that write reports, each with findings and without.
func reportCommands(t *testing.T) []reportCommand {
	broken := brokenBundle(t)
	return []reportCommand{
		{"lint with a finding", []string{"lint", "../../internal/lint/testdata/missing-reason/bad"}, 1, exitNo},
		{"lint with a fix", []string{"lint", "../../internal/lint/testdata/unpinned-effect-set/bad"}, 1, exitNo},
		{"lint without one", []string{"lint", "../../internal/lint/testdata/missing-reason/good"}, 0, exitOK},
		{"gate with findings", []string{"gate", "../../internal/lint/testdata/missing-reason/bad", "--bundle", "../../policies", "--no-cache"}, 2, exitNo},
		{"test with failures", []string{"test", broken, "--run", "filesystem.no_"}, 2, exitNo},
		{"test without one", []string{"test", "../../policies", "--run", "filesystem.no_reads"}, 0, exitOK},
	}
}

// brokenBundle is a copy of the default bundle in which two examples are wrong.
func brokenBundle(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "broken bundle")
	if err := os.CopyFS(dir, os.DirFS("../../policies")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"*.go", "*.gob", "index*"} {
		generated, _ := filepath.Glob(filepath.Join(dir, name))
		for _, file := range generated {
			_ = os.Remove(file)
		}
	}
	for _, file := range []string{"no_deletes.yaml", "no_reads.yaml"} {
		name := filepath.Join(dir, "filesystem/contracts", file)
		text := readText(t, name)
		changed := regexp.MustCompile(`\{effect: ReadFile, fields: \{path: "a"\}\}`).ReplaceAllString(text, `{effect: DeletePath, fields: {path: "a"}}`)
		if changed == text {
			t.Fatalf("%s is as before", file)
		}
		if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestReportsAgree writes a command's report in all formats in one run: each has
// the same places, SARIF is valid, and whichever format is printed, it is what
// the file of that format holds, with the same exit code.
func TestReportsAgree(t *testing.T) {
	schema := sarifschema.Compile(t, "../..")
	for _, c := range reportCommands(t) {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			args := slices.Clone(c.args)
			for _, format := range reportFormats() {
				args = append(args, "--output", format+"="+filepath.Join(dir, format))
			}
			var first []string
			for i, format := range reportFormats() {
				var out, problems bytes.Buffer
				if i == 0 || i == len(reportFormats())-1 {
					code := run(append(args, "--format", format), strings.NewReader(""), &out, &problems)
					if file := readText(t, filepath.Join(dir, format)); code != c.exit || file != out.String() {
						t.Errorf("%s: exit code %d, and the file differs from what is printed: %s%s", format, code, out.String(), problems.String())
					}
				}
				got := placesIn()[format](t, decoded(readText(t, filepath.Join(dir, format))))
				slices.Sort(got)
				if first == nil {
					first = got
				}
				if d := difference.Diff(first, got); d != "" || len(got) != c.places {
					t.Errorf("%s has %d places, want %d: %s", format, len(got), c.places, d)
				}
			}
			sarif := readText(t, filepath.Join(dir, "sarif"))
			if strings.Contains(c.name, "fix") != strings.Contains(sarif, `"artifactChanges"`) {
				t.Errorf("the changes that would settle it are not in SARIF, or those of nothing are: %s", sarif)
			}
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(sarif))
			if err == nil {
				err = schema.Validate(value)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// decoded is a report in which the folder of the broken bundle, which has a
// space in its name, reads the same in every format.
func decoded(text string) string {
	text = strings.NewReplacer("broken%20bundle", "broken_bundle", "broken bundle", "broken_bundle", "file://", "").Replace(text)
	return text
}

// TestOldReportIsRemoved requires that a command that ends before it has a
// report leaves none of an earlier run.
func TestOldReportIsRemoved(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(t.TempDir(), "junit.xml")
	for _, command := range []string{"lint", "test"} {
		if err := os.WriteFile(old, []byte("<testsuites/>"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "contractc.yaml"), []byte("kind: Bundle\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, problems bytes.Buffer
		if code := run([]string{command, dir, "--output", "junit=" + old}, strings.NewReader(""), &out, &problems); code != exitBundle {
			t.Errorf("%s: exit code %d", command, code)
		}
		if _, err := os.Stat(old); err == nil {
			t.Errorf("%s leaves the report of an earlier run", command)
		}
	}
}
