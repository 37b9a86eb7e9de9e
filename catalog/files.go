package catalog

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// Limits of a bundle.
const (
	maxFiles       = 10_000
	maxFileBytes   = 4 << 20
	maxBundleBytes = 64 << 20
	maxPathBytes   = 240
)

// The files at a bundle's root.
const (
	bundleFile     = "contractc.yaml"
	lockFile       = "contractc.lock"
	manifestFile   = ".manifest"
	signaturesFile = ".signatures.json"
	// toolFolder holds what editors need, such as JSON Schemas. It is no part of
	// the bundle: nothing in it is read or digested.
	toolFolder = ".contractc"
)

// fileKind says what a file of a bundle is, by its path.
type fileKind uint8

const (
	unknownFile fileKind = iota
	rootFile             // contractc.yaml
	lockedFile           // contractc.lock
	ignoredFile          // Go files, manifest and signatures: not policy
	schemaFile           // LIBRARY/schema.yaml
	ruleFile             // LIBRARY/rules/….yaml
	yamlFile             // any other YAML file of a library; its kind says what it is
	regoFile             // ….rego
	testFile             // LIBRARY/tests/… and …_test.rego
	heldFile             // any other file of a rule folder: covered, and read only as data
)

// sourceFile is one file of a bundle, read once: what is digested is what is used.
type sourceFile struct {
	path    string
	kind    fileKind
	library string // the folder, for files of a library
	text    []byte
}

// classify says what the file at a path is.
func classify(name string) (kind fileKind, library string) {
	folder, rest, nested := strings.Cut(name, "/")
	if !nested {
		return classifyRoot(name), ""
	}
	in, _, deeper := strings.Cut(rest, "/")
	switch {
	case folder == Generated:
		return unknownFile, folder
	case strings.HasSuffix(rest, "_test.rego"):
		return testFile, folder
	case strings.HasSuffix(rest, ".rego"):
		return regoFile, folder
	case deeper && in == "tests" && strings.HasSuffix(rest, ".yaml"):
		return testFile, folder
	case rest == "schema.yaml":
		return schemaFile, folder
	case deeper && in == "rules" && strings.HasSuffix(rest, ".yaml"):
		return ruleFile, folder
	case strings.HasSuffix(rest, ".yaml"):
		return yamlFile, folder
	}
	return unknownFile, folder
}

// archived says what a file is within an archive, where nothing is ignored but what a build adds, and where no tests in Rego stand: a stock OPA
// would load them.
func archived(name string, kind fileKind) fileKind {
	switch {
	case beside(name):
		return ignoredFile
	case kind == ignoredFile || strings.HasSuffix(name, "_test.rego"):
		return unknownFile
	}
	return kind
}

func classifyRoot(name string) fileKind {
	switch {
	case name == bundleFile:
		return rootFile
	case name == lockFile:
		return lockedFile
	case name == manifestFile || name == signaturesFile || strings.HasSuffix(name, ".go"):
		return ignoredFile
	}
	return unknownFile
}

// digested reports whether the bundle's digest covers files of the kind.
func (k fileKind) digested() bool { return k != testFile && k != ignoredFile }

// fileReader walks a bundle.
type fileReader struct {
	src   Source
	files []*sourceFile   // by path
	asIs  map[string]bool // rule folders
	lower map[string]string
	size  int
	diags diag.List
}

// readFiles reads all files of a bundle. Files that are refused are reported and left out.
func readFiles(src Source) ([]*sourceFile, diag.List) {
	if problems := noBundle(src); problems.HasErrors() {
		return nil, problems
	}
	r := &fileReader{src: src, asIs: ruleFolders(src), lower: map[string]string{}}
	if err := fs.WalkDir(src.FS, ".", r.visit); err != nil && !errors.Is(err, fs.SkipAll) {
		r.refuse(".", "bundle.read", "check that the folder can be read", "the bundle cannot be read: %s", quote(err.Error()))
	}
	slices.SortFunc(r.files, func(a, b *sourceFile) int { return strings.Compare(a.path, b.path) })
	return r.files, r.diags
}

