package regorules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
)

// readRule reads the annotations of a violation rule. What is wrong is
// reported; the rule returned is as complete as could be read.
func readRule(src Source, r *ast.Rule, note *ast.Annotations) (*Rule, diag.List) {
	_, at := place(r.Head.Location)
	found := &Rule{Title: note.Title, Description: note.Description, Position: at.Start}
	list := checkTitle(src, note)
	for _, name := range []string{"id", "version", "severity"} {
		list.Add(checkPresent(src, note, name)...)
	}
	if list.HasErrors() {
		return found, list
	}
	for _, d := range found.Metadata.Decode(src.Path, doc.FromPlain(note.Custom)) {
		list.Add(atKey(src, note, d))
	}
	if !list.HasErrors() {
		list.Add(checkValues(src, note, found.Metadata)...)
	}
	return found, list
}

// atKey gives a finding about the custom block the place of the key that it
// names.
func atKey(src Source, note *ast.Annotations, d diag.Diagnostic) diag.Diagnostic {
	d.Code = "rego.metadata"
	d.Range = noteRange(src, note, "custom")
	for _, key := range sortedKeys(note.Custom) {
		if strings.Contains(d.Summary, fmt.Sprintf("%q", key)) || strings.Contains(d.Summary, fmt.Sprintf("%q", fmt.Sprint(note.Custom[key]))) {
			d.Range = noteRange(src, note, key)
		}
	}
	return d
}

// coverageCustom is the custom block of a coverage rule.
type coverageCustom struct {
	ID      string   `json:"id"`
	Version string   `json:"version"`
	Actions []string `json:"actions"`
}

// readCoverage reads the annotations of a coverage rule.
func readCoverage(src Source, r *ast.Rule, note *ast.Annotations) (*CoverageRule, diag.List) {
	_, at := place(r.Head.Location)
	found := &CoverageRule{Title: note.Title, Position: at.Start}
	list := checkTitle(src, note)
	for _, name := range []string{"id", "version"} {
		list.Add(checkPresent(src, note, name)...)
	}
	custom, err := json.Marshal(note.Custom)
	if err != nil || list.HasErrors() {
		return found, list
	}
	var c coverageCustom
	decoder := json.NewDecoder(bytes.NewReader(custom))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		list.Errorf(src.Path, noteRange(src, note, "custom"), "rego.metadata", "custom: %s", oneLine(err.Error()))
		return found, list
	}
	found.ID, found.Version, found.Actions = c.ID, c.Version, c.Actions
	list.Add(checkPattern(src, note, "id", c.ID, idPattern())...)
	list.Add(checkPattern(src, note, "version", c.Version, versionPattern())...)
	return found, list
}

// The patterns of id and version of class RuleMetadata.
var (
	idPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z0-9_]+)*$`)
	})
	versionPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$`)
	})
)

// checkValues checks what the types of Go do not say.
func checkValues(src Source, note *ast.Annotations, m schema.RuleMetadata) diag.List {
	list := checkPattern(src, note, "id", m.Id, idPattern())
	list.Add(checkPattern(src, note, "version", m.Version, versionPattern())...)
	if m.Input != nil && *m.Input != "input" {
		list.Errorf(src.Path, noteRange(src, note, "input"), "rego.metadata", "the input of a Rego rule is always named input")
	}
	return list
}

func checkTitle(src Source, note *ast.Annotations) diag.List {
	if strings.TrimSpace(note.Title) != "" {
		return nil
	}
	_, at := place(note.Location)
	return diag.List{diag.Errorf(src.Path, at, "rego.metadata", "the rule has no title").
		WithDetail("Add a line to its annotations: # title: What the rule demands")}
}

