package eval_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/recorded"
)

var update = flag.Bool("update", false, "write the golden files")

// difference is a recorded case on which the second version of the rules
// differs from the reference.
type difference struct {
	id             string
	rules          []string
	theirs, second string
}

func (d difference) String() string {
	indent := func(s string) string { return strings.ReplaceAll(s, "\n", "\n             ") }
	return fmt.Sprintf("%s\n  because of %s\n  reference  %s\n  claim@2    %s\n", d.id, strings.Join(d.rules, ", "), indent(d.theirs), indent(d.second))
}

// question is a mode of the cases and how it is answered.
type question struct {
	mode   string
	ours   func(*replay, recorded.Case) answer
	theirs func(testing.TB, recorded.Case) answer
}

func questions() []question {
	return []question{
		{"parse", (*replay).parse, recordedParse},
		{"formula", (*replay).formula, recordedFormula},
		{"quote", (*replay).quote, recordedQuote},
		{"step", (*replay).step, recordedStep},
		{"key", (*replay).key, recordedKey},
		{"bind", (*replay).bind, recordedBind},
		{"equal", (*replay).equal, recordedEqual},
		{"format", (*replay).format, recordedFormat},
		{"normalize", (*replay).normalize, recordedNormalize},
		{"extract", (*replay).extract, recordedExtract},
	}
}

// differences compares the second version with the reference on all cases.
func differences(t *testing.T) (list []difference) {
	first, second := newReplay(t, "claim@1"), newReplay(t, "claim@2")
	for _, q := range questions() {
		for _, c := range recorded.Claim(t, q.mode) {
			if incomparable(c) != "" || q.mode == "step" && needsState(c) != "" || (q.mode == "equal" || q.mode == "format") && unsayable(c.Input) {
				continue
			}
			want, got := q.theirs(t, c), q.ours(second, c)
			got = withoutMalformed(q.mode, got)
			if slices.EqualFunc(want.lines, got.lines, func(a, b string) bool { return sameAnswer(c, a, b) }) {
				continue
			}
			list = append(list, difference{
				c.ID, withoutThose(got.allDue(), withoutMalformed(q.mode, q.ours(first, c)).allDue()), want.String(), got.String(),
			})
		}
	}
	return list
}

// withoutMalformed leaves malformed actions of steps to the cases of mode parse.
func withoutMalformed(mode string, a answer) (out answer) {
	out.whole = a.whole
	for i, line := range a.lines {
		if mode != "step" || !strings.HasPrefix(line, "malformed: ") {
			out.add(line, a.due[i]...)
		}
	}
	return out
}

// sameAnswer compares a recorded line with one of ours. Of several reasons for a
// rejection the recorded one must be among ours.
func sameAnswer(c recorded.Case, want, got string) bool {
	reasons, isRejection := strings.CutPrefix(got, "rejected: ")
	if !isRejection {
		return sameLine(c, got, want)
	}
	return slices.ContainsFunc(strings.Split(reasons, reasonsSeparator), func(reason string) bool {
		return sameLine(c, "rejected: "+reason, want)
	})
}

func (a answer) allDue() (all []string) {
	for _, due := range append(a.due, a.whole) {
		for _, id := range due {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	return all
}

func withoutThose(list, those []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(those, id) })
}

// Every difference between the second version of the rules and the reference has
// a rule or a leniency that makes it, and is on a list.
func TestDifferences(t *testing.T) {
	list := differences(t)
	var b strings.Builder
	fmt.Fprintf(&b, "Recorded cases on which claim@2 differs from the reference, which claim@1 agrees with.\ncases %s\n", casesDigest(t))
	for _, d := range list {
		if len(d.rules) == 0 {
			t.Errorf("no rule makes the difference:\n%s", d)
		}
		fmt.Fprintf(&b, "\n%s", d)
	}
	compareDifferences(t, b.String())
}

// casesDigest tells whether the list was made of these cases.
func casesDigest(t *testing.T) string {
	h := sha256.New()
	for _, line := range recorded.Lines(t, "claim_contract.jsonl") {
		h.Write(line)
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

func compareDifferences(t *testing.T, got string) {
	t.Helper()
	file := filepath.Join("testdata", "differences.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := func(s string) string { return strings.Join(strings.SplitN(s, "\n", 3)[:2], "\n") }
	if head(string(want)) != head(got) {
		t.Skip("the list was made of other cases")
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
