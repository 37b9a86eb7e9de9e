package main

import (
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/spf13/cobra"
)

func (a *app) digestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "digest [PATH...]",
		Short: "Print the digest of a bundle: the same for a folder, its archive and an embedded copy",
		Long: `Print the digest of a bundle, as cards name it and --pin takes it. It is over the
source files: the SHA-256 of a line "<64 hex digits>  <path>" for each, sorted by
path. Tests, what is generated and signatures are not part of it.

The bundle is not checked for more than its files.`,
		RunE: func(_ *cobra.Command, args []string) error {
			a.trust.reading, a.testBundles = true, ""
			return a.digest(append(args, a.bundles...))
		},
	}
}

func (a *app) digest(names []string) error {
	if len(names) == 0 {
		c, err := a.catalog()
		if err != nil {
			return err
		}
		return a.writeText(c.Bundles[0].Digest + "\n")
	}
	for _, name := range names {
		src, err := openBundle(name)
		if err != nil {
			return err
		}
		if _, err := a.verify(&src); err != nil {
			return err
		}
		digest, problems := catalog.Digest(src)
		a.report(problems, nil)
		if problems.HasErrors() {
			return exitWith(exitBundle)
		}
		line := digest + "\n"
		if len(names) > 1 {
			line = fmt.Sprintf("%s  %s\n", digest, src.Name)
		}
		if err := a.writeText(line); err != nil {
			return err
		}
	}
	return nil
}
