package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pycheck"
	"github.com/contractc/contractc/internal/pydef"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// pythonFlags are the flags of catalog check.
type pythonFlags struct {
	file    string
	module  string
	library string
	format  string
}

// maxPython bounds a Python file, in bytes.
const maxPython = 4 << 20

func (a *app) catalogCheckCommand() *cobra.Command {
	f := &pythonFlags{}
	c := &cobra.Command{
		Use:   "check --python FILE",
		Short: "Compare a trusted Python file with the contracts that name it",
		Long: `Compare the definitions of a trusted Python file with the contracts that name it:
names, parameters, defaults, annotations and docstrings. The file is read, never
imported or run. The library is the one with a module name that the path of the
file ends in, such as tools.bank.trusted.contracts for
tools/bank/trusted/contracts.py.

What a function does, and whether the words of a docstring are right, is for
people: a docstring must be the text and scope of its contract, or the docstring
that the contract's file says its text was reviewed against.

Exit codes: 2 where there are findings, or no contract names the file; 0 where
everything agrees.`,
		Args: exactArgs(0, "no argument but its flags"),
		RunE: func(*cobra.Command, []string) error { return a.catalogCheck(f) },
	}
	c.Flags().StringVar(&f.file, "python", "", "Python `FILE`")
	c.Flags().StringVar(&f.module, "module", "", "dotted `NAME` under which a library exposes the file")
	c.Flags().StringVar(&f.library, "library", "", "`NAME` of the library, where several expose the file or none")
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) catalogCheck(f *pythonFlags) error {
	if f.file == "" {
		return usagef("say which file to compare: contractc catalog check --python FILE")
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	text, err := a.readInput(f.file, maxPython)
	if err != nil {
		return err
	}
	exposed, ok, err := pycheck.Expose(from, f.file, f.module, f.library)
	switch {
	case err != nil:
		return usagef("%w", err)
	case !ok:
		return &exitError{code: exitNo, err: fmt.Errorf("no library has a module that %q is a file of; say which is meant with --module or --library", f.file)}
	}
	result, err := pythonResult(from, f.file, text, exposed)
	if err != nil {
		return err
	}
	if f.format == "json" {
		err = a.writeJSON(pythonReport(from, f.file, text, exposed, result))
	} else {
		err = a.writePython(f.file, text, exposed, result)
	}
	if err != nil {
		return err
	}
	if len(result.Findings) > 0 || len(result.Compared) == 0 {
		return exitWith(exitNo)
	}
	return nil
}

// pythonResult reads the file and compares it. What cannot be read is the only
// finding.
func pythonResult(from *catalog.Catalog, file string, text []byte, exposed pycheck.Exposed) (*pycheck.Result, error) {
	module, problems := pydef.Read(file, text)
	if module == nil {
		return &pycheck.Result{Findings: problems}, nil
	}
	view, err := from.Schema(exposed.Library)
	if err != nil {
		return nil, bundleError(err)
	}
	return pycheck.Check(&pycheck.Subject{
		File: file, Module: module, Library: exposed.Library, View: view,
		Display: func(name string) string { return from.Display(exposed.Library, name) },
	}), nil
}

func pythonReport(from *catalog.Catalog, file string, text []byte, exposed pycheck.Exposed, result *pycheck.Result) *schema.PythonReport {
	out := &schema.PythonReport{
		Format: schema.PythonReportFormat, File: file, Digest: canonical.DigestBytes(text), Module: exposed.Module,
		Library: exposed.Library.ID, Version: exposed.Library.Version, SourceDigest: exposed.Library.Digest,
		Compared: result.Compared, Findings: []schema.Diagnostic{}, NotCompared: pycheck.NotCompared(), Bundles: eval.Identities(from),
	}
	if out.Compared == nil {
		out.Compared = []schema.PythonDefinition{}
	}
	for _, d := range result.Findings {
		out.Findings = append(out.Findings, documentOf(d))
	}
	return out
}

// writePython prints the findings with the lines they are in, and what was
// compared.
func (a *app) writePython(file string, text []byte, exposed pycheck.Exposed, result *pycheck.Result) error {
	var b bytes.Buffer
	if err := diag.Write(&b, result.Findings, oneFile(file, text), maxDiagnostics); err != nil {
		return err
	}
	count := map[schema.PythonKind]int{}
	for _, d := range result.Compared {
		count[d.Kind]++
	}
	fmt.Fprintf(&b, "%s is %s of the library %s %s: %s compared, %s.\nNot compared: %s.\n", diag.Neutralise(file), diag.Neutralise(exposed.Module), exposed.Library.ID, exposed.Library.Version,
		enumerated(plural(count[schema.PythonKindContract], "contract"), plural(count[schema.PythonKindEffect], "effect"), plural(count[schema.PythonKindRecord], "class")),
		plural(len(result.Findings), "finding"), strings.Join(pycheck.NotCompared(), "; "))
	return a.writeText(b.String())
}

func enumerated(a, b, c string) string { return a + ", " + b + " and " + c }

// plural is a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
