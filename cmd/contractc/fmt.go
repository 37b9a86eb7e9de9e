package main

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/format"
	"github.com/contractc/contractc/schema"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

// fmtFlags are the flags of fmt.
type fmtFlags struct {
	check, diff bool
	format      string
}

func (a *app) fmtCommand() *cobra.Command {
	f := &fmtFlags{}
	c := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Write the YAML, CEL and Rego of bundles in one form",
		Long: `Write files, and the YAML and Rego below folders, in one form; without a path
those of the bundles of --bundle. The names of what changed are printed. Comments,
the order of keys, quotes and the breaks of long lines stay; CEL in a file of a
bundle gets its spaces, Rego what OPA's formatter gives it.

What was written is read again and must mean the same. If one file cannot be
parsed, nothing is written, and the exit code is 3. With --check or --diff nothing
is written, and the exit code is 2 where a file differs. Rule folders, which hold
rules of others, are left as they are unless they are named.`,
		RunE: func(_ *cobra.Command, args []string) error { return a.fmt(args, f) },
	}
	c.Flags().BoolVar(&f.check, "check", false, "list the files that differ and write nothing")
	c.Flags().BoolVar(&f.diff, "diff", false, "show what would change and write nothing")
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) fmt(paths []string, f *fmtFlags) error {
	if len(paths) == 0 {
		paths = a.writtenBundles()
	}
	if len(paths) == 0 {
		return usagef("say what to format, such as contractc fmt my-policies")
	}
	names, err := format.Find(paths)
	if err != nil {
		return usagef("%w", err)
	}
	if len(names) == 0 {
		return usagef("there is no file of YAML or Rego in %s", strings.Join(paths, ", "))
	}
	files, problems, err := format.Read(names)
	if err != nil {
		return usagef("%w", err)
	}
	if problems.HasErrors() {
		a.report(problems, fileText(files))
		return exitWith(fmtProblems(problems))
	}
	return a.formatted(files, f)
}

// fmtProblems is 3 where a file cannot be parsed, and 1 for a fault of ours.
func fmtProblems(problems diag.List) int {
	code := exitBundle
	for _, d := range problems {
		if d.Code == format.CodeFault {
			code = exitUsage
		}
	}
	return code
}

func fileText(files []format.File) func(string) ([]byte, bool) {
	return func(name string) ([]byte, bool) {
		for i := range files {
			if files[i].Name == name {
				return files[i].Before, true
			}
		}
		return nil, false
	}
}

// formatted writes the files that differ, or says which do.
func (a *app) formatted(files []format.File, f *fmtFlags) error {
	report := &schema.FormatReport{Format: schema.FormatReportFormat}
	code, text := exitOK, &strings.Builder{}
	for i := range files {
		file := &files[i]
		report.Files = append(report.Files, schema.FormattedFile{File: file.Name, Differs: file.Differs()})
		if !file.Differs() {
			continue
		}
		if f.check || f.diff {
			code = exitNo
		} else if err := file.Write(); err != nil {
			return firstError(a.writtenSoFar(text.String(), f), usagef("%w", err))
		}
		text.WriteString(f.shown(file))
	}
	if f.format == "json" {
		return firstError(a.writeJSON(report), exitWith(code))
	}
	return firstError(a.writeText(text.String()), exitWith(code))
}

// writtenSoFar says which files were written before one could not be; a document
// would speak of all.
func (a *app) writtenSoFar(text string, f *fmtFlags) error {
	if f.format == "json" {
		return nil
	}
	return a.writeText(text)
}

// shown is what is said of a file that differs.
func (f *fmtFlags) shown(file *format.File) string {
	if !f.diff {
		return diag.Neutralise(file.Name) + "\n"
	}
	var b strings.Builder
	changes := diff.Diff(file.Name, file.Before, file.Name+" (formatted)", file.After)
	for line := range strings.Lines(string(changes)) {
		if !strings.HasPrefix(line, "diff ") {
			b.WriteString(tabbed(strings.TrimSuffix(line, "\n")) + "\n")
		}
	}
	return b.String()
}

// tabbed neutralises a line between its tabs, with which Rego is indented.
func tabbed(line string) string {
	parts := strings.Split(line, "\t")
	for i := range parts {
		parts[i] = diag.Neutralise(parts[i])
	}
	return strings.Join(parts, "\t")
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
