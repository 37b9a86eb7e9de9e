package main

import (
	"fmt"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of contractc and of its Unicode tables",
		Args:  exactArgs(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.stdout, versionText())
			return err
		},
	}
}

func versionText() string {
	return fmt.Sprintf("contractc %s, Unicode %s", eval.Version, unicodedata.Version)
}
