package format_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/format"
)

// TestVariants formats files of the default bundle with comments, blank lines,
// line breaks and spaces in places where nobody would write them.
func TestVariants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	formatted := 0
	for _, name := range []string{"claim/facts.yaml", "claim/tests/basics.yaml", "shell/effects.yaml", "output/outputs/review.yaml", "shell/tables/programs.yaml"} {
		text, err := os.ReadFile("../../policies/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			src := varied(r, strings.Split(string(text), "\n"))
			if _, problems := doc.ReadYAML(name, src, doc.Limits{}); problems.HasErrors() {
				continue
			}
			formatted++
			out, problems := format.YAML(name, src, doc.Limits{}, format.ExpressionsOf)
			for _, p := range problems {
				if p.Code == format.CodeFault {
					t.Fatalf("%v\n%s\nbecomes\n%s", p, src, out)
				}
			}
		}
	}
	if formatted < 100 {
		t.Errorf("only %d files could be read", formatted)
	}
}

// varied changes a few of the first lines of a file, which may end in the middle
// of a text.
func varied(r *rand.Rand, lines []string) []byte {
	lines = append([]string{}, lines[:min(len(lines), 20+r.IntN(20))]...)
	for range 1 + r.IntN(4) {
		i := r.IntN(len(lines))
		wide := strings.Repeat(" ", r.IntN(12))
		switch r.IntN(9) {
		case 0:
			lines[i] += " # behind"
		case 1:
			lines[i] = wide + "# own\n" + lines[i]
		case 2:
			lines[i] = wide + "\n" + lines[i]
		case 3:
			lines[i] = strings.Replace(lines[i], ": ", ":   ", 1)
		case 4:
			lines[i] = strings.Replace(lines[i], ", ", ",\n"+wide, 1)
		case 5:
			lines[i] = strings.Replace(lines[i], ": ", ":\n    "+wide, 1)
		case 6:
			lines[i] = strings.Replace(lines[i], ">-", []string{"|", "|+", ">+", ">", "|-", "|2", ">1-"}[r.IntN(7)], 1)
		case 7:
			lines[i] = strings.Replace(lines[i], "- ", "-    ", 1)
		case 8:
			lines[i] = strings.Replace(lines[i], " ", "\n"+wide, 1)
		}
	}
	return []byte(strings.Join(lines, "\n"))
}
