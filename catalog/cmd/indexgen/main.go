// Command indexgen checks the bundle in the present folder and writes its index, index_gen.go. It is run by go generate.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index/gosource"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
)

func main() {
	lock := flag.Bool("lock", false, "write contractc.lock first")
	flag.Parse()
	if err := run(*lock); err != nil {
		fmt.Fprintln(os.Stderr, "indexgen:", err)
		os.Exit(1)
	}
}

func run(lock bool) error {
	c, err := load()
	if err != nil {
		return err
	}
	if lock {
		if err := os.WriteFile("contractc.lock", catalog.FormatLock(catalog.Lock(c.Bundles[0])), 0o644); err != nil {
			return err
		}
		if c, err = load(); err != nil {
			return err
		}
	}
	if problems := c.CheckLock(c.Bundles[0]); len(problems) > 0 {
		return report(problems)
	}
	text, err := gosource.Write("policies", catalog.EmbeddedIndex(c))
	if err != nil {
		return err
	}
	return os.WriteFile("index_gen.go", text, 0o644)
}

func load() (*catalog.Catalog, error) {
	c, problems := eval.Load([]catalog.Source{{FS: os.DirFS("."), Origin: catalog.OriginEmbedded}})
	if c == nil {
		return nil, report(problems)
	}
	return c, nil
}

// report prints all problems and returns how many there are.
func report(problems diag.List) error {
	source := func(file string) ([]byte, bool) {
		text, err := os.ReadFile(file)
		return text, err == nil
	}
	if err := diag.Write(os.Stderr, problems, source, 0); err != nil {
		return err
	}
	return fmt.Errorf("%d problems", len(problems))
}
