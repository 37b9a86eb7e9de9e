package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval/output"
)

// maxContract is how large the file of an output contract may be, in bytes.
const maxContract = 4 << 20

// outputContract finds the contract that a command names: by its id in the
// bundles, or the file where the name has a slash or ends like one. What is wrong
// with a file is printed.
func (a *app) outputContract(name string) (*output.Contract, error) {
	from, err := a.catalog()
	if err != nil {
		return nil, err
	}
	if isFile(name) {
		return a.contractFile(from, name)
	}
	c, err := output.Load(from, name)
	var missing *output.NotFoundError
	switch {
	case errors.As(err, &missing):
		return nil, usagef("there is no output contract %q%s", name, meant(name, missing.Known, otherContracts(missing.Known)))
	case err != nil:
		return nil, &exitError{code: exitBundle, err: err}
	}
	return c, nil
}

// isFile reports whether a contract is named by its file.
func isFile(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return strings.ContainsAny(name, `/\`)
}

// otherContracts says what could be named.
func otherContracts(known []string) string {
	if len(known) == 0 {
		return "; there is none in the bundles, and a file is named with a slash or its ending"
	}
	return "; there are " + strings.Join(known, ", ") + ", and a file is named with a slash or its ending"
}

// contractFile reads a contract that stands in a file.
func (a *app) contractFile(from *catalog.Catalog, name string) (*output.Contract, error) {
	text, err := a.readInput(name, maxContract)
	if err != nil {
		return nil, err
	}
	c, problems := output.Read(from, filepath.ToSlash(name), text)
	a.report(problems, oneFile(filepath.ToSlash(name), text))
	if c == nil || problems.HasErrors() {
		return nil, exitWith(exitBundle)
	}
	return c, nil
}
