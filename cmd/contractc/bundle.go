package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/render"
)

// testBundles is the environment variable that names a folder of bundles which
// are loaded beside the embedded one, for tests. What decides for others, hooks
// and servers, takes no notice of it: such a command clears app.testBundles.
const testBundles = "CONTRACTC_BUNDLES"

// sources are the bundles that the flags name, each opened once.
func (a *app) sources() ([]catalog.Source, error) {
	for _, name := range a.bundles[len(a.opened):] {
		src, err := openBundle(name)
		if err != nil {
			return nil, err
		}
		signed, err := a.verify(&src)
		if err != nil {
			return nil, err
		}
		a.opened, a.signatures = append(a.opened, src), append(a.signatures, signed)
	}
	return slices.Clone(a.opened), nil
}

// embeddedName names the embedded bundle where a folder or an archive can be named.
// A folder that is called so is ./embedded.
const embeddedName = "embedded"

// openBundle opens what an argument or --bundle names: a folder, an archive or the
// embedded bundle. No revision and no image is decided with before it is a file.
func openBundle(name string) (catalog.Source, error) {
	switch {
	case name == embeddedName:
		return embeddedSource(), nil
	case strings.HasPrefix(name, "oci:"):
		return catalog.Source{}, usagef("%q: a bundle is a folder, an archive or %s; contractc pull writes the archive of an image", name, embeddedName)
	case strings.HasPrefix(name, "git:"):
		return catalog.Source{}, usagef("%q: a bundle is a folder, an archive or %s; check the revision out, such as with git worktree add", name, embeddedName)
	}
	return openPath(name, "a bundle is a folder, an archive or "+embeddedName)
}

// openPath opens a folder or an archive. What is no archive of a bundle is one that
// does not load; what cannot be read is an error of usage, which ends with what can be named.
func openPath(name, kinds string) (catalog.Source, error) {
	src, err := catalog.Open(name)
	var broken *archive.Error
	var unread *fs.PathError
	switch {
	case errors.As(err, &broken):
		return src, &exitError{code: exitBundle, err: fmt.Errorf("%q: %w", name, err)}
	case errors.As(err, &unread):
		return src, usagef("%q: %w; %s", name, unread.Err, kinds)
	case err != nil:
		return src, usagef("%w; %s", err, kinds)
	}
	return src, nil
}

// namedBundle refuses to look at the embedded bundle where the folder that the
// command runs in is a bundle itself: whoever asks for a check there means it.
func (a *app) namedBundle() error {
	if _, err := os.Stat("contractc.yaml"); err != nil || len(a.bundles) > 0 {
		return nil
	}
	return usagef("the folder here is a bundle, and none is named: add --bundle . for it; the embedded bundle is looked at from another folder")
}

// writtenBundles are the bundles that the flags name and that have files, so all but the embedded one.
func (a *app) writtenBundles() []string {
	return slices.DeleteFunc(slices.Clone(a.bundles), func(name string) bool { return name == embeddedName })
}

// embeddedSource is the default bundle in the binary, as a source.
func embeddedSource() catalog.Source {
	return catalog.Source{FS: policies.FS, Name: "embedded:default", Origin: catalog.OriginEmbedded}
}

// catalog loads the bundles that the flags name, or the embedded one, and beside
// them those for tests. What is wrong with them is printed, and ends the command
// with exit code 3.
func (a *app) catalog() (*catalog.Catalog, error) {
	sources, err := a.sources()
	if err != nil {
		return nil, err
	}
	tests, err := a.testSources()
	if err != nil {
		return nil, err
	}
	if len(tests) == 0 {
		if c, err := a.indexed(sources); c != nil || err != nil {
			return c, err
		}
	}
	c, sources, err := a.whole(sources, tests)
	if err != nil {
		return nil, err
	}
	a.nameTests(c.Bundles[len(sources)-len(tests):])
	return c, nil
}

// indexed is the catalog that is known without parsing a file: of the embedded bundle, or of one archive that was verified. It is nil where the
// files must be read. A pin is the digest of sources that somebody looked at, whoever signed them: then these decide, and no index beside them.
func (a *app) indexed(sources []catalog.Source) (c *catalog.Catalog, err error) {
	switch {
	case len(sources) == 0, len(sources) == 1 && sources[0].Origin == catalog.OriginEmbedded:
		c, err = catalog.Embedded()
	case len(sources) == 1 && !a.pinned(a.signatures[0]):
		c, err = catalog.Indexed(sources[0])
	default:
		return nil, nil
	}
	switch {
	case errors.Is(err, catalog.ErrNoIndex):
		return nil, nil
	case err != nil:
		return nil, &exitError{code: exitBundle, err: err}
	}
	return c, a.admit(c.Bundles)
}

