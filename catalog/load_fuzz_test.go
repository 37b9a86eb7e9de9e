package catalog_test

import (
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
)

// FuzzLoad puts another text in the place of one file of a bundle, or a part of it, and checks that loading ends with findings or a catalog.
func FuzzLoad(f *testing.F) {
	m := copiedFiles(f)
	names := slices.Sorted(maps.Keys(m))
	for i, name := range names {
		f.Add(uint8(i), uint16(0), uint16(0), string(m[name].Data))
		for _, text := range []string{"", "null", "[]", "{}", "- a", "\"", "version: [1]", ": x"} {
			f.Add(uint8(i), uint16(len(m[name].Data)/2), uint16(7), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, at, cut uint16, text string) {
		name := names[int(which)%len(names)]
		old := string(m[name].Data)
		start := min(int(at), len(old))
		end := min(start+int(cut), len(old))
		changed := maps.Clone(m)
		changed[name] = &fstest.MapFile{Data: []byte(old[:start] + text + old[end:])}
		c, problems := loadFS(changed)
		if (c == nil) != problems.HasErrors() {
			t.Fatalf("%s: a catalog and errors, or neither: %v", name, problems)
		}
		for _, d := range problems {
			if d.Code == "" || d.Summary == "" {
				t.Errorf("%s: incomplete finding %+v", name, d)
			}
		}
		if c != nil {
			c.CheckLock(c.Bundles[0])
			catalog.FormatLock(catalog.Lock(c.Bundles[0]))
		}
	})
}
