package policydocs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// Pages makes a page for every contract, effect type, rule and output contract of a
// catalog that was loaded from files, in the order of libraries and kinds.
func Pages(from *catalog.Catalog) ([]Page, error) {
	m := &maker{from: from, cases: map[string][]string{}}
	cases, problems := policytest.Cases(from, policytest.Files(from))
	if err := problems.Err(); err != nil {
		return nil, err
	}
	for _, c := range cases {
		if c.Rule != nil {
			m.cases[*c.Rule] = append(m.cases[*c.Rule], c.Name)
		}
	}
	for _, lib := range from.Libraries {
		for _, c := range lib.Contracts {
			page, err := m.contract(c)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.ID, err)
			}
			m.pages = append(m.pages, page)
		}
		for _, e := range lib.Effects {
			m.pages = append(m.pages, m.effect(lib, e))
		}
		for _, r := range lib.Rules {
			page, err := m.rule(lib, r)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.ID, err)
			}
			m.pages = append(m.pages, page)
		}
		for _, o := range lib.Outputs {
			page, err := m.output(o)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.ID, err)
			}
			m.pages = append(m.pages, page)
		}
	}
	return m.pages, nil
}

type maker struct {
	from  *catalog.Catalog
	cases map[string][]string // names of cases by the rule that they are about
	pages []Page
}

func (m *maker) contract(c *index.Contract) (Page, error) {
	page := Page{Kind: "contract", ID: c.ID, Version: c.Version, Summary: c.Text}
	now, err := render.Sentence(c.Constraint, render.SentenceOptions{Library: c.Library, Unbound: true})
	if err != nil {
		now = "It has none: " + err.Error()
	}
	page.add("What it says",
		Line{Label: "Text on the card", Words: c.Text},
		Line{Label: "Derived from the constraint", Words: now},
		Line{Label: "Written as", Value: c.ID + "(" + strings.Join(parameterNames(c), ", ") + ")"})
	page.add("Parameters", parameters(c)...)
	page.add("What it does not cover", sentences(c.Scope)...)
	effects, cells := catalog.SpokenOf(c.Constraint)
	page.add("Effects and state cells that it speaks of", values(append(effects, cells...))...)
	page.add("Asked for by", m.wantedBy(c.ID)...)
	if examples := m.from.Examples(c.ID); examples != nil {
		good, err := exampleLines(examples.Good)
		if err != nil {
			return Page{}, err
		}
		bad, err := exampleLines(examples.Bad)
		if err != nil {
			return Page{}, err
		}
		page.add("Examples", append(good, bad...)...)
	}
	return page, nil
}

func parameterNames(c *index.Contract) []string {
	var names []string
	for i := range c.Parameters {
		names = append(names, c.Parameters[i].Name)
	}
	return names
}

func parameters(c *index.Contract) []Line {
	var lines []Line
	for i := range c.Parameters {
		p := &c.Parameters[i]
		words := p.Type.String()
		if p.Description != "" {
			words += ". " + p.Description
		}
		if p.Default != nil {
			if text, err := render.Literal(p.Default); err == nil {
				words += " Where it is left out: " + text + "."
			}
		}
		lines = append(lines, Line{Label: p.Name, Words: words})
	}
	return lines
}

func sentences(texts []string) []Line {
	var lines []Line
	for _, t := range texts {
		lines = append(lines, Line{Words: t})
	}
	return lines
}

// wantedBy names the libraries whose coverage recommends or requires a contract.
func (m *maker) wantedBy(id string) []Line {
	var lines []Line
	for _, lib := range m.from.Libraries {
		if slices.Contains(lib.Required, id) {
			lines = append(lines, Line{Words: "Calls of the library " + lib.ID + " require it."})
		}
		if slices.Contains(lib.Recommended, id) {
			lines = append(lines, Line{Words: "For calls of the library " + lib.ID + " it is recommended."})
		}
	}
	return lines
}

