package regorules

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Limits of one module. A module beyond them is refused by name.
const (
	MaxModuleBytes  = 256 << 10
	MaxModuleDepth  = 200
	MaxModuleRules  = 2000
	reservedPackage = "contractc"
)

// Source is one Rego file of a bundle.
type Source struct {
	Path    string // relative to the bundle's root, with slashes
	Library string // name of the library whose folder it stands in
	Text    string
	V0      bool // it is written in Rego v0
}

// IsTest reports whether the file holds tests, which take no part in decisions.
func (s Source) IsTest() bool { return strings.HasSuffix(s.Path, "_test.rego") }

// Description is what is worth knowing of a module without parsing it. It is
// plain data, so that an index of a bundle can hold it.
type Description struct {
	Path     string         `json:"path"`
	Package  string         `json:"package"` // dotted, without data
	Rules    []Rule         `json:"rules,omitempty"`
	Coverage []CoverageRule `json:"coverage,omitempty"`
	Uses     []string       `json:"uses,omitempty"` // dotted paths below data that it reads, sorted
}

// Rule is one violation rule.
type Rule struct {
	Metadata    schema.RuleMetadata `json:"metadata"`
	Title       string              `json:"title"`
	Description string              `json:"description,omitempty"`
	Tools       []string            `json:"tools,omitempty"` // tools that its guard names; all where empty
	Position    diag.Position       `json:"position"`
}

// CoverageRule is one rule that reports coverage.
type CoverageRule struct {
	ID       string        `json:"id"`
	Version  string        `json:"version"`
	Title    string        `json:"title"`
	Actions  []string      `json:"actions,omitempty"` // types of action; all where empty
	Position diag.Position `json:"position"`
}

// module is a parsed module with its description.
type module struct {
	Description
	ast   *ast.Module
	rules map[*ast.Rule]*Rule         // violation rules
	cover map[*ast.Rule]*CoverageRule // coverage rules
}

// parse reads one module. Problems are reported together; the module is nil
// only when the text cannot be parsed at all.
func parse(src Source, caps *ast.Capabilities, no map[string]string) (*module, diag.List) {
	var list diag.List
	if len(src.Text) > MaxModuleBytes {
		list.Errorf(src.Path, diag.Range{}, "limit.bytes", "the module is larger than %d bytes", MaxModuleBytes)
		return nil, list
	}
	parsed, err := ast.ParseModuleWithOpts(src.Path, src.Text, ast.ParserOptions{
		Capabilities: dialect(caps, src.V0), ProcessAnnotation: true, RegoVersion: VersionOf(src.V0),
	})
	if err != nil {
		return nil, in(src.Path, fromOPA(err, no))
	}
	if parsed == nil {
		list.Errorf(src.Path, diag.Range{}, "rego.empty", "the module is empty")
		return nil, list
	}
	if problem := Exceeds(parsed); problem != nil {
		problem.File = src.Path
		return nil, diag.List{*problem}
	}
	return describe(src, parsed)
}

// Exceeds reports a module that is too deep or has too many rules, without its file; nil
// for one within the limits.
func Exceeds(m *ast.Module) *diag.Diagnostic {
	if len(m.Rules) > MaxModuleRules {
		d := diag.Errorf("", diag.Range{}, "limit.rules", "the module has more than %d rules", MaxModuleRules)
		return &d
	}
	if deep := deepest(m); deep != nil {
		_, at := place(deep)
		d := diag.Errorf("", at, "limit.depth", "the rule nests deeper than %d levels", MaxModuleDepth)
		return &d
	}
	return nil
}

// deepest returns the place of a term beyond the depth limit, or nil.
func deepest(m *ast.Module) *ast.Location {
	var found *ast.Location
	depth := 0
	v := ast.NewBeforeAfterVisitor(
		func(x any) bool {
			depth++
			if term, ok := x.(*ast.Term); ok && depth > MaxModuleDepth && found == nil {
				found = term.Location
			}
			return false
		},
		func(any) { depth-- },
	)
	v.Walk(m)
	return found
}

// describe reads what the module says of itself.
func describe(src Source, parsed *ast.Module) (*module, diag.List) {
	var list diag.List
	m := &module{
		Description: Description{Path: src.Path, Package: packageName(parsed)},
		ast:         parsed,
		rules:       map[*ast.Rule]*Rule{},
		cover:       map[*ast.Rule]*CoverageRule{},
	}
	list.Add(checkPackage(src, parsed, m.Package)...)
	notes := ruleNotes(parsed)
	for _, r := range parsed.Rules {
		list.Add(m.describeRule(src, r, notes[r])...)
	}
	m.Uses = uses(parsed, m.Package)
	return m, list
}

