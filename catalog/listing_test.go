package catalog_test

import (
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

// A listing has the elements of the locks, in their order, each with what is said of it.
func TestListing(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	list := c.Listing()
	var listed []schema.LockEntry
	for _, e := range list.Entries {
		listed = append(listed, schema.LockEntry{Kind: e.Kind, Id: e.Id, Version: e.Version, Digest: e.Digest})
		if e.Library == nil || e.File == nil || e.Line == nil || e.Bundle != "default" {
			t.Errorf("the %s %s does not say where it stands", e.Kind, e.Id)
		}
	}
	if diff := cmp.Diff(catalog.Lock(c.Bundles[0]).Entries, listed); diff != "" {
		t.Errorf("-lock +listing:\n%s", diff)
	}
	if len(list.Bundles) != 1 || list.Bundles[0].Digest != c.Bundles[0].Digest {
		t.Errorf("got the bundles %v", list.Bundles)
	}
}

func TestFind(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	found := c.Find("filesystem.only_read_under")
	if len(found.Bundles) != 1 || len(found.Entries) != 2 || found.Entries[0].Kind != "contract" || found.Entries[1].Kind != "template" {
		t.Fatalf("got %v", found)
	}
	e := found.Entries[0]
	if e.Text == nil || len(e.Parameters) != 1 || e.Parameters[0].Type != "path prefix" || len(e.Scope) == 0 {
		t.Errorf("got %v", e)
	}
	if none := c.Find("filesystem.only_read"); len(none.Entries) != 0 || len(none.Bundles) != 0 {
		t.Errorf("got %v", none)
	}
}
