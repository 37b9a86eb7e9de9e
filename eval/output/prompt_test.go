package output_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/recorded"
)

// schemaContract is a contract with a JSON Schema.
func schemaContract(schema string) string {
	return `{"kind": "OutputContract", "id": "test.reply", "version": "1.0.0", "text": "A reply.", "json": {"schema": ` + schema + `}}`
}

// TestPrompts holds instructions against files.
func TestPrompts(t *testing.T) {
	files, err := filepath.Glob("testdata/prompts/*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, problems := output.Read(embedded(t), file, text)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		golden := strings.TrimSuffix(file, ".yaml") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(c.Prompt()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), c.Prompt()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// TestPromptsLeaveNothingOut: every number, text and name of real schemas of tools
// stands in the instructions that are made of them.
func TestPromptsLeaveNothingOut(t *testing.T) {
	said, refused := 0, map[string]int{}
	for _, line := range recorded.Lines(t, "schema_subsets.jsonl") {
		var row struct {
			Origin string          `json:"origin"`
			Schema json.RawMessage `json:"schema"`
		}
		recorded.Decode(t, line, &row)
		c, problems := output.Read(embedded(t), "contract.json", []byte(schemaContract(string(row.Schema))))
		if c == nil {
			refused[problems[0].Code]++
			continue
		}
		for _, leaf := range leaves(t, row.Schema) {
			if !strings.Contains(c.Prompt(), leaf) && !strings.Contains(c.Prompt(), strings.Trim(quoted(leaf), `"`)) {
				t.Errorf("%s: the instructions lack %s:\n%s", row.Origin, leaf, c.Prompt())
			}
		}
		said++
	}
	t.Logf("%d schemas are said in words; refused: %v", said, refused)
	if said < 280 {
		t.Errorf("only %d schemas are said, refused: %v", said, refused)
	}
}

// leaves are what must be said of a schema: its scalars and the names of members,
// of definitions where they are referred to, without what says nothing of values.
func leaves(t *testing.T, schema json.RawMessage) []string {
	var root any
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	if err := d.Decode(&root); err != nil {
		t.Fatal(err)
	}
	w := walker{root: root, seen: map[string]bool{}}
	w.walk(root, "")
	return w.list
}

type walker struct {
	root any
	seen map[string]bool // references
	list []string
}

func (w *walker) walk(v any, key string) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w.member(v[name], name, key)
		}
	case []any:
		for _, item := range v {
			w.walk(item, key)
		}
	case json.Number:
		w.list = append(w.list, v.String())
	case string:
		w.text(v, key)
	}
}

func (w *walker) member(v any, name, key string) {
	if key == "properties" {
		w.list = append(w.list, quoted(name))
		w.walk(v, "")
		return
	}
	switch name {
	case "$schema", "$id", "$comment", "default", "examples", "title", "$defs", "definitions":
	case "$ref":
		w.refer(v.(string))
	default:
		w.walk(v, name)
	}
}

func (w *walker) refer(ref string) {
	if w.seen[ref] {
		return
	}
	w.seen[ref] = true
	at := w.root
	for _, step := range strings.Split(ref, "/")[1:] {
		at = at.(map[string]any)[step]
	}
	w.walk(at, "")
}

func (w *walker) text(s, key string) {
	switch key {
	case "type", "format":
		w.list = append(w.list, s)
	case "description":
		w.list = append(w.list, strings.Fields(strings.TrimSuffix(strings.TrimSpace(s), "."))...)
	default:
		w.list = append(w.list, quoted(s))
	}
}

// quoted is a text as JSON.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return string(text)
}

