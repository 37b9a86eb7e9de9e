package linkml

import (
	"io/fs"
	"path"
	"strings"
)

// LoadFS reads a schema file of a folder; imports are names of other files of the folder without .yaml. The error is a
// diag.List, or that the file cannot be read.
func LoadFS(folder fs.FS, file string) (*View, error) {
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		return nil, err
	}
	v, list := Load(Source{File: file, Text: text}, Options{Resolve: FolderResolver(folder)})
	if err := list.Err(); err != nil {
		return nil, err
	}
	return v, nil
}

// FolderResolver finds imports among the files of a folder, relative to the importing file and without .yaml.
func FolderResolver(folder fs.FS) Resolver {
	return func(from, name string) (Source, error) {
		file := path.Join(path.Dir(from), name) + ".yaml"
		text, err := fs.ReadFile(folder, file)
		return Source{File: file, Text: text}, err
	}
}

// corePrefix marks the names of files of the core vocabulary. A colon cannot stand in the name of a bundle's file.
const corePrefix = "core:"

// CoreResolver finds imports that end in schema/contractc, and what those files import, in core, the embedded core
// vocabulary, and all others by next, which may be nil.
func CoreResolver(core fs.FS, next Resolver) Resolver {
	inner := FolderResolver(core)
	return func(from, name string) (Source, error) {
		inCore := strings.HasPrefix(from, corePrefix)
		switch {
		case inCore:
			from = strings.TrimPrefix(from, corePrefix)
		case name == "schema/contractc" || strings.HasSuffix(name, "/schema/contractc"):
			from, name = "", "contractc"
		case next == nil:
			return Source{}, fs.ErrNotExist
		default:
			return next(from, name)
		}
		src, err := inner(from, name)
		src.File = corePrefix + src.File
		return src, err
	}
}
