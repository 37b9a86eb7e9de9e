package archive

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// File returns the bytes of a member.
func (a *Archive) File(name string) ([]byte, bool) {
	i, found := slices.BinarySearchFunc(a.Files, name, func(f File, name string) int { return strings.Compare(f.Path, name) })
	if !found {
		return nil, false
	}
	return a.Files[i].Data, true
}

// FS returns the members as a file system.
func (a *Archive) FS() fs.FS {
	f := &folder{archive: a, entries: map[string][]fs.DirEntry{".": nil}}
	for _, file := range a.Files {
		f.add(file.Path, entry{name: path.Base(file.Path), size: len(file.Data)})
	}
	for _, list := range f.entries {
		slices.SortFunc(list, func(x, y fs.DirEntry) int { return strings.Compare(x.Name(), y.Name()) })
	}
	return f
}

// folder is an archive as a file system.
type folder struct {
	archive *Archive
	entries map[string][]fs.DirEntry // of each folder
}

func (f *folder) add(name string, e entry) {
	parent := path.Dir(name)
	if _, known := f.entries[parent]; !known {
		f.add(parent, entry{name: path.Base(parent), folder: true})
	}
	f.entries[parent] = append(f.entries[parent], e)
	if e.folder {
		f.entries[name] = nil
	}
}

// Open opens a file or a folder.
func (f *folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if data, ok := f.archive.File(name); ok {
		return &openFile{entry{name: path.Base(name), size: len(data)}, bytes.NewReader(data)}, nil
	}
	if list, ok := f.entries[name]; ok {
		return &openFolder{entry: entry{name: path.Base(name), folder: true}, rest: list}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadFile returns a copy of a file's bytes.
func (f *folder) ReadFile(name string) ([]byte, error) {
	if data, ok := f.archive.File(name); ok {
		return bytes.Clone(data), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// entry is a member as a file system describes it.
type entry struct {
	name   string
	size   int
	folder bool
}

// Name returns the last part of the path.
func (e entry) Name() string { return e.name }

// Size returns the number of bytes.
func (e entry) Size() int64 { return int64(e.size) }

// IsDir reports whether it is a folder.
func (e entry) IsDir() bool { return e.folder }

// Type returns the kind of file.
func (e entry) Type() fs.FileMode { return e.Mode().Type() }

// Mode returns that everybody may read it.
func (e entry) Mode() fs.FileMode {
	if e.folder {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// ModTime returns the beginning of time, as an archive dates nothing.
func (e entry) ModTime() time.Time { return time.Unix(0, 0) }

// Sys returns nothing.
func (e entry) Sys() any { return nil }

// Info returns the entry.
func (e entry) Info() (fs.FileInfo, error) { return e, nil }

type openFile struct {
	entry
	*bytes.Reader
}

// Size returns the number of bytes.
func (f *openFile) Size() int64 { return f.entry.Size() }

// Stat returns what describes the file.
func (f *openFile) Stat() (fs.FileInfo, error) { return f.entry, nil }

// Close does nothing.
func (f *openFile) Close() error { return nil }

type openFolder struct {
	entry
	rest []fs.DirEntry
}

// Stat returns what describes the folder.
func (f *openFolder) Stat() (fs.FileInfo, error) { return f.entry, nil }

// Read reads nothing.
func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.name, Err: fs.ErrInvalid}
}

// Close does nothing.
func (f *openFolder) Close() error { return nil }

// ReadDir returns the next entries, all that are left where n is not positive.
func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		list := f.rest
		f.rest = nil
		return slices.Clone(list), nil
	}
	if len(f.rest) == 0 {
		return nil, io.EOF
	}
	list := f.rest[:min(n, len(f.rest))]
	f.rest = f.rest[len(list):]
	return slices.Clone(list), nil
}
