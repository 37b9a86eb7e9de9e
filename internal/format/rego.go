package format

import (
	"bytes"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/regorules"
)

// maxRegoBytes is how long a module may be, as where it is loaded.
const maxRegoBytes = regorules.MaxModuleBytes

// Rego writes a module as OPA's own formatter does, in the version of Rego, 0 or
// 1, that it is written in. The problems are those of parsing it; with errors
// there is no text.
func Rego(file string, src []byte, version int) (out []byte, problems diag.List) {
	defer func() {
		if p := recover(); p != nil {
			out, problems = nil, fault(file, "OPA's formatter failed: %v", p)
		}
	}()
	if len(src) > maxRegoBytes {
		problems.Errorf(file, diag.Range{}, "limit.bytes", "the module is larger than %d bytes", maxRegoBytes)
		return nil, problems
	}
	opt := regoOptions(version)
	read, err := ast.ParseModuleWithOpts(file, string(src), *opt.ParserOptions)
	switch {
	case err != nil:
		return nil, regorules.Diagnostics(err)
	case read == nil:
		return src, nil
	}
	if problem := regorules.Exceeds(read); problem != nil {
		problem.File = file
		return nil, diag.List{*problem}
	}
	if list := rawLineEnds(file, read); len(list) > 0 {
		return nil, list
	}
	out, err = format.SourceWithOpts(file, bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), opt)
	if err != nil {
		return nil, regorules.Diagnostics(err)
	}
	return out, checkRego(file, read, out, opt)
}

// rawLineEnds reports texts over several lines whose line ends have a carriage return:
// it is part of the value, which another line end would change.
func rawLineEnds(file string, m *ast.Module) diag.List {
	var list diag.List
	ast.WalkTerms(m, func(t *ast.Term) bool {
		if t.Location != nil && bytes.HasPrefix(t.Location.Text, []byte("`")) && bytes.ContainsRune(t.Location.Text, '\r') {
			at := diag.Position{Line: t.Location.Row, Column: t.Location.Col}
			list.Add(diag.Errorf(file, diag.At(at), "rego.line-end", "a text over several lines holds carriage returns").
				WithDetail("end the lines of the file with LF, or write the text in double quotes with \\r\\n"))
		}
		return false
	})
	list.Sort()
	return list
}

func regoOptions(version int) format.Opts {
	v := ast.RegoV1
	if version == 0 {
		v = ast.RegoV0
	}
	return format.Opts{RegoVersion: v, ParserOptions: &ast.ParserOptions{RegoVersion: v}}
}

// checkRego reads what was written: it holds the same rules and comments, and
// stays as it is when it is formatted again.
func checkRego(file string, read *ast.Module, out []byte, opt format.Opts) diag.List {
	again, err := ast.ParseModuleWithOpts(file, string(out), *opt.ParserOptions)
	switch {
	case err != nil:
		return fault(file, "what it wrote cannot be parsed: %v", err)
	case !sameRules(read, again):
		return fault(file, "a rule would change")
	case len(read.Comments) != len(again.Comments):
		return fault(file, "a comment would be lost")
	}
	second, err := format.SourceWithOpts(file, out, opt)
	if err != nil || !bytes.Equal(second, out) {
		return fault(file, "it would write the module differently each time")
	}
	return nil
}

// sameRules compares the rules of two modules as they are printed, but for what
// the formatter writes in another way: := for = in a rule's head, and no value
// where it is true.
func sameRules(a, b *ast.Module) bool {
	if !a.Package.Equal(b.Package) || len(a.Rules) != len(b.Rules) {
		return false
	}
	for i := range a.Rules {
		if printed(a.Rules[i]) != printed(b.Rules[i]) {
			return false
		}
	}
	return true
}

func printed(rule *ast.Rule) string {
	copied := rule.Copy()
	for r := copied; r != nil; r = r.Else {
		r.Head.Assign = true
		if r.Head.Value == nil && r.Head.Key == nil {
			r.Head.Value = ast.BooleanTerm(true)
		}
	}
	return copied.String()
}
