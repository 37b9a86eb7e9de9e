package main

import (
	"fmt"
	"path/filepath"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/replace"
	"github.com/spf13/cobra"
)

func (a *app) lockCommand() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "lock [DIR]",
		Short: "Write the bundle's contractc.lock, or check it with --check",
		Long: `Write contractc.lock in a bundle's folder: the version and digest of every rule,
contract, class, effect, precondition, mapping, fact, table, template and locale.

With --check nothing is written; content that differs from the lock is listed,
and the exit code is 2. Without --check the lock takes whatever is there; content
that changed under an unchanged version is named in warnings.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args)+len(a.bundles) != 1 {
				return usagef("say which folder holds the bundle: contractc lock DIR")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			a.bundles, a.testBundles = append(a.bundles, args...), ""
			return a.lock(check)
		},
	}
	c.Flags().BoolVar(&check, "check", false, "compare and write nothing")
	return c
}

func (a *app) lock(check bool) error {
	from, err := a.catalog()
	if err != nil {
		return err
	}
	sources, err := a.sources()
	if err != nil {
		return err
	}
	switch {
	case check:
	case sources[0].Archive != nil:
		return usagef("%q is an archive; lock the folder that it was built of, and build it again", a.bundles[0])
	case sources[0].Origin == catalog.OriginEmbedded:
		return usagef("the embedded bundle cannot be written; contractc new bundle DIR copies it into a folder")
	}
	bundle := from.Bundles[0]
	problems := from.CheckLock(bundle)
	if !check {
		a.report(unversioned(problems), sourceText(sources))
		return a.writeLock(bundle)
	}
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return exitWith(exitNo)
	}
	fmt.Fprintf(a.stdout, "%s %s agrees with its lock\n", bundle.Name, bundle.Version)
	return nil
}

func (a *app) writeLock(bundle *index.Bundle) error {
	lock := catalog.Lock(bundle)
	if err := replace.File(filepath.Join(a.bundles[0], "contractc.lock"), catalog.FormatLock(lock), replace.Shared); err != nil {
		return usagef("%w", err)
	}
	fmt.Fprintf(a.stdout, "locked %d entries of %s %s\n", len(lock.Entries), bundle.Name, bundle.Version)
	return nil
}

// unversioned are warnings of content that changed under an unchanged version,
// which a lock that is written again no longer shows.
func unversioned(problems diag.List) diag.List {
	var list diag.List
	for _, d := range problems {
		if d.Code == catalog.LockChanged {
			d.Severity = diag.Warning
			list.Add(d)
		}
	}
	return list
}
