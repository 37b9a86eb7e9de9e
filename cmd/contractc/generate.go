package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pywrap"
	"github.com/contractc/contractc/internal/replace"
	"github.com/spf13/cobra"
)

func (a *app) generateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "generate",
		Short: "Write source code from the contracts of the bundles",
		Args:  noSubcommand,
		RunE: func(*cobra.Command, []string) error {
			return usagef("say what to write, such as contractc generate python")
		},
	}
	c.AddCommand(a.generatePythonCommand())
	return c
}

func (a *app) generatePythonCommand() *cobra.Command {
	var libraries []string
	var output string
	c := &cobra.Command{
		Use:   "python",
		Short: "Write a Python module with a function for each contract of a library",
		Long: `Write a Python module for each library with contracts, or for those named: a typed
function for each contract, whose docstring is the reviewed text with its scope.
It checks its arguments and returns the contract with them bound, whose
expression contractc binds to the same contract. The modules need Python 3.10 and
nothing else.

One library goes to standard output, or to the file of -o; several go to the
folder of -o, each as LIBRARY.py.`,
		Args: exactArgs(0, "no argument but its flags"),
		RunE: func(*cobra.Command, []string) error { return a.generatePython(libraries, output) },
	}
	c.Flags().StringArrayVar(&libraries, "library", nil, "`NAME` of a library, in place of all (repeats)")
	c.Flags().StringVarP(&output, "output", "o", "", "`FILE` for one library, or folder for several")
	writes(c, "output", writesFile)
	return c
}

func (a *app) generatePython(names []string, output string) error {
	from, err := a.catalog()
	if err != nil {
		return err
	}
	libraries, err := withContracts(from, names)
	if err != nil {
		return err
	}
	modules, err := a.pythonModules(from, libraries)
	if err != nil {
		return err
	}
	switch {
	case len(modules) == 1 && output == "":
		return a.writeText(modules[0])
	case output == "":
		return usagef("%d libraries have contracts: name one with --library, or a folder with -o", len(modules))
	case len(names) == 1:
		return writeFile(output, modules[0])
	}
	if err := os.MkdirAll(output, 0o755); err != nil {
		return usagef("%w", err)
	}
	for i, lib := range libraries {
		if err := writeFile(filepath.Join(output, lib.ID+".py"), modules[i]); err != nil {
			return err
		}
	}
	return nil
}

// withContracts are the libraries that have contracts, or those named.
func withContracts(from *catalog.Catalog, names []string) ([]*index.Library, error) {
	var out []*index.Library
	for _, name := range names {
		if from.Library(name) == nil {
			return nil, usagef("--library: no library has the name %q", name)
		}
	}
	for _, lib := range from.Libraries {
		if len(lib.Contracts) > 0 && (len(names) == 0 || slices.Contains(names, lib.ID)) {
			out = append(out, lib)
		}
	}
	if len(out) == 0 || len(names) > 0 && len(out) < len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		return nil, usagef("there are no contracts to write")
	}
	return out, nil
}

// pythonModules writes the modules; names that Python cannot have are printed.
func (a *app) pythonModules(from *catalog.Catalog, libraries []*index.Library) ([]string, error) {
	var modules []string
	var problems diag.List
	for _, lib := range libraries {
		view, err := from.Schema(lib)
		if err != nil {
			return nil, bundleError(err)
		}
		text, wrong := pywrap.Module(lib, view, func(file string) string { return from.Display(lib, file) })
		problems.Add(wrong...)
		modules = append(modules, text)
	}
	return modules, a.refuseBundle(problems)
}

func writeFile(name, text string) error {
	if err := replace.File(name, []byte(text), replace.Shared); err != nil {
		return usagef("%w", err)
	}
	return nil
}
