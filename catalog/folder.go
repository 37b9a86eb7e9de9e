package catalog

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// ruleFolders are the folders that a bundle takes as they are, by what its contractc.yaml says; what is wrong with that file is found when it is
// read as a whole.
func ruleFolders(src Source) map[string]bool {
	folders := map[string]bool{}
	if info, err := fs.Stat(src.FS, bundleFile); err != nil || !info.Mode().IsRegular() {
		return folders
	}
	text, err := readLimited(src.FS, bundleFile)
	if err != nil || len(text) > maxFileBytes {
		return folders
	}
	n, problems := doc.ReadYAML(bundleFile, text, doc.Limits{Bytes: maxFileBytes})
	if problems.HasErrors() || n.Get("rule_folders") == nil {
		return folders
	}
	for _, item := range n.Get("rule_folders").Items {
		if name := textOf(item.Get("folder")); name != "" {
			folders[name] = true
		}
	}
	return folders
}

// classifyHeld says what a file of a rule folder is: modules and tests as elsewhere, and anything else is kept as it is.
func classifyHeld(kind fileKind, name string) fileKind {
	if strings.HasSuffix(name, ".rego") {
		return kind
	}
	return heldFile
}

// openFolders makes a libraryLoad of every rule folder that contractc.yaml names.
func (l *loader) openFolders(b *bundleLoad, w *schema.Bundle) {
	for i := range w.RuleFolders {
		f, at := &w.RuleFolders[i], b.node.Get("rule_folders").Items[i]
		switch {
		case slices.Contains(w.Libraries, f.Folder) || slices.ContainsFunc(w.RuleFolders[:i], func(o schema.RuleFolder) bool { return o.Folder == f.Folder }):
			l.report(b, bundleFile, at.Get("folder").Range, "bundle.duplicate", "name each folder once, as a library or as a rule folder", "the folder %s is named twice", quote(f.Folder))
			continue
		case !slices.ContainsFunc(b.files, func(s *sourceFile) bool { return s.library == f.Folder && s.kind == regoFile }):
			l.report(b, bundleFile, at.Get("folder").Range, "bundle.missing-folder", "name the folder that holds the rules", "the folder %s has no Rego file", quote(f.Folder))
			continue
		}
		l.checkFolder(b, f, at)
		lib := &index.Library{
			Element: element(f.Folder, firstText(f.Version, unversioned), bundleFile, at.Range), Bundle: b.bundle.Name, Description: orEmpty(f.Description),
			RegoV0: isV0(f.RegoVersion, w.RegoVersion), Folder: folderOf(f),
		}
		lib.Digest = filesDigest(libraryFiles(b.bundle.Files, f.Folder))
		b.libraries = append(b.libraries, &libraryLoad{loader: l, in: b, lib: lib, examples: map[string]*Examples{}, trees: map[string]*doc.Node{}, outputs: map[string]*doc.Node{}})
	}
}

func folderOf(f *schema.RuleFolder) *index.RuleFolder {
	out := &index.RuleFolder{Input: f.Input, Pointer: orEmpty(f.Pointer), Actions: f.Actions, Tools: f.Tools, Data: f.Data}
	if f.Parse != nil {
		out.Parse = *f.Parse
	}
	if f.Input == schema.RuleInputArguments {
		out.Actions = []string{"call_tool"}
	}
	return out
}

func firstText(given *string, otherwise string) string {
	if given == nil {
		return otherwise
	}
	return *given
}

// isV0 reports whether what says its version of Rego, or else what it is in, says 0.
func isV0(own, around *int64) bool {
	if own != nil {
		return *own == 0
	}
	return around != nil && *around == 0
}

// checkFolder checks what the schema cannot say of a rule folder.
func (l *loader) checkFolder(b *bundleLoad, f *schema.RuleFolder, at *doc.Node) {
	known := l.core.actionTypes()
	for i, action := range f.Actions {
		switch place := at.Get("actions").Items[i].Range; {
		case !slices.Contains(known, action):
			l.report(b, bundleFile, place, "rule.action", choice(action, known, "types of action are"), "%s is no type of action", quote(action))
		case f.Input == schema.RuleInputArguments && action != "call_tool":
			l.report(b, bundleFile, place, "folder.input", "take input: action, or leave actions out", "an action of type %s has no arguments", action)
		}
	}
	if len(f.Tools) > 0 && slices.ContainsFunc(f.Actions, func(a string) bool { return a != "call_tool" }) {
		l.report(b, bundleFile, at.Get("tools").Range, "folder.input", "leave tools out, or name call_tool alone", "only calls have tools")
	}
}

// readFolder compiles the rules of a rule folder and lists them.
func (l *libraryLoad) readFolder() {
	src := l.folderSource()
	compiled, problems := regorules.CompileFolder(src)
	l.diags.Add(problems...)
	if compiled == nil {
		return
	}
	for _, r := range compiled.Rules() {
		file := l.fileNamed(r.Path)
		metadata := r.Metadata
		metadata.Actions = l.lib.Folder.Actions
		rule := &index.Rule{
			Element: element(metadata.Id, metadata.Version, file, diag.Range{Start: r.Position}), Library: l.lib.ID, Language: index.Rego, Metadata: metadata,
			Title: r.Title, Description: r.Description, Package: r.Package,
		}
		l.digest(&rule.Element, "rule", map[string]any{
			"language": "rego", "folder": l.lib.Digest, "settings": l.lib.Folder.Plain(), "v0": l.lib.RegoV0,
			"package": r.Package, "name": r.Name, "severity": string(metadata.Severity),
		})
		l.lib.Rules = append(l.lib.Rules, rule)
	}
}

// fileNamed is the path of a file by its display name.
func (l *libraryLoad) fileNamed(shown string) string {
	for _, f := range l.in.files {
		if l.display(f.path) == shown {
			return f.path
		}
	}
	return shown
}

// folderSource is the folder with its data. What is wrong with the data is reported.
func (l *libraryLoad) folderSource() regorules.FolderSource {
	files := map[string][]byte{}
	for _, f := range l.in.files {
		if f.library == l.lib.ID {
			files[f.path] = f.text
		}
	}
	src, problems := folderSource(l.lib, files, l.display)
	l.diags.Add(problems...)
	return src
}

// FolderSource returns a rule folder of the catalog as it was read: its modules, those that are tests only where the catalog is from Load, and data.
func (c *Catalog) FolderSource(lib *index.Library) (regorules.FolderSource, diag.List) {
	files := map[string][]byte{}
	var problems diag.List
	for _, f := range append(libraryFiles(c.Bundle(lib).Files, lib.ID), c.testModules(lib)...) {
		text, err := c.Text(lib, f.Path)
		if err != nil {
			problems.Errorf(c.Display(lib, f.Path), diag.Range{}, "bundle.read", "%v", err)
			continue
		}
		files[f.Path] = text
	}
	src, found := folderSource(lib, files, func(file string) string { return c.Display(lib, file) })
	return src, append(problems, found...)
}

// testModules are the Rego files of a library that no digest covers.
func (c *Catalog) testModules(lib *index.Library) []index.File {
	var list []index.File
	for _, name := range c.Files(lib) {
		if strings.HasSuffix(name, "_test.rego") {
			list = append(list, index.File{Path: name})
		}
	}
	return list
}
