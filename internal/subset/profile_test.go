package subset_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/subset"
)

// TestProfileMistakes changes one thing in a table that is well, and reads what is
// said of it.
func TestProfileMistakes(t *testing.T) {
	set := func(path string, v any) func(values map[string]any) {
		return func(values map[string]any) {
			steps := strings.Split(path, ".")
			for _, step := range steps[:len(steps)-1] {
				values = values[step].(map[string]any)
			}
			values[steps[len(steps)-1]] = v
		}
	}
	for want, change := range map[string]func(map[string]any){
		"lacks the provider's name":           set("name", ""),
		`there is no field "keyword"`:         set("keyword", map[string]any{}),
		"use is taken, rejected, ignored":     set("keywords.minimum", map[string]any{"use": "refused"}),
		"sdk is kept, described":              set("keywords.minimum", map[string]any{"use": "taken", "sdk": "lost"}),
		"instead names the keyword":           set("keywords.oneOf", map[string]any{"use": "rewritten"}),
		"else says what happens where":        set("keywords.minItems", map[string]any{"use": "taken", "most": doc.FromPlain(1)}),
		`there is no type "text" of values`:   set("keywords.enum", map[string]any{"use": "taken", "values": []any{"text"}, "else": "ignored"}),
		"there is no structure of this name":  set("structure.closed", map[string]any{"use": "rejected"}),
		"levels are 0 to 5":                   set("structure.recursive", map[string]any{"use": "rejected", "levels": doc.FromPlain(6)}),
		"a limit is below 0":                  set("limits.depth", doc.FromPlain(-1)),
		`must once`:                           set("requests.tool", map[string]any{"a": "{schema}", "b": "{schema}"}),
		"it is no regular expression":         set("request_name.pattern", "("),
		"the default does not match":          set("request_name.default", "a b"),
		`"limits.depth" is a string and must`: set("limits.depth", "ten"),
	} {
		values := doc.FromPlain(recorded.Table(t, "providers/tables/openai.yaml")).Plain().(map[string]any)
		change(values)
		if _, err := subset.DecodeProfile(values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestWordsMistakes leaves out each of the words.
func TestWordsMistakes(t *testing.T) {
	read := func() map[string]any {
		return doc.FromPlain(recorded.Table(t, "providers/tables/words.yaml")).Plain().(map[string]any)
	}
	if _, err := subset.DecodeWords(read()); err != nil {
		t.Fatal(err)
	}
	for _, section := range []string{"uses", "sdks", "structures", "limits", "losses"} {
		for word := range maps.Keys(read()[section].(map[string]any)) {
			values := read()
			delete(values[section].(map[string]any), word)
			if _, err := subset.DecodeWords(values); err == nil {
				t.Errorf("no one misses %s.%s", section, word)
			}
		}
	}
	for _, word := range []string{"value", "cut", "whole", "rule", "told", "unenforced", "without", "unkept", "demand"} {
		values := read()
		delete(values, word)
		if _, err := subset.DecodeWords(values); err == nil {
			t.Errorf("no one misses %s", word)
		}
	}
}
