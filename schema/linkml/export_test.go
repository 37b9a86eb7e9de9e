package linkml

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/contractc/contractc/internal/doc"
)

func vocabulary(t *testing.T, views ...Named) *Vocabulary {
	t.Helper()
	v, err := NewVocabulary(views...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVocabularyJSONSchemaOfCompliance checks that the schema of a whole vocabulary, for a class, accepts and refuses what
// the schema of the class alone does, on every row of the recorded suite.
func TestVocabularyJSONSchemaOfCompliance(t *testing.T) {
	agree, refused := 0, 0
	for _, r := range readCompliance(t) {
		c, err := ReadCase(r.line(t), doc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		v, list := loadCase(c, Options{})
		if list.HasErrors() {
			continue
		}
		class := v.targetName(r.TargetClass)
		if c := v.Class(class); c == nil || (c.Abstract || c.Mixin) && !v.polymorphic(c) || v.isAny(c) {
			continue
		}
		all, err := NewVocabulary(Named{View: v})
		if err != nil {
			refused++ // IRIs that are none, or that two classes share
			continue
		}
		whole, err := all.JSONSchema(class, JSONSchemaOptions{})
		if err != nil {
			t.Fatalf("%s: %v", r.ID, err)
		}
		want := compileJSONSchema(t, v, class, JSONSchemaOptions{}).Validate(plainNumbers(t, r.Instance))
		got := compileValue(t, whole).Validate(plainNumbers(t, r.Instance))
		if (want == nil) != (got == nil) {
			t.Errorf("%s: alone %v, in the vocabulary %v", r.ID, want, got)
		}
		agree++
	}
	t.Logf("%d rows, and %d whose schemas are not exported", agree, refused)
	if agree < 900 || refused > 10 {
		t.Errorf("only %d rows were compared, and %d schemas not exported", agree, refused)
	}
}

func compileValue(t *testing.T, value map[string]any) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", plainNumbers(t, text)); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return compiled
}

// TestDefinitionsAcceptNothing: a schema that is there to be referred to says no to every document.
func TestDefinitionsAcceptNothing(t *testing.T) {
	whole, err := vocabulary(t, Named{View: coreView(t)}).JSONSchema("", JSONSchemaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := compileValue(t, whole)
	for _, text := range []string{`null`, `{}`, `"x"`, `[1]`} {
		if s.Validate(plainNumbers(t, []byte(text))) == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

// TestMergedMeansTheSame reads the merged schema of the core vocabulary back and compares what it says of every class.
func TestMergedMeansTheSame(t *testing.T) {
	v := coreView(t)
	merged, problems := vocabulary(t, Named{View: v}).Merged(MergedOptions{ID: "https://example.com/merged", Name: "merged", DefaultPrefix: "contractc"})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	again, problems := Load(Source{File: "merged.yaml", Text: merged.YAML()}, Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for _, c := range v.Classes {
		if v.isAny(c) {
			continue
		}
		want, err := v.JSONSchema(c.Name, JSONSchemaOptions{})
		got, err2 := again.JSONSchema(c.Name, JSONSchemaOptions{})
		if diff := cmp.Diff(want, got); diff != "" || err != nil || err2 != nil {
			t.Errorf("%s: %v %v %s", c.Name, err, err2, diff)
		}
		if a, b := v.ClassIRI(c), again.ClassIRI(again.Class(c.Name)); a != b {
			t.Errorf("%s has the IRI %s and then %s", c.Name, a, b)
		}
		for i, s := range v.Induced(c) {
			if a, b := v.SlotIRI(s), again.SlotIRI(again.Induced(again.Class(c.Name))[i]); a != b {
				t.Errorf("%s.%s has the IRI %s and then %s", c.Name, s.Name, a, b)
			}
		}
	}
	twice, problems := vocabulary(t, Named{View: again}).Merged(MergedOptions{ID: "https://example.com/merged", Name: "merged", DefaultPrefix: "contractc"})
	if diff := cmp.Diff(string(merged.YAML()), string(twice.YAML())); diff != "" || problems.HasErrors() {
		t.Errorf("merging again changes it: %v %s", problems, diff)
	}
}

var update = flag.Bool("update", false, "rewrite the expected outputs")

const exportSchema = `id: https://example.com/shop
name: shop
title: Shop
prefixes:
  shop: https://example.com/shop/v1/
  linkml: https://w3id.org/linkml/
  schema: https://schema.org/
default_prefix: shop
default_range: string
imports: [linkml:types]
types:
  Sku: {typeof: string, pattern: "^[A-Z]{3}[0-9]+$", description: "An article number."}
  Percent: {typeof: decimal, minimum_value: 0, maximum_value: 100}
enums:
  Colour: {permissible_values: {red: {description: "Like blood."}, green: {}}}
  Country: {permissible_values: {de: {meaning: "schema:Germany"}, fr: {meaning: "schema:France"}}}
classes:
  Thing:
    abstract: true
    attributes:
      kind: {designates_type: true, required: true}
  Article:
    is_a: Thing
    class_uri: schema:Product
    description: Something that is sold.
    attributes:
      sku: {range: Sku, required: true}
      discount: {range: Percent}
      colours: {range: Colour, multivalued: true}
      origin: {range: Country}
      notes: {range: Any}
      size: {any_of: [{range: integer}, {range: string}]}
      amount: {range: integer, minimum_value: 1, maximum_value: 9}
      parts: {range: Article, multivalued: true, inlined_as_list: true}
    rules:
      - preconditions: {slot_conditions: {amount: {minimum_value: 5}}}
        postconditions: {slot_conditions: {discount: {required: true}}}
  Voucher:
    is_a: Thing
    attributes:
      value: {slot_uri: schema:value, range: decimal, required: true}
      issued: {range: date_or_datetime}
  Order:
    tree_root: true
    attributes:
      id: {identifier: true, range: uriorcurie, required: true}
      items: {range: Thing, multivalued: true, inlined_as_list: true, required: true}
      value: {range: integer}
  Any: {class_uri: linkml:Any}
`

func exportView(t *testing.T, text string) *View {
	t.Helper()
	v, problems := Load(Source{File: "shop.yaml", Text: []byte(text)}, Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return v
}

// TestExportGoldens compares the four exports of a small schema with goldens that a reader can check.
func TestExportGoldens(t *testing.T) {
	v := vocabulary(t, Named{View: exportView(t, exportSchema)})
	owl, err := v.OWL(OWLOptions{}).Turtle()
	shacl, err2 := v.SHACL(SHACLOptions{}).Turtle()
	context, err3 := v.JSONLD("")
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	terms, err := json.MarshalIndent(context, "", "  ")
	merged, problems := v.Merged(MergedOptions{ID: "https://example.com/shop", Name: "shop", DefaultPrefix: "shop"})
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	for name, got := range map[string][]byte{"shop.owl.ttl": owl, "shop.shacl.ttl": shacl, "shop.context.json": append(terms, '\n'), "shop.linkml.yaml": merged.YAML()} {
		file := "testdata/export/" + name
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (run the test with -update):\n%s", name, diff)
		}
	}
}

func TestVocabularyRefuses(t *testing.T) {
	for name, test := range map[string]struct{ change, by, want string }{
		"namespace": {"https://example.com/shop/v1/", "shop v1", "no IRI has"},
		"same IRI":  {"class_uri: schema:Product", "class_uri: shop:Order", "has the IRI of"},
		"slot":      {"slot_uri: schema:value", `slot_uri: "<x>"`, "no IRI has"},
	} {
		v := exportView(t, strings.Replace(exportSchema, test.change, test.by, 1))
		if _, err := NewVocabulary(Named{View: v}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	a, b := exportView(t, exportSchema), exportView(t, strings.NewReplacer("example.com/shop", "example.com/other", "schema:Product", "shop:Product").Replace(exportSchema))
	b.Root.File = "other.yaml"
	both := vocabulary(t, Named{View: a, Prefix: "a"}, Named{View: b, Prefix: "b"})
	if _, problems := both.Merged(MergedOptions{ID: "https://example.com/x", Name: "x"}); !problems.HasErrors() || !strings.Contains(problems.Error(), "is also defined in") {
		t.Errorf("two classes of one name are merged: %v", problems)
	}
	if _, err := both.JSONLD("Order"); err == nil || !strings.Contains(fmt.Sprint(err), `"a.Order", "b.Order"`) {
		t.Errorf("the error is %v", err)
	}
	if _, err := both.JSONSchema("b.Order", JSONSchemaOptions{}); err != nil {
		t.Error(err)
	}
}

// Metaslots returns the sorted names of a metaclass's metaslots, those that only document included.
func Metaslots(metaclass string) []string {
	all := strings.Fields(metaslotNames(metaclass) + " " + documentationText + " " + documentationTexts + " " + documentationAny)
	slices.Sort(all)
	return slices.Compact(all)
}
