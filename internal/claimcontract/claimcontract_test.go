package claimcontract_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/claimcontract"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a text with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

func engine(t *testing.T, sets ...string) *eval.Engine {
	t.Helper()
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return newEngine(t, from, sets)
}

func newEngine(t *testing.T, from *catalog.Catalog, sets []string) *eval.Engine {
	t.Helper()
	e, err := eval.New(from, eval.Options{RuleSets: sets})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func instructions(t *testing.T, e *eval.Engine) string {
	t.Helper()
	text, err := claimcontract.Instructions(e)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// responseSchema is the schema as text and as a plain value.
func responseSchema(t *testing.T, opt claimcontract.ResponseOptions) (string, any) {
	t.Helper()
	n, err := claimcontract.ResponseSchema(opt)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := n.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	plain, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return text.String() + "\n", plain
}

func TestGoldens(t *testing.T) {
	text, _ := responseSchema(t, claimcontract.ResponseOptions{})
	golden(t, "response.schema.json", text)
	text, _ = responseSchema(t, claimcontract.ResponseOptions{AllRequired: true})
	golden(t, "response-all-required.schema.json", text)
	golden(t, "instructions-claim-1.md", instructions(t, engine(t, "claim@1")))
	golden(t, "instructions-claim-2.md", instructions(t, engine(t, "claim@2")))
}

// Strict modes refuse open objects and most keywords.
func TestKeywords(t *testing.T) {
	known := []string{"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "description"}
	var check func(t *testing.T, v any, opt claimcontract.ResponseOptions)
	check = func(t *testing.T, v any, opt claimcontract.ResponseOptions) {
		object, ok := v.(map[string]any)
		if !ok {
			t.Fatalf("%v is no schema", v)
		}
		for keyword := range object {
			if !slices.Contains(known, keyword) {
				t.Errorf("the keyword %q is not for strict modes", keyword)
			}
		}
		properties, isObject := object["properties"].(map[string]any)
		if isObject && object["additionalProperties"] != false {
			t.Error("an object is open")
		}
		if required, _ := object["required"].([]any); opt.AllRequired && len(required) != len(properties) {
			t.Errorf("%d of %d properties are required", len(required), len(properties))
		}
		for _, p := range properties {
			check(t, p, opt)
		}
		if items, ok := object["items"]; ok {
			check(t, items, opt)
		}
		for _, option := range asList(object["anyOf"]) {
			check(t, option, opt)
		}
	}
	for _, opt := range []claimcontract.ResponseOptions{{}, {AllRequired: true}} {
		_, plain := responseSchema(t, opt)
		check(t, plain, opt)
	}
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

func compile(t *testing.T, plain any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("response", plain); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("response")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever the schema accepts of these, the reader reads without an error, and
// what it does not accept is no response that the schema could give.
func TestReplies(t *testing.T) {
	all := func(fields string) string {
		names := []string{"tool", "namespace", "args", "key", "claim", "document", "quote", "value", "follows_from", "formula", "confidence", "text"}
		for _, name := range names {
			if !strings.Contains(fields, `"`+name+`": `) {
				fields += `, "` + name + `": null`
			}
		}
		return `{"actions": [{` + fields + `}]}`
	}
	few := func(fields string) string { return `{"actions": [{` + fields + `}]}` }
	actions := []string{
		`"type": "call_tool", "tool": "get_revenue", "args": "{\"quarter\": \"Q2\"}", "key": "revenue:Q2"`,
		`"type": "call_tool", "tool": "now"`,
		`"type": "cite", "document": "10-K", "quote": "$4.3 billion", "key": "revenue:Q2", "value": 4300000000, "claim": "Q2 revenue"`,
		`"type": "claim", "key": "growth", "value": 4.65, "follows_from": ["a", "b"], "formula": "{a} / {b}", "confidence": 0.95`,
		`"type": "claim", "key": "growth", "formula": "{a} / {b}"`,
		`"type": "claim", "key": "late", "value": false`,
		`"type": "answer", "text": "It grew.", "follows_from": ["growth"], "confidence": 1`,
	}
	bad := []string{
		`"type": "fly"`, `"type": "call_tool", "tool": "t", "args": {"q": 1}`, `"tool": "t"`, `"type": "answer", "text": 3`,
		`"type": "answer", "text": "x", "follows_from": "a"`, `"type": "claim", "key": "k", "value": [1]`, `"type": "answer", "text": "x", "why": "y"`,
	}
	for _, form := range []struct {
		name  string
		opt   claimcontract.ResponseOptions
		write func(string) string
	}{{"few", claimcontract.ResponseOptions{}, few}, {"all", claimcontract.ResponseOptions{AllRequired: true}, all}} {
		_, plain := responseSchema(t, form.opt)
		compiled := compile(t, plain)
		for _, action := range actions {
			reply := form.write(action)
			if err := compiled.Validate(parsed(t, reply)); err != nil {
				t.Errorf("%s: %s: %v", form.name, reply, err)
			}
			if p := read(t, reply); len(p.Errors) > 0 || p.Unusable != "" || len(p.Actions) != 1 {
				t.Errorf("%s: %s: %v %s", form.name, reply, p.Errors, p.Unusable)
			}
		}
		for _, action := range bad {
			if reply := form.write(action); compiled.Validate(parsed(t, reply)) == nil {
				t.Errorf("%s: %s is accepted", form.name, reply)
			}
		}
		for _, reply := range []string{`{}`, `[]`, `{"actions": {}}`, `{"actions": [], "note": 1}`} {
			if compiled.Validate(parsed(t, reply)) == nil {
				t.Errorf("%s is accepted", reply)
			}
		}
	}
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func read(t *testing.T, text string) *eval.Parsed {
	t.Helper()
	e := engine(t)
	c, problems := e.NewContext(schema.Context{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	result := e.Read(context.Background(), c, &eval.Turn{Reply: []byte(text)})
	if result.Failure != nil {
		t.Fatal(result.Failure)
	}
	return result.Parsed()
}

// The schema is the recorded one, but for words and the namespace of a tool.
func TestRecordedSchema(t *testing.T) {
	_, plain := responseSchema(t, claimcontract.ResponseOptions{})
	for _, c := range recorded.Claim(t, "schema") {
		want := withoutWords(c.Expected["schema"])
		if diff := cmp.Diff(want, withoutWords(plain)); diff != "" {
			t.Errorf("%s: %s", c.ID, diff)
		}
	}
}

// withoutWords takes descriptions out of a schema, and the property namespace.
func withoutWords(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = withoutWords(v[i])
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for key, item := range v {
			if _, isText := item.(string); key == "description" && isText || key == "namespace" {
				continue
			}
			object[key] = withoutWords(item)
		}
		return object
	}
	return v
}

// The instructions follow the rules: a title, a description, a limit and the
// list of functions are those of the bundle.
func TestInstructionsFollowTheBundle(t *testing.T) {
	bundle := fstest.MapFS{}
	policies := os.DirFS(filepath.Join(recorded.Root(), "policies"))
	err := fs.WalkDir(policies, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(policies, name)
		bundle[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	change := func(name, old, new string) {
		t.Helper()
		text := string(bundle[name].Data)
		if strings.Count(text, old) != 1 {
			t.Fatalf("%s has %q %d times", name, old, strings.Count(text, old))
		}
		bundle[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
	}
	change("claim/grounding.rego", "title: An answer says what it rests on", "title: An answer names its grounds")
	change("claim/rules/key_syntax.yaml", "name: claim.key_syntax", "name: Keys are one word")
	change("claim/rules/quote_found.yaml", "letter case and white space aside", "word for word")
	change("claim/tables/formula.yaml", "exponent: 64", "exponent: 8")
	change("claim/tables/formula.yaml", "functions: [abs, exp, log, max, min, round, sqrt]", "functions: [max, min]")
	delete(bundle, "contractc.lock")
	from, problems := eval.Load([]catalog.Source{{FS: bundle, Name: "bundle", Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	before, after := instructions(t, engine(t)), instructions(t, newEngine(t, from, nil))
	for _, want := range []string{
		"An answer names its grounds.", "Keys are one word. A key is not empty", "stands in the document, word for word",
		"the functions max, min with", "no exponent beyond 8 ",
	} {
		if strings.Contains(before, want) || !strings.Contains(after, want) {
			t.Errorf("%q stands before the change, or not after it", want)
		}
	}
}
