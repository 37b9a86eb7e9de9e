package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// writeTAP writes the Test Anything Protocol, version 14.
func writeTAP(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "TAP version 14\n1..%d\n", len(r.Results))
	for i := range r.Results {
		f := &r.Results[i]
		verdict, directive := tapVerdict(f)
		fmt.Fprintf(out, "%s %d - %s%s\n", verdict, i+1, tapText(f.title()), directive)
		if verdict == "ok" {
			continue
		}
		fmt.Fprintf(out, "# %s: %s\n", r.place(f), diag.Neutralise(f.Rule))
		for _, line := range f.words() {
			fmt.Fprintf(out, "# %s\n", line)
		}
	}
	return out.Flush()
}

// tapVerdict is the verdict of a result. What is not held against the run is
// "not ok" with a directive, for which a harness does not fail.
func tapVerdict(f *Result) (verdict, directive string) {
	switch f.Outcome {
	case Passed:
		return "ok", ""
	case Skipped:
		return "ok", " # SKIP"
	case Noted:
		return "not ok", " # TODO noted as " + string(f.Severity)
	case Excepted:
		return "not ok", " # TODO excepted"
	default:
		return "not ok", ""
	}
}

// tapText escapes what would begin a directive.
func tapText(text string) string {
	return strings.NewReplacer("\\", "\\\\", "#", "\\#").Replace(text)
}
