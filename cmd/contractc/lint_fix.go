package main

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/replace"
	"github.com/rogpeppe/go-internal/diff"
)

// maxFixRounds is how often fixes are made and looked at again: a fix may make
// room for one that overlapped with it.
const maxFixRounds = 20

// fixing is what --fix and --diff do: fixes are made in memory until none is
// left, and only then files are written.
type fixing struct {
	app     *app
	sources []catalog.Source
	foreign []string          // rule folders, as diagnostics name them, each with a slash
	texts   map[string]string // by name as diagnostics have it, those that changed
	before  map[string][]byte // what these held
	fixed   []lint.Finding
}

// run looks, makes the safe fixes and looks again. It returns the last result,
// with what was fixed.
func (x *fixing) run(ctx context.Context, f *lintFlags, result *lint.Result) (*lint.Result, error) {
	for range maxFixRounds {
		chosen, edits := lint.SafeFixes(result.Findings, x.may)
		if len(chosen) == 0 {
			break
		}
		before := maps.Clone(x.texts)
		next, err := x.round(ctx, f, edits)
		if err != nil {
			return nil, err
		}
		if next == nil || left(next) > left(result) || left(next) == left(result) && toChange(next) >= toChange(result) {
			x.texts = before // what does not help is taken back
			break
		}
		x.fixed, result = append(x.fixed, chosen...), next
	}
	result.Fixed = x.fixed
	return result, nil
}

// left is how many findings are left. That a file changed under an unchanged
// version is none of its own: the author raises the version when all is done.
func left(r *lint.Result) int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Rule.ID != lint.UnversionedChange {
			n++
		}
	}
	return n
}

// toChange is how many changes safe fixes are made of: of a finding that stays they
// may have made a part.
func toChange(r *lint.Result) int {
	n := 0
	for i := range r.Findings {
		if fix := r.Findings[i].Fix; fix != nil && fix.Safe {
			n += len(fix.Edits)
		}
	}
	return n
}

// round makes edits and looks at the files as they are then; nil where the
// bundle does not load any more.
func (x *fixing) round(ctx context.Context, f *lintFlags, edits map[string][]lint.Edit) (*lint.Result, error) {
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		text, _ := x.text(file)
		if x.before[file] == nil {
			x.before[file] = text
		}
		changed, err := lint.Apply(string(text), edits[file])
		if err != nil {
			return nil, err
		}
		x.texts[file] = changed
	}
	from, problems := eval.Load(x.overlaid())
	if problems.HasErrors() {
		return nil, nil
	}
	subject, _, err := x.app.lintSubject(from, f)
	if err != nil {
		return nil, err
	}
	return lint.Run(ctx, subject, lint.Rules()), nil
}

// may reports whether a file may be changed: one of a folder, and none of a rule
// folder, which is taken as it is.
func (x *fixing) may(file string) bool {
	if slices.ContainsFunc(x.foreign, func(folder string) bool { return strings.HasPrefix(file, folder) }) {
		return false
	}
	_, ok := x.text(file)
	return ok
}

// text is a file of a folder as it would be written.
func (x *fixing) text(file string) ([]byte, bool) {
	if text, ok := x.texts[file]; ok {
		return []byte(text), true
	}
	return x.original(file)
}

// original is a file of a folder as it is.
func (x *fixing) original(file string) ([]byte, bool) {
	for _, s := range x.sources {
		if name, ok := within(s.Name, file); ok && s.Origin == catalog.OriginFolder {
			text, err := fs.ReadFile(s.FS, name)
			return text, err == nil
		}
	}
	return nil, false
}

// overlaid are the sources with the files that changed.
func (x *fixing) overlaid() []catalog.Source {
	sources := slices.Clone(x.sources)
	for i := range sources {
		sources[i].FS = &overlay{sources[i].FS, sources[i].Name, x.texts}
	}
	return sources
}

// overlay is a folder some of whose files have another text.
type overlay struct {
	fs.FS
	name  string
	texts map[string]string
}

// Open opens a file of the folder.
func (o *overlay) Open(name string) (fs.File, error) {
	file, err := o.FS.Open(name)
	text, ok := o.texts[path.Join(o.name, name)]
	if err != nil || !ok {
		return file, err
	}
	return &changedFile{file, strings.NewReader(text)}, nil
}

// changedFile is a file with another text.
type changedFile struct {
	fs.File
	text *strings.Reader
}

// Read reads the other text.
func (f *changedFile) Read(p []byte) (int, error) { return f.text.Read(p) }

// Stat says how long the other text is.
func (f *changedFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return changedInfo{info, f.text.Size()}, err
}

// changedInfo is what is known of a file with another text.
type changedInfo struct {
	fs.FileInfo
	size int64
}

// Size is the length of the other text.
func (i changedInfo) Size() int64 { return i.size }

// write writes every file that changed, each whole or not at all.
func (x *fixing) write() error {
	for _, file := range slices.Sorted(maps.Keys(x.texts)) {
		if err := replace.Unchanged(file, x.before[file], []byte(x.texts[file])); err != nil {
			return fmt.Errorf("--fix: %w", err)
		}
	}
	return nil
}

// diff is what would change, as a unified diff.
func (x *fixing) diff() string {
	var b strings.Builder
	for _, file := range slices.Sorted(maps.Keys(x.texts)) {
		before, _ := x.original(file)
		for line := range strings.Lines(string(diff.Diff(path.Join("a", file), before, path.Join("b", file), []byte(x.texts[file])))) {
			if !strings.HasPrefix(line, "diff ") {
				b.WriteString(shownLine(strings.TrimSuffix(line, "\n")) + "\n")
			}
		}
	}
	return b.String()
}

// shownLine is a line of a file for a terminal, with its tabs.
func shownLine(line string) string {
	parts := strings.Split(line, "\t")
	for i, part := range parts {
		parts[i] = diag.Neutralise(part)
	}
	return strings.Join(parts, "\t")
}