// exampleLines are traces with their verdicts.
func exampleLines(list []catalog.Example) ([]Line, error) {
	var lines []Line
	for i := range list {
		e := &list[i]
		var b strings.Builder
		if len(e.Arguments) > 0 {
			text, err := plainJSON(e.Arguments)
			if err != nil {
				return nil, err
			}
			b.WriteString("arguments " + text + "\n")
		}
		for j := range e.Events {
			text, err := plainJSON(e.Events[j].Fields)
			if err != nil {
				return nil, err
			}
			b.WriteString(e.Events[j].Effect.ID + " " + text + "\n")
		}
		if len(e.Events) == 0 {
			b.WriteString("no event\n")
		}
		lines = append(lines, Line{Label: verdictWords(e.Verdict), Value: strings.TrimSuffix(b.String(), "\n")})
	}
	return lines, nil
}

func verdictWords(v schema.Verdict) string {
	switch v {
	case schema.VerdictHolds:
		return "Holds"
	case schema.VerdictViolated:
		return "Is violated"
	default:
		return "Is " + string(v)
	}
}

// plainJSON writes values as plain JSON. One that has no plain form, such as a
// list of values of an enumeration, is written with its types: a page shows
// every example.
func plainJSON(fields map[string]schema.Value) (string, error) {
	shown := make(map[string]any, len(fields))
	for name, v := range fields {
		plain, err := lower.PlainValues(map[string]schema.Value{name: v})
		if err != nil {
			shown[name] = v
			continue
		}
		shown[name] = plain[name]
	}
	text, err := json.Marshal(shown)
	return string(text), err
}

func (m *maker) effect(lib *index.Library, e *index.Effect) Page {
	page := Page{Kind: "effect", ID: e.ID, Version: e.Version, Summary: e.Description}
	page.add("What it says", Line{Label: "Text on the card", Words: e.Sentence}, Line{Label: "Name in traces", Value: e.Function})
	var fields []Line
	for i := range e.Fields {
		f := &e.Fields[i]
		words := f.Type.String()
		if f.Required {
			words += ", always there"
		}
		if f.Secret {
			words += ", secret: a card shows its length only"
		}
		if f.Description != "" {
			words += ". " + f.Description
		}
		fields = append(fields, Line{Label: f.Name, Words: words})
	}
	page.add("Fields", fields...)
	var preconditions []Line
	for _, p := range e.Preconditions {
		preconditions = append(preconditions, Line{Label: p.ID, Words: p.Message, Value: p.Expression})
	}
	page.add("Preconditions", preconditions...)
	page.add("Tools that perform it", tools(lib, e.ID)...)
	page.add("Contracts that speak of it", values(m.spokenOfBy(e.ID))...)
	return page
}

// values are lines that hold a value each.
func values(texts []string) []Line {
	var lines []Line
	for _, t := range texts {
		lines = append(lines, Line{Value: t})
	}
	return lines
}

// spokenOfBy are the contracts that speak of an effect type.
func (m *maker) spokenOfBy(effect string) []string {
	var list []string
	for _, lib := range m.from.Libraries {
		for _, c := range lib.Contracts {
			if effects, _ := catalog.SpokenOf(c.Constraint); slices.Contains(effects, effect) {
				list = append(list, c.ID)
			}
		}
	}
	return list
}

// tools are the mappings of a library that perform an effect.
func tools(lib *index.Library, effect string) []Line {
	var lines []Line
	for _, m := range lib.Mappings {
		if slices.ContainsFunc(m.Effects, func(e index.MappedEffect) bool { return e.Effect == effect }) {
			words := "without a namespace"
			if m.Namespace != "" {
				words = "of " + m.Namespace
			}
			lines = append(lines, Line{Label: m.Tool, Words: words})
		}
	}
	return lines
}

