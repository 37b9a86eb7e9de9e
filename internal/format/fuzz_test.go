package format_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/format"
)

// FuzzYAML checks that every file that can be read is formatted: YAML itself
// refuses to change a value, an expression or a comment, and to write a file
// that it would write differently again, so that a refusal is a mistake.
func FuzzYAML(f *testing.F) {
	for _, a := range archives(f) {
		f.Add(a.Files[0].Data)
	}
	for _, file := range []string{"claim/facts.yaml", "claim/rules/arguments.yaml", "output/outputs/review.yaml", "shell/tables/programs.yaml"} {
		text, err := os.ReadFile(filepath.Join("../../policies", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{"", "# only\n", "a", "\"a\nb\\\n  c\"", "[a,\n b\n]", "|\n  x\n", "- - - x\n- |+\n\n\n", "a: |1-\n  x\n\n   y\n#c", "a:\n- b\n\n# c\nd: 'e''\n\n f'", "a: |\n  no line break at the end", "a: |+\n  x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		out, problems := format.YAML("f", src, doc.Limits{Bytes: 1 << 14}, format.ExpressionsOf)
		for _, p := range problems {
			if p.Code == format.CodeFault {
				t.Errorf("%v\n%q\nbecomes\n%q", p, src, out)
			}
		}
	})
}
