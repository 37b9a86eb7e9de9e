package policydiff_test

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/schema"
)

// edits are changes of the bundle's files, with the classes that follow.
type edits struct {
	Name, Why string
	Edits     []struct {
		File, Old string
		New       *string
	}
	Changes map[string]string
}

func readEdits(t *testing.T) []edits {
	t.Helper()
	text, err := os.ReadFile("testdata/edits.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Edits []edits }
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Edits
}

func (e *edits) apply(t *testing.T, files fstest.MapFS) {
	t.Helper()
	for _, edit := range e.Edits {
		switch {
		case edit.New == nil:
			delete(files, edit.File)
		case edit.Old == "":
			files[edit.File] = &fstest.MapFile{Data: []byte(*edit.New)}
		default:
			change(t, files, edit.File, edit.Old, *edit.New)
		}
	}
}

// classes are the classes of all changes but those that change no decision and no
// word.
func classes(r *schema.DiffReport) map[string]string {
	out := map[string]string{}
	for _, c := range r.Changes {
		if c.Class != policydiff.Unchanged {
			out[c.Kind+" "+strings.TrimPrefix(c.Id, "tool \x00")] = string(c.Class)
		}
		if c.LostSight {
			out["lost"] = "true"
		}
	}
	return out
}

// Every edit has the classes that follow from it, and no other element has one.
func TestEdits(t *testing.T) {
	old := load(t, "old", bundle(t))
	with := solvers(t)
	for _, e := range readEdits(t) {
		files := bundle(t)
		e.apply(t, files)
		r := compare(t, old, load(t, e.Name, files), with)
		want := maps.Clone(e.Changes)
		maps.DeleteFunc(want, func(_, class string) bool { return class == string(policydiff.Unchanged) })
		if diff := cmp.Diff(want, classes(r)); diff != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", e.Name, diff, policydiff.Text(r))
		}
		for _, c := range r.Changes {
			if c.Class == policydiff.Loosened && c.Kind == "contract" && len(c.Witnesses) == 0 && !strings.Contains(fmt.Sprint(c.Aspects), "argument") && !strings.Contains(fmt.Sprint(c.Aspects), "parameter") {
				t.Errorf("%s: %s is loosened without a witness", e.Name, c.Id)
			}
		}
	}
}
