package claimcontract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/schema"
)

// PromptTable is the id of the table with the words of the instructions.
const PromptTable = "claim.prompt"

// words is a section of the table.
type words struct {
	Title        string   `json:"title"`
	Opening      []string `json:"opening"`
	Actions      string   `json:"actions"`
	Required     string   `json:"required"`
	Formulas     string   `json:"formulas"`
	Formula      []string `json:"formula"`
	Rules        string   `json:"rules"`
	RulesOpening string   `json:"rules_opening"`
	All          string   `json:"all"`
}

// Instructions returns what a model is told of the claim contract, as Markdown:
// the form of a reply, the types of action with their fields, formulas, and the
// rules in force by which an action is rejected, by their titles and
// descriptions. The error says which table cannot be used.
func Instructions(e *eval.Engine) (string, error) {
	v, err := readVocabulary()
	if err != nil {
		return "", err
	}
	var w words
	if err := e.Table(PromptTable, &w); err != nil {
		return "", err
	}
	var limits formula.Options
	if err := e.Table(domain.FormulaTable, &limits); err != nil {
		return "", err
	}
	t := &instructions{words: w, slots: strings.NewReplacer(
		"{types}", v.types(), "{functions}", strings.Join(limits.Functions, ", "), "{length}", strconv.Itoa(limits.Length),
		"{depth}", strconv.Itoa(limits.Depth), "{exponent}", strconv.FormatFloat(limits.Exponent, 'g', -1, 64),
	)}
	t.write(v, e.RulesInForce())
	return t.String(), nil
}

// types are the types of action as a list in a sentence.
func (v *vocabulary) types() string {
	var list []string
	for _, a := range v.actions {
		list = append(list, a.kind)
	}
	return strings.Join(list, ", ")
}

// instructions is the text while it is written.
type instructions struct {
	strings.Builder
	words words
	slots *strings.Replacer
}

func (t *instructions) write(v *vocabulary, rules []*catalog.Rule) {
	fmt.Fprintf(t, "# %s\n\n", t.words.Title)
	t.points(t.words.Opening)
	fmt.Fprintf(t, "\n## %s\n\n", t.words.Actions)
	for _, a := range v.actions {
		t.action(a)
	}
	fmt.Fprintf(t, "\n## %s\n\n", t.words.Formulas)
	t.points(t.words.Formula)
	fmt.Fprintf(t, "\n## %s\n\n%s\n\n", t.words.Rules, t.words.RulesOpening)
	for _, r := range slices.SortedStableFunc(slices.Values(rules), byOrder) {
		if r.Metadata.Severity == schema.SeverityDeny {
			t.rule(r)
		}
	}
}

// byOrder compares rules by the order of their messages.
func byOrder(a, b *catalog.Rule) int { return cmp.Compare(order(a), order(b)) }

func order(r *catalog.Rule) int64 {
	if r.Metadata.Order == nil {
		return 0
	}
	return *r.Metadata.Order
}

// points writes sentences as a list, with their slots filled.
func (t *instructions) points(list []string) {
	for _, s := range list {
		fmt.Fprintf(t, "- %s\n", t.slots.Replace(s))
	}
}

// action writes a type of action with its fields.
func (t *instructions) action(a action) {
	fmt.Fprintf(t, "- `%s`: %s\n", a.kind, a.description)
	for _, f := range a.fields {
		for _, u := range f.uses {
			if u.action != a.kind {
				continue
			}
			need := ""
			if u.required {
				need = " (" + t.words.Required + ")"
			}
			fmt.Fprintf(t, "  - `%s`%s: %s\n", f.name, need, u.description)
		}
	}
}

// rule writes a rule: what it is for, its title unless that is only its id, and
// its description.
func (t *instructions) rule(r *catalog.Rule) {
	actions := t.words.All
	if len(r.Metadata.Actions) > 0 {
		actions = strings.Join(r.Metadata.Actions, ", ")
	}
	said := oneLine(r.Description)
	if title := oneLine(r.Title); title != "" && title != r.ID {
		said = strings.TrimSpace(strings.TrimSuffix(title, ".") + ". " + said)
	}
	fmt.Fprintf(t, "- %s: %s\n", actions, said)
}

// oneLine is a text without line breaks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
