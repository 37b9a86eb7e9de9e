package policydiff

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// regoModules are the Rego rules of a version with what they rest on. Modules
// are parsed when a rule of theirs is compared.
type regoModules struct {
	from     *catalog.Catalog
	packages map[string][]*index.Module // by package
	parsed   map[string]*ast.Module     // by file; nil where it cannot be parsed
	rests    map[string]map[string]bool // packages that one rests on, by package
}

func newRegoModules(from *catalog.Catalog) *regoModules {
	m := &regoModules{from: from, packages: map[string][]*index.Module{}, parsed: map[string]*ast.Module{}, rests: map[string]map[string]bool{}}
	for _, module := range from.Rego {
		m.packages[module.Package] = append(m.packages[module.Package], module)
	}
	return m
}

// restsOn are the packages that a package reads, itself among them.
func (m *regoModules) restsOn(pkg string) map[string]bool {
	if found, ok := m.rests[pkg]; ok {
		return found
	}
	seen := map[string]bool{}
	m.collect(pkg, seen)
	m.rests[pkg] = seen
	return seen
}

func (m *regoModules) collect(pkg string, seen map[string]bool) {
	if seen[pkg] {
		return
	}
	seen[pkg] = true
	for _, module := range m.packages[pkg] {
		for _, path := range module.Uses {
			for _, other := range slices.Sorted(maps.Keys(m.packages)) {
				if path == other || strings.HasPrefix(path, other+".") || strings.HasPrefix(other, path+".") {
					m.collect(other, seen)
				}
			}
		}
	}
}

