package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// readBundle reads all files of a source and its contractc.yaml.
func (l *loader) readBundle(src Source) *bundleLoad {
	files, diags := readFiles(src)
	l.diags.Add(diags...)
	covered := digestFiles(files)
	b := &bundleLoad{src: src, files: files, bundle: &index.Bundle{Origin: src.Origin, Files: covered, Digest: filesDigest(covered)}}
	root := b.file(bundleFile)
	if root == nil {
		if !diags.HasErrors() { // such as for a folder of that name
			l.report(b, bundleFile, diag.Range{}, "bundle.missing-file", "write "+bundleFile+" with kind, name, version and libraries", "the bundle has no %s", bundleFile)
		}
		return b
	}
	var written schema.Bundle
	b.node = l.readYAML(b, root)
	if b.node == nil || !l.checkClass(b, root.path, "Bundle", b.node) {
		b.node = nil
		return b
	}
	if problems := written.Decode(src.display(root.path), b.node); problems.HasErrors() {
		l.diags.Add(problems...)
		b.node = nil
		return b
	}
	b.describe(&written)
	l.checkMinimum(b, written.MinimumContractc)
	b.regoVersion = written.RegoVersion
	l.openLibraries(b, &written)
	return b
}

func (b *bundleLoad) file(path string) *sourceFile {
	i := slices.IndexFunc(b.files, func(f *sourceFile) bool { return f.path == path })
	if i < 0 {
		return nil
	}
	return b.files[i]
}

func (b *bundleLoad) describe(w *schema.Bundle) {
	b.bundle.Name, b.bundle.Version = w.Name, w.Version
	b.bundle.Description, b.bundle.MinimumContractc = orEmpty(w.Description), orEmpty(w.MinimumContractc)
	b.bundle.RuleSets, b.bundle.PinnedRuleSets, b.bundle.Requires = w.RuleSets, w.PinnedRuleSets, w.Requires
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// checkMinimum refuses a bundle that needs a later version of this program.
func (l *loader) checkMinimum(b *bundleLoad, minimum *string) {
	if minimum == nil || l.opt.Contractc == "" || !olderVersion(l.opt.Contractc, *minimum) {
		return
	}
	l.report(b, bundleFile, b.node.Get("minimum_contractc").Range, "bundle.minimum-contractc", "install contractc "+*minimum+" or later",
		"the bundle needs contractc %s and this is %s", *minimum, quote(l.opt.Contractc))
}

// olderVersion compares versions of three numbers; a version that has none is older than any.
func olderVersion(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range 3 {
		m, n := versionPart(x, i), versionPart(y, i)
		if m != n {
			return m < n
		}
	}
	return false
}

func versionPart(parts []string, i int) int {
	if i >= len(parts) {
		return -1
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil {
		return -1
	}
	return n
}

// missingLibrary says what to do about a library that is listed and has no file library.yaml.
func (b *bundleLoad) missingLibrary(folder string) string {
	var there []string
	for _, f := range b.files {
		if f.path == f.library+"/library.yaml" {
			there = append(there, f.library)
		}
	}
	if near, ok := spelling.Nearest(folder, there); ok {
		return "did you mean " + near + "?"
	}
	return "write " + folder + "/library.yaml, or take the name away"
}

// openLibraries makes a libraryLoad of every folder that contractc.yaml names, and reports folders that it does not.
func (l *loader) openLibraries(b *bundleLoad, w *schema.Bundle) {
	folders := w.Libraries
	listed := b.node.Get("libraries")
	for i, folder := range folders {
		at := listed.Items[i].Range
		switch {
		case slices.Contains(folders[:i], folder):
			l.report(b, bundleFile, at, "bundle.duplicate", "name each library once", "the library %s is named twice", quote(folder))
		case b.file(folder+"/library.yaml") == nil:
			l.report(b, bundleFile, at, "bundle.missing-library", b.missingLibrary(folder), "the folder %s has no library.yaml", quote(folder))
		default:
			lib := &index.Library{Element: index.Element{ID: folder, File: folder + "/library.yaml"}, Bundle: b.bundle.Name}
			lib.Digest = filesDigest(libraryFiles(b.bundle.Files, folder))
			b.libraries = append(b.libraries, &libraryLoad{loader: l, in: b, lib: lib, examples: map[string]*Examples{}, trees: map[string]*doc.Node{}, outputs: map[string]*doc.Node{}})
		}
	}
	l.openFolders(b, w)
	reported := slices.Clone(folders)
	for _, f := range w.RuleFolders {
		reported = append(reported, f.Folder)
	}
	for _, f := range b.files {
		if f.library != "" && !slices.Contains(reported, f.library) {
			reported = append(reported, f.library)
			l.report(b, f.path, diag.Range{}, "bundle.unlisted", "add the folder to libraries in "+bundleFile+", or remove it", "the file is in %s, which is no library of the bundle", quote(f.library))
		}
	}
}

// readYAML reads a file of a bundle; nil where it cannot be used.
func (l *loader) readYAML(b *bundleLoad, f *sourceFile) *doc.Node {
	n, diags := doc.ReadYAML(b.src.display(f.path), f.text, doc.Limits{Bytes: maxFileBytes})
	l.diags.Add(diags...)
	if diags.HasErrors() {
		return nil
	}
	return n
}
