package outputcontract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/schema"
)

// invoice asks for a JSON value with rules between its fields.
const invoice = `
json:
  schema:
    type: object
    additionalProperties: false
    required: [kind, total, items]
    properties:
      kind: {enum: [invoice, refund]}
      total: {type: integer, minimum: 0}
      note: {type: [string, 'null'], pattern: "^[a-z ]*$"}
      due: {type: string, format: date}
      items:
        type: array
        minItems: 1
        items:
          type: object
          required: [amount]
          properties:
            amount: {type: integer}
  rules:
    - id: total
      text: The total is the sum of the amounts.
      expression: value.total == value.items.map(i, i.amount).sum()
      message: the total is not the sum of the amounts
      message_expression: "'the total is ' + string(value.total) + ', and the amounts add up to ' + string(value.items.map(i, i.amount).sum())"
      path: /total
    - id: refund_has_note
      text: A refund has a note.
      expression: value.kind != 'refund' || has(value.note)
      message: a refund has no note
`

// small is an invoice without a rule that needs functions.
var small = strings.Replace(strings.Replace(strings.Replace(invoice, "\njson:\n", "\njson:\n  strict: true\n", 1), "value.items.map(i, i.amount).sum()", "value.items[0].amount", 1),
	"string(value.items.map(i, i.amount).sum())", "string(value.items[0].amount)", 1)

