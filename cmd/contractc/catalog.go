package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) catalogCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "catalog [ID]",
		Short: "List what the bundle holds with versions and digests, or show one element",
		Long: `List everything in the bundle that has a version and a digest of its own:
classes, contracts, effects, facts, locales, mappings, output contracts,
preconditions, rules, tables and templates. With an ID, show what is known of every element of that id.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("contractc catalog takes one id at most; see contractc catalog --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			from, err := a.catalog()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return a.catalogEntry(from, args[0], format)
			}
			return a.catalogList(from, format)
		},
	}
	formatFlag(c, &format, "text", "json")
	c.AddCommand(a.catalogCheckCommand())
	return c
}

func (a *app) catalogList(from *catalog.Catalog, format string) error {
	list := from.Listing()
	if format == "json" {
		return a.writeJSON(list)
	}
	var b strings.Builder
	for _, id := range list.Bundles {
		fmt.Fprintf(&b, "%-12s %-44s %-8s %s %s\n", "bundle", id.Name, id.Version, id.Digest, id.Origin)
	}
	for _, e := range list.Entries {
		fmt.Fprintf(&b, "%-12s %-44s %-8s %s\n", e.Kind, diag.Neutralise(e.Id), e.Version, e.Digest)
	}
	return a.writeText(b.String())
}

// catalogEntry shows every element that has an id.
func (a *app) catalogEntry(from *catalog.Catalog, id, format string) error {
	found := from.Find(id)
	if len(found.Entries) == 0 {
		return &exitError{code: exitNo, err: noEntry(from, id)}
	}
	if format == "json" {
		return a.writeJSON(found)
	}
	var b strings.Builder
	for i := range found.Entries {
		describe(&b, &found.Entries[i])
	}
	return a.writeText(b.String())
}

// noEntry says that no element has an id, and which was probably meant.
func noEntry(from *catalog.Catalog, id string) error {
	var known []string
	for _, e := range from.Listing().Entries {
		known = append(known, e.Id)
	}
	return fmt.Errorf("no element of the catalog has the id %q%s", id, meant(id, known, "; contractc catalog lists them"))
}

// describe writes what the bundle says of an element.
func describe(b *strings.Builder, e *schema.CatalogEntry) {
	fmt.Fprintf(b, "%s %s %s\n  %s\n", e.Kind, diag.Neutralise(e.Id), e.Version, e.Digest)
	line := func(label, text string) {
		for part := range strings.SplitSeq(text, "\n") {
			if part != "" {
				fmt.Fprintf(b, "  %s: %s\n", label, diag.Neutralise(part))
			}
		}
	}
	optional := func(label string, text *string) {
		if text != nil {
			line(label, *text)
		}
	}
	optional("title", e.Title)
	optional("description", e.Description)
	optional("text", e.Text)
	optional("derived", e.Derived)
	optional("sentence", e.Sentence)
	optional("function", e.Function)
	slots(line, "parameter", e.Parameters)
	slots(line, "field", e.Fields)
	for _, s := range e.Scope {
		line("scope", s)
	}
	optional("message", e.Message)
	optional("expression", e.Expression)
	describeRule(line, e)
	optional("tool", e.Tool)
	line("effects", strings.Join(e.Effects, ", "))
	optional("class", e.Class)
	line("headings", strings.Join(e.Headings, ", "))
	line("ladder", strings.Join(e.Ladder, ", "))
	optional("dated", e.Dated)
	if e.File != nil && e.Line != nil {
		line("file", fmt.Sprintf("%s:%d", *e.File, *e.Line))
	}
}

func describeRule(line func(label, text string), e *schema.CatalogEntry) {
	if e.Language != nil {
		line("language", string(*e.Language))
	}
	if e.Severity != nil {
		line("severity", string(*e.Severity))
	}
	if e.Stage != nil {
		line("stage", string(*e.Stage))
	}
	line("actions", strings.Join(e.Actions, ", "))
	line("sets", strings.Join(e.Sets, ", "))
	if e.Why != nil {
		line("why", *e.Why)
	}
}

// slots writes the parameters or fields of an element.
func slots(line func(label, text string), label string, list []schema.CatalogSlot) {
	for _, s := range list {
		text := s.Type
		if s.Default != nil {
			if literal, err := render.Literal(s.Default); err == nil {
				text += ", " + literal + " by default"
			}
		}
		if s.Secret != nil && *s.Secret {
			text += ", secret"
		}
		if s.Description != nil {
			text += ": " + *s.Description
		}
		line(label+" "+s.Name, text)
	}
}
