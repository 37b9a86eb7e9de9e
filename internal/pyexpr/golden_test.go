package pyexpr_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/pyexpr"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

// Each golden file holds inputs, a line each after "> ", or as a Go string after ">q ", and below each what is read, or the error.
func TestCalls(t *testing.T) {
	golden(t, "testdata/calls.golden", func(src string) string {
		call, err := pyexpr.ParseCall(src, pyexpr.Limits{})
		if err != nil {
			return problem(err)
		}
		return showCall(call)
	})
}

func TestLiterals(t *testing.T) {
	golden(t, "testdata/literals.golden", func(src string) string {
		literal, err := pyexpr.ParseLiteral(src, pyexpr.Limits{})
		if err != nil {
			return problem(err)
		}
		return show(literal) + "\n"
	})
}

func golden(t *testing.T, file string, read func(string) string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(old)) {
		line = strings.TrimSuffix(line, "\n")
		src, ok := input(t, line)
		if ok {
			out.WriteString(line + "\n" + read(src))
		} else if strings.HasPrefix(line, "#") || line == "" {
			out.WriteString(line + "\n")
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(old), out.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func input(t *testing.T, line string) (string, bool) {
	t.Helper()
	if quoted, ok := strings.CutPrefix(line, ">q "); ok {
		src, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return src, true
	}
	return strings.CutPrefix(line, "> ")
}

func problem(err error) string {
	var e *pyexpr.Error
	if !errors.As(err, &e) {
		return fmt.Sprintf("  NOT AN *Error: %v\n", err)
	}
	return fmt.Sprintf("  error %s at %d-%d: %s; %s\n", e.Code, e.Span.Start, e.Span.End, e.Summary, e.Detail)
}

func showCall(c *pyexpr.Call) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  call %s at %d-%d\n", pyexpr.Dotted(c.Path), c.Span.Start, c.Span.End)
	for _, a := range c.Args {
		name := ""
		if a.Name != nil {
			name = fmt.Sprintf("%s at %d = ", a.Name.Text, a.Name.Span.Start)
		}
		at := a.Value.At()
		fmt.Fprintf(&b, "    %s%s at %d-%d from %q\n", name, show(a.Value), at.Start, at.End, a.Value.Source())
	}
	return b.String()
}

func show(l pyexpr.Literal) string {
	switch l := l.(type) {
	case pyexpr.None:
		return "none"
	case pyexpr.Bool:
		return fmt.Sprintf("bool %t", l.Value)
	case pyexpr.Int:
		return "int " + l.Digits
	case pyexpr.Float:
		d, ok := l.Decimal()
		return fmt.Sprintf("float %s decimal %q %t", l.Number, d, ok)
	case pyexpr.String:
		return "string " + strconv.QuoteToASCII(l.Value)
	case pyexpr.Bytes:
		return fmt.Sprintf("bytes %x", l.Value)
	case pyexpr.List:
		return "list[" + showAll(l.Items) + "]"
	case pyexpr.Tuple:
		return "tuple(" + showAll(l.Items) + ")"
	case pyexpr.Set:
		return "set{" + showAll(l.Items) + "}"
	case pyexpr.Dict:
		var parts []string
		for _, e := range l.Entries {
			parts = append(parts, show(e.Key)+": "+show(e.Value))
		}
		return "dict{" + strings.Join(parts, ", ") + "}"
	case pyexpr.ClassRef:
		return "class " + pyexpr.Dotted(l.Path)
	}
	return fmt.Sprintf("UNKNOWN %T", l)
}

func showAll(items []pyexpr.Literal) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = show(item)
	}
	return strings.Join(parts, ", ")
}
