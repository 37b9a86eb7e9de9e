package linkml

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// The codes of problems in documents.
const (
	CodeType       = "instance.type"
	CodeUnknown    = "instance.unknown-field"
	CodeMissing    = "instance.missing-field"
	CodeClass      = "instance.class"
	CodeValue      = "instance.value"
	CodeKey        = "instance.key"
	CodeUnique     = "instance.unique"
	CodeRule       = "instance.rule"
	CodeBranch     = "instance.branch"
	CodeFormat     = "instance.format"
	CodeCount      = "instance.count"
	CodeExhausted  = "instance.exhausted"
	CodeTargetName = "instance.target"
)

// Problem is one thing that is wrong with a document.
type Problem struct {
	Path    string // JSON pointer to the value, "" for the whole document
	At      diag.Range
	Code    string
	Summary string // what is wrong
	Detail  string // what to do
}

// Diagnostic returns the problem with the path in its summary.
func (p Problem) Diagnostic(file string) diag.Diagnostic {
	where := p.Path
	if where == "" {
		where = "the document"
	}
	return diag.Errorf(file, p.At, p.Code, "%s: %s", where, p.Summary).WithDetail("%s", p.Detail)
}

// step is one part of a path; paths are lists that share their beginnings.
type step struct {
	up   *step
	name string
}

func (s *step) add(name string) *step { return &step{up: s, name: name} }

// pointer writes the path as a JSON pointer (RFC 6901).
func (s *step) pointer() string {
	var parts []string
	for ; s != nil; s = s.up {
		parts = append(parts, strings.NewReplacer("~", "~0", "/", "~1").Replace(s.name))
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString("/" + parts[i])
	}
	return b.String()
}

// value is a node and where it stands.
type value struct {
	n  *doc.Node
	at *step
}

func (x value) field(f *doc.Field) value { return value{f.Value, x.at.add(f.Key)} }
