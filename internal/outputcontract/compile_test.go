package outputcontract_test

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
)

// TestRefusedContracts checks that each mistake is found, at its place.
func TestRefusedContracts(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"title: x", "contract.yaml:1:1: the contract asks for no form [output.form]"},
		{"sections: {headings: []}", "contract.yaml:5:22: the contract has no heading [output.headings]"},
		{"sections: {headings: [{heading: A}, {heading: A}]}", `contract.yaml:5:47: the heading "A" stands twice [output.heading]`},
		{"sections: {headings: [{heading: 'A #'}]}", `contract.yaml:5:33: Markdown reads the heading "A #" as another one [output.heading]`},
		{"sections: {headings: [{heading: A, min_words: 3, max_words: 2}]}", `contract.yaml:5:23: the section "A" needs at least 3 and has at most 2 [output.bounds]`},
		{"sections: {headings: [{heading: A, fences: [none, go]}]}", `contract.yaml:5:44: the section "A" has no fences and fences [output.fences]`},
		{"json: {}", "contract.yaml:5:7: json has either a schema or a class [output.value]"},
		{"json: {schema: {}, class: A}", "contract.yaml:5:7: json has either a schema or a class [output.value]"},
		{"json: {class: A}", `contract.yaml:5:15: the class "A" cannot be used: there is no class "A" [output.class]`},
		{"json: {schema: {}, section: A}", "contract.yaml:5:29: the contract has no sections [output.section]"},
		{"json: {schema: {}}\nsections: {headings: [{heading: A}]}", "contract.yaml:5:7: the contract does not say in which section the value stands [output.section]"},
		{"json: {schema: {}, section: B}\nsections: {headings: [{heading: A}]}", `contract.yaml:5:29: there is no heading "B" [output.section]`},
		{"json: {schema: {type: objekt}}", `contract.yaml:5:23: /type: there is no type "objekt" [output.schema]`},
		{"json: {schema: {properties: {a: {requierd: [b]}}}}", `contract.yaml:5:34: JSON Schema has no keyword "requierd" [output.keyword]`},
		{"json: {schema: {items: {anyOf: [{minimun: 1}]}}}", `contract.yaml:5:34: JSON Schema has no keyword "minimun" [output.keyword]`},
		{"json: {schema: {type: string, format: zip}}", `contract.yaml:5:39: /format: the format "zip" is not known; formats are date, date-time, duration, email, hostname, ipv4, ipv6, time, uri, uuid [output.schema]`},
		{"ladder: [retry]\njson: {schema: {}}", "contract.yaml:5:10: the ladder has no end [output.ladder]"},
		{"ladder: [fail, retry, fail]\njson: {schema: {}}", `contract.yaml:5:10: nothing comes after the step "fail" [output.ladder]`},
		{"ladder: [retry_with_example, fail]\njson: {schema: {}}", "contract.yaml:5:10: the contract has no example to show [output.ladder]"},
		{"ladder: [fallback]\njson: {schema: {}}", "contract.yaml:5:9: a fallback is either used and not given, or given and not used [output.fallback]"},
		{"fallback: x\njson: {schema: {}}", "contract.yaml:1:1: a fallback is either used and not given, or given and not used [output.fallback]"},
		{"ladder: [fallback]\nfallback: x\njson: {schema: {}}", "contract.yaml:6:11: it does not conform to the contract: json.none [output.example]"},
		{"examples: [{reply: [1]}]\njson: {schema: {type: object}}", "contract.yaml:5:12: it does not conform to the contract: json.type an object an array [output.example]"},
		{"counter_examples: [{reply: [1]}]\njson: {schema: {}}", "contract.yaml:5:20: the counter-example conforms to the contract [output.counter-example]"},
		{"counter_examples: [{reply: [1], problems: [json.none]}]\njson: {schema: {type: object}}", "contract.yaml:5:20: it has the problems json.type, not json.none [output.counter-example]"},
		{rules("value.a >"), "contract.yaml:9:30: the expression ends too early [cel.syntax]"},
		{rules("value.a"), "contract.yaml:9:20: the expression must be of type bool, not dyn [policy.type]"},
		{rules("values.a == 1"), "contract.yaml:9:21: undeclared reference to 'values'"},
		{rules("value.b == 1"), `contract.yaml:9:26: the schema has no member "b" here [output.member]`},
		{rules("value.a == 1 || value.list.exists(x, x.f == value.c)"), `contract.yaml:9:59: the schema has no member "f" here [output.member]`},
		{rules("value.list[0].e.d > 1"), `contract.yaml:9:36: the schema has no member "d" here [output.member]`},
		{rules("has(value.z)"), `contract.yaml:9:24: the schema has no member "z" here [output.member]`},
		{rules("quote.states('x', 1)"), "contract.yaml:9:"},
		{strings.Replace(rules("value.a == 1"), "message: m", "message: m, path: a", 1), `contract.yaml:9:`},
		{rules("value.a == 1") + "    - {id: r, text: t, expression: value.a == 1, message: m}\n", `contract.yaml:10:12: the rule "r" stands twice [output.rule]`},
	} {
		n, problems := doc.ReadYAML("contract.yaml", []byte(header+tc.text), doc.DefaultLimits())
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		c, problems := outputcontract.Compile("contract.yaml", n, noClasses)
		if c != nil {
			problems = c.CheckExamples("contract.yaml", n, repairs())
		}
		if !problems.HasErrors() || !strings.Contains(problems.Error(), tc.want) {
			t.Errorf("%s:\n got %v\nwant %s", tc.text, problems, tc.want)
		}
		for _, d := range problems {
			if d.Detail == "" && !strings.HasPrefix(d.Code, "cel.") {
				t.Errorf("%s does not say what to do", d)
			}
		}
	}
}

// rules is a contract with one rule over members that are known.
func rules(expression string) string {
	return `json:
  schema: {type: object, additionalProperties: false, properties: {a: {type: integer}, list: {type: array, items: {$ref: '#/$defs/item'}}},
    $defs: {item: {type: object, additionalProperties: false, properties: {e: {anyOf: [{$ref: '#/$defs/item'}, {type: 'null'}]}}}}}
  rules:
    - {expression: "` + expression + `", id: r, text: t, message: m}
`
}

// TestAcceptedContracts checks what looks like a mistake and is none.
func TestAcceptedContracts(t *testing.T) {
	for _, text := range []string{
		"json: {schema: true}",
		"json: {schema: {$schema: 'https://json-schema.org/draft/2020-12/schema', properties: {requierd: {}}, required: [x], enum: [{a: 1}], default: {yy: 1}}}",
		"json: {schema: {items: [{type: string}], $schema: 'http://json-schema.org/draft-07/schema#'}}",
		rules("value.list.all(x, !has(x.e) || x.e == null || size(value.list) > 0)"),
		strings.Replace(rules("value.zzz == 1"), "additionalProperties: false, properties: {a", "properties: {a", 1),
		rules("value.list.map(x, x.e).exists(e, e == null) && {'b': 1}.b == 1"),
		"ladder: [fail]\njson: {schema: {}}",
	} {
		compile(t, text)
	}
}
