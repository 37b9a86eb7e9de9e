package catalog

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
)

// folderSource puts the files of a rule folder together.
func folderSource(lib *index.Library, files map[string][]byte, display func(string) string) (regorules.FolderSource, diag.List) {
	r := &folderReader{lib: lib, display: display, src: regorules.FolderSource{Path: display(lib.ID), Data: map[string]any{}}}
	used := make([]bool, len(lib.Folder.Data))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, ".rego") {
			r.src.Modules = append(r.src.Modules, regorules.Source{Path: display(name), Library: lib.ID, Text: string(files[name]), V0: lib.RegoV0})
			continue
		}
		if at, isData := r.dataPlace(name, used); isData {
			r.addData(name, files[name], at)
		}
	}
	for i, entry := range lib.Folder.Data {
		if !used[i] {
			r.problems.Add(diag.Errorf(display(bundleFile), diag.At(diag.Position{Line: lib.Line, Column: lib.Column}), "folder.data", "the folder %s has no data %s", quote(lib.ID), quote(entry)).
				WithDetail("name a JSON or YAML file of it, or a folder in it that holds some"))
		}
	}
	return r.src, r.problems
}

type folderReader struct {
	lib      *index.Library
	display  func(string) string
	src      regorules.FolderSource
	problems diag.List
}

// dataPlace is where below data the document of a file stands: at the top for a file that contractc.yaml names as data, and at its folder's path for
// data.json and data.yaml. It marks the entries that are used.
func (r *folderReader) dataPlace(name string, used []bool) ([]string, bool) {
	rest := strings.TrimPrefix(name, r.lib.ID+"/")
	if !slices.Contains([]string{".json", ".yaml", ".yml"}, path.Ext(rest)) {
		return nil, false
	}
	for i, entry := range r.lib.Folder.Data {
		if entry = strings.TrimSuffix(entry, "/"); rest == entry || strings.HasPrefix(rest, entry+"/") {
			used[i] = true
			return nil, true
		}
	}
	switch folder, base := path.Split(rest); base {
	case "data.json", "data.yaml", "data.yml":
		return strings.FieldsFunc(folder, func(c rune) bool { return c == '/' }), true
	}
	return nil, false
}

// addData merges the document of a file into the data.
func (r *folderReader) addData(name string, text []byte, at []string) {
	read := doc.ReadYAML
	if path.Ext(name) == ".json" {
		read = doc.ReadJSON
	}
	n, problems := read(r.display(name), text, doc.Limits{Bytes: maxFileBytes})
	if r.problems.Add(problems...); problems.HasErrors() {
		return
	}
	value := n.Plain()
	if len(at) == 0 && n.Kind != doc.Map {
		r.problems.Add(diag.Errorf(r.display(name), n.Range, "folder.data", "the document is no map, so it cannot stand at the top of data"))
		return
	}
	for i := len(at) - 1; i >= 0; i-- {
		value = map[string]any{at[i]: value}
	}
	if taken := merge(r.src.Data, value.(map[string]any), "data"); taken != "" {
		r.problems.Add(diag.Errorf(r.display(name), n.Range, "folder.data", "%s stands in another file of the folder's data too", taken).
			WithDetail("keep one of them"))
	}
}

// merge adds one map to another, which it changes. It returns a path that both have.
func merge(into, more map[string]any, at string) string {
	for _, key := range slices.Sorted(maps.Keys(more)) {
		old, taken := into[key]
		a, isMap := old.(map[string]any)
		b, both := more[key].(map[string]any)
		switch {
		case !taken:
			into[key] = more[key]
		case !isMap || !both:
			return at + "." + key
		default:
			if found := merge(a, b, at+"."+key); found != "" {
				return found
			}
		}
	}
	return ""
}
