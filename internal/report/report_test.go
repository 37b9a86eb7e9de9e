package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/report"
	"github.com/contractc/contractc/internal/report/sarifschema"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func at(line, column, endLine, endColumn int) diag.Range {
	return diag.Range{Start: diag.Position{Line: line, Column: column}, End: diag.Position{Line: endLine, Column: endColumn}}
}

// hostile would end, begin or hide something in at least one of the formats.
const hostile = "a%::error::\r\n::error file=x,line=1::forged,b:c\n##[error]x\u202E\x1b[2J\x00]]></failure>&<b>\nok 7 - # SKIP\n[click](https://x.example) {0} \"\\\xff"

// everything has every outcome and severity, and places of every kind.
func everything() *report.Report {
	return &report.Report{
		Version: "1.2.3", Exit: 2, Base: "/repo",
		Rules: []report.Rule{{ID: "one", Summary: "Something {is} wrong.", Page: "docs/one.md"}, {ID: "two"}},
		Results: []report.Result{
			{Rule: "one", Title: "failed", Outcome: report.Failed, Severity: report.Error, File: "a b/ü#?.yaml", Range: at(2, 3, 2, 9), Help: "mend it\nnow"},
			{Rule: "one", Title: hostile, Subject: hostile, Outcome: report.Failed, Severity: report.Warning, File: "x\r\n::error::" + hostile, Range: at(1, 1, 0, 0), Messages: []string{hostile, "two"}, Help: hostile},
			{Rule: "two", Group: "steps", Title: "errored", Outcome: report.Errored, Severity: report.Error, File: "/repo/in/a.rego", Range: at(4, 1, 6, 2), Messages: []string{"it broke"}},
			{Rule: "two", Group: "steps", Title: "not checked", Outcome: report.NotChecked, Severity: report.Error, Messages: []string{"no solver"}},
			{Rule: "two", Title: "noted", Outcome: report.Noted, Severity: report.Note, File: `guarantee fs.x("a")`, Range: at(1, 4, 1, 5)},
			{Rule: "two", Title: "noted", Outcome: report.Noted, Severity: report.Warning, File: "embedded:default/a.yaml", Range: at(1, 4, 1, 5)},
			{Rule: "two", Title: "excepted", Outcome: report.Excepted, Severity: report.Error, File: "/else/a.yaml", Reason: hostile},
			{Rule: "one", Title: "excepted", Outcome: report.Excepted, Severity: report.Error, File: "/else/a.yaml", Reason: "until May"},
			{Rule: "two", Group: "other", Title: hostile, Outcome: report.Skipped},
			{Rule: "one", Group: "other", Title: "fine", Outcome: report.Passed},
			{
				Rule: "one", Title: "fixed", Outcome: report.Failed, Severity: report.Error, File: "b.yaml", Range: at(1, 1, 1, 2),
				Fixes: []report.Fix{{Description: "write {b}", Edits: []report.Edit{{File: "b.yaml", Range: at(1, 1, 1, 2), Text: "b\n"}, {File: "b.yaml", Range: at(3, 4, 0, 0), Text: "{"}, {File: "c.yaml", Range: at(1, 1, 2, 1)}}}},
			},
		},
	}
}

