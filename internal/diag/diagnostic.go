package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says how bad a diagnostic is.
type Severity uint8

// The severities. An Error makes the file unusable, a Warning does not.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a severity's name; any other text is an error.
func (s *Severity) UnmarshalText(text []byte) error {
	switch string(text) {
	case "error":
		*s = Error
	case "warning":
		*s = Warning
	default:
		return fmt.Errorf("unknown severity %q", text)
	}
	return nil
}

// Diagnostic is one finding in one file.
type Diagnostic struct {
	// File is the name under which the reader was given the file.
	File string `json:"file"`
	// Range is where the finding is; the zero Range when that is not known.
	Range    Range    `json:"range"`
	Severity Severity `json:"severity"`
	// Code is stable, for example "yaml.duplicate-key".
	Code string `json:"code"`
	// Summary is one line and says what is wrong.
	Summary string `json:"summary"`
	// Detail says what to do; it may have several lines and may be empty.
	Detail string `json:"detail,omitempty"`
}

// Errorf returns an error diagnostic with the summary that format and args
// make. Text from outside must be formatted with %q.
func Errorf(file string, r Range, code, format string, args ...any) Diagnostic {
	return Diagnostic{File: file, Range: r, Severity: Error, Code: code, Summary: fmt.Sprintf(format, args...)}
}

// Warningf is [Errorf] for a warning.
func Warningf(file string, r Range, code, format string, args ...any) Diagnostic {
	d := Errorf(file, r, code, format, args...)
	d.Severity = Warning
	return d
}

// WithDetail returns d with the detail that format and args make.
func (d Diagnostic) WithDetail(format string, args ...any) Diagnostic {
	d.Detail = fmt.Sprintf(format, args...)
	return d
}

// String returns "file:line:column: summary [code]" on one line, hostile text
// neutralised.
func (d Diagnostic) String() string {
	var b strings.Builder
	b.WriteString(d.place())
	b.WriteString(Neutralise(d.Summary))
	if d.Code != "" {
		b.WriteString(" [" + Neutralise(d.Code) + "]")
	}
	return b.String()
}

func (d Diagnostic) place() string {
	switch {
	case d.File == "" && !d.Range.Known():
		return ""
	case !d.Range.Known():
		return Neutralise(d.File) + ": "
	case d.File == "":
		return d.Range.Start.String() + ": "
	}
	return Neutralise(d.File) + ":" + d.Range.Start.String() + ": "
}

// List is a list of diagnostics, in the order of their finding until sorted.
// It implements error; use [List.Err] to get one that is nil without errors.
type List []Diagnostic

// Error returns the diagnostics, one per line, without snippets.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// Add appends diagnostics.
func (l *List) Add(d ...Diagnostic) { *l = append(*l, d...) }

// Errorf appends an error diagnostic without detail.
func (l *List) Errorf(file string, r Range, code, format string, args ...any) {
	l.Add(Errorf(file, r, code, format, args...))
}

// Warningf appends a warning without detail.
func (l *List) Warningf(file string, r Range, code, format string, args ...any) {
	l.Add(Warningf(file, r, code, format, args...))
}

// HasErrors reports whether the list holds a diagnostic of severity Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error when it has errors, and nil otherwise.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Sort orders the list by file, place, severity, code and text. Diagnostics
// that are equal in everything keep one copy.
func (l *List) Sort() {
	slices.SortStableFunc(*l, compare)
	*l = slices.Compact(*l)
}

func compare(a, b Diagnostic) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	if c := comparePositions(a.Range.Start, b.Range.Start); c != 0 {
		return c
	}
	if c := comparePositions(a.Range.End, b.Range.End); c != 0 {
		return c
	}
	if a.Severity != b.Severity {
		return int(a.Severity) - int(b.Severity)
	}
	if c := strings.Compare(a.Code, b.Code); c != 0 {
		return c
	}
	if c := strings.Compare(a.Summary, b.Summary); c != 0 {
		return c
	}
	return strings.Compare(a.Detail, b.Detail)
}

func comparePositions(p, q Position) int {
	switch {
	case p.Before(q):
		return -1
	case q.Before(p):
		return 1
	}
	return 0
}