// digests are those of the modules of packages other than the rule's own.
func (m *regoModules) digests(r *index.Rule) string {
	var list []string
	for pkg := range m.restsOn(r.Package) {
		if pkg == r.Package {
			continue
		}
		for _, module := range m.packages[pkg] {
			list = append(list, module.ID+" "+module.Digest)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// regoDiffers reports whether what a Rego rule rests on in other packages
// changed.
func (d *differ) regoDiffers(old, new *index.Rule) bool {
	return old.Language == index.Rego && new.Language == index.Rego && d.old.rego.digests(old) != d.new.rego.digests(new)
}

func (m *regoModules) module(file string) *ast.Module {
	if found, ok := m.parsed[file]; ok {
		return found
	}
	m.parsed[file] = nil
	name, _, _ := strings.Cut(file, "/")
	lib := m.from.Library(name)
	if lib == nil {
		return nil
	}
	text, err := m.from.Text(lib, file)
	if err != nil {
		return nil
	}
	module, err := ast.ParseModuleWithOpts(file, string(text), ast.ParserOptions{RegoVersion: ast.RegoV1})
	if err != nil {
		return nil
	}
	m.parsed[file] = module
	return module
}

// rule is the rule of a module whose head stands where the rule does.
func (m *regoModules) rule(r *index.Rule) *ast.Rule {
	module := m.module(r.File)
	if module == nil {
		return nil
	}
	for _, candidate := range module.Rules {
		if candidate.Head.Location != nil && candidate.Head.Location.Row == r.Line {
			return candidate
		}
	}
	return nil
}

// words are the text of a rule without its annotations.
func (m *regoModules) words(r *index.Rule) string {
	if found := m.rule(r); found != nil {
		return strings.TrimSpace(found.String())
	}
	return r.Title
}

// supports are the other rules of the package that a rule may use: by the names
// that stand in it, and in those; all of them where it names them by a path. Their
// texts stand by their names, imports by none.
func (m *regoModules) supports(r *index.Rule, of *ast.Rule) *closure {
	c := m.closureOf(r)
	if c.broken != "" {
		c.texts[""] = c.broken
		return c
	}
	c.visit(of.Body)
	if of.Head.Key != nil {
		c.visit(of.Head.Key)
	}
	if of.Else != nil {
		c.visit(of.Else)
	}
	c.texts[""] = c.imports
	return c
}

// closureOf has the rules of a rule's package, of which none is taken yet.
func (m *regoModules) closureOf(r *index.Rule) *closure {
	c := &closure{rules: map[string][]*ast.Rule{}, seen: map[string]bool{"": true}, texts: map[string]string{}}
	var imports []string
	for _, module := range m.packages[r.Package] {
		parsed := m.module(module.ID)
		if parsed == nil {
			c.broken = "cannot be parsed: " + module.Digest
			return c
		}
		for _, i := range parsed.Imports {
			imports = append(imports, i.String())
		}
		for _, other := range parsed.Rules {
			c.rules[ruleName(other)] = append(c.rules[ruleName(other)], other)
		}
	}
	slices.Sort(imports)
	c.imports = strings.Join(imports, "\n")
	return c
}

// sameSupports reports whether what two versions of a rule use is the same where
// both use it. A name of both that is a rule in one version only, such as that of
// a built-in function that a rule takes the place of, is not the same.
func sameSupports(a, b *closure) bool {
	const root = "data" // the one by which rules are named by a path
	for _, name := range union(slices.Collect(maps.Keys(a.texts)), slices.Collect(maps.Keys(b.texts))) {
		both := a.seen[name] && b.seen[name] || a.seen[root] && b.seen[root]
		if both && a.texts[name] != b.texts[name] {
			return false
		}
	}
	return true
}

// closure collects rules by the names that stand in others.
type closure struct {
	rules map[string][]*ast.Rule
	seen  map[string]bool
	texts map[string]string

	imports string // of the package's modules
	broken  string // why the package cannot be read; empty where it can
}

func (c *closure) visit(part any) {
	ast.WalkVars(part, func(v ast.Var) bool {
		c.take(string(v))
		return false
	})
	ast.WalkRefs(part, func(ref ast.Ref) bool {
		if ref.HasPrefix(ast.DefaultRootRef) {
			for _, name := range slices.Sorted(maps.Keys(c.rules)) {
				if !reports(name) {
					c.take(name)
				}
			}
		}
		return false
	})
}

func (c *closure) take(name string) {
	if c.seen[name] {
		return
	}
	c.seen[name] = true
	var texts []string
	for _, rule := range c.rules[name] {
		texts = append(texts, rule.String())
		c.visit(rule)
	}
	if slices.Sort(texts); len(texts) > 0 {
		c.texts[name] = strings.Join(texts, "\n")
	}
}

// reports reports whether a rule of this name has an id of its own.
func reports(name string) bool { return name == "violation" || name == "coverage" }

func ruleName(r *ast.Rule) string {
	if v, ok := r.Head.Ref()[0].Value.(ast.Var); ok {
		return string(v)
	}
	return strings.Trim(r.Head.Ref()[0].Value.String(), `"`)
}

// changedRego compares the bodies of a rule in Rego. Its body is a conjunction.
func (d *differ) changedRego(c *change, old, new *index.Rule) {
	a, b := d.old.rego.rule(old), d.new.rego.rule(new)
	if a == nil || b == nil {
		c.note(Unknown, "its text was not found")
		return
	}
	before, after := d.old.rego.supports(old, a), d.new.rego.supports(new, b)
	switch {
	case !sameSupports(before, after) || d.regoDiffers(old, new):
		c.note(Unknown, "what it uses changed: its package's other rules, its imports or other packages")
		return
	case (a.Else == nil) != (b.Else == nil) || a.Else != nil && a.Else.String() != b.Else.String():
		c.note(Unknown, "its other branch changed")
		return
	}
	relation := relateBodies(a, b)
	if new.Coverage && (relation != sameCondition || a.Head.String() != b.Head.String()) {
		c.note(Unknown, "what it reports of coverage changed")
		return
	}
	changedHead(c, a.Head, b.Head, before.says(a.Head) && after.says(b.Head))
	denies := old.Metadata.Severity == schema.SeverityDeny && new.Metadata.Severity == schema.SeverityDeny
	if why := noMessage(a, b.Head); why != "" && a.Head.String() != b.Head.String() && !denies {
		c.note(Unknown, "it denied where %s failed, and does not say it any more", why)
	}
	noteRelation(c, new.Metadata.Severity, relation, "its conditions changed")
	d.noteHidden(c, old, new, a, b, relation)
	noteAnnotations(c, a, before)
}

// noteAnnotations notes that what a rule does may rest on its annotations, which may
// have changed where its text has not. Those that its head says are there, since the
// compiler refuses it otherwise.
func noteAnnotations(c *change, of *ast.Rule, used *closure) {
	read := regexp.MustCompile(`rego\.metadata\.rule\(\)\.\w`).ReplaceAllString(of.Head.String(), "") + of.Body.String()
	if of.Else != nil {
		read += of.Else.String()
	}
	for _, name := range sortedNames(used.seen) {
		read += used.texts[name]
	}
	if strings.Contains(read, "rego.metadata") {
		c.note(Unknown, "it reads its annotations, and may fire otherwise where they changed")
	}
}
