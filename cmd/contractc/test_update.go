package main

import (
	"context"
	"fmt"
	"os"
	"regexp"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/replace"
)

// update writes into the files of cases what is decided now, and prints what it
// changes. A case that errs is left as it is.
func (a *app) update(ctx context.Context, match *regexp.Regexp) error {
	switch {
	case len(a.writtenBundles()) == 0:
		return usagef("--update: name the folder of a bundle; the embedded one cannot be written")
	case os.Getenv("CI") != "":
		return usagef("--update: what tests expect is for a person to review, and CI is set")
	}
	from, sources, err := a.files()
	if err != nil {
		return err
	}
	cases, problems := policytest.Cases(from, policytest.Files(from))
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return exitWith(exitBundle)
	}
	runner, err := policytest.NewRunner(from, defaultLocale)
	if err != nil {
		return err
	}
	changes, files := map[string][]policytest.Update{}, []string{}
	for _, c := range policytest.Matching(cases, match) {
		updates, err := runner.Updates(ctx, c)
		if err != nil || len(updates) == 0 {
			continue // the run that follows says why it errs
		}
		if changes[c.File] == nil {
			files = append(files, c.File)
		}
		changes[c.File] = append(changes[c.File], updates...)
	}
	for _, file := range files {
		if err := a.write(file, changes[file]); err != nil {
			return err
		}
	}
	return nil
}

// write changes one file and prints what was changed.
func (a *app) write(file string, updates []policytest.Update) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return usagef("--update: %w", err)
	}
	updated, err := policytest.Apply(text, updates)
	if err == nil {
		err = replace.Unchanged(file, text, updated)
	}
	if err != nil {
		return usagef("--update: %s: %w", file, err)
	}
	for _, u := range updates {
		fmt.Fprintf(a.stderr, "%s:%d:%d: %s: %s -> %s\n", diag.Neutralise(u.File), u.At.Line, u.At.Column, u.What, diag.Neutralise(u.Before), diag.Neutralise(u.After))
	}
	return nil
}
