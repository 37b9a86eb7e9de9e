package subset_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/tree"
)

var update = flag.Bool("update", false, "write golden files")

// row is a schema with what the providers' own libraries did to it.
type row struct {
	Origin    string         `json:"origin"`
	Schema    map[string]any `json:"schema"`
	Anthropic map[string]any `json:"anthropic_sdk_transform"`
	// AnthropicError and OpenAIError are set where a library refused it.
	AnthropicError string   `json:"anthropic_error"`
	OpenAIError    string   `json:"openai_strict_error"`
	Gemini         []string `json:"gemini_unsupported"`
}

// reasons say why our prediction and a library differ, by class.
var reasons = map[string]string{
	"anthropic type beside values": "the library leaves out the type beside listed values and alternatives; the service takes it, and the values say the type themselves",
	"gemini enum of objects":       "our check goes by the rule that an enum is for texts and numbers; the record goes by the names of keywords",
	"openai service stricter":      "the library sends the keyword as it is, and the service refuses it; the table says both",
	"openai other order":           "the library stops at the first thing it finds, which is another one than ours; all of them are listed by us",
}

// TestRecordedSchemas compares what the tables predict with what the providers'
// libraries did to real schemas of tools, and keeps a list of the differences.
func TestRecordedSchemas(t *testing.T) {
	lines := recorded.Lines(t, "schema_subsets.jsonl")
	report := &differences{of: map[string][]string{}, agree: map[string]int{}}
	for _, line := range lines {
		var r row
		recorded.Decode(t, line, &r)
		d, list := tree.Read(r.Origin, doc.FromPlain(r.Schema))
		if list.HasErrors() {
			t.Errorf("%s: %v", r.Origin, list)
			continue
		}
		report.rows++
		compareAnthropic(report, &r, profile(t, "anthropic").All(d))
		compareOpenAI(report, &r, profile(t, "openai").All(d))
		compareGemini(report, &r, profile(t, "gemini").Check(d))
	}
	report.golden(t)
}

// differences are the rows on which prediction and library differ, by class.
type differences struct {
	rows  int
	agree map[string]int
	of    map[string][]string
}

func (d *differences) add(provider, origin string, classes []string) {
	slices.Sort(classes)
	classes = slices.Compact(classes)
	if len(classes) == 0 {
		d.agree[provider]++
	}
	for _, class := range classes {
		d.of[provider+" "+class] = append(d.of[provider+" "+class], origin)
	}
}

// golden compares the list with the one in the repository.
func (d *differences) golden(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "# What the tables of providers predict, against what the providers' own libraries did to %d recorded schemas.\n", d.rows)
	b.WriteString("# Made by go test ./internal/subset -run TestRecordedSchemas -update\n")
	for _, provider := range providers {
		fmt.Fprintf(&b, "%s: %d of %d as predicted\n", provider, d.agree[provider], d.rows)
	}
	for _, class := range slices.Sorted(maps.Keys(d.of)) {
		if reasons[class] == "" {
			t.Errorf("%s has no reason: %d rows, such as %s", class, len(d.of[class]), d.of[class][0])
		}
		fmt.Fprintf(&b, "\n%s (%d): %s\n", class, len(d.of[class]), reasons[class])
		sort.Strings(d.of[class])
		for _, origin := range d.of[class] {
			fmt.Fprintf(&b, "  %s\n", origin)
		}
	}
	compareGolden(t, "differences.txt", b.String())
}

func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run the test with -update: %s", diff)
	}
}

// compareAnthropic compares, keyword by keyword, what was kept.
func compareAnthropic(report *differences, r *row, found []subset.Finding) {
	predicted := map[string]subset.SDK{}
	refused := false
	for _, f := range found {
		if f.SDK != subset.Kept && f.Structure == "" {
			predicted[f.At] = f.SDK
		}
		refused = refused || f.SDK == subset.Refused
	}
	var classes []string
	if refused != (r.AnthropicError != "") {
		classes = append(classes, "refusal")
	}
	if r.AnthropicError == "" {
		classes = append(classes, anthropicClasses(r, predicted)...)
	}
	report.add("anthropic", r.Origin, classes)
}

