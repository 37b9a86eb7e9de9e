package eval

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// RuleInput is broken by a call that a rule folder is for and in which its rules
// find no document to judge.
const RuleInput = "contractc.rule_input"

// folder is a rule folder, compiled when the first action needs it.
type folder struct {
	*index.RuleFolder
	name     string
	compiled func() (*regorules.Folder, error)
}

// prepareFolders lists the rule folders of the bundles.
func (e *Engine) prepareFolders(opt Options) error {
	if opt.Only != nil {
		return nil
	}
	for _, lib := range e.catalog.Libraries {
		if lib.Folder == nil {
			continue
		}
		e.folders = append(e.folders, &folder{lib.Folder, lib.ID, sync.OnceValues(func() (*regorules.Folder, error) {
			src, problems := e.catalog.FolderSource(lib)
			if problems.HasErrors() {
				return nil, problems
			}
			compiled, problems := regorules.CompileFolder(src)
			if problems.HasErrors() {
				return nil, &regorules.CompileError{Diagnostics: problems}
			}
			return compiled, nil
		})})
	}
	return nil
}

// concerns reports whether the folder's rules are for an action.
func (f *folder) concerns(kind string, action object) bool {
	if !forType(f.Actions, kind) {
		return false
	}
	if len(f.Tools) == 0 {
		return true
	}
	tool, _ := action["tool"].(string)
	namespace, _ := action["namespace"].(string)
	return kind == "call_tool" && (slices.Contains(f.Tools, tool) || namespace != "" && slices.Contains(f.Tools, namespace+"/"+tool))
}

// document is the input of the folder's rules with its place in the action; a
// reason says why there is none.
func (f *folder) document(whole func() object, action object) (input any, path, reason string) {
	switch f.Input {
	case schema.RuleInputWhole:
		input = whole()
	case schema.RuleInputArguments:
		input, path = action["args"], "/args"
	default:
		input = action
	}
	if f.Pointer != "" {
		found, ok := follow(input, f.Pointer)
		if !ok {
			return nil, path, fmt.Sprintf("The rules of %s judge what stands at %q, and the action has nothing there.", f.name, f.Pointer)
		}
		input, path = found, path+f.Pointer
	}
	if f.Input == schema.RuleInputWhole {
		path = ""
	}
	if f.Parse == "" {
		return input, path, ""
	}
	input, reason = f.parsed(input)
	return input, path, reason
}

// parsed reads the text that holds the document.
func (f *folder) parsed(v any) (any, string) {
	text, ok := v.(string)
	if !ok {
		return nil, fmt.Sprintf("The rules of %s judge a document in a text of %s, and there is no text.", f.name, f.Parse)
	}
	read := doc.ReadJSON
	if f.Parse == schema.RuleInputFormatYaml {
		read = doc.ReadYAML
	}
	n, problems := read("document", []byte(text), doc.DefaultLimits())
	if problems.HasErrors() {
		return nil, fmt.Sprintf("The rules of %s judge a document in %s, which cannot be read: %s", f.name, f.Parse, firstProblem(problems))
	}
	return n.Plain(), ""
}

// firstProblem is the first error of a list in one line.
func firstProblem(list diag.List) string {
	for _, d := range list {
		if d.Severity == diag.Error {
			return fmt.Sprintf("line %d: %s.", d.Range.Start.Line, d.Summary)
		}
	}
	return ""
}

// follow finds what a JSON pointer leads to.
func follow(v any, pointer string) (any, bool) {
	for step := range strings.SplitSeq(pointer[1:], "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(x) || strconv.Itoa(i) != step {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// runFolders lets the rules of the rule folders judge a typed action.
func (j *judge) runFolders(kind string, own func() object) ([]fired, error) {
	if len(j.engine.folders) == 0 {
		return nil, nil
	}
	fields := own()
	action, _ := fields["action"].(object)
	whole := func() object { return j.wholeInput(fields) }
	var list []fired
	for _, f := range j.engine.folders {
		if !f.concerns(kind, action) {
			continue
		}
		found, err := j.runFolder(f, whole, action)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// wholeInput is everything that rules read, with what is an action's own.
func (j *judge) wholeInput(own object) object {
	in := j.context.plainShared()
	for name, v := range own {
		in[name] = v
	}
	return in
}

func (j *judge) runFolder(f *folder, whole func() object, action object) ([]fired, error) {
	input, path, reason := f.document(whole, action)
	if reason != "" {
		return []fired{{RuleInput, Version, schema.SeverityDeny, reason, path}}, nil
	}
	compiled, err := f.compiled()
	if err != nil {
		return nil, err
	}
	found, err := compiled.Eval(j.ctx, input)
	if err != nil {
		return nil, err
	}
	list := make([]fired, len(found))
	for i, x := range found {
		list[i] = fired{x.Rule, x.Version, x.Severity, x.Message, path}
	}
	return list, nil
}
