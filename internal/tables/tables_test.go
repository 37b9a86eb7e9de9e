package tables_test

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/internal/tables"
)

type limits struct {
	Length int      `json:"length"`
	Names  []string `json:"names"`
}

func TestSection(t *testing.T) {
	values := map[string]any{
		"common":  map[string]any{"length": json.Number("7"), "names": []any{"a"}},
		"claim@1": map[string]any{},
		"claim@2": map[string]any{"length": json.Number("5")},
		"typo":    map[string]any{"lenght": json.Number("5")},
		"kind":    map[string]any{"length": "5"},
	}
	for set, want := range map[string]int{"claim@1": 7, "claim@2": 5} {
		var got limits
		if err := tables.Section(values, set, &got); err != nil || got.Length != want || len(got.Names) != 1 {
			t.Errorf("Section(%s) = %+v, %v", set, got, err)
		}
	}
	for _, set := range []string{"claim@3", "typo", "kind"} {
		if err := tables.Section(values, set, new(limits)); err == nil {
			t.Errorf("Section(%s) is accepted", set)
		}
	}
	if err := tables.Section([]any{}, "claim@1", new(limits)); err == nil {
		t.Error("a list is accepted as the values of a table")
	}
}
