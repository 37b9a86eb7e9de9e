package format

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/replace"
)

// maxFiles is how many files one run formats.
const maxFiles = 20_000

// File is a file with its text as it is and as it is to be.
type File struct {
	Name          string
	Before, After []byte
}

// Differs reports whether the file is not as the formatter writes it.
func (f *File) Differs() bool { return string(f.Before) != string(f.After) }

// Formats reports whether a file of a name can be formatted: YAML and Rego.
func Formats(name string) bool {
	return strings.HasSuffix(name, ".rego") || isYAML(name)
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// Find returns the files that paths name: files as they are, and of folders
// every YAML and Rego file below them. Left out are hidden folders, symbolic
// links, and rule folders of a bundle, whose files others keep in their own
// form. The error names a path that cannot be formatted or read.
func Find(paths []string) ([]string, error) {
	var all []string
	for _, p := range paths {
		found, err := findBelow(p)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > maxFiles {
		return nil, fmt.Errorf("there are more than %d files", maxFiles)
	}
	return all, nil
}

func findBelow(name string) ([]string, error) {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q is neither a folder nor a regular file", name)
	case !info.IsDir() && !Formats(name):
		return nil, fmt.Errorf("%q is neither YAML nor Rego", name)
	case !info.IsDir():
		return []string{filepath.Clean(name)}, nil
	}
	var found []string
	foreign := map[string]bool{}
	err = filepath.WalkDir(name, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return enter(name, file, foreign)
		case entry.Type().IsRegular() && Formats(file):
			found = append(found, filepath.Clean(file))
		}
		return nil
	})
	return found, err
}

// enter decides about a folder below root; of a bundle it notes the rule
// folders.
func enter(root, folder string, foreign map[string]bool) error {
	if folder != root && (strings.HasPrefix(filepath.Base(folder), ".") || foreign[folder]) {
		return fs.SkipDir
	}
	list := readTree(os.DirFS(folder), "contractc.yaml").Get("rule_folders")
	if list == nil {
		return nil
	}
	for _, item := range list.Items {
		if own := item.Get("folder"); own != nil {
			foreign[filepath.Join(folder, own.Text)] = true
		}
	}
	return nil
}

// Read formats files and writes nothing. The problems are of files that cannot
// be parsed; the error is of those that cannot be read.
func Read(names []string) ([]File, diag.List, error) {
	var files []File
	var problems diag.List
	for _, name := range names {
		before, err := readLimited(name)
		if err != nil {
			return nil, nil, err
		}
		after, wrong := formatted(name, before)
		problems.Add(wrong...)
		files = append(files, File{Name: filepath.ToSlash(name), Before: before, After: after})
	}
	return files, problems, nil
}

func readLimited(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if limit := int64(doc.DefaultLimits().Bytes); info.Size() > limit {
		return nil, fmt.Errorf("%q is larger than the limit of %d bytes", name, limit)
	}
	return os.ReadFile(name)
}

func formatted(name string, before []byte) ([]byte, diag.List) {
	shown := filepath.ToSlash(name)
	if isYAML(name) {
		return YAML(shown, before, doc.DefaultLimits(), ExpressionsOf)
	}
	bundle, inside := bundleOf(name)
	return Rego(shown, before, RegoVersion(os.DirFS(bundle), inside))
}

// bundleOf is the folder of the bundle that a file stands in, and its name in
// it; the file's own folder where there is none.
func bundleOf(name string) (folder, inside string) {
	for dir := filepath.Dir(name); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "contractc.yaml")); err == nil {
			rest, err := filepath.Rel(dir, name)
			if err == nil {
				return dir, filepath.ToSlash(rest)
			}
		}
		if dir == filepath.Dir(dir) {
			return filepath.Dir(name), filepath.Base(name)
		}
	}
}

// Write puts the text as it is to be in the place of the file, unless that changed
// since it was read.
func (f *File) Write() error { return replace.Unchanged(f.Name, f.Before, f.After) }
