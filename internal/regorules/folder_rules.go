package regorules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Unversioned is the version of a rule of a folder that does not give one.
const Unversioned = "0"

// exceptionName is the rule that takes other rules of its package back.
const exceptionName = "exception"

// folderRuleName matches the names of rules that find something: what they mean
// stands at the front.
var folderRuleName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(deny|violation|warn)(_[a-zA-Z0-9]+)*$`)
})

// folderSeverity is what a rule's name says of it.
func folderSeverity(name string) schema.Severity {
	if strings.HasPrefix(name, "warn") {
		return schema.SeverityWarn
	}
	return schema.SeverityDeny
}

// folderRules lists the rules of modules that find something.
func folderRules(path string, modules []*looseModule) ([]FolderRule, diag.List) {
	var list diag.List
	var rules []FolderRule
	known := map[string]int{}
	for _, m := range modules {
		notes := ruleNotes(m.ast)
		for _, r := range m.ast.Rules {
			name := string(r.Head.Ref()[0].Value.(ast.Var))
			if len(r.Head.Args) > 0 || !folderRuleName().MatchString(name) {
				continue
			}
			list.Add(checkLooseHead(m, r)...)
			key := m.ast.Package.Path.String() + " " + name
			if _, ok := known[key]; !ok {
				known[key] = len(rules)
				rules = append(rules, folderRule(m, r, name))
			}
			rules[known[key]].annotate(notes[r])
		}
	}
	list.Add(repeatedFolderIDs(rules)...)
	if len(rules) == 0 && !list.HasErrors() {
		list.Add(diag.Errorf(path, diag.Range{}, "rego.folder", "no module of the folder has a rule deny, violation or warn").
			WithDetail("Rules of these names, or such as deny_root, are what is read of it%s; name the folder that holds them, or add a module to it whose rule deny reads the others.", otherRules(modules)))
	}
	return rules, list
}

// maxOtherRules is how many rules a message about a folder names.
const maxOtherRules = 5

// otherRules says which rules modules have that are read by nobody.
func otherRules(modules []*looseModule) string {
	var names []string
	for _, m := range modules {
		for _, r := range m.ast.Rules {
			name := packageName(m.ast) + "." + string(r.Head.Ref()[0].Value.(ast.Var))
			if len(r.Head.Args) == 0 && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	switch n := len(names); {
	case n == 0:
		return ", and there are only functions"
	case n > maxOtherRules:
		names = append(names[:maxOtherRules], fmt.Sprintf("%d more", n-maxOtherRules))
	}
	return ", not " + diag.Neutralise(strings.Join(names, ", "))
}

// checkLooseHead refuses a rule whose head already says that its findings could
// not be read.
func checkLooseHead(m *looseModule, r *ast.Rule) diag.List {
	_, at := place(r.Head.Location)
	name := r.Head.Ref()[0].Value.String()
	switch {
	case len(r.Head.Ref()) > 1 && m.V0:
		return diag.List{diag.Errorf(m.Path, at, "rego.head", "%s is an object here, whose keys nobody reads", name).
			WithDetail("Write a set of messages: %s[msg] { … }.", name)}
	case len(r.Head.Ref()) > 1:
		return diag.List{diag.Errorf(m.Path, at, "rego.head", "%s is an object here, whose keys nobody reads", name).
			WithDetail("Write a set of messages: %s contains msg if {…}. For rules in the older form, %s[msg] { … }, set rego_version: 0.", name, name)}
	}
	return nil
}

func folderRule(m *looseModule, r *ast.Rule, name string) FolderRule {
	_, at := place(r.Head.Location)
	pkg := packageName(m.ast)
	return FolderRule{
		Path: m.Path, Package: pkg, Name: name, ref: m.ast.Package.Path.Append(ast.StringTerm(name)),
		Rule: Rule{
			Metadata: schema.RuleMetadata{Id: folderID(pkg + "." + name), Version: Unversioned, Severity: folderSeverity(name)},
			Position: at.Start,
		},
	}
}

// folderID is PACKAGE.RULE with what an id may not hold replaced.
func folderID(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '_' || c < 0x80 && (c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return c
		}
		return '_'
	}, name)
}

// annotate takes what the annotations of a rule say of it, where no earlier
// rule of its name said it.
func (f *FolderRule) annotate(note *ast.Annotations) {
	if note == nil {
		return
	}
	if f.Title == "" {
		f.Title = strings.TrimSpace(note.Title)
	}
	if f.Description == "" {
		f.Description = strings.TrimSpace(note.Description)
	}
	if version, ok := note.Custom["version"].(string); ok && f.Metadata.Version == Unversioned && versionPattern().MatchString(version) {
		f.Metadata.Version = version
	}
	if id, ok := note.Custom["id"].(string); ok && f.Metadata.Id == folderID(f.Package+"."+f.Name) && idPattern().MatchString(id) {
		f.Metadata.Id = id
	}
	if severity, ok := note.Custom["severity"].(string); ok && schema.Severity(severity) == schema.SeverityAsk {
		f.Metadata.Severity = schema.SeverityAsk
	}
}

// repeatedFolderIDs reports two names that have one id.
func repeatedFolderIDs(rules []FolderRule) diag.List {
	var list diag.List
	seen := map[string]FolderRule{}
	for _, r := range rules {
		if first, taken := seen[r.Metadata.Id]; taken {
			list.Add(diag.Errorf(r.Path, diag.At(r.Position), "rego.id", "the id %q is taken by the rule %q of the package %q", r.Metadata.Id, first.Name, first.Package))
			continue
		}
		seen[r.Metadata.Id] = r
	}
	return list
}

// exceptedName is the name by which an exception means a rule: what follows
// deny_, violation_ or warn_, and the empty text for one that is only called so.
func exceptedName(rule string) string {
	_, rest, _ := strings.Cut(rule, "_")
	return rest
}

// title is what a finding without a message says.
func (f *FolderRule) title() string {
	if f.Title != "" {
		return f.Title
	}
	return fmt.Sprintf("the rule %s of the package %s is broken", f.Name, f.Package)
}
