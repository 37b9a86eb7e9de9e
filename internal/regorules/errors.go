package regorules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// CompileError says that rules which are needed do not compile.
type CompileError struct {
	Diagnostics diag.List
}

// Error returns the diagnostics, one per line, hostile text neutralised.
func (e *CompileError) Error() string {
	return "rego rules do not compile:\n" + e.Diagnostics.Error()
}

// Failure says how an evaluation failed.
type Failure string

// The ways in which an evaluation fails.
const (
	FailedBuiltin  Failure = "builtin"  // a built-in function returned an error
	FailedDeadline Failure = "deadline" // the deadline passed, or the caller's context ended
	FailedStuck    Failure = "stuck"    // the evaluation did not stop when told to
	FailedPanic    Failure = "panic"    // the evaluation panicked
	FailedConflict Failure = "conflict" // a rule has two values at once
	FailedShape    Failure = "shape"    // a rule produced something that is no violation or coverage entry
	FailedUnknown  Failure = "unknown"  // a violation carries the id of no rule of its module
	FailedInput    Failure = "input"    // the input is not a plain value
	FailedInternal Failure = "internal" // anything else
)

// EvalError says that an evaluation failed. It is our own failure and never a
// violation.
type EvalError struct {
	Failure Failure
	File    string // of the module concerned, where known
	Line    int    // 1-based, 0 where not known
	Message string // one line, hostile text neutralised
}

// Error returns the place, the way of failing and the message.
func (e *EvalError) Error() string {
	place := ""
	if e.File != "" {
		place = fmt.Sprintf("%s:%d: ", diag.Neutralise(e.File), e.Line)
	}
	return fmt.Sprintf("%srego evaluation failed (%s): %s", place, e.Failure, e.Message)
}

func evalErrorf(f Failure, format string, args ...any) *EvalError {
	return &EvalError{Failure: f, Message: diag.Neutralise(fmt.Sprintf(format, args...))}
}

// fromTopdown turns an error of OPA's evaluator into ours.
func fromTopdown(err error) *EvalError {
	var own *EvalError
	if errors.As(err, &own) {
		return own
	}
	var te *topdown.Error
	if !errors.As(err, &te) {
		return evalErrorf(FailedInternal, "%v", err)
	}
	e := evalErrorf(topdownFailure(te.Code), "%s", te.Message)
	if te.Code == topdown.CancelErr {
		e.Message = "stopped at its deadline"
	}
	if te.Location != nil {
		e.File, e.Line = te.Location.File, te.Location.Row
	}
	return e
}

func topdownFailure(code string) Failure {
	switch code {
	case topdown.CancelErr:
		return FailedDeadline
	case topdown.BuiltinErr, topdown.TypeErr:
		return FailedBuiltin
	case topdown.ConflictErr, topdown.WithMergeErr:
		return FailedConflict
	}
	return FailedInternal
}

// fromOPA turns the errors of OPA's parser and compiler into diagnostics.
func fromOPA(err error, no map[string]string) diag.List {
	var list diag.List
	var many ast.Errors
	var one *ast.Error
	switch {
	case errors.As(err, &many):
		for _, e := range many {
			list.Add(fromASTError(e, no))
		}
	case errors.As(err, &one):
		list.Add(fromASTError(one, no))
	default:
		list.Errorf("", diag.Range{}, "rego.internal", "%s", oneLine(err.Error()))
	}
	return list
}

// in puts problems without a file into one, such as that a module is empty.
func in(file string, list diag.List) diag.List {
	for i := range list {
		if list[i].File == "" {
			list[i].File = file
		}
	}
	return list
}

func fromASTError(e *ast.Error, no map[string]string) diag.Diagnostic {
	file, at := place(e.Location)
	d := diag.Errorf(file, at, "rego."+errorWord(e.Code), "%s", oneLine(e.Message))
	if e.Details != nil && e.Code != ast.ParseErr { // those of the parser repeat the line
		d.Detail = diag.Neutralise(strings.Join(e.Details.Lines(), "; "))
	}
	if name, ok := strings.CutPrefix(e.Message, "undefined function "); ok {
		if reason, isDenied := no[name]; isDenied {
			d.Code = "rego.builtin"
			d.Summary = fmt.Sprintf("the built-in %q is not allowed in rules", name)
			d.Detail = "Reason: " + reason + ". Rules know what stands in their input and data: hand over there what they need, or leave out the file that asks."
		} else if near, ok := spelling.Nearest(name, allowedNames(no)); ok {
			d.Detail = "Did you mean " + near + "?"
		} else {
			d.Detail = "No module here defines it, and it is no built-in of Rego. Some checkers add functions of their own, which are not known here: define it in a module, or leave out the file that calls it."
		}
	}
	if strings.HasSuffix(e.Message, " unused") {
		d.Detail = "Remove it, or use it."
	}
	return d
}

// allowedNames are the names of the built-ins that rules may use.
func allowedNames(no map[string]string) []string {
	var names []string
	for _, b := range ast.Builtins {
		if _, isDenied := no[b.Name]; !isDenied {
			names = append(names, b.Name)
		}
	}
	return names
}

// errorWord is the middle of one of OPA's error codes, such as parse of
// rego_parse_error.
func errorWord(code string) string {
	word := strings.TrimSuffix(strings.TrimPrefix(code, "rego_"), "_error")
	return strings.ReplaceAll(word, "_", "-")
}

// oneLine neutralises the first line of OPA's message; the rest repeats the
// source.
func oneLine(message string) string {
	line, _, _ := strings.Cut(message, "\n")
	return diag.Neutralise(strings.TrimSpace(line))
}

// place returns the file and range of an OPA location, whose columns count code
// points as ours do. The range ends on the line where it starts.
func place(loc *ast.Location) (string, diag.Range) {
	if loc == nil || loc.Row < 1 {
		return "", diag.Range{}
	}
	start := diag.Position{Line: loc.Row, Column: max(1, loc.Col)}
	first, _, _ := strings.Cut(string(loc.Text), "\n")
	end := diag.Position{Line: loc.Row, Column: start.Column + utf8.RuneCountInString(first)}
	return loc.File, diag.Range{Start: start, End: end}
}

// Diagnostics turns an error of OPA's parser into diagnostics at their places.
func Diagnostics(err error) diag.List { return fromOPA(err, nil) }
