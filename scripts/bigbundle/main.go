// Command bigbundle writes a large bundle into a folder, with its lock.
//
//	go run ./scripts/bigbundle [-contracts N] [-rego N] [-cel N] [-changed] DIR
//
// With -changed it is the second form, in which ten things changed; they are
// printed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/bigbundle"
)

func main() {
	opt := bigbundle.Thousand()
	flag.IntVar(&opt.Contracts, "contracts", opt.Contracts, "number of contracts")
	flag.IntVar(&opt.Rego, "rego", opt.Rego, "number of rules in Rego")
	flag.IntVar(&opt.CEL, "cel", opt.CEL, "number of rules in CEL")
	flag.BoolVar(&opt.Changed, "changed", false, "write the second form, in which ten things changed")
	flag.Parse()
	if err := run(flag.Args(), opt); err != nil {
		fmt.Fprintln(os.Stderr, "bigbundle:", err)
		os.Exit(1)
	}
}

func run(args []string, opt bigbundle.Options) error {
	if len(args) != 1 {
		return errors.New("name one folder")
	}
	if entries, err := os.ReadDir(args[0]); err == nil && len(entries) > 0 {
		return fmt.Errorf("the folder %q is not empty", args[0])
	}
	if err := bigbundle.Write(args[0], opt); err != nil {
		return err
	}
	if opt.Changed {
		for _, change := range bigbundle.Changes() {
			fmt.Println(change)
		}
	}
	return lock(args[0])
}

// lock writes the lock of a bundle.
func lock(dir string) error {
	from, problems := catalog.Load([]catalog.Source{{FS: os.DirFS(dir), Name: dir, Origin: catalog.OriginFolder}}, catalog.Options{})
	if problems.HasErrors() {
		return problems
	}
	return os.WriteFile(filepath.Join(dir, "contractc.lock"), catalog.FormatLock(catalog.Lock(from.Bundles[0])), 0o644)
}
