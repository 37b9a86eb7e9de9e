package main

import (
	"os"
	"path"
	"path/filepath"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/editor"
	"github.com/spf13/cobra"
)

func (a *app) schemaEditorCommand() *cobra.Command {
	var mark bool
	c := &cobra.Command{
		Use:   "editor DIR",
		Short: "Write the JSON Schemas of a bundle's files, for editors",
		Long: `Write the JSON Schemas of all kinds of YAML files into the folder .contractc/schema
of a bundle, which is no part of it: nothing there is read or digested. contractc
new does the same.

With --mark, every YAML file of the bundle that has none gets a first line that
names its schema, by which editors complete and check it.`,
		Args: exactArgs(1, "the folder of a bundle"),
		RunE: func(_ *cobra.Command, args []string) error { return a.schemaEditor(args[0], mark) },
	}
	c.Flags().BoolVar(&mark, "mark", false, "name the schema in the first line of every file")
	return c
}

func (a *app) schemaEditor(dir string, mark bool) error {
	if _, err := os.Stat(filepath.Join(dir, "contractc.yaml")); err != nil {
		return usagef("%q is no bundle: there is no contractc.yaml in it", dir)
	}
	changed, err := editor.Write(dir)
	if err == nil && mark {
		var marked []string
		marked, err = editor.Mark(dir)
		changed = append(changed, marked...)
	}
	if err != nil {
		return usagef("%w", err)
	}
	for _, file := range changed {
		if err := a.writeText("wrote " + diag.Neutralise(path.Join(dir, file)) + "\n"); err != nil {
			return err
		}
	}
	return nil
}
