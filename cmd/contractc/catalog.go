package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) catalogCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "catalog [ID]",
		Short: "List what the bundle holds with versions and digests, or show one element",
		Long: `List everything in the bundle that has a version and a digest of its own:
classes, contracts, effects, facts, locales, mappings, preconditions, rules,
tables and templates. With an ID, show what is known of every element of that id.`,
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
	return c
}

// listing is the JSON form of a catalog.
type listing struct {
	Format  string                  `json:"format"`
	Bundles []schema.BundleIdentity `json:"bundles"`
	Entries []schema.LockEntry      `json:"entries"`
}

func (a *app) catalogList(from *catalog.Catalog, format string) error {
	out := listing{Format: "contractc/catalog/v1"}
	for _, b := range from.Bundles {
		out.Bundles = append(out.Bundles, schema.BundleIdentity{
			Name: b.Name, Version: b.Version, Digest: b.Digest, Origin: b.Origin, Verified: b.Verified, Locked: b.Locked,
		})
		out.Entries = append(out.Entries, catalog.Lock(b).Entries...)
	}
	if format == "json" {
		return a.writeJSON(out)
	}
	var b strings.Builder
	for _, id := range out.Bundles {
		fmt.Fprintf(&b, "bundle %s %s %s\n", id.Name, id.Version, id.Digest)
	}
	for _, e := range out.Entries {
		fmt.Fprintf(&b, "%-12s %-44s %-8s %s\n", e.Kind, e.Id, e.Version, e.Digest)
	}
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

// catalogEntry shows every element that has an id.
func (a *app) catalogEntry(from *catalog.Catalog, id, format string) error {
	var found []schema.LockEntry
	for _, b := range from.Bundles {
		for _, e := range catalog.Lock(b).Entries {
			if e.Id == id {
				found = append(found, e)
			}
		}
	}
	if len(found) == 0 {
		return &exitError{code: exitNo, err: fmt.Errorf("no element of the catalog has the id %q; contractc catalog lists them", id)}
	}
	if format == "json" {
		return a.writeJSON(listing{Format: "contractc/catalog/v1", Bundles: []schema.BundleIdentity{}, Entries: found})
	}
	var b strings.Builder
	for _, e := range found {
		fmt.Fprintf(&b, "%s %s %s\n  %s\n", e.Kind, e.Id, e.Version, e.Digest)
		describe(&b, from, &e)
	}
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

// describe writes what the bundle says of an element.
func describe(b *strings.Builder, from *catalog.Catalog, e *schema.LockEntry) {
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(b, "  %s: %s\n", label, text)
		}
	}
	switch e.Kind {
	case "contract":
		c := from.Contract(e.Id)
		line("text", c.Text)
		line("derived", c.Derived)
		for _, p := range c.Parameters {
			line("parameter "+p.Name, p.Type.String())
		}
		for _, s := range c.Scope {
			line("scope", s)
		}
	case "effect":
		effect := from.Effect(e.Id)
		line("sentence", effect.Sentence)
		for _, f := range effect.Fields {
			line("field "+f.Name, f.Type.String())
		}
		for _, p := range effect.Preconditions {
			line("precondition "+p.Name, p.Message)
		}
	case "rule":
		r := from.Rule(e.Id)
		line("title", r.Title)
		line("description", r.Description)
		line("language", string(r.Language))
		if r.Metadata.Severity != "" {
			line("severity", string(r.Metadata.Severity))
		}
		line("actions", strings.Join(r.Metadata.Actions, ", "))
		line("sets", strings.Join(slices.Sorted(slices.Values(r.Metadata.Sets)), ", "))
		if r.Metadata.Why != nil {
			line("why", *r.Metadata.Why)
		}
		line("file", r.File)
	}
}
