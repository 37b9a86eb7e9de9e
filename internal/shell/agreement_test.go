package shell_test

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/shell"
)

var texts = flag.Int("texts", 400, "how many random texts each shell runs")

// TestAgreesWithShells runs texts with Bash itself and with the sh of Debian, in
// an empty folder and with a few programs that only note their words: whatever
// ran was listed, with exactly these words where they are known, or the reading
// says that it does not know.
func TestAgreesWithShells(t *testing.T) {
	for _, name := range []string{"bash", "dash"} {
		t.Run(name, func(t *testing.T) { agrees(t, name) })
	}
}

func agrees(t *testing.T, name string) {
	found, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is needed: apt-get install %s", name, name)
	}
	table, random := programs(t), rand.New(rand.NewPCG(4, uint64(*texts)))
	b := newRunner(t, found)
	ran, sure := 0, 0
	for range *texts {
		text := randomText(random)
		if declares.MatchString(text) {
			continue // a function that calls itself would not end
		}
		r := table.Text(text, "")
		calls := b.run(text)
		for _, words := range calls {
			if ran++; len(r.Unknown) == 0 && !listed(r, words) {
				t.Errorf("%q ran %q, and the reading is %s", text, words, summary(r))
			}
		}
		if len(r.Unknown) == 0 {
			sure++
		}
	}
	t.Logf("%d programs ran, %d texts were known", ran, sure)
	if ran < 100 || sure < 30 {
		t.Errorf("only %d programs ran and %d texts were known", ran, sure)
	}
}

// listed reports whether a reading lists a call. Words that are not known may be
// any.
func listed(r *shell.Reading, words []string) bool {
	return slices.ContainsFunc(r.Commands, func(c shell.Command) bool {
		return c.Words == nil && c.Word == words[0] || slices.Equal(c.Words, words)
	})
}

var declares = regexp.MustCompile(`\(\s*\)`)

// randomText is a few commands with odd words, and sometimes noise in between.
// Nothing in it leads out of the folder.
func randomText(random *rand.Rand) string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	word := func() string {
		var w strings.Builder
		for range 1 + random.IntN(3) {
			w.WriteString(pick("a", "b", "1", "-", "'a b'", `"a b"`, `"b"`, `\ `, `\a`, `\"`, `"\a\""`, `'\'`, "{a,b}", "{}", "{", "}", "~", "=", "*", "?", "[", "]", "#", "!", ",", "$'a'", `$'\t'`,
				"$x", `"$x"`, "${x}", "$(a)", "`b`", `"$(a b)"`, `""`, "''", "\\\n", "$((1+1))", "^", "%", "@", "+", ":", `$"a"`, "é", "\u00a0", "!(a)", "$"))
		}
		return w.String()
	}
	var text strings.Builder
	for i := range 1 + random.IntN(3) {
		if i > 0 {
			text.WriteString(pick("; ", " && ", " || ", " | ", " |& ", "\n", " & ", "&\n", "\n\n", " \\\n&& ", ";\n"))
		}
		text.WriteString(pick("", "", "", "", "x=a ", "x=$x ", "! ", "( ", "{ ", "if ", "time ", "for x in a b; do ", "y=(a b) ", "x[1]=a ", "! time "))
		text.WriteString(pick("a", "b", "a", "b", "a", "'a'", `\b`, `"a"`, `a""`, "ab", "a\\\nb", "env a", "command b", "env x=1 b", "nice a", "xargs a", "exec b", word()))
		for range random.IntN(4) {
			text.WriteString(pick(" ", "  ", "\t") + word())
		}
		text.WriteString(pick("", "", "", "", "", " )", "; }", "; then b; fi", "; done", "; done", " > a", " 2>&1", " <<< b", " <<a\nb\na\n", " # b", " <b", ">b", " 2> a", " <<'a'\n$(b)\\\na\na\n", " <<-a\n\tb\n\ta\n", " # $(b", " && [[ -n $x && a == b* ]]", " && (( 1 < 2 ))", " \\\n a",
			" <<a && b\n`a`\na\n", "; case a in a) b;; *) a; esac", " $(a; b # c\n)", " \"$(a \"b\" 'a')\"", " `a \\`b\\` \\\"a\\\"`", " <(b)", " ${x:-a} \"${x:-b c}\" ${#x}", " x[1]=a", " a=(b)", " 2>&1>b", " >&2 b", " &>a b", "|cat"))
	}
	if random.IntN(4) == 0 {
		at := random.IntN(text.Len() + 1)
		return text.String()[:at] + pick("'", `"`, "`", "(", ")", "$(", "\\", "<", ">", "&", ";", "|", "#", "{", "\n", " ") + text.String()[at:]
	}
	return text.String()
}

// runner runs texts with a shell and the programs a, b and the like.
type runner struct {
	t             *testing.T
	shell, folder string
}

func newRunner(t *testing.T, shell string) *runner {
	folder := t.TempDir()
	const note = "#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$@\" '\x1f' >> \"$NOTES\"\n"
	for _, name := range []string{"a", "b", "ab", "ba", "aa", "bb", "-a", "a1"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(note), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return &runner{t, shell, folder}
}

// run returns the words of every program that a text ran.
func (b *runner) run(text string) [][]string {
	ctx, cancel := context.WithTimeout(b.t.Context(), 10*time.Second)
	defer cancel()
	work := b.t.TempDir()
	notes := filepath.Join(work, ".notes")
	c := exec.CommandContext(ctx, b.shell, "-c", text)
	c.Dir, c.Env = work, []string{"PATH=" + b.folder + ":/usr/bin", "NOTES=" + notes, "HOME=" + work}
	_ = c.Run() // a text that fails ran what it noted
	all, _ := os.ReadFile(notes)
	var calls [][]string
	for _, call := range bytes.Split(all, []byte("\x1f\x00")) {
		if words := strings.Split(string(call), "\x00"); len(words) > 1 {
			calls = append(calls, words[:len(words)-1])
		}
	}
	return calls
}