func checkPresent(src Source, note *ast.Annotations, name string) diag.List {
	_, at := place(note.Location)
	value, present := note.Custom[name]
	text, isText := value.(string)
	switch {
	case !present:
		return diag.List{diag.Errorf(src.Path, at, "rego.metadata", "the rule has no custom.%s", name).
			WithDetail("Add it to the rule's annotations, below # custom:")}
	case !isText || text == "":
		return diag.List{diag.Errorf(src.Path, noteRange(src, note, name), "rego.metadata", "custom.%s must be a text", name).
			WithDetail("Quote it if it looks like a number.")}
	}
	return nil
}

func checkPattern(src Source, note *ast.Annotations, name, value string, pattern *regexp.Regexp) diag.List {
	if pattern.MatchString(value) {
		return nil
	}
	return diag.List{diag.Errorf(src.Path, noteRange(src, note, name), "rego.metadata", "custom.%s %q does not match %s", name, value, pattern)}
}

// noteRange finds the line of an annotation block that gives name; the block's
// first line where there is none.
func noteRange(src Source, note *ast.Annotations, name string) diag.Range {
	_, at := place(note.Location)
	lines := strings.Split(src.Text, "\n")
	for i := at.Start.Line; i < len(lines); i++ {
		body, isComment := strings.CutPrefix(lines[i], "#")
		if !isComment {
			break
		}
		key := strings.TrimLeft(body, " ")
		if strings.HasPrefix(key, name+":") {
			column := 2 + len(body) - len(key)
			return diag.Range{
				Start: diag.Position{Line: i + 1, Column: column},
				End:   diag.Position{Line: i + 1, Column: column + len(name)},
			}
		}
	}
	return at
}

// checkParts reports what a head that is written as an object gives and would be
// refused when the rule fires: a part that no violation has, or one that is no
// text. What the rule computes is judged then.
func checkParts(file string, r *ast.Rule) diag.List {
	if r.Head.Key == nil {
		return nil
	}
	object, ok := r.Head.Key.Value.(ast.Object)
	if !ok {
		return nil
	}
	var list diag.List
	object.Foreach(func(key, value *ast.Term) {
		name, isText := key.Value.(ast.String)
		if !isText && !ast.IsConstant(key.Value) {
			return
		}
		_, at := place(key.Location)
		known := violationParts()
		if !slices.Contains(known, string(name)) {
			d := diag.Errorf(file, at, "rego.head", "a violation has no part %s", diag.Neutralise(key.String()))
			detail := "Its parts are " + strings.Join(known, ", ") + "."
			if near, ok := spelling.Nearest(string(name), known); ok {
				detail = fmt.Sprintf("Did you mean %q?", near)
			}
			list.Add(d.WithDetail("%s", detail))
			return
		}
		if _, isText := value.Value.(ast.String); !isText && ast.IsConstant(value.Value) {
			_, at := place(value.Location)
			list.Add(diag.Errorf(file, at, "rego.head", "the %s of a violation is a text", string(name)).WithDetail("Put it into quotes, or compute a text with sprintf."))
		}
	})
	return list
}

// violationParts are the parts of a violation, the last of which may be absent.
func violationParts() []string { return []string{"id", "message", "path"} }

// checkID reports a rule that writes an id of its own beside its annotations.
// Ids that the rule computes are checked when it fires.
func checkID(file string, r *ast.Rule, id string) diag.List {
	if r.Head.Key == nil || id == "" {
		return nil
	}
	object, ok := r.Head.Key.Value.(ast.Object)
	if !ok {
		return nil
	}
	var list diag.List
	given := object.Get(ast.InternedTerm("id"))
	if given == nil {
		_, at := place(r.Head.Key.Location)
		list.Add(diag.Errorf(file, at, "rego.head", "the violation has no id").
			WithDetail(`Write: "id": rego.metadata.rule().custom.id`))
		return list
	}
	if text, ok := given.Value.(ast.String); ok && string(text) != id {
		_, at := place(given.Location)
		list.Add(diag.Errorf(file, at, "rego.head", "the violation's id %q is not the rule's id %q", string(text), id).
			WithDetail(`Write: "id": rego.metadata.rule().custom.id`))
	}
	return list
}
