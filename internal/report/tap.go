package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/schema"
)

// writeTAP writes the Test Anything Protocol, version 14.
func writeTAP(w io.Writer, r *schema.TestReport) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "TAP version 14\n1..%d\n", len(r.Tests))
	for i := range r.Tests {
		t := &r.Tests[i]
		verdict, directive := "ok", ""
		switch t.Outcome {
		case schema.TestOutcomeFailed, schema.TestOutcomeError:
			verdict = "not ok"
		case schema.TestOutcomeSkipped:
			directive = " # SKIP"
		}
		fmt.Fprintf(out, "%s %d - %s%s\n", verdict, i+1, tapText(title(t)), directive)
		if verdict == "ok" {
			continue
		}
		fmt.Fprintf(out, "# %s\n", place(t))
		for _, line := range words(t) {
			fmt.Fprintf(out, "# %s\n", line)
		}
	}
	return out.Flush()
}

// tapText escapes what would begin a directive.
func tapText(text string) string {
	return strings.NewReplacer("\\", "\\\\", "#", "\\#").Replace(text)
}