func (m *maker) rule(lib *index.Library, r *index.Rule) (Page, error) {
	page := Page{Kind: "rule", ID: r.ID, Version: r.Version, Summary: firstOf(r.Description, r.Title, "A rule of the package "+r.Package+" without words of its own.")}
	what := Line{Label: "Severity", Words: string(r.Metadata.Severity)}
	if r.Coverage {
		what = Line{Label: "What it does", Words: "It reports coverage and breaks nothing."}
	}
	lines := []Line{what, {Label: "For", Words: allOr(r.Metadata.Actions, "every action")}}
	lines = append(lines, folderLines(lib)...)
	if len(r.Metadata.Sets) > 0 {
		lines = append(lines, Line{Label: "In the rule sets", Words: strings.Join(r.Metadata.Sets, ", ")})
	}
	if r.Metadata.Twin != nil {
		lines = append(lines, Line{Label: "Twin", Words: *r.Metadata.Twin})
	}
	page.add("What it does", lines...)
	if r.Metadata.Why != nil {
		page.add("Why", Line{Words: *r.Metadata.Why})
	}
	page.add("Rules that name it as their twin", values(m.twinsOf(r.ID))...)
	page.add("Cases", sentences(m.cases[r.ID])...)
	text, err := m.from.Text(lib, r.File)
	if err != nil {
		return Page{}, err
	}
	page.add("Source", Line{Label: r.File, Value: source(lib, r, string(text))})
	return page, nil
}

// twinsOf are the rules that name another one as their twin.
func (m *maker) twinsOf(id string) []string {
	var list []string
	for _, lib := range m.from.Libraries {
		for _, r := range lib.Rules {
			if r.Metadata.Twin != nil && *r.Metadata.Twin == id {
				list = append(list, r.ID)
			}
		}
	}
	return list
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return strings.Join(strings.Fields(t), " ")
		}
	}
	return ""
}

func allOr(list []string, all string) string {
	if len(list) == 0 {
		return all
	}
	return strings.Join(list, ", ")
}

// folderLines say what a rule of a rule folder reads; nothing for one of ours.
func folderLines(lib *index.Library) []Line {
	if lib.Folder == nil {
		return nil
	}
	version := "v1"
	if lib.RegoV0 {
		version = "v0"
	}
	lines := []Line{
		{Label: "Written in", Words: "Rego " + version + ", in the rule folder " + lib.ID + ", which is taken as it is"},
		{Label: "Reads", Words: folderInput(lib.Folder)},
	}
	if len(lib.Folder.Tools) > 0 {
		lines = append(lines, Line{Label: "Of the tools", Words: strings.Join(lib.Folder.Tools, ", ")})
	}
	return lines
}

// folderInput says what the rules of a rule folder take for input.
func folderInput(f *index.RuleFolder) string {
	what := "the action"
	switch f.Input {
	case schema.RuleInputWhole:
		what = "everything that rules read"
	case schema.RuleInputArguments:
		what = "the arguments of a call"
	case schema.RuleInputAction:
	}
	if f.Pointer != "" {
		what = "what stands at " + f.Pointer + " of " + what
	}
	if f.Parse != "" {
		what = "the " + strings.ToUpper(string(f.Parse)) + " document" + strings.TrimPrefix(" in "+what, " in what stands")
	}
	return what
}

// source is the part of a file that a rule is: in Rego from its metadata on to
// the next one, in CEL and in a rule folder, whose rules of one name may stand
// anywhere in it, the whole file.
func source(lib *index.Library, r *index.Rule, text string) string {
	if r.Language != index.Rego || lib.Folder != nil {
		return strings.TrimSpace(text)
	}
	lines := strings.Split(text, "\n")
	start := max(0, r.Line-1)
	for start > 0 && strings.HasPrefix(lines[start-1], "#") {
		start--
	}
	end := r.Line
	for end < len(lines) && !strings.HasPrefix(lines[end], "#") {
		end++
	}
	return strings.TrimSpace(strings.Join(lines[start:end], "\n"))
}
