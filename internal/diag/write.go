package diag

import (
	"fmt"
	"io"
	"strings"
)

// Write prints diagnostics for people: place, severity, summary and code on
// one line, then the source lines of the range with carets under it, then the
// detail. source returns the bytes of a file by its name; it may be nil, and
// it may say that it does not have a file. At most limit diagnostics are
// printed, all of them if limit is not positive; the last line says how many
// were left out. All text is neutralised. Errors are those of w.
func Write(w io.Writer, l List, source func(file string) ([]byte, bool), limit int) error {
	shown := l
	if limit > 0 && len(l) > limit {
		shown = l[:limit]
	}
	for _, d := range shown {
		if _, err := io.WriteString(w, d.text(source)); err != nil {
			return err
		}
	}
	if cut := len(l) - len(shown); cut > 0 {
		if _, err := fmt.Fprintf(w, "%d more not shown\n", cut); err != nil {
			return err
		}
	}
	return nil
}

func (d Diagnostic) text(source func(string) ([]byte, bool)) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s: %s", d.place(), d.Severity, Neutralise(d.Summary))
	if d.Code != "" {
		fmt.Fprintf(&b, " [%s]", Neutralise(d.Code))
	}
	b.WriteByte('\n')
	if source != nil && d.Range.Known() {
		if src, ok := source(d.File); ok {
			b.WriteString(snippet(src, d.Range))
		}
	}
	if d.Detail != "" {
		for line := range strings.SplitSeq(d.Detail, "\n") {
			b.WriteString("  " + Neutralise(line) + "\n")
		}
	}
	return b.String()
}
