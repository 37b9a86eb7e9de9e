// Command schemagen writes Go types for a LinkML schema and what it imports.
//
//	schemagen -package NAME [-o DIR] FILE
//
// FILE and its imports are YAML files of one folder.
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
	if err := flags.Parse(args); err != nil || *pkg == "" || flags.NArg() != 1 {
		fmt.Fprintln(stderr, "usage: schemagen -package NAME [-o DIR] FILE")
		return 1
	}
	files, err := generate(flags.Arg(0), *pkg)
	if err == nil {
		err = write(*out, files)
	}
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintln(stderr, diag.Neutralise(strings.TrimSuffix(line, "\n")))
		}
		return 1
	}
	return 0
}

func generate(file, pkg string) ([]linkml.GoFile, error) {
	folder := os.DirFS(filepath.Dir(file))
	view, err := linkml.LoadFS(folder, filepath.Base(file))
	if err != nil {
		return nil, err
	}
	return linkml.GenerateGo(view, linkml.GoOptions{Package: pkg, Command: "schemagen"})
}

func write(folder string, files []linkml.GoFile) error {
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), f.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
