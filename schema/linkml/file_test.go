package linkml_test

import (
	"slices"
	"testing"

	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// TestLinkmlFile checks that the classes of LinkML's own files have the metaslots
// that the reader knows, and no others.
func TestLinkmlFile(t *testing.T) {
	view, err := linkml.LoadFS(schema.FS, "linkml_file.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for class, metaclass := range map[string]string{
		"LinkmlSchema": "schema_definition", "LinkmlClass": "class_definition", "LinkmlSlot": "slot_definition",
		"LinkmlType": "type_definition", "LinkmlEnum": "enum_definition", "LinkmlValue": "permissible_value",
	} {
		var got []string
		for _, s := range view.Induced(view.Class(class)) {
			got = append(got, s.Name)
		}
		want := linkml.Metaslots(metaclass)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", class, got, want)
		}
	}
}
