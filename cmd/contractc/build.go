package main

import (
	"context"
	"fmt"
	"os"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/build"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/replace"
	"github.com/spf13/cobra"
)

func (a *app) buildCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "build [DIR] -o FILE",
		Short: "Build the archive of a bundle, which a stock OPA loads too",
		Long: `Build an archive of the bundle in a folder, or of the embedded one: its sources
without the tests in Rego, an index of them, the contracts lowered to Rego, and a
generated data.contractc.decision. The same sources give the same bytes on any
machine. What a bundle builds on is named with --bundle.

A bundle that does not load is refused with exit code 3; one whose lock differs, or
one of whose examples fails, with exit code 2.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("say which folder holds the bundle: contractc build DIR -o FILE")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				return usagef("say where the archive goes: contractc build DIR -o FILE")
			}
			a.bundles, a.testBundles = append(args, a.bundles...), ""
			return a.build(out)
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "", "`FILE` that the archive is written to")
	writes(c, "out", writesFile)
	return c
}

func (a *app) build(out string) error {
	from, sources, err := a.files()
	if err != nil {
		return err
	}
	bundle := from.Bundles[0]
	problems := from.CheckLock(bundle)
	suite, wrong := policytest.NewExamples(from)
	problems.Add(wrong...)
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return exitWith(exitNo)
	}
	if err := a.runExamples(suite); err != nil {
		return err
	}
	files, err := build.Archive(from, bundle, eval.Name)
	if err != nil {
		return bundleError(err)
	}
	return a.writeBundle(out, files, fmt.Sprintf("built %s %s", bundle.Name, bundle.Version), bundle)
}

// runExamples runs the examples of contracts; what fails is printed.
func (a *app) runExamples(suite *policytest.Suite) error {
	r := suite.Run(context.Background(), nil)
	if r.Failed+r.Errors == 0 {
		return nil
	}
	if err := a.writeText(testText(r, false)); err != nil {
		return err
	}
	return exitWith(exitNo)
}

// writeBundle writes an archive whole or not at all, and says what was done.
func (a *app) writeBundle(out string, files []archive.File, did string, b *index.Bundle) error {
	data, err := archive.Write(files)
	if err != nil {
		return bundleError(err)
	}
	if err := replace.File(out, data, replace.Private); err != nil {
		return usagef("%w", err)
	}
	if err := os.Chmod(out, 0o644); err != nil {
		return usagef("%w", err)
	}
	return a.writeText(fmt.Sprintf("%s: %d files, %d bytes\nbundle  %s\narchive %s\n", did, len(files), len(data), b.Digest, canonical.DigestBytes(data)))
}
