package main

import (
	"bytes"
	"os"
	"slices"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/internal/report"
	"github.com/spf13/cobra"
)

// reportFlags say in which formats a report is written, and where.
type reportFlags struct {
	format string
	output []string
	files  []reportFile
}

// reportFile is a report that --output asks for.
type reportFile struct{ format, file string }

// reportFormats are the formats that a report can be written in.
func reportFormats() []string { return append([]string{"text", "json"}, report.Formats()...) }

func (f *reportFlags) add(c *cobra.Command) {
	formatFlag(c, &f.format, reportFormats()...)
	c.Flags().StringArrayVar(&f.output, "output", nil, "write a report beside what is printed, `FORMAT=FILE` with a format of --format; the file - is standard output (repeats)")
	writes(c, "output", writesReports)
}

// check reads the values of --output. A file that a report is going to replace is
// removed, so that one of an earlier run is not taken for this one's.
func (f *reportFlags) check() error {
	var err error
	if f.files, err = parseOutputs(f.output, reportFormats()); err != nil {
		return err
	}
	for _, o := range f.files {
		info, err := os.Lstat(o.file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := os.Remove(o.file); err != nil {
			return usagef("--output: %w", err)
		}
	}
	return nil
}

// parseOutputs reads the values of --output, FORMAT=FILE each.
func parseOutputs(values, formats []string) ([]reportFile, error) {
	var list []reportFile
	for _, v := range values {
		format, file, ok := strings.Cut(v, "=")
		switch {
		case !ok || file == "":
			return nil, usagef("--output: write FORMAT=FILE, not %q", v)
		case !slices.Contains(formats, format):
			return nil, usagef("--output: there is no format %q; it is one of %s", format, strings.Join(formats, ", "))
		case file == "-" && slices.ContainsFunc(list, func(o reportFile) bool { return o.file == "-" }):
			return nil, usagef("--output: two reports go to standard output")
		}
		list = append(list, reportFile{format, file})
	}
	return list, nil
}

// rendering is what a command found, in the forms that it is written in.
type rendering struct {
	text     func() (string, error)
	document any // printed as JSON
	report   *report.Report
	exit     int
}

// in is the text of a rendering in a format.
func (r *rendering) in(format string) ([]byte, error) {
	switch format {
	case "text":
		text, err := r.text()
		return []byte(text), err
	case "json":
		return encodeJSON(r.document, "  ")
	}
	var text bytes.Buffer
	err := report.Write(&text, format, r.report)
	return text.Bytes(), err
}

// deliver writes the files of --output, prints what was found in the format of
// --format, and ends with the exit code, the same in all of them.
func (a *app) deliver(f *reportFlags, r *rendering) error {
	base, err := os.Getwd()
	if err != nil {
		return usagef("%w", err)
	}
	r.report.Version, r.report.Exit, r.report.Base = eval.Version, r.exit, base
	for _, o := range f.files {
		text, err := r.in(o.format)
		if err == nil {
			err = a.writeReport(o.file, text)
		}
		if err != nil {
			return err
		}
	}
	text, err := r.in(f.format)
	if err != nil {
		return err
	}
	if err := a.writeText(string(text)); err != nil {
		return err
	}
	return exitWith(r.exit)
}

// writeReport writes a report to its file; - is standard output.
func (a *app) writeReport(file string, text []byte) error {
	if file == "-" {
		return a.writeText(string(text))
	}
	if err := replace.File(file, text, replace.Shared); err != nil {
		return usagef("--output: %w", err)
	}
	return nil
}