func anthropicClasses(r *row, predicted map[string]subset.SDK) (classes []string) {
	seen := map[string]bool{}
	walkBoth(r.Schema, r.Anthropic, "", func(at, keyword string, in, out map[string]any) {
		seen[at] = true
		was := outcome(keyword, in, out)
		want := predicted[at]
		if want == "" {
			want = subset.Kept
		}
		switch {
		case was == want:
		case keyword == "type" && was == subset.Dropped:
			classes = append(classes, "type beside values")
		default:
			classes = append(classes, fmt.Sprintf("%s was %s, not %s", keyword, was, want))
		}
	})
	return classes
}

// outcome is what a library did to a keyword.
func outcome(keyword string, in, out map[string]any) subset.SDK {
	description, _ := out["description"].(string)
	v, kept := out[keyword]
	switch {
	case keyword == "oneOf" && out["anyOf"] != nil:
		return subset.Replaced
	case !kept && strings.Contains(description, keyword+": "):
		return subset.Described
	case !kept:
		return subset.Dropped
	case keyword == "additionalProperties" && !cmp.Equal(v, in[keyword]):
		return subset.Replaced
	}
	return subset.Kept
}

// walkBoth goes through a schema and what was made of it, as far as both go.
func walkBoth(in, out map[string]any, at string, visit func(at, keyword string, in, out map[string]any)) {
	for _, keyword := range slices.Sorted(maps.Keys(in)) {
		here := at + "/" + tree.Escape(keyword)
		visit(here, keyword, in, out)
		to := out[keyword]
		if keyword == "oneOf" {
			to = out["anyOf"]
		}
		switch keyword {
		case "properties", "$defs", "patternProperties":
			into, _ := to.(map[string]any)
			for name, s := range in[keyword].(map[string]any) {
				walkPair(s, into[name], here+"/"+tree.Escape(name), visit)
			}
		case "anyOf", "oneOf", "allOf":
			into, _ := to.([]any)
			for i, s := range in[keyword].([]any) {
				if i < len(into) {
					walkPair(s, into[i], fmt.Sprintf("%s/%d", here, i), visit)
				}
			}
		case "items":
			walkPair(in[keyword], to, here, visit)
		}
	}
}

func walkPair(in, out any, at string, visit func(at, keyword string, in, out map[string]any)) {
	a, okA := in.(map[string]any)
	b, okB := out.(map[string]any)
	if okA && okB {
		walkBoth(a, b, at, visit)
	}
}

// place in a message of OpenAI's library.
var openAIPlace = regexp.MustCompile("at `([^`]*)`")

// compareOpenAI compares whether and where the library refused.
func compareOpenAI(report *differences, r *row, found []subset.Finding) {
	places := map[string]bool{}
	stricter := false
	for _, f := range found {
		if f.SDK == subset.Refused {
			places[strings.TrimPrefix(f.At, "/")] = true
			places[strings.TrimPrefix(strings.TrimSuffix(f.At, "/"+f.Keyword), "/")] = true
		}
		stricter = stricter || f.Use == subset.Rejected && f.SDK == subset.Kept
	}
	var classes []string
	at := openAIPlace.FindStringSubmatch(r.OpenAIError)
	switch {
	case (len(places) > 0) != (r.OpenAIError != ""):
		classes = append(classes, fmt.Sprintf("refusal: %v, library %q", len(places) > 0, openAIPlace.ReplaceAllString(r.OpenAIError, "at X")))
	case at != nil && !places[at[1]]:
		classes = append(classes, "other order")
	case r.OpenAIError == "" && stricter:
		classes = append(classes, "service stricter")
	}
	report.add("openai", r.Origin, classes)
}

// compareGemini compares the keywords that have no effect.
func compareGemini(report *differences, r *row, found []subset.Finding) {
	var ours []string
	for _, f := range found {
		if f.Structure == "" && f.Use == subset.Ignored {
			ours = append(ours, "#"+f.At)
		}
	}
	theirs := slices.Clone(r.Gemini)
	slices.Sort(ours)
	slices.Sort(theirs)
	var classes []string
	switch classes = only(ours, theirs); {
	case slices.Equal(classes, []string{"only ours enum"}):
		classes = []string{"enum of objects"}
	}
	report.add("gemini", r.Origin, classes)
}

func only(a, b []string) (classes []string) {
	for _, at := range a {
		if !slices.Contains(b, at) {
			classes = append(classes, "only ours "+at[strings.LastIndexByte(at, '/')+1:])
		}
	}
	for _, at := range b {
		if !slices.Contains(a, at) {
			classes = append(classes, "only theirs "+at[strings.LastIndexByte(at, '/')+1:])
		}
	}
	return classes
}
