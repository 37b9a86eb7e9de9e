package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// writeGitHub writes an annotation for every test that did not pass, in the
// form of GitHub's workflow commands.
func writeGitHub(w io.Writer, r *schema.TestReport) error {
	for i := range r.Tests {
		t := &r.Tests[i]
		if t.Outcome != schema.TestOutcomeFailed && t.Outcome != schema.TestOutcomeError {
			continue
		}
		_, err := fmt.Fprintf(w, "::error file=%s,line=%d,col=%d,title=%s::%s\n",
			property(diag.Neutralise(t.File)), t.Line, t.Column, property(title(t)), data(strings.Join(words(t), "\n")))
		if err != nil {
			return err
		}
	}
	return nil
}

// data escapes the message of a workflow command.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// property escapes a property of a workflow command.
func property(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}