func written(t *testing.T, format string, r *report.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := report.Write(&out, format, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestHarmless holds every format to print nothing that a terminal obeys, hides
// or moves, and the same bytes each time.
func TestHarmless(t *testing.T) {
	for _, format := range report.Formats() {
		text := written(t, format, everything())
		for i, c := range text {
			if c != '\n' && (diag.Hostile(c) || c == '\uFFFD' && format != "sarif" && format != "gitlab") {
				t.Errorf("%s has %U at %d: %q", format, c, i, text[max(0, i-30):i])
			}
		}
		if strings.Contains(text, "##[") {
			t.Errorf("%s has a command to a pipeline in the midst of a line", format)
		}
		if again := written(t, format, everything()); again != text {
			t.Errorf("%s differs from run to run", format)
		}
	}
}

// TestUnknownFormat requires that no other name is taken for a format.
func TestUnknownFormat(t *testing.T) {
	for _, name := range []string{"", "SARIF", "xml", "text"} {
		var out bytes.Buffer
		if err := report.Write(&out, name, everything()); err == nil || out.Len() > 0 {
			t.Errorf("%q is taken for a format", name)
		}
	}
}

// sarif is what the tests look at of a log.
type sarif struct {
	Runs []struct {
		ColumnKind  string
		Invocations []struct{ ExitCode int }
		Results     []struct {
			RuleID, Kind, Level string
			Message             struct{ Text string }
			Locations           []struct {
				PhysicalLocation *struct {
					ArtifactLocation struct{ URI, URIBaseID string }
					Region           *struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
				LogicalLocations []struct{ FullyQualifiedName string }
			}
			PartialFingerprints map[string]string
			Suppressions        []struct{ Justification string }
		}
	}
}

func readSARIF(t *testing.T, text string) sarif {
	t.Helper()
	var log sarif
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	return log
}

// TestSARIFIsValid validates logs by the standard's schema, and the schema by a
// log that it must refuse.
func TestSARIFIsValid(t *testing.T) {
	schema := sarifschema.Compile(t, "../..")
	for what, r := range map[string]*report.Report{"everything": everything(), "nothing": {}} {
		text := written(t, "sarif", r)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		wrong, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(text, `"unicodeCodePoints"`, `"bytes"`, 1)))
		if err != nil || schema.Validate(wrong) == nil {
			t.Errorf("%s: the schema accepts another unit of columns (%v)", what, err)
		}
	}
}

// TestSARIFPlaces looks at the places, levels and messages of a log.
func TestSARIFPlaces(t *testing.T) {
	run := readSARIF(t, written(t, "sarif", everything())).Runs[0]
	if run.ColumnKind != "unicodeCodePoints" || run.Invocations[0].ExitCode != 2 || len(run.Results) != 9 {
		t.Fatalf("%+v", run)
	}
	var got []string
	for _, r := range run.Results {
		where := r.Locations[0]
		line := r.RuleID + " " + r.Kind + " " + r.Level + " "
		if p := where.PhysicalLocation; p != nil {
			line += p.ArtifactLocation.URIBaseID + " " + p.ArtifactLocation.URI
			if p.Region != nil {
				line += fmt.Sprint(" ", *p.Region)
			}
		} else {
			line += where.LogicalLocations[0].FullyQualifiedName
		}
		got = append(got, line)
	}
	want := []string{
		"one fail error SRCROOT a%20b/%C3%BC%23%3F.yaml {2 3 2 9}",
		got[1], // the hostile one
		"two fail error SRCROOT in/a.rego {4 1 6 2}",
		"two open none not checked",
		`two fail note guarantee fs.x("a"):1:4`,
		"two fail warning embedded:default/a.yaml:1:4",
		"two fail error  file:///else/a.yaml",
		"one fail error  file:///else/a.yaml",
		"one fail error SRCROOT b.yaml {1 1 1 2}",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !regexp.MustCompile(`^one fail warning SRCROOT x%0D%0A%3A%3Aerror[-._~%/0-9A-Za-z]* \{1 1 0 0\}$`).MatchString(got[1]) {
		t.Errorf("the hostile path is %q", got[1])
	}
	message := run.Results[1].Message.Text
	if strings.Contains(message, "](") || strings.Contains(message, " {0}") || !strings.Contains(message, " {{0}}") {
		t.Errorf("a message has a link or a placeholder: %q", message)
	}
	if s := run.Results[7].Suppressions; len(s) != 1 || s[0].Justification != "until May" {
		t.Errorf("%+v", s)
	}
}

// TestFixes looks at the changes that a log suggests.
func TestFixes(t *testing.T) {
	var log struct {
		Runs []struct {
			Results []struct {
				Fixes []struct {
					Description     struct{ Text string }
					ArtifactChanges []struct {
						ArtifactLocation struct{ URI string }
						Replacements     []struct {
							DeletedRegion   struct{ StartLine, StartColumn, EndLine, EndColumn int }
							InsertedContent struct{ Text string }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(written(t, "sarif", everything())), &log); err != nil {
		t.Fatal(err)
	}
	fixes := fmt.Sprint(log.Runs[0].Results[8].Fixes)
	if want := "[{{write {{b}}} [{{b.yaml} [{{1 1 1 2} {b\n}} {{3 4 3 4} {{}}]} {{c.yaml} [{{1 1 2 1} {}}]}]}]"; fixes != want {
		t.Errorf("got %s, want %s", fixes, want)
	}
}

// command is a workflow command as a runner reads it.
type command struct {
	name, data string
	properties map[string]string
}

// commands reads what a runner would obey: lines that begin with two colons, or
// hold the older mark.
func commands(t *testing.T, text string) []command {
	t.Helper()
	var list []command
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		head, data, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
		if !ok || !strings.HasPrefix(line, "::") {
			t.Errorf("this is no command: %q", line)
			continue
		}
		name, properties, _ := strings.Cut(head, " ")
		c := command{name, unescape.Replace(data), map[string]string{}}
		for _, p := range strings.Split(properties, ",") {
			key, value, _ := strings.Cut(p, "=")
			c.properties[key] = unescape.Replace(value)
		}
		list = append(list, c)
	}
	return list
}

// TestGitHubCannotBeForged reads annotations back: as many as results, and
// whatever their texts hold stays in them.
func TestGitHubCannotBeForged(t *testing.T) {
	got := commands(t, written(t, "github", everything()))
	var names []string
	for _, c := range got {
		names = append(names, c.name)
		for key := range c.properties {
			if !slices.Contains([]string{"file", "line", "col", "endLine", "title"}, key) {
				t.Errorf("there is a property %q", key)
			}
		}
	}
	if want := []string{"error", "warning", "error", "error", "notice", "warning", "notice", "notice", "error"}; !slices.Equal(names, want) {
		t.Errorf("got %v", names)
	}
	if len(got) < 3 {
		t.Fatal("there are too few")
	}
	if p := got[0].properties; p["file"] != "a b/ü#?.yaml" || p["line"] != "2" || p["col"] != "3" || got[0].data != "mend it\nnow\n[one]" {
		t.Errorf("%+v", got[0])
	}
	if got[2].properties["endLine"] != "6" {
		t.Errorf("%+v", got[2])
	}
	shown := diag.Neutralise(hostile)
	if got[1].properties["title"] != shown+": "+shown || got[1].properties["line"] != "1" || !strings.HasPrefix(got[1].data, shown+"\ntwo\n") {
		t.Errorf("%+v", got[1])
	}
}

// TestGitLab looks at entries that a merge request shows.
func TestGitLab(t *testing.T) {
	var list []struct {
		Description, Severity, Fingerprint string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	if err := json.Unmarshal([]byte(written(t, "gitlab", everything())), &list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var severities []string
	for _, e := range list {
		if seen[e.Fingerprint] || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(e.Fingerprint) || e.Description == "" || e.CheckName == "" || e.Location.Path == "" || e.Location.Lines.Begin < 1 {
			t.Errorf("%+v", e)
		}
		seen[e.Fingerprint] = true
		severities = append(severities, e.Severity)
	}
	if want := []string{"critical", "major", "critical", "critical", "info", "minor", "info", "info", "critical"}; !slices.Equal(severities, want) {
		t.Errorf("got %v", severities)
	}
	if list[0].Location.Path != "a b/ü#?.yaml" || list[2].Location.Path != "in/a.rego" || list[2].Location.Lines.End != 6 {
		t.Errorf("%+v", list)
	}
}

// TestFingerprintsStay moves a result to another line and keeps its fingerprint.
func TestFingerprintsStay(t *testing.T) {
	prints := func(r *report.Report) []string {
		var list []string
		for _, f := range readSARIF(t, written(t, "sarif", r)).Runs[0].Results {
			list = append(list, f.PartialFingerprints["contractc/v1"])
		}
		return list
	}
	moved, renamed := everything(), everything()
	moved.Results[0].Range = at(30, 1, 31, 2)
	renamed.Results[0].Title = "another"
	before := prints(everything())
	if d := cmp.Diff(before, prints(moved)); d != "" {
		t.Error(d)
	}
	if after := prints(renamed); after[0] == before[0] || after[2] != before[2] {
		t.Errorf("%v", after)
	}
}

// TestJUnit reads the XML back and holds its counts against the results.
func TestJUnit(t *testing.T) {
	var all struct {
		Tests, Failures, Errors, Skipped int
		Suites                           []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
				Skipped *struct{} `xml:"skipped"`
				Out     string    `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	text := written(t, "junit", everything())
	if err := xml.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	failures, broken, skipped, out, cases := 0, 0, 0, 0, 0
	for _, s := range all.Suites {
		for _, c := range s.Cases {
			cases++
			failures, broken, skipped = failures+count(c.Failure), broken+count(c.Error), skipped+count(c.Skipped)
			if c.Out != "" {
				out++
			}
		}
	}
	if cases != 11 || failures != 3 || broken != 2 || skipped != 1 || out != 4 {
		t.Errorf("%d cases, %d failures, %d errors, %d skipped, %d with output", cases, failures, broken, skipped, out)
	}
	if !strings.Contains(text, `<testsuites tests="11" failures="3" errors="2" skipped="1">`) {
		t.Errorf("the counts are wrong: %.200s", text)
	}
}

func count(p *struct{}) int {
	if p == nil {
		return 0
	}
	return 1
}

// TestTAP holds the lines of tests against the results. What is not held against
// the run has a directive, for which a harness does not fail.
func TestTAP(t *testing.T) {
	text := written(t, "tap", everything())
	got := regexp.MustCompile(`(?m)^(ok|not ok) \d+ - .*?( # (?:SKIP|TODO).*)?$`).FindAllStringSubmatch(text, -1)
	var verdicts []string
	for _, m := range got {
		verdicts = append(verdicts, m[1]+m[2])
	}
	want := []string{
		"not ok", "not ok", "not ok", "not ok", "not ok # TODO noted as note", "not ok # TODO noted as warning",
		"not ok # TODO excepted", "not ok # TODO excepted", "ok # SKIP", "ok", "not ok",
	}
	if d := cmp.Diff(want, verdicts); d != "" || !strings.HasPrefix(text, "TAP version 14\n1..11\n") {
		t.Errorf("%s\n%s", d, text)
	}
	for line := range strings.Lines(text) {
		if !regexp.MustCompile(`^(TAP version 14|1\.\.\d+|(not )?ok \d+ - .*|# .*)\n$`).MatchString(line) {
			t.Errorf("this is no line of TAP: %q", line)
		}
	}
}

// TestPaths looks at references to files.
func TestPaths(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.yaml":           "SRCROOT a/b.yaml",
		"./a/../b.yaml":      "SRCROOT b.yaml",
		"../b.yaml":          "SRCROOT ../b.yaml",
		"../repo/b.yaml":     "SRCROOT b.yaml",
		"/repo/x/b.yaml":     "SRCROOT x/b.yaml",
		"/repository/b.yaml": " file:///repository/b.yaml",
		"a b%20c.yaml":       "SRCROOT a%20b%2520c.yaml",
		"日本/é.yaml":          "SRCROOT %E6%97%A5%E6%9C%AC/%C3%A9.yaml",
		`C:\x\b.yaml`:        "SRCROOT C%3A%5Cx%5Cb.yaml",
		`\\host\x`:           "SRCROOT %5C%5Chost%5Cx",
		"http://x/b.yaml":    "SRCROOT http%3A/x/b.yaml",
		"javascript:x":       "SRCROOT javascript%3Ax",
		"a#b?c&d;e=f":        "SRCROOT a%23b%3Fc%26d%3Be%3Df",
		"\xff.yaml":          "SRCROOT %FF.yaml",
	} {
		r := &report.Report{Base: "/repo", Results: []report.Result{{Rule: "x", Title: "t", Outcome: report.Failed, Severity: report.Error, File: name}}}
		where := readSARIF(t, written(t, "sarif", r)).Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation
		if got := where.URIBaseID + " " + where.URI; got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
