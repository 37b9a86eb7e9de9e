package catalog

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// readRego has all Rego modules checked together and lists their rules. It runs when the facts of all libraries are known.
func (l *loader) readRego() {
	check := l.opt.CheckRego
	if check == nil {
		check = l.core.checkRego
	}
	var sources []regorules.Source
	owners := map[string]*libraryLoad{}
	names := map[string]string{} // bundle-relative path by display name
	l.eachLibrary(func(lib *libraryLoad) {
		if lib.lib.Folder != nil {
			return
		}
		for _, f := range lib.in.files {
			if f.library != lib.lib.ID || !strings.HasSuffix(f.path, ".rego") {
				continue
			}
			shown := lib.display(f.path)
			owners[shown], names[shown] = lib, f.path
			sources = append(sources, regorules.Source{Path: shown, Library: lib.lib.ID, Text: string(f.text), V0: lib.lib.RegoV0})
		}
	})
	if len(sources) == 0 {
		return
	}
	descriptions, problems := check(sources, l.factActions())
	l.diags.Add(problems...)
	if l.regoFailed = problems.HasErrors(); l.regoFailed {
		return
	}
	for _, d := range descriptions {
		lib, shown := owners[d.Path], d.Path
		d.Path = names[shown]
		lib.addModule(d)
	}
}

// checkRego checks modules against the class Input of the core vocabulary.
func (c *core) checkRego(modules []regorules.Source, facts map[string][]string) ([]regorules.Description, diag.List) {
	input, err := c.inputType()
	if err != nil {
		return nil, diag.List{diag.Errorf("", diag.Range{}, "bundle.core", "the type of input cannot be read: %v", err)}
	}
	return regorules.Check(modules, regorules.CheckOptions{Input: input, Facts: facts})
}

func (c *core) newInputType() (*regorules.InputType, error) {
	if c.err != nil {
		return nil, c.err
	}
	closed, err := c.view.JSONSchema("Input", linkml.JSONSchemaOptions{Written: true})
	if err != nil {
		return nil, err
	}
	return regorules.NewInputType(closed)
}

func (l *loader) factActions() map[string][]string {
	facts := map[string][]string{}
	l.eachLibrary(func(lib *libraryLoad) {
		for _, f := range lib.lib.Facts {
			facts[f.ID] = f.Actions
		}
	})
	return facts
}

func (l *libraryLoad) addModule(d regorules.Description) {
	f := l.in.file(d.Path)
	m := &index.Module{Element: index.Element{ID: d.Path, Version: l.lib.Version, File: d.Path, Digest: canonical.DigestBytes(f.text)}, Description: d}
	l.lib.Rego = append(l.lib.Rego, m)
	texts, rest := l.moduleTexts().rules[d.Path], l.moduleTexts().rest
	for i := range d.Rules {
		r := &d.Rules[i]
		at := diag.Range{Start: r.Position}
		rule := &index.Rule{
			Element: element(r.Metadata.Id, r.Metadata.Version, d.Path, at), Library: l.lib.ID, Language: index.Rego, Metadata: r.Metadata,
			Title: r.Title, Description: r.Description, Package: d.Package,
		}
		l.checkRegoActions(rule)
		l.digest(&rule.Element, "rule", map[string]any{
			"language": "rego", "metadata": r.Metadata, "title": r.Title, "description": r.Description, "package": d.Package,
			"text": texts[r.Position.Line], "rest": rest,
		})
		l.lib.Rules = append(l.lib.Rules, rule)
	}
	for i := range d.Coverage {
		r := &d.Coverage[i]
		rule := &index.Rule{
			Element: element(r.ID, r.Version, d.Path, diag.Range{Start: r.Position}), Library: l.lib.ID, Language: index.Rego,
			Metadata: schema.RuleMetadata{Id: r.ID, Version: r.Version, Severity: schema.SeverityObserve, Actions: r.Actions},
			Title:    r.Title, Coverage: true, Package: d.Package,
		}
		l.digest(&rule.Element, "rule", map[string]any{
			"language": "rego", "id": r.ID, "version": r.Version, "title": r.Title, "actions": nonNil(r.Actions), "package": d.Package,
			"text": texts[r.Position.Line], "rest": rest,
		})
		l.lib.Rules = append(l.lib.Rules, rule)
	}
}

func (l *libraryLoad) checkRegoActions(r *index.Rule) {
	known := l.core.actionTypes()
	for _, action := range r.Metadata.Actions {
		if !slices.Contains(known, action) {
			l.report(r.File, l.in.placeOf(r.Element), "rule.action", choice(action, known, "types of action are"), "%s is no type of action", quote(action))
		}
	}
}

// moduleTexts are the texts of the rules of a library that have an id of their own, by file and line of their heads, and the digest of what those
// rules may rest on: everything else in the library's modules, comments left out.
type moduleTexts struct {
	rules map[string]map[int]string
	rest  string
}

func (l *libraryLoad) moduleTexts() *moduleTexts {
	if l.texts != nil {
		return l.texts
	}
	l.texts = &moduleTexts{rules: map[string]map[int]string{}}
	var shared strings.Builder
	for _, f := range l.in.files {
		if f.library == l.lib.ID && f.kind == regoFile {
			rules, rest := splitModule(f, l.lib.RegoV0)
			l.texts.rules[f.path] = rules
			shared.WriteString(f.path + "\n" + rest + "\n")
		}
	}
	l.texts.rest = canonical.DigestBytes([]byte(shared.String()))
	return l.texts
}

// splitModule cuts the rules that have an id of their own out of a module.
func splitModule(f *sourceFile, v0 bool) (texts map[int]string, rest string) {
	texts = map[int]string{}
	m, err := ast.ParseModuleWithOpts(f.path, string(f.text), ast.ParserOptions{RegoVersion: regorules.VersionOf(v0)})
	if err != nil || m == nil {
		return texts, string(f.text)
	}
	var b strings.Builder
	b.WriteString(m.Package.String() + "\n")
	for _, i := range m.Imports {
		b.WriteString(i.String() + "\n")
	}
	for _, r := range m.Rules {
		text := string(r.Location.Text)
		switch name := r.Head.Ref()[0].Value.String(); name {
		case `"violation"`, "violation", `"coverage"`, "coverage":
			texts[r.Head.Location.Row] = text
		default:
			b.WriteString(text + "\n")
		}
	}
	return texts, b.String()
}
