package catalog

import (
	"maps"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/regorules"
)

// ModuleText is a Rego module that is no test and can be changed.
type ModuleText struct {
	Library string
	File    string // relative to the bundle's root
	Shown   string // as diagnostics name it
	Text    string

	load *libraryLoad
}

// Modules are the Rego modules that are no tests, in the order of libraries and files.
func (e *Editor) Modules() []ModuleText {
	var list []ModuleText
	e.loader.eachLibrary(func(lib *libraryLoad) {
		for _, m := range lib.lib.Rego {
			if f := lib.in.file(m.File); f != nil {
				list = append(list, ModuleText{lib.lib.ID, m.File, lib.display(m.File), string(f.text), lib})
			}
		}
	})
	return list
}

// WithModule is the catalog with another text of a Rego module, which is read and not compiled: what does not compile is an error of the evaluation.
func (e *Editor) WithModule(m *ModuleText, text string) (*Catalog, diag.List) {
	described, problems := regorules.Describe(regorules.Source{Path: m.Shown, Library: m.Library, Text: text})
	if problems.HasErrors() {
		return nil, problems
	}
	described.Path = m.File
	own := e.fresh(m.load)
	own.lib.Rego = slices.Clone(own.lib.Rego)
	for i, old := range own.lib.Rego {
		if old.File == m.File {
			own.lib.Rego[i] = &index.Module{Element: old.Element, Description: described}
		}
	}
	own.lib.Rules = describedRules(own.lib.Rules, &described)
	c := e.variant(m.load, own)
	c.texts = slices.Clone(c.texts)
	i := c.owners[own.lib]
	c.texts[i] = maps.Clone(c.texts[i])
	c.texts[i][m.File] = []byte(text)
	return c, problems
}

// describedRules are the rules of a library, those of a module as it is described now.
func describedRules(before []*index.Rule, of *regorules.Description) []*index.Rule {
	list := slices.Clone(before)
	for _, r := range of.Rules {
		i := slices.IndexFunc(list, func(old *index.Rule) bool { return old.ID == r.Metadata.Id && old.File == of.Path })
		if i >= 0 {
			changed := *list[i]
			changed.Metadata, changed.Title, changed.Description = r.Metadata, r.Title, r.Description
			list[i] = &changed
		}
	}
	return list
}
