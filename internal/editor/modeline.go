package editor

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/replace"
)

const modeline = "# yaml-language-server: $schema="

// Modeline is the first line of a file of a bundle, by its path in it: where an
// editor finds the schema. It is empty for a document of no kind.
func Modeline(file string, root *doc.Node) string {
	s, ok := For(root)
	if !ok {
		return ""
	}
	return modeline + strings.Repeat("../", strings.Count(file, "/")) + path.Join(Folder, s.Name) + "\n"
}

// Write writes the schemas into a bundle's folder, over those of another version,
// and returns the names of the files that it changed. No link leads out of the folder.
func Write(bundle string) ([]string, error) {
	list, err := Schemas()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(bundle)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := root.MkdirAll(Folder, 0o755); err != nil {
		return nil, err
	}
	var changed []string
	for _, s := range list {
		file := path.Join(Folder, s.Name)
		if info, err := root.Lstat(file); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%q is no regular file", filepath.Join(bundle, file))
		}
		if old, err := root.ReadFile(file); err == nil && string(old) == string(s.Content) {
			continue
		}
		if err := root.WriteFile(file, s.Content, 0o644); err != nil {
			return nil, err
		}
		changed = append(changed, file)
	}
	return changed, nil
}

// Mark puts a modeline before every YAML file of a bundle that has none, and
// returns the names of the files that it changed. Files that cannot be read as
// documents, and those of no kind, stay.
func Mark(bundle string) ([]string, error) {
	var changed []string
	err := fs.WalkDir(os.DirFS(bundle), ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.Type().IsRegular() || path.Ext(file) != ".yaml":
			return nil
		}
		marked, err := mark(bundle, file)
		if marked {
			changed = append(changed, file)
		}
		return err
	})
	return changed, err
}

// mark puts a modeline before one file.
func mark(bundle, file string) (bool, error) {
	name := filepath.Join(bundle, filepath.FromSlash(file))
	text, err := os.ReadFile(name)
	if err != nil || strings.Contains(string(text), modeline) {
		return false, err
	}
	root, problems := doc.ReadYAML(file, text, doc.DefaultLimits())
	if problems.HasErrors() {
		return false, nil
	}
	line := Modeline(file, root)
	if line == "" || strings.HasPrefix(string(text), "\uFEFF") {
		return false, nil
	}
	return true, replace.File(name, append([]byte(line), text...), replace.Shared)
}
