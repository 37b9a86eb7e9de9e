package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/docs"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/policydocs"
	"github.com/spf13/cobra"
)

func (a *app) docsCommand() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "docs OUT",
		Short: "Write a page about every contract, effect and rule of the bundle",
		Long: `Write pages into the folder OUT: a page of Markdown for every contract, effect,
rule and output contract, index.md that lists them, and all of it as the one document index.html.
A file that is there and is no page is not overwritten, nor is a link followed.

With --check nothing is written, and the exit code is 2 where the folder holds
something else than the pages.`,
		Args: exactArgs(1, "the folder to write"),
		RunE: func(_ *cobra.Command, args []string) error { return a.docs(args[0], check) },
	}
	c.Flags().BoolVar(&check, "check", false, "compare and write nothing")
	return c
}

func (a *app) docs(out string, check bool) error {
	if out == "" {
		return usagef("say which folder to write: contractc docs OUT")
	}
	pages, _, err := a.pages()
	if err != nil {
		return err
	}
	files, err := policydocs.Files(pages)
	if err != nil {
		return err
	}
	if check {
		stale, err := policydocs.StaleFiles(out, files)
		if err != nil {
			return usagef("%w", err)
		}
		for _, f := range stale {
			if f.Extra {
				a.note("docs.stale", "%s is no page of the bundle; take it away", filepath.Join(out, f.Name))
			} else {
				a.note("docs.stale", "%s is not what the bundle says; run contractc docs %s", filepath.Join(out, f.Name), out)
			}
		}
		if len(stale) > 0 {
			return exitWith(exitNo)
		}
		return nil
	}
	if err := policydocs.Write(out, files); err != nil {
		return usagef("%w", err)
	}
	return a.writeText("wrote the pages below " + diag.Neutralise(out) + "\n")
}

// pages makes the pages; what is wrong with the bundle is reported.
func (a *app) pages() ([]policydocs.Page, *catalog.Catalog, error) {
	from, sources, err := a.files()
	if err != nil {
		return nil, nil, err
	}
	pages, err := policydocs.Pages(from)
	var problems diag.List
	if errors.As(err, &problems) {
		a.report(problems, sourceText(sources))
		return nil, nil, exitWith(exitBundle)
	}
	return pages, from, err
}

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain ID",
		Short: "Show a rule, contract, effect or lint rule with its text, examples and where it is used",
		Long: `Show a rule, contract, effect or output contract of the bundles, by its id: its
text, version, parameters, examples, cases, source, and what it is used by. Of a
mapping, precondition, fact, table, class or locale it shows what the catalog says,
and which of the others name it. The id of a rule of the lint, such as
prefix-without-slash, shows its page.`,
		Args: exactArgs(1, "the id of an element of the bundle, or of a rule of the lint"),
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args[0]) },
	}
}

func (a *app) explain(id string) error {
	if page, err := docs.Lint.ReadFile("lint/" + id + ".md"); err == nil {
		return a.writeText(string(page))
	}
	pages, from, err := a.pages()
	if err != nil {
		return err
	}
	known := lintIDs()
	found := false
	for i := range pages {
		known = append(known, pages[i].ID)
		if pages[i].ID != id {
			continue
		}
		found = true
		if err := a.writeText(pages[i].Text()); err != nil {
			return err
		}
	}
	if found {
		return nil
	}
	return a.explainPart(id, from, pages, known)
}

// explainPart shows an element without a page of its own: what the catalog says of
// it, and the pages that name it.
func (a *app) explainPart(id string, from *catalog.Catalog, pages []policydocs.Page, known []string) error {
	entries := from.Find(id).Entries
	if len(entries) == 0 {
		for _, e := range from.Listing().Entries {
			known = append(known, e.Id)
		}
		return usagef("nothing has the id %q: no element of the bundle, no rule of the lint%s", id, meant(id, known, "; contractc catalog lists them"))
	}
	var b strings.Builder
	for i := range entries {
		describe(&b, &entries[i])
		for _, p := range policydocs.Naming(pages, entries[i].Kind, id) {
			fmt.Fprintf(&b, "  named by: %s %s\n", p.Kind, p.ID)
		}
	}
	return a.writeText(b.String())
}

// lintIDs are the ids of the lint's rules.
func lintIDs() []string {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}
