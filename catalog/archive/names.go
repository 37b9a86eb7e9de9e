package archive

import (
	"io/fs"
	"strings"
)

// Limits of the names in an archive.
const (
	maxPathBytes = 240
	maxPathDepth = 16
)

// names are the paths seen so far, by their lower-case form.
type names struct {
	files   map[string]string
	folders map[string]string
}

func newNames() *names { return &names{files: map[string]string{}, folders: map[string]string{}} }

// add takes in the path of a file. The error says why no file may have it: it leads out of the archive, holds other characters than A-Z a-z 0-9 .
// _ -, is too long or too deep, stands there twice, or differs from another in case only.
func (n *names) add(path string) error {
	switch {
	case !fs.ValidPath(path) || path == ".":
		return fail(path, "path", "the path %q is not that of a file within the archive", path)
	case strings.IndexFunc(path, notPlain) >= 0:
		return fail(path, "name", "the path %q holds other characters than A-Z a-z 0-9 . _ - and /", path)
	case len(path) > maxPathBytes:
		return fail(path, "limit", "a path has more than %d characters", maxPathBytes)
	case strings.Count(path, "/") >= maxPathDepth:
		return fail(path, "limit", "the path %q has more than %d parts", path, maxPathDepth)
	}
	for i, c := range path {
		if c == '/' {
			if err := n.folder(path[:i]); err != nil {
				return err
			}
		}
	}
	return n.file(path)
}

func notPlain(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("._-/", c)
}

func (n *names) folder(path string) error {
	folded := strings.ToLower(path)
	if other, ok := n.folders[folded]; ok && other != path {
		return fail(path, "case", "the folders %q and %q differ in case only", other, path)
	}
	if other, ok := n.files[folded]; ok {
		return fail(path, "twice", "%q is a file and a folder", other)
	}
	n.folders[folded] = path
	return nil
}

func (n *names) file(path string) error {
	folded := strings.ToLower(path)
	other, taken := n.files[folded]
	switch {
	case taken && other == path:
		return fail(path, "twice", "the file %q stands in the archive twice", path)
	case taken:
		return fail(path, "case", "the names %q and %q differ in case only", other, path)
	}
	if other, ok := n.folders[folded]; ok {
		return fail(path, "twice", "%q is a folder and a file", other)
	}
	n.files[folded] = path
	return nil
}