// whole loads bundles from their files, the embedded one where there are no sources, and those for tests beside them.
func (a *app) whole(sources, tests []catalog.Source) (*catalog.Catalog, []catalog.Source, error) {
	c, sources, err := a.load(sources, tests)
	if err != nil {
		return nil, nil, err
	}
	return c, sources, a.admit(c.Bundles)
}

// load is whole for bundles that nothing is decided with.
func (a *app) load(sources, tests []catalog.Source) (*catalog.Catalog, []catalog.Source, error) {
	if len(sources) == 0 {
		sources = []catalog.Source{embeddedSource()}
	}
	sources = append(sources, tests...)
	c, problems := eval.Load(sources)
	if c != nil {
		problems.Add(checkLocales(c, sources)...)
	}
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return nil, nil, exitWith(exitBundle)
	}
	return c, sources, nil
}

// checkLocales reads the fixed words of every language as a card would.
func checkLocales(c *catalog.Catalog, sources []catalog.Source) diag.List {
	var list diag.List
	for i, b := range c.Bundles {
		for _, lib := range b.Libraries {
			for _, words := range lib.Locales {
				_, err := rendererOf(words)
				var wrong render.LocaleErrors
				if errors.As(err, &wrong) {
					list.Add(localeProblems(wrong, words, sources[i])...)
				}
			}
		}
	}
	return list
}

// localeProblems are the problems of a language, each at its message, and at the id of the language where the message is missing.
func localeProblems(wrong render.LocaleErrors, words *index.Locale, src catalog.Source) diag.List {
	var list diag.List
	file := path.Join(src.Name, words.File)
	text, _ := fs.ReadFile(src.FS, words.File)
	document, _ := doc.ReadYAML(file, text, doc.DefaultLimits())
	for _, one := range wrong {
		at := diag.Position{Line: words.Line, Column: words.Column}
		where := diag.Range{Start: at, End: at}
		if f := document.Get("messages").Field(one.Message); f != nil {
			where = f.KeyRange
		}
		list.Add(diag.Errorf(file, where, "locale.messages", "%v", one).
			WithDetail("the default bundle's card/locales/en.yaml has every message with its slots"))
	}
	return list
}

// testSources are the bundles for tests: every folder below the one that the
// environment names, in the order of their names.
func (a *app) testSources() ([]catalog.Source, error) {
	if a.testBundles == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(a.testBundles)
	if err != nil {
		return nil, usagef("%s: %w", testBundles, err)
	}
	var sources []catalog.Source
	for _, entry := range entries {
		dir := filepath.Join(a.testBundles, entry.Name())
		if entry.IsDir() {
			sources = append(sources, catalog.Source{FS: os.DirFS(dir), Name: filepath.ToSlash(dir), Origin: catalog.OriginFolder})
		}
	}
	if len(sources) == 0 {
		return nil, usagef("%s: there is no folder in %q", testBundles, a.testBundles)
	}
	return sources, nil
}

// nameTests says which bundles for tests are loaded.
func (a *app) nameTests(bundles []*index.Bundle) {
	var names []string
	for _, b := range bundles {
		names = append(names, b.Name+" "+b.Version)
	}
	if len(names) > 0 {
		a.note("contractc.test-bundles", "%s adds bundles for tests: %s", testBundles, strings.Join(names, ", "))
	}
}

// sourceText reads a file that a diagnostic names.
func sourceText(sources []catalog.Source) func(string) ([]byte, bool) {
	return func(file string) ([]byte, bool) {
		for _, s := range sources {
			if name, ok := within(s.Name, file); ok {
				if text, err := fs.ReadFile(s.FS, name); err == nil {
					return text, true
				}
			}
		}
		return nil, false
	}
}

// within returns the name that a file has in a folder.
func within(folder, file string) (string, bool) {
	if folder == "." {
		return file, true
	}
	return strings.CutPrefix(file, strings.TrimSuffix(folder, "/")+"/")
}
