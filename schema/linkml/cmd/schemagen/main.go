// Command schemagen writes Go types for a LinkML schema and what it imports, and JSON Schemas of its documents.
//
//	schemagen -package NAME [-o DIR] [-json DIR] FILE
//
// FILE and its imports are YAML files of one folder. A document is a class with the annotation document: its value is
// written for what programs print, and read for files that people write, of which every form that we read is accepted.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema/linkml"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("schemagen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	pkg := flags.String("package", "", "name of the Go package")
	out := flags.String("o", ".", "folder to write to")
	documents := flags.String("json", "", "folder for JSON Schemas of documents, which is made if it is missing; none without it")
	if err := flags.Parse(args); err != nil || *pkg == "" || flags.NArg() != 1 {
		fmt.Fprintln(stderr, "usage: schemagen -package NAME [-o DIR] [-json DIR] FILE")
		return 1
	}
	err := generate(flags.Arg(0), *pkg, *out, *documents)
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintln(stderr, diag.Neutralise(strings.TrimSuffix(line, "\n")))
		}
		return 1
	}
	return 0
}

func generate(file, pkg, out, documents string) error {
	folder := os.DirFS(filepath.Dir(file))
	view, err := linkml.LoadFS(folder, filepath.Base(file))
	if err != nil {
		return err
	}
	files, err := linkml.GenerateGo(view, linkml.GoOptions{Package: pkg, Command: "schemagen"})
	if err != nil {
		return err
	}
	if err := write(out, files); err != nil || documents == "" {
		return err
	}
	return writeDocuments(view, documents)
}

func write(folder string, files []linkml.GoFile) error {
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), f.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeDocuments writes a JSON Schema for every document and removes those of documents that are none any more.
func writeDocuments(view *linkml.View, folder string) error {
	files, err := view.DocumentSchemas()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(folder, "*"+linkml.DocumentSuffix))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), f.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
