package policytest

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// Case is a test case with its place.
type Case struct {
	schema.TestCase
	// Library is the name of the library that it is of.
	Library string
	// File is the file as diagnostics name it, Range where the case stands.
	File  string
	Range diag.Range

	shown  *schema.Context // shared by the cases of a file that have none of their own
	reply  []byte
	expect *doc.Node
}

// Cases returns the cases in files of tests, in their order. The list has what is
// wrong with the files: what does not fit the class Tests, a name that stands twice
// in a file, and rules and rule sets that do not exist.
func Cases(from *catalog.Catalog, files []*File) ([]*Case, diag.List) {
	r := &reader{from: from, sets: map[string]bool{}}
	for _, rule := range from.Rules {
		for _, set := range rule.Metadata.Sets {
			r.sets[set] = true
		}
	}
	for _, f := range files {
		if !f.IsMutants() && !f.is(schema.OutputTestsKind) {
			r.file(f)
		}
	}
	r.list.Sort()
	return r.cases, r.list
}

type reader struct {
	from  *catalog.Catalog
	sets  map[string]bool
	cases []*Case
	list  diag.List
}

func (r *reader) file(f *File) {
	problems := slices.Clone(f.problems)
	var tests schema.Tests
	if f.Node != nil {
		problems.Add(tests.Decode(f.Name, f.Node)...)
	}
	r.list.Add(problems...)
	if problems.HasErrors() {
		return
	}
	seen := map[string]bool{}
	for i := range tests.Cases {
		at := f.Node.Get("cases").Items[i]
		c := &Case{TestCase: tests.Cases[i], Library: f.Library, File: f.Name, Range: at.Range}
		if seen[c.Name] {
			r.list.Errorf(f.Name, at.Get("name").Range, "tests.duplicate", "the name %q stands twice", c.Name)
		}
		seen[c.Name] = true
		r.complete(c, &tests, at)
	}
}

// complete fills in the context and the reply, and checks the names of rules.
func (r *reader) complete(c *Case, tests *schema.Tests, at *doc.Node) {
	switch {
	case c.Context != nil:
		c.shown = c.Context
	case tests.Context != nil:
		c.shown = tests.Context
	default:
		c.shown = &schema.Context{}
	}
	var err error
	if text, ok := c.Reply.Value.(string); ok {
		c.reply = []byte(text)
	} else if c.reply, err = json.Marshal(c.Reply.Value); err != nil {
		r.list.Errorf(c.File, at.Get("reply").Range, "tests.reply", "the reply is not JSON: %v", err)
	}
	r.checkSets(c, at.Get("rule_sets"))
	r.checkRules(c, at.Get("rule"))
	c.expect = at.Get("expect")
	actions := c.expect.Get("actions")
	if actions == nil {
		actions = &doc.Node{}
	}
	for _, action := range actions.Items {
		r.checkRules(c, action.Get("rules"))
		r.checkRules(c, action.Get("observed"))
		r.checkRules(c, action.Get("asks"))
		r.checkRules(c, action.Get("allows"))
	}
	r.cases = append(r.cases, c)
}

func (r *reader) checkSets(c *Case, list *doc.Node) {
	for _, set := range c.RuleSets {
		if !r.sets[set] {
			r.list.Add(diag.Errorf(c.File, list.Range, "tests.rule-set", "no rule belongs to the rule set %q", set).
				WithDetail("%s", meant(set, slices.Sorted(maps.Keys(r.sets)), "rules name the sets that they belong to")))
		}
	}
}

// checkRules checks ids of rules, one or a list.
func (r *reader) checkRules(c *Case, n *doc.Node) {
	if n == nil {
		return
	}
	items := n.Items
	if n.Kind == doc.String {
		items = []*doc.Node{n}
	}
	for _, item := range items {
		if !r.known(item.Text) {
			r.list.Add(diag.Errorf(c.File, item.Range, "tests.rule", "there is no rule %q", item.Text).
				WithDetail("%s", meant(item.Text, RuleIDs(r.from), "contractc catalog lists the rules")))
		}
	}
}

// meant asks for a near name, or says something else where there is none.
func meant(name string, known []string, otherwise string) string {
	if near, ok := spelling.Nearest(name, known); ok {
		return "did you mean " + near + "?"
	}
	return otherwise
}

// engineRules begins the ids of the engine's own rules.
const engineRules = "contractc."

// known reports whether an id is that of a rule, a precondition or a rule of
// the engine.
func (r *reader) known(id string) bool {
	if r.from.Rule(id) != nil || strings.HasPrefix(id, engineRules) {
		return true
	}
	for _, effect := range r.from.Effects {
		for _, p := range effect.Preconditions {
			if p.ID == id {
				return true
			}
		}
	}
	return false
}
