package main

import (
	"os"
	"slices"
	"strings"
)

// reportFile is a report that --output asks for.
type reportFile struct{ format, file string }

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
		case slices.ContainsFunc(list, func(o reportFile) bool { return o.file == file }):
			return nil, usagef("--output: two reports go to %q", file)
		}
		list = append(list, reportFile{format, file})
	}
	return list, nil
}

// writeReport writes a report to its file; - is standard output.
func (a *app) writeReport(o reportFile, write func(*strings.Builder) error) error {
	var text strings.Builder
	if err := write(&text); err != nil {
		return err
	}
	if o.file == "-" {
		return a.writeText(text.String())
	}
	if err := os.WriteFile(o.file, []byte(text.String()), 0o644); err != nil {
		return usagef("--output: %w", err)
	}
	return nil
}
