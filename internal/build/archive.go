package build

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
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
	text, err := manifest(b, engine, refused)
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
		if base := path.Base(f.Path); base == "data.yaml" {
			return nil, fmt.Errorf("a stock OPA would load the file %q as data; give it another name", f.Path)
		}
		list = append(list, f)
	}
	return list, nil
}

// roots are the parts of OPA's document that the bundle's modules are in: the first part of the name of every package, and our own.
func roots(b *index.Bundle) []string {
	list := []string{catalog.Generated}
	for _, lib := range b.Libraries {
		for _, m := range lib.Rego {
			first, _, _ := strings.Cut(m.Package, ".")
			list = append(list, first)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// NeedsCEL lists what only CEL computes, each with its version, sorted.
func NeedsCEL(b *index.Bundle) schema.NeedsCel {
	n := schema.NeedsCel{Rules: []string{}, Facts: []string{}, Mappings: []string{}, Preconditions: []string{}}
	for _, lib := range b.Libraries {
		for _, r := range lib.Rules {
			if r.Language == index.CEL {
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
