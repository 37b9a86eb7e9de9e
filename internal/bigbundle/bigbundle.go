package bigbundle

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/policies"
)

// Options say how large a bundle is. Counts are rounded up to whole libraries.
type Options struct {
	Contracts int
	Rego      int // rules in Rego
	CEL       int // rules in CEL

	// Changed asks for the second form, in which ten things changed.
	Changed bool
}

// Thousand is a bundle with a thousand contracts and a thousand rules.
func Thousand() Options { return Options{Contracts: 1000, Rego: 500, CEL: 500} }

// perLibrary is the number of contracts of a library.
const perLibrary = 50

// File is a file of a bundle.
type File struct {
	Path string // relative to the bundle's root, with slashes
	Text string
}

// Files returns the files of a bundle without its lock.
func Files(opt Options) []File {
	count := max(1, (opt.Contracts+perLibrary-1)/perLibrary)
	var libraries []*library
	for i := range count {
		libraries = append(libraries, newLibrary(i, share(opt.Contracts, count), share(opt.Rego, count), share(opt.CEL, count)))
	}
	if opt.Changed {
		libraries[0].change()
	}
	files := []File{{"contractc.yaml", root(libraries)}}
	for _, l := range libraries {
		files = append(files, l.files()...)
	}
	return append(files, words()...)
}

// share is what each of some libraries has of a number of things.
func share(n, libraries int) int { return (n + libraries - 1) / libraries }

func root(libraries []*library) string {
	var b strings.Builder
	b.WriteString("kind: Bundle\nname: big\nversion: 1.0.0\ndescription: A large bundle for benchmarks.\nlibraries:\n  - card\n  - claim\n")
	for _, l := range libraries {
		fmt.Fprintf(&b, "  - %s\n", l.Name)
	}
	b.WriteString("rule_sets:\n  - claim@2\n") // which replies are read by
	return b.String()
}

// words are what no case can be decided without: the fixed words of cards, and
// the tables by which replies are read.
func words() []File {
	var files []File
	for _, pattern := range []string{"card/library.yaml", "card/locales/*.yaml", "claim/library.yaml", "claim/tables/*.yaml"} {
		names, err := fs.Glob(policies.FS, pattern)
		if err != nil || len(names) == 0 {
			panic(pattern) // they are embedded
		}
		for _, name := range names {
			files = append(files, File{name, read(name)})
		}
	}
	return files
}

// read is the text of a file of the default bundle.
func read(name string) string {
	text, err := fs.ReadFile(policies.FS, name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// Write writes a bundle without its lock into a folder.
func Write(dir string, opt Options) error {
	for _, f := range Files(opt) {
		target := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
