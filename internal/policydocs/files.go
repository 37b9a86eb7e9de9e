package policydocs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/replace"
)

// File is one file of the pages, its name with slashes.
type File struct{ Name, Text string }

// Files are all files of the pages: a page each, index.md and index.html. Two names
// that differ in case only are an error: where case does not count they are one file.
func Files(pages []Page) ([]File, error) {
	html, err := Site(pages)
	if err != nil {
		return nil, err
	}
	files := []File{{"index.md", Index(pages)}, {"index.html", html}}
	names := map[string]string{}
	for i := range pages {
		name := pages[i].File() + ".md"
		if other, taken := names[strings.ToLower(name)]; taken {
			return nil, fmt.Errorf("the pages %q and %q differ in case only; rename one of what they are about", other, name)
		}
		names[strings.ToLower(name)] = name
		files = append(files, File{name, pages[i].Markdown()})
	}
	return files, nil
}

// Write writes files below a folder. Nothing is written where that would follow a
// link or overwrite what is no page: index.md says whether the folder holds pages.
func Write(dir string, files []File) error {
	if _, err := os.Lstat(filepath.Join(dir, "contractc.yaml")); err == nil {
		return fmt.Errorf("%q is a bundle, in which pages have no place; name another folder", dir)
	}
	ours := isIndex(filepath.Join(dir, "index.md"))
	for _, f := range files {
		if err := mayWrite(dir, f.Name, ours); err != nil {
			return err
		}
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := replace.File(name, []byte(f.Text), replace.Shared); err != nil {
			return err
		}
	}
	return nil
}

// isIndex reports whether a file lists pages.
func isIndex(name string) bool {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(name)
	return err == nil && strings.HasPrefix(string(text), Index(nil))
}

// mayWrite reports why a file may not be written below a folder.
func mayWrite(dir, file string, ours bool) error {
	for part := file; part != "."; part = path.Dir(part) {
		name := filepath.Join(dir, filepath.FromSlash(part))
		info, err := os.Lstat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && part != file && info.IsDir():
		case err != nil:
			return err
		case part != file || !info.Mode().IsRegular():
			return fmt.Errorf("%q is there and is no page; name another folder", name)
		case !ours:
			return fmt.Errorf("%q is there, and %q holds no pages of a bundle; name another folder", name, dir)
		}
	}
	return nil
}

// Stale is a file that is not as it should be: missing or other than the page, or
// Extra, which is none of the pages.
type Stale struct {
	Name  string
	Extra bool
}

// StaleFiles are the files of a folder that are stale, by name.
func StaleFiles(dir string, files []File) ([]Stale, error) {
	want := map[string]string{}
	for _, f := range files {
		want[f.Name] = f.Text
	}
	var stale []Stale
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		expected, ok := want[relative]
		if !ok {
			stale = append(stale, Stale{relative, true})
			return nil
		}
		delete(want, relative)
		if !entry.Type().IsRegular() {
			stale = append(stale, Stale{relative, false})
			return nil
		}
		text, err := os.ReadFile(name)
		if err == nil && expected != string(text) {
			stale = append(stale, Stale{relative, false})
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for name := range want {
		stale = append(stale, Stale{name, false})
	}
	slices.SortFunc(stale, func(a, b Stale) int { return strings.Compare(a.Name, b.Name) })
	return stale, nil
}

// Naming returns the pages that name an element of a kind that has no page of its
// own, in their order. A fact is named as rules read it.
func Naming(pages []Page, kind, id string) []Page {
	if kind == "fact" {
		id = "facts." + id
	}
	word := regexp.MustCompile(`(^|[^\pL\pN_.])` + `(input\.)?` + regexp.QuoteMeta(id) + `([^\pL\pN_]|$)`)
	var list []Page
	for i := range pages {
		if word.MatchString(pages[i].Text()) {
			list = append(list, pages[i])
		}
	}
	return list
}
