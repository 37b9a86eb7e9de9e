package policydocs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// File is one file of the pages, its name with slashes.
type File struct{ Name, Text string }

// Files are all files of the pages: a page each, index.md and index.html.
func Files(pages []Page) ([]File, error) {
	html, err := Site(pages)
	if err != nil {
		return nil, err
	}
	files := []File{{"index.md", Index(pages)}, {"index.html", html}}
	for i := range pages {
		files = append(files, File{pages[i].File() + ".md", pages[i].Markdown()})
	}
	return files, nil
}

// Stale returns the names of files that are missing in a folder, differ, or are
// none of the pages, sorted.
func Stale(dir string, files []File) ([]string, error) {
	want := map[string]string{}
	for _, f := range files {
		want[f.Name] = f.Text
	}
	var stale []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		text, err := os.ReadFile(name)
		if expected, ok := want[relative]; err == nil && (!ok || expected != string(text)) {
			stale = append(stale, relative)
		}
		delete(want, relative)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for name := range want {
		stale = append(stale, name)
	}
	slices.Sort(stale)
	return stale, nil
}