func TestValue(t *testing.T) {
	c := compile(t, small)
	const good = `{"kind": "invoice", "total": 3, "items": [{"amount": 3}]}`
	for _, tc := range []struct{ name, text, want string }{
		{"a value alone", " " + good + "\n", ""},
		{"in a fence", "My invoice:\n```json\n" + good + "\n```\nBye.", ""},
		{"in a fence without a language", "```\n" + good + "\n```", ""},
		{"in prose, with braces in a string", "See [1]. It is {\"kind\": \"invoice\", \"total\": 3, \"note\": \"a\", \"items\": [{\"amount\": 3, \"x\": \"a } b \\\" ]\"}]} so far.", ""},
		{"a fence of another language is no value", "```python\n{}\n```\n" + good, `4:1 json.several`},
		{"nothing", "I cannot.", "json.none"},
		{"a number in prose", "It is 42.", "json.none"},
		{"braces in prose", "Use {name} here: " + good, ""},
		{"two values", good + "\n" + good, `2:1 json.several`},
		{"two fences with one value", "```json\n" + good + "\n```\n```json\n" + good + "\n```", ""},
		{"a value and one that is broken", `Not {"kind": 1,} but ` + good, `1:22 json.several`},
		{"two fences with two values", "```json\n" + good + "\n```\n```json\n{}\n```", `2:1 json.several`},
		{"a trailing comma", `{"kind": "invoice",}`, `1:20 json.invalid problem=Expecting property name enclosed in double quotes`},
		{"a broken value in a fence", "Look:\n```json\n{\"kind\": }\n```\n", `3:2 json.invalid problem=the key here has no value`},
		{"a value that has no end", `{"kind": "invoice", "items": [{"amount": 3}`, `1:44 json.invalid problem=Expecting ',' delimiter`},
		{"no value hides in a broken one", `So {"kind": "invoice", "items": [{"amount": 3}], total: 3} it is`, `1:50 json.invalid problem=Expecting property name enclosed in double quotes`},
		{"a key twice", `{"kind": "invoice", "total": 4, "total": 3, "items": [{"amount": 3}]}`, `1:42 json.invalid problem=the key "total" stands twice, with two values`},
		{"a lone surrogate", `{"kind": "invoice", "total": 3, "items": [{"amount": 3, "x": "\ud800"}]}`, `1:63 json.invalid problem=lone surrogate \ud800`},
		{"no number", `{"kind": "invoice", "total": 3, "items": [{"amount": 3, "x": NaN}]}`, `1:62 json.invalid problem=JSON has no such number`},
		{"all of the schema at once", `{"kind": "bill", "total": -1, "note": "X", "due": "soon", "items": [{}, 7], "more": 1}`, `1:1 json.unexpected at "" name="more"
1:10 json.choice at "/kind" want="invoice" or "refund" got="bill"
1:27 json.value at "/total" problem=value must be at least 0
1:39 json.pattern at "/note" pattern="^[a-z ]*$" got="X"
1:51 json.pattern at "/due" pattern=date got="soon"
1:69 json.missing at "/items/0" name="amount"
1:73 json.type at "/items/1" want=an object got=7`},
		{"a rule with a message of its own", `{"kind": "invoice", "total": 4, "items": [{"amount": 3}]}`, `1:30 json.rule at "/total" message=the total is 4, and the amounts add up to 3`},
		{"a rule about the whole", `{"kind": "refund", "total": 3, "items": [{"amount": 3}]}`, `1:1 json.rule at "" message=a refund has no note`},
		{"the schema and rules at once", `{"kind": "refund", "total": 4, "items": [{"amount": 3}], "more": 1}`, `1:1 json.unexpected at "" name="more"
1:29 json.rule at "/total" message=the total is 4, and the amounts add up to 3
1:1 json.rule at "" message=a refund has no note`},
		{"another type", "[1]", `1:1 json.type at "" want=an object got=an array`},
		{"a text", `"{}"`, `1:1 json.type at "" want=an object got="{}"`},
	} {
		if diff := cmp.Diff(tc.want, said(check(t, c, tc.text, ""))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// TestRulesWithoutAnAnswer checks that a rule that cannot be evaluated is told
// apart from one that does not hold.
func TestRulesWithoutAnAnswer(t *testing.T) {
	c := compile(t, small)
	result := check(t, c, `{"kind": "refund", "total": 4, "items": []}`, "")
	if diff := cmp.Diff([]string{"total"}, result.Unchecked); diff != "" {
		t.Errorf("unchecked (-want +got):\n%s", diff)
	}
	if !strings.Contains(said(result), "a refund has no note") {
		t.Errorf("the other rule is not told: %s", said(result))
	}
	open := compile(t, "json:\n  schema: {type: object}\n  rules:\n    - {id: r, text: x, expression: value.a > 1, message: m}\n")
	failed := open.Check(context.Background(), outputcontract.Reply{Text: `{"b": 1}`}, limits(), repairs())
	if failed.Failure == nil || failed.Conforms() {
		t.Errorf("a rule without an answer on a value that fits is %+v", failed)
	}
	ended, stop := context.WithCancel(context.Background())
	stop()
	if late := open.Check(ended, outputcontract.Reply{Text: `{"a": 2}`}, limits(), repairs()); late.Failure == nil {
		t.Error("a check that was called off conforms")
	}
}

// TestBare checks a value that must stand alone.
func TestBare(t *testing.T) {
	c := compile(t, "json: {bare: true, schema: {type: object}}\n")
	for text, want := range map[string]string{
		" {}\n": "", "\uFEFF{}": "", "Here: {}": "1:7 json.around", "```json\n{}\n```": "2:1 json.around",
	} {
		if diff := cmp.Diff(want, said(check(t, c, text, ""))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestBoth checks a value below a heading.
func TestBoth(t *testing.T) {
	c := compile(t, "sections: {headings: [{heading: Why}, {heading: Data}]}\njson: {section: Data, schema: {type: object, required: [a]}}\n")
	for text, want := range map[string]string{
		"## Why\n{\"a\": 7}\n## Data\nThis: {\"a\": 1}\n": "",
		"## Why\nx\n## Data\n```json\n{}\n```\n":          `5:1 json.missing at "" name="a"`,
		"## Why\n## Data\nNone.\n":                        "1:1 section.empty heading=\"## Why\"\njson.none",
		"## Why\n{\"a\": 1}\n":                            `section.missing heading="## Data"`,
	} {
		if diff := cmp.Diff(want, said(check(t, c, text, ""))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestStopReason checks that a reply that was cut is that and nothing else.
func TestStopReason(t *testing.T) {
	c := compile(t, small)
	for stop, want := range map[schema.StopReason]string{
		schema.StopReasonLength: "reply.length", schema.StopReasonRefusal: "reply.refusal", schema.StopReasonFilter: "reply.filter",
		schema.StopReasonIncomplete: "reply.incomplete", schema.StopReasonEnd: `1:1 json.invalid problem=Expecting property name enclosed in double quotes`,
	} {
		got := said(check(t, c, `{`, stop))
		if stop == schema.StopReasonEnd {
			got = strings.Replace(got, "1:2", "1:1", 1)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", stop, got, want)
		}
	}
}

// TestLimits checks that what is too large is said, with the limit.
func TestLimits(t *testing.T) {
	c := compile(t, "json: {schema: {}}\n")
	low := outputcontract.Limits{Bytes: 100, Depth: 3, Values: 5, Problems: 2}
	for text, want := range map[string]string{
		strings.Repeat("x", 101): "reply.too_long limit=100",
		"[[[[1]]]]":              "1:4 json.invalid problem=nested deeper than the limit of 3",
		"[1,2,3,4,5,6]":          "1:10 json.invalid problem=more than the limit of 5 values",
		"\t\r\n":                 "reply.empty",
		"{\"a\": \"\xff\"}":      "1:8 reply.utf8 byte=0xff",
	} {
		result := c.Check(context.Background(), outputcontract.Reply{Text: text}, low, repairs())
		if got := said(result); got != want || result.Conforms() {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestRepairs checks that cheap defects are mended where the tables allow it, that
// what may have been cut is mended in a whole reply alone, and that each repair is
// listed.
func TestRepairs(t *testing.T) {
	c := compile(t, "json: {schema: {type: object, required: [a]}}\n")
	for _, tc := range []struct {
		text string
		stop schema.StopReason
		want string
	}{
		{`{"a": 1,}`, "", "extra_commas"},
		{`{"a": 1`, schema.StopReasonEnd, "missing_brackets"},
		{`{"a": 1`, "", "1:8 json.invalid problem=Expecting ',' delimiter"},
		{`{'a': 1}`, "", "1:2 json.invalid problem=Expecting property name enclosed in double quotes"},
		{"Not {\"a\": 1}, but {\"a\": 2}", "", "1:5 json.several"},
	} {
		result := check(t, c, tc.text, tc.stop)
		got := said(result)
		for _, e := range result.Edits {
			got += *e.Repair
		}
		if got != tc.want || result.Repaired != (len(result.Edits) > 0) {
			t.Errorf("%s %s: %s, want %s", tc.text, tc.stop, got, tc.want)
		}
	}
}

// TestReferences checks rules with a loop inside a loop.
func TestReferences(t *testing.T) {
	c := compile(t, `json:
  schema:
    type: object
    required: [items, refs]
    properties:
      items: {type: array, items: {type: object, required: [id], properties: {id: {type: string}}}}
      refs: {type: array, items: {type: string}}
  rules:
    - id: known
      text: Every reference names an item.
      expression: value.refs.all(r, value.items.exists(i, i.id == r))
      message: a reference names no item
      message_expression: "'no item has the id ' + value.refs.filter(r, !value.items.exists(i, i.id == r)).map(r, string(r)).join(', ')"
    - {id: unique, text: Ids are unique., expression: "value.items.map(i, i.id).distinct().size() == value.items.size()", message: an id stands twice}
`)
	if got, want := said(check(t, c, `{"items": [{"id": "a"}, {"id": "a"}], "refs": ["a", "b", "c"]}`, "")), "1:1 json.rule at \"\" message=no item has the id b, c\n1:1 json.rule at \"\" message=an id stands twice"; got != want {
		t.Errorf("got %s", got)
	}
	var items, refs []string
	for i := range 300 {
		items, refs = append(items, fmt.Sprintf(`{"id": "i%d"}`, i)), append(refs, fmt.Sprintf(`"i%d"`, i))
	}
	if got := said(check(t, c, `{"items": [`+strings.Join(items, ", ")+`], "refs": [`+strings.Join(refs, ", ")+`]}`, "")); got != "" {
		t.Error(got)
	}
}
