package format_test

import (
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/format"
)

// TestBundlesAreFormatted checks that the bundles of the repository are as the
// formatter writes them.
func TestBundlesAreFormatted(t *testing.T) {
	names, err := format.Find([]string{"../../policies", "../../testdata/bundles"})
	if err != nil || len(names) < 200 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	files, problems, err := format.Read(names)
	if err != nil || problems.HasErrors() {
		t.Fatalf("%v %v", err, problems)
	}
	for i := range files {
		if files[i].Differs() {
			t.Errorf("%s is not formatted; run contractc fmt", files[i].Name)
		}
	}
}

// TestExpressions checks that CEL is found in every kind of file that has some.
func TestExpressions(t *testing.T) {
	for name, want := range map[string]int{
		"claim/facts.yaml": 3, "claim/rules/value_part.yaml": 2, "shell/effects.yaml": 100, "output/outputs/review.yaml": 2,
		"filesystem/contracts/only_read_under.yaml": 1, "claim/tables/limits.yaml": 0, "card/library.yaml": 0,
	} {
		files, problems, err := format.Read([]string{"../../policies/" + name})
		if err != nil || problems.HasErrors() {
			t.Fatalf("%v %v", err, problems)
		}
		if got := countExpressions(t, name, files[0].Before); got < want || want == 0 && got > 0 {
			t.Errorf("%s has %d expressions, want %d", name, got, want)
		}
	}
}

func countExpressions(t *testing.T, name string, text []byte) int {
	t.Helper()
	n, problems := doc.ReadYAML(name, text, doc.Limits{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return len(format.ExpressionsOf(n))
}