// packagePattern is what generated modules can name without quotes.
var packagePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$`)
})

// packageName is the dotted path of the module's package without data.
func packageName(m *ast.Module) string {
	var names []string
	for _, term := range m.Package.Path[1:] {
		names = append(names, string(term.Value.(ast.String)))
	}
	return strings.Join(names, ".")
}

// checkPackage reports a package that is not its library's.
func checkPackage(src Source, m *ast.Module, name string) diag.List {
	var list diag.List
	_, at := place(m.Package.Location)
	owner, _, _ := strings.Cut(name, ".")
	switch {
	case owner == reservedPackage:
		list.Errorf(src.Path, at, "rego.package", "packages below %q are reserved for generated modules", reservedPackage)
	case owner != src.Library:
		list.Add(diag.Errorf(src.Path, at, "rego.package", "package %q does not belong to library %q", name, src.Library).
			WithDetail("Name the package %s.TOPIC.", diag.Neutralise(src.Library)))
	case !packagePattern().MatchString(name):
		list.Errorf(src.Path, at, "rego.package", "package %q has a part that is no plain name", name)
	}
	return list
}

// ruleNotes maps each rule to its own annotations.
func ruleNotes(m *ast.Module) map[*ast.Rule]*ast.Annotations {
	notes := map[*ast.Rule]*ast.Annotations{}
	for _, r := range m.Rules {
		for _, a := range r.Annotations {
			if a.Scope == "rule" {
				notes[r] = a
			}
		}
	}
	return notes
}

// ruleKind says what the engine makes of a rule.
type ruleKind uint8

const (
	otherRule ruleKind = iota
	violationRule
	coverageRule
)

func kindOf(r *ast.Rule) ruleKind {
	switch string(r.Head.Ref()[0].Value.(ast.Var)) {
	case "violation":
		return violationRule
	case "coverage":
		return coverageRule
	}
	return otherRule
}

// describeRule checks a rule's form and annotations and remembers what it is.
func (m *module) describeRule(src Source, r *ast.Rule, note *ast.Annotations) diag.List {
	kind := kindOf(r)
	if kind == otherRule || src.IsTest() {
		return nil
	}
	_, at := place(r.Head.Location)
	list := checkHead(src.Path, at, r)
	if note == nil {
		list.Add(diag.Errorf(src.Path, at, "rego.metadata", "this rule has no annotations").
			WithDetail("Put a # METADATA block with title and custom: id, version, severity directly above the rule."))
		return list
	}
	if kind == coverageRule {
		found, problems := readCoverage(src, r, note)
		m.Coverage, m.cover[r] = append(m.Coverage, *found), found
		return append(list, problems...)
	}
	found, problems := readRule(src, r, note)
	list.Add(problems...)
	guard := guardOf(m.ast, r)
	found.Tools = guard.tools
	list.Add(checkGuard(src.Path, at, guard, found.Metadata.Actions)...)
	list.Add(checkID(src.Path, r, found.Metadata.Id)...)
	list.Add(checkParts(src.Path, r)...)
	m.Rules, m.rules[r] = append(m.Rules, *found), found
	return list
}

// checkHead reports a violation or coverage rule that is no partial set.
func checkHead(file string, at diag.Range, r *ast.Rule) diag.List {
	h := r.Head
	var list diag.List
	if len(h.Ref()) != 1 || h.Key == nil || h.Value != nil || len(h.Args) > 0 || r.Default {
		name := h.Ref()[0].Value.String()
		list.Add(diag.Errorf(file, at, "rego.head", "rule %q must be a set of objects", name).
			WithDetail("Write: %s contains {…} if {…}", name))
	}
	if r.Else != nil {
		list.Errorf(file, at, "rego.head", "a rule of this name may have no else")
	}
	return list
}

// uses lists the dotted paths below data that the module reads, its own package
// left out. Which modules they mean is settled when all are known.
func uses(m *ast.Module, own string) []string {
	var names []string
	add := func(ref ast.Ref) {
		if len(ref) > 1 && ref[0].Equal(ast.DefaultRootDocument) {
			names = append(names, constantPath(ref))
		}
	}
	ast.WalkRefs(m, func(ref ast.Ref) bool {
		add(ref)
		return false
	})
	names = slices.DeleteFunc(names, func(n string) bool { return n == own })
	if len(names) == 0 {
		return nil
	}
	return sorted(names)
}

// constantPath joins the leading constant steps of a data reference.
func constantPath(ref ast.Ref) string {
	var steps []string
	for _, term := range ref[1:] {
		s, ok := term.Value.(ast.String)
		if !ok {
			break
		}
		steps = append(steps, string(s))
	}
	return strings.Join(steps, ".")
}
