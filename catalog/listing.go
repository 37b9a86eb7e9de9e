package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// Listing returns the bundles and all of their elements with what is said of each: those of a bundle by kind and id, as in its lock.
func (c *Catalog) Listing() *schema.CatalogListing {
	list := &schema.CatalogListing{Format: schema.CatalogListingFormat, Bundles: []schema.BundleIdentity{}, Entries: []schema.CatalogEntry{}}
	for _, b := range c.Bundles {
		list.Bundles = append(list.Bundles, schema.BundleIdentity{
			Name: b.Name, Version: b.Version, Digest: b.Digest, Origin: b.Origin, Verified: b.Verified, Locked: b.Locked,
		})
		l := lister{bundle: b.Name}
		for _, lib := range b.Libraries {
			l.list(lib)
		}
		slices.SortStableFunc(l.entries, func(a, b schema.CatalogEntry) int {
			return compareEntries(schema.LockEntry{Kind: a.Kind, Id: a.Id}, schema.LockEntry{Kind: b.Kind, Id: b.Id})
		})
		list.Entries = append(list.Entries, l.entries...)
	}
	return list
}

// Find returns the part of the listing with an id, of which each kind may have one element.
func (c *Catalog) Find(id string) *schema.CatalogListing {
	list := c.Listing()
	list.Entries = slices.DeleteFunc(list.Entries, func(e schema.CatalogEntry) bool { return e.Id != id })
	list.Bundles = slices.DeleteFunc(list.Bundles, func(b schema.BundleIdentity) bool {
		return !slices.ContainsFunc(list.Entries, func(e schema.CatalogEntry) bool { return e.Bundle == b.Name })
	})
	return list
}

// lister lists the elements of one bundle.
type lister struct {
	bundle, library string
	entries         []schema.CatalogEntry
}

// add adds an element. What is returned may be filled in before the next one is added.
func (l *lister) add(kind string, e *index.Element, digest string) *schema.CatalogEntry {
	entry := schema.CatalogEntry{
		Kind: kind, Id: e.ID, Version: e.Version, Digest: digest, Bundle: l.bundle, Library: ifGiven(l.library), File: ifGiven(e.File),
	}
	if line := int64(e.Line); line > 0 {
		entry.Line = &line
	}
	l.entries = append(l.entries, entry)
	return &l.entries[len(l.entries)-1]
}

// ifGiven is a text that is left out where it is empty.
func ifGiven(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (l *lister) list(lib *index.Library) {
	l.library = lib.ID
	for _, e := range lib.Classes {
		l.add("class", &e.Element, e.Digest).Description = ifGiven(e.Description)
	}
	for _, e := range lib.Effects {
		l.effect(e)
	}
	for _, e := range lib.Cells {
		l.add("cell", &e.Element, e.Digest)
	}
	for _, e := range lib.Mappings {
		l.mapping(e)
	}
	for _, e := range lib.Contracts {
		l.contract(e)
	}
	for _, e := range lib.Rules {
		l.rule(e)
	}
	for _, e := range lib.Facts {
		entry := l.add("fact", &e.Element, e.Digest)
		entry.Expression, entry.Actions, entry.Sets = ifGiven(e.Expression), e.Actions, e.Sets
	}
	for _, e := range lib.Tables {
		l.add("table", &e.Element, e.Digest).Dated = ifGiven(e.Dated)
	}
	for _, e := range lib.Locales {
		l.add("locale", &e.Element, e.Digest)
	}
	for _, e := range lib.Outputs {
		entry := l.add("output", &e.Element, e.Digest)
		entry.Title, entry.Text, entry.Class, entry.Headings, entry.Ladder = ifGiven(e.Title), ifGiven(e.Text), ifGiven(e.Class), e.Headings, e.Ladder
	}
}

func (l *lister) effect(e *index.Effect) {
	entry := l.add("effect", &e.Element, e.Digest)
	entry.Description, entry.Function, entry.Sentence = ifGiven(e.Description), ifGiven(e.Function), ifGiven(e.Sentence)
	for i := range e.Fields {
		f := &e.Fields[i]
		slot := schema.CatalogSlot{Name: f.Name, Type: f.Type.String(), Description: ifGiven(f.Description)}
		if f.Secret {
			slot.Secret = &f.Secret
		}
		entry.Fields = append(entry.Fields, slot)
	}
	l.add("template", &e.Element, e.SentenceDigest).Sentence = ifGiven(e.Sentence)
	for _, p := range e.Preconditions {
		entry := l.add("precondition", &p.Element, p.Digest)
		entry.Expression, entry.Message = ifGiven(p.Expression), ifGiven(p.Message)
	}
}

func (l *lister) contract(e *index.Contract) {
	entry := l.add("contract", &e.Element, e.Digest)
	entry.Text, entry.Derived, entry.Scope = ifGiven(e.Text), ifGiven(e.Derived), e.Scope
	for i := range e.Parameters {
		p := &e.Parameters[i]
		entry.Parameters = append(entry.Parameters, schema.CatalogSlot{
			Name: p.Name, Type: p.Type.String(), Description: ifGiven(p.Description), Default: p.Default,
		})
	}
	l.add("template", &e.Element, e.TextDigest).Text = ifGiven(e.Text)
}

func (l *lister) mapping(e *index.Mapping) {
	entry := l.add("mapping", &e.Element, e.Digest)
	tool := e.Tool
	if e.Namespace != "" {
		tool = strings.Join([]string{e.Namespace, e.Tool}, "/")
	}
	entry.Tool = &tool
	for _, effect := range e.Effects {
		entry.Effects = append(entry.Effects, effect.Effect)
	}
}

func (l *lister) rule(e *index.Rule) {
	entry := l.add("rule", &e.Element, e.Digest)
	language := schema.RuleLanguage(e.Language)
	entry.Title, entry.Description, entry.Language = ifGiven(e.Title), ifGiven(e.Description), &language
	entry.Actions, entry.Sets, entry.Stage, entry.Why = e.Metadata.Actions, e.Metadata.Sets, e.Metadata.Stage, e.Metadata.Why
	if !e.Coverage {
		severity := e.Metadata.Severity
		entry.Severity = &severity
	}
}