// noBundle is the one problem of a folder without a contractc.yaml. What else is in it is no mistake, such as that of somebody who
// named the folder around the bundle.
func noBundle(src Source) diag.List {
	entries, err := fs.ReadDir(src.FS, ".")
	if err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == bundleFile }) {
		return nil // what cannot be read is said by whoever reads it
	}
	help := "write " + bundleFile + " with kind, name, version and libraries"
	for _, e := range entries {
		if _, err := fs.Stat(src.FS, path.Join(e.Name(), bundleFile)); err == nil && e.IsDir() {
			help = "name the folder that is a bundle, such as " + quote(e.Name())
			break
		}
	}
	return diag.List{diag.Errorf(src.display(bundleFile), diag.Range{}, "bundle.missing-file", "the bundle has no %s", bundleFile).WithDetail("%s", help)}
}

func (r *fileReader) refuse(name, code, detail, format string, args ...any) {
	r.diags.Add(diag.Errorf(r.src.display(name), diag.Range{}, code, format, args...).WithDetail("%s", detail))
}

// display is the name of a file in diagnostics.
func (s Source) display(name string) string {
	if s.Name == "" {
		return name
	}
	return path.Join(s.Name, name)
}

func (r *fileReader) visit(name string, entry fs.DirEntry, err error) error {
	if err != nil {
		r.refuse(name, "bundle.read", "check that it can be read", "the file cannot be read: %s", quote(err.Error()))
		return nil
	}
	if name == "." {
		return nil
	}
	if !r.named(name) {
		return skip(entry)
	}
	switch {
	case entry.Type()&fs.ModeSymlink != 0:
		r.refuse(name, "bundle.symlink", "put a copy of the file in its place", "a bundle holds no symbolic links")
		return nil
	case entry.IsDir() && name == toolFolder:
		return fs.SkipDir
	case entry.IsDir() && strings.HasPrefix(path.Base(name), "."):
		r.refuse(name, "bundle.unknown-file", "remove it from the bundle", "no folder of a bundle begins with a point")
		return fs.SkipDir
	case entry.IsDir():
		return nil
	case !entry.Type().IsRegular():
		r.refuse(name, "bundle.irregular", "put a regular file in its place", "a bundle holds regular files only")
		return nil
	}
	return r.read(name)
}

func skip(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// named checks the characters of a path and that no other differs from it in case only.
func (r *fileReader) named(name string) bool {
	for _, c := range name {
		if c != '.' && c != '_' && c != '/' && c != '-' && !isWord(c) {
			r.refuse(name, "bundle.file-name", "rename it; names are made of A-Z a-z 0-9 . _ -", "the file name %s holds %U", quote(name), c)
			return false
		}
	}
	if len(name) > maxPathBytes {
		r.refuse(name, "limit.path", "shorten it", "the path has more than %d characters", maxPathBytes)
		return false
	}
	folded := strings.ToLower(name)
	if other, taken := r.lower[folded]; taken {
		r.refuse(name, "bundle.case-clash", "rename one of them: some file systems take them for one", "the names %s and %s differ in case only", quote(other), quote(name))
		return false
	}
	r.lower[folded] = name
	return true
}

func (r *fileReader) read(name string) error {
	kind, library := classify(name)
	if r.asIs[library] {
		kind = classifyHeld(kind, name)
	}
	if r.src.Archive != nil {
		kind = archived(name, kind)
	}
	switch {
	case kind == ignoredFile:
		return nil
	case kind == unknownFile:
		r.refuse(name, "bundle.unknown-file", "remove it, or put it where files of its kind belong; a library's files stand in the library's folder", "no file of a bundle has the name %s", quote(name))
		return nil
	case len(r.files) == maxFiles:
		r.refuse(name, "limit.files", "split the bundle", "the bundle has more than %d files", maxFiles)
		return fs.SkipAll
	}
	text, err := readLimited(r.src.FS, name)
	if err != nil {
		r.refuse(name, "bundle.read", "check that it can be read", "the file cannot be read: %s", quote(err.Error()))
		return nil
	}
	if len(text) > maxFileBytes {
		r.refuse(name, "limit.bytes", "split the file", "the file has more than %d bytes", maxFileBytes)
		return nil
	}
	if r.size += len(text); r.size > maxBundleBytes {
		r.refuse(name, "limit.bytes", "split the bundle", "the bundle has more than %d bytes", maxBundleBytes)
		return fs.SkipAll
	}
	r.files = append(r.files, &sourceFile{path: name, kind: kind, library: library, text: text})
	return nil
}

// readLimited reads at most one byte more than a file may have.
func readLimited(folder fs.FS, name string) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFileBytes+1))
}
