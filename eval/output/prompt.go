package output

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/schema"
)

// instructions say a contract in words.
type instructions struct {
	strings.Builder
	words    *promptWords
	value    *valueWords
	contract *outputcontract.Contract
}

func newInstructions(w *words, c *outputcontract.Contract) *instructions {
	return &instructions{words: &w.Prompt, value: &w.Value, contract: c}
}

// write returns the instructions as Markdown.
func (t *instructions) write() string {
	w := &t.contract.Written
	title := t.words.Title
	if w.Title != nil {
		title += ": " + oneLine(*w.Title)
	}
	fmt.Fprintf(t, "# %s\n\n%s\n", title, strings.TrimSpace(w.Text))
	if w.Sections != nil {
		t.sections(w.Sections)
	}
	if w.Json != nil {
		t.json(w.Json)
	}
	return t.String()
}

// oneLine is a text without line breaks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (t *instructions) sections(s *schema.OutputSections) {
	fmt.Fprintf(t, "\n%s", t.words.Sections)
	extra := []string{t.words.NoPreamble, t.words.NoOthers}
	if s.Preamble != nil && *s.Preamble {
		extra[0] = t.words.Preamble
	}
	if s.Others != nil && *s.Others {
		extra[1] = t.words.Others
	}
	fmt.Fprintf(t, " %s\n\n", strings.Join(extra, " "))
	for i := range s.Headings {
		marked := "`" + outputcontract.Marks(s) + s.Headings[i].Heading + "`"
		fmt.Fprintf(t, "%s\n", fill(t.words.Section, "number", strconv.Itoa(i+1), "heading", marked))
		for _, sentence := range t.section(&s.Headings[i]) {
			fmt.Fprintf(t, "   - %s\n", sentence)
		}
	}
}

// section are the sentences on one section.
func (t *instructions) section(s *schema.OutputSection) []string {
	var list []string
	say := func(is bool, sentence string) {
		if is {
			list = append(list, sentence)
		}
	}
	say(s.Text != nil, oneLine(orEmpty(s.Text)))
	say(isTrue(s.Optional), t.words.Optional)
	say(isTrue(s.MayBeEmpty), t.words.MayBeEmpty)
	for _, b := range []struct {
		words string
		limit *int64
		unit  string
	}{
		{t.words.AtLeast, s.MinCharacters, "character"}, {t.words.AtMost, s.MaxCharacters, "character"},
		{t.words.AtLeast, s.MinWords, "word"}, {t.words.AtMost, s.MaxWords, "word"},
		{t.words.AtLeast, s.MinLines, "line"}, {t.words.AtMost, s.MaxLines, "line"},
	} {
		if b.limit != nil {
			list = append(list, fill(b.words, "limit", strconv.FormatInt(*b.limit, 10), "unit", plural(b.unit, *b.limit)))
		}
	}
	return append(list, t.fences(s)...)
}

// fences are the sentences on the code fences of a section.
func (t *instructions) fences(s *schema.OutputSection) []string {
	var list []string
	if isTrue(s.OnlyFence) {
		list = append(list, t.words.OnlyFence)
	}
	switch {
	case len(s.Fences) == 0:
		return list
	case slices.Contains(s.Fences, outputcontract.NoFence):
		return append(list, t.words.NoFences)
	}
	allowed := make([]string, len(s.Fences))
	for i, language := range s.Fences {
		if allowed[i] = language; language == outputcontract.PlainFence {
			allowed[i] = t.words.PlainFence
		}
	}
	return append(list, fill(t.words.Fences, "allowed", enumerate(allowed)))
}

func (t *instructions) json(j *schema.OutputJson) {
	opening := t.words.JSON
	switch bare := isTrue(j.Bare); {
	case j.Section != nil:
		words := t.words.JSONSection
		if bare {
			words = t.words.JSONSectionBare
		}
		opening = fill(words, "heading", "`"+outputcontract.Marks(t.contract.Written.Sections)+*j.Section+"`")
	case bare:
		opening = t.words.JSONBare
	}
	fmt.Fprintf(t, "\n%s\n\n", opening)
	d := &describer{words: t.value, root: t.contract.SchemaNode}
	d.describe(t.words.Value, t.contract.SchemaNode)
	t.WriteString(d.text())
	if len(j.Rules) == 0 {
		return
	}
	fmt.Fprintf(t, "\n%s\n\n", t.words.Rules)
	for _, r := range j.Rules {
		fmt.Fprintf(t, "- %s\n", oneLine(r.Text))
	}
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func isTrue(b *bool) bool { return b != nil && *b }

func plural(unit string, n int64) string {
	if n == 1 {
		return unit
	}
	return unit + "s"
}

// enumerate joins words with commas and "and".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " and " + words[n]
}