// TestPromptIsBound: another contract, or other words, have another digest.
func TestPromptIsBound(t *testing.T) {
	seen := map[string]string{}
	for _, schema := range []string{`{"type": "object"}`, `{"type": "array"}`, `{"type": "array", "maxItems": 1}`, `{"type": "array", "maxItems": 2}`} {
		c, problems := output.Read(embedded(t), "contract.json", []byte(schemaContract(schema)))
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		id := c.Identity()
		for _, digest := range []string{id.Digest, id.Prompt} {
			if other, taken := seen[digest]; taken {
				t.Errorf("%s and %s have one digest", schema, other)
			}
			seen[digest] = schema
		}
		if again, _ := output.Read(embedded(t), "other.json", []byte(schemaContract(schema))); again.Identity() != id {
			t.Errorf("the digest of %s depends on its file's name", schema)
		}
	}
}

// TestDeepSchemas: a schema that is nested deeply, or refers to itself, has an end.
func TestDeepSchemas(t *testing.T) {
	deep := strings.Repeat(`{"type": "array", "items": `, 40) + `{"const": "innermost"}` + strings.Repeat("}", 40)
	for schema, want := range map[string]string{
		deep: `"innermost"`,
		`{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/a"}}}}}`: `The form "a": an object with these members`,
		`{"properties": {"x": {"$ref": "#"}}}`: `{"$ref":"#"}`,
		`{"not": {"type": "null"}}`:            `{"not":{"type":"null"}}`,
		`{"anyOf": [{"$ref": "#/$defs/b"}, {"type": "string"}], "$defs": {"b": {"enum": [1]}}}`: `The form "b": 1`,
		`true`: "true",
	} {
		c, problems := output.Read(embedded(t), "contract.json", []byte(schemaContract(schema)))
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		if !strings.Contains(c.Prompt(), want) {
			t.Errorf("%.60s: the instructions lack %s:\n%s", schema, want, c.Prompt())
		}
	}
}

// TestWordsAreChecked: a table with words that miss something is refused.
func TestWordsAreChecked(t *testing.T) {
	var values map[string]any
	table := embedded(t).Table(output.WordsTable)
	if err := json.Unmarshal([]byte(table.Values), &values); err != nil {
		t.Fatal(err)
	}
	if err := output.CheckTable(output.WordsTable, values); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(section map[string]any){
		"problems.section.missing lacks": func(m map[string]any) { delete(m, "section.missing") },
		"problems.unknown code":          func(m map[string]any) { m["section.lost"] = "x" },
		"problems.slot":                  func(m map[string]any) { m["section.missing"] = "The section {name} is missing." },
		"problems.brace":                 func(m map[string]any) { m["section.missing"] = "The section {heading is missing." },
		"feedback.told":                  func(m map[string]any) { m["told"] = 0 },
		"feedback.lacks a slot":          func(m map[string]any) { m["problem"] = "Something is wrong." },
		"prompt.misspelt":                func(m map[string]any) { m["titel"] = m["title"]; delete(m, "title") },
		"value.empty":                    func(m map[string]any) { m["any"] = "" },
	} {
		section, _, _ := strings.Cut(name, ".")
		text, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		var changed map[string]any
		if err := json.Unmarshal(text, &changed); err != nil {
			t.Fatal(err)
		}
		change(changed[section].(map[string]any))
		if err := output.CheckTable(output.WordsTable, changed); err == nil {
			t.Errorf("%s: the table is accepted", name)
		}
	}
	for id, wrong := range map[string]string{
		output.LimitsTable: `{"bytes": 0, "depth": 1, "values": 1, "values_per_kilobyte": 1, "problems": 1, "deadline": 1}`, output.RepairsTable: `{"set": "claim@2", "never": ["x"]}`,
	} {
		var v any
		if err := json.Unmarshal([]byte(wrong), &v); err != nil {
			t.Fatal(err)
		}
		if err := output.CheckTable(id, v); err == nil {
			t.Errorf("%s is accepted as %s", wrong, id)
		}
	}
	if err := output.CheckTable("claim.units", fmt.Sprint(1)); err != nil {
		t.Errorf("a table of another package: %v", err)
	}
}
