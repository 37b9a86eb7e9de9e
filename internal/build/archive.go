package build

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Archive returns the members of the archive of a bundle that was loaded from its files. The error says what cannot stand in one.
func Archive(from *catalog.Catalog, b *index.Bundle, engine string) ([]archive.File, error) {
	files, err := sources(from, b)
	if err != nil {
		return nil, err
	}
	carried, err := catalog.EncodeIndex(b)
	if err != nil {
		return nil, err
	}
	files = append(files, archive.File{Path: catalog.IndexFile, Data: carried})
	modules, refused, err := Modules(from, b)
	if err != nil {
		return nil, err
	}
	files = append(files, modules...)
	places, err := placesOf(from, b)
	if err != nil {
		return nil, err
	}
	text, err := manifest(b, engine, refused, places)
	if err != nil {
		return nil, err
	}
	return append(files, archive.File{Path: ".manifest", Data: text}), nil
}

// sources are the bundle's own files but tests in Rego, which a stock OPA would take for rules.
func sources(from *catalog.Catalog, b *index.Bundle) ([]archive.File, error) {
	var list []archive.File
	for _, f := range from.Sources(b) {
		if strings.HasSuffix(f.Path, "_test.rego") {
			continue
		}
		if base := path.Base(f.Path); base == "data.yaml" && !inFolder(b, f.Path) {
			return nil, fmt.Errorf("a stock OPA would load the file %q as data; give it another name", f.Path)
		}
		list = append(list, f)
	}
	return list, nil
}

// places say where a stock OPA finds what an archive holds.
type places struct {
	roots []string       // the parts of its document that the archive's modules and data are in
	older map[string]int // patterns of the files that are not in Rego v1, with their version
}

// placesOf are the first part of the name of every package, our own, and of rule folders also the folder where it has data.
func placesOf(from *catalog.Catalog, b *index.Bundle) (places, error) {
	p := places{roots: []string{catalog.Generated}, older: map[string]int{}}
	for _, lib := range b.Libraries {
		for _, m := range lib.Rego {
			p.addPackage(m.Package)
		}
		if lib.RegoV0 {
			p.older[lib.ID+"/*"] = 0
		}
		if lib.Folder == nil {
			continue
		}
		src, problems := from.FolderSource(lib)
		if problems.HasErrors() {
			return p, problems
		}
		for _, name := range regorules.Packages(src) {
			p.addPackage(name)
		}
		if len(src.Data) > 0 {
			p.roots = append(p.roots, lib.ID)
		}
	}
	slices.Sort(p.roots)
	p.roots = slices.Compact(p.roots)
	return p, nil
}

func (p *places) addPackage(name string) {
	first, _, _ := strings.Cut(name, ".")
	p.roots = append(p.roots, first)
}

// inFolder reports whether a file is one of a rule folder.
func inFolder(b *index.Bundle, file string) bool {
	return slices.ContainsFunc(b.Libraries, func(lib *index.Library) bool {
		return lib.Folder != nil && strings.HasPrefix(file, lib.ID+"/")
	})
}

// NeedsCEL lists what a stock OPA does not compute, each with its version, sorted: what is in CEL, and the rules of rule folders, each of which has
// an input and data of its own.
func NeedsCEL(b *index.Bundle) schema.NeedsCel {
	n := schema.NeedsCel{Rules: []string{}, Facts: []string{}, Mappings: []string{}, Preconditions: []string{}}
	for _, lib := range b.Libraries {
		for _, r := range lib.Rules {
			if r.Language == index.CEL || lib.Folder != nil {
				n.Rules = append(n.Rules, versioned(&r.Element))
			}
		}
		for _, f := range lib.Facts {
			n.Facts = append(n.Facts, versioned(&f.Element))
		}
		for _, m := range lib.Mappings {
			n.Mappings = append(n.Mappings, versioned(&m.Element))
		}
		for _, e := range lib.Effects {
			for _, p := range e.Preconditions {
				n.Preconditions = append(n.Preconditions, versioned(&p.Element))
			}
		}
	}
	for _, list := range [][]string{n.Rules, n.Facts, n.Mappings, n.Preconditions} {
		slices.Sort(list)
	}
	return n
}

func versioned(e *index.Element) string { return e.ID + "@" + e.Version }
