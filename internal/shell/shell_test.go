package shell_test

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/shell"
	"github.com/contractc/contractc/internal/tables"
)

// programs is the table of the default bundle.
func programs(t testing.TB) *shell.Table {
	t.Helper()
	table := &shell.Table{}
	if err := tables.Whole(recorded.Table(t, "shell/tables/programs.yaml"), table); err != nil {
		t.Fatal(err)
	}
	if err := table.Prepare(); err != nil {
		t.Fatal(err)
	}
	return table
}

// summary is a reading in one line: commands with their words, then what else it
// does.
func summary(r *shell.Reading) string {
	var out []string
	add := func(parts ...string) { out = append(out, strings.Join(parts, "")) }
	for _, c := range r.Commands {
		words := "?"
		if c.Words != nil {
			words = strings.Join(c.Words[1:], ",")
		}
		add(c.Word, "[", words, "]")
	}
	for _, h := range r.Hidden {
		add("hidden:", h.By)
	}
	for _, v := range r.Variables {
		add(v.Name, "=", orQuestion(v.Value))
	}
	for _, i := range r.Inputs {
		add("<", orQuestion(i.Path))
	}
	for _, o := range r.Outputs {
		sign := ">"
		if o.Appends {
			sign = ">>"
		}
		add(sign, orQuestion(o.Path))
	}
	for _, s := range r.Substitutions {
		add("$", s.Kind)
	}
	for _, o := range r.Operators {
		add("op:", o)
	}
	for _, u := range r.Unknown {
		add("unknown:", u.Text)
	}
	return strings.Join(out, " ")
}

func orQuestion(text *string) string {
	if text == nil {
		return "?"
	}
	return *text
}

func check(t *testing.T, read func(string) *shell.Reading, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		if got := summary(read(c[0])); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}
