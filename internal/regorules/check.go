package regorules

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
)

// CheckOptions say what modules are checked against.
type CheckOptions struct {
	// Input is the closed type of input. It is required.
	Input *InputType
	// Facts are the names of all declared facts with the types of action that
	// each is for; nil when nothing is known of them.
	Facts map[string][]string
}

// Check checks all modules of the bundles that are loaded together and returns
// the description of each that holds no tests, in the order of their paths.
// All problems are reported together, as far as they do not hide each other.
// With errors in the list the descriptions must not be used.
func Check(sources []Source, opt CheckOptions) ([]Description, diag.List) {
	judged, err := Builtins()
	if err != nil {
		return nil, diag.List{diag.Errorf("", diag.Range{}, "rego.internal", "%s", oneLine(err.Error()))}
	}
	c := &checker{opt: opt, caps: capabilities(judged), no: denied(judged)}
	c.parse(sources)
	if !c.problems.HasErrors() {
		c.compile()
	}
	c.problems.Sort()
	return c.descriptions(), c.problems
}

type checker struct {
	opt      CheckOptions
	caps     *ast.Capabilities
	no       map[string]string
	modules  []*module // without tests, by path
	problems diag.List
}

func (c *checker) descriptions() []Description {
	found := make([]Description, len(c.modules))
	for i, m := range c.modules {
		found[i] = m.Description
	}
	return found
}

// parse reads every module and checks what can be seen in it alone, and that
// no id is used twice.
func (c *checker) parse(sources []Source) {
	ids := map[string]string{}
	sorted := slices.SortedFunc(slices.Values(sources), func(a, b Source) int { return strings.Compare(a.Path, b.Path) })
	for i, src := range sorted {
		if i > 0 && sorted[i-1].Path == src.Path {
			c.problems.Errorf(src.Path, diag.Range{}, "rego.path", "two modules have this path")
			continue
		}
		m, problems := parse(src, c.caps, c.no)
		c.problems.Add(problems...)
		if m == nil || src.IsTest() {
			continue
		}
		c.problems.Add(checkWith(m.ast)...)
		c.problems.Add(repeatedIDs(&m.Description, ids)...)
		c.modules = append(c.modules, m)
	}
}

// repeatedIDs reports ids that a module shares with an earlier rule.
func repeatedIDs(d *Description, ids map[string]string) diag.List {
	var list diag.List
	note := func(id string, at diag.Position) {
		if first, taken := ids[id]; taken && id != "" {
			list.Errorf(d.Path, diag.At(at), "rego.id", "the id %q is taken by a rule of %q", id, first)
			return
		}
		ids[id] = d.Path
	}
	for _, r := range d.Rules {
		note(r.Metadata.Id, r.Position)
	}
	for _, r := range d.Coverage {
		note(r.ID, r.Position)
	}
	return list
}

// checkWith reports with: a rule sees the input and the built-ins as they are.
func checkWith(m *ast.Module) diag.List {
	var list diag.List
	ast.WalkExprs(m, func(e *ast.Expr) bool {
		for _, w := range e.With {
			file, at := place(w.Location)
			list.Add(diag.Errorf(file, at, "rego.with", "a rule may not use with").
				WithDetail("Only tests may replace parts of the input."))
		}
		return false
	})
	return list
}

// compile compiles all modules together and checks what can be seen only then.
func (c *checker) compile() {
	compiler := c.compileWith(nil)
	if compiler.Failed() {
		c.problems.Add(fromOPA(compiler.Errors, c.no)...)
		return
	}
	for _, m := range c.modules {
		c.problems.Add(checkData(compiler, compiler.Modules[m.Path])...)
	}
	if c.problems.HasErrors() {
		return
	}
	reached, problems := inferAll(compiler, c.modules, c.opt)
	c.problems.Add(problems...)
	c.problems.Add(checkUnread(compiler, c.modules)...)
	if !problems.HasErrors() {
		c.compileTyped(reached)
	}
}

// compileTyped lets OPA's own checker find values of wrong types. What rules of
// stage judge read is checked with typed actions, the rest with any.
func (c *checker) compileTyped(judged map[rulePlace]bool) {
	loose := c.opt.Input.root.jsonSchema(0)
	loose["properties"].(map[string]any)["action"] = map[string]any{}
	for _, e := range c.compileWith(schemaSet(loose)).Errors {
		c.problems.Add(fromASTError(e, c.no))
	}
	for _, e := range c.compileWith(schemaSet(c.opt.Input.root.jsonSchema(0))).Errors {
		if judged[c.ruleAround(e.Location)] {
			c.problems.Add(fromASTError(e, c.no))
		}
	}
}

func schemaSet(input map[string]any) *ast.SchemaSet {
	set := ast.NewSchemaSet()
	set.Put(ast.SchemaRootRef, input)
	return set
}

// rulePlace identifies a rule by its module's path and its place among the
// module's rules.
type rulePlace struct {
	path  string
	index int
}

// ruleAround is the rule in whose lines a place lies.
func (c *checker) ruleAround(at *ast.Location) rulePlace {
	found := rulePlace{index: -1}
	if at == nil {
		return found
	}
	for _, m := range c.modules {
		if m.Path != at.File {
			continue
		}
		found.path = m.Path
		for i, r := range m.ast.Rules {
			if r.Location.Row <= at.Row {
				found.index = i
			}
		}
	}
	return found
}

func (c *checker) compileWith(schemas *ast.SchemaSet) *ast.Compiler {
	parsed := make(map[string]*ast.Module, len(c.modules))
	for _, m := range c.modules {
		parsed[m.Path] = m.ast
	}
	compiler := newCompiler(c.caps).WithSchemas(schemas).SetErrorLimit(0)
	compiler.Compile(parsed)
	return compiler
}

// newCompiler is OPA's compiler as every compilation here uses it.
func newCompiler(caps *ast.Capabilities) *ast.Compiler {
	return ast.NewCompiler().WithCapabilities(caps).WithStrict(true).WithDefaultRegoVersion(ast.RegoV1)
}

// checkData reports references below data that lead to no rule (in OPA they
// would be undefined, and the rule silent) and those to sets of violations.
func checkData(compiler *ast.Compiler, m *ast.Module) diag.List {
	var list diag.List
	ast.WalkTerms(m, func(t *ast.Term) bool {
		ref, ok := t.Value.(ast.Ref)
		if !ok || !ref[0].Equal(ast.DefaultRootDocument) || ref.Equal(m.Package.Path) {
			return false
		}
		file, at := place(t.Location)
		switch kind, found := ruleAt(compiler, ref); {
		case !found:
			list.Add(diag.Errorf(file, at, "rego.data", "%s leads to no rule", diag.Neutralise(ref.String())).
				WithDetail("Rules read the input and other rules, each by its full name; there is no other data."))
		case kind != otherRule:
			list.Add(diag.Errorf(file, at, "rego.data", "a rule may not read what other rules found").
				WithDetail("Put what both need into a rule of another name."))
		}
		return false
	})
	return list
}

// ruleAt finds the rule that a reference below data reads.
func ruleAt(compiler *ast.Compiler, ref ast.Ref) (ruleKind, bool) {
	for n := len(ref); n > 1; n-- {
		if !ref[:n].IsGround() {
			continue
		}
		if rules := compiler.GetRulesExact(ref[:n]); len(rules) > 0 {
			return kindOf(rules[0]), true
		}
	}
	return otherRule, false
}

// audience is for which actions and when a rule runs: what decides which input
// it sees.
type audience struct {
	types []string
	stage schema.RuleStage
}

func (c audience) key() string { return string(c.stage) + " " + strings.Join(c.types, " ") }

// inferAll checks every violation and coverage rule, with all that it reads,
// against the input of the actions that it is for. It returns the rules that
// those of stage judge are or read.
func inferAll(compiler *ast.Compiler, modules []*module, opt CheckOptions) (map[rulePlace]bool, diag.List) {
	audiences := map[string]audience{}
	roots := map[string][]*ast.Rule{}
	heads := map[*ast.Rule]*head{}
	places := map[*ast.Rule]rulePlace{}
	for _, m := range modules {
		compiled := compiler.Modules[m.Path].Rules
		for i, parsed := range m.ast.Rules {
			places[compiled[i]] = rulePlace{path: m.Path, index: i}
			c, isRoot := m.audienceOf(parsed)
			if !isRoot {
				continue
			}
			key := c.key()
			audiences[key] = c
			roots[key] = append(roots[key], compiled[i])
			heads[compiled[i]] = headOf(parsed)
		}
	}
	var list diag.List
	judged := map[rulePlace]bool{}
	for _, key := range sortedKeys(audiences) {
		reached, problems := inferFor(compiler, audiences[key], heads, roots[key], opt)
		list.Add(problems...)
		for r := range reached {
			judged[places[r]] = judged[places[r]] || audiences[key].stage == schema.RuleStageJudge
		}
	}
	return judged, list
}

func inferFor(compiler *ast.Compiler, c audience, heads map[*ast.Rule]*head, roots []*ast.Rule, opt CheckOptions) (map[*ast.Rule]bool, diag.List) {
	shapes := opt.Input.shapes.copy()
	input, err := opt.Input.forRules(shapes, c.types, c.stage == schema.RuleStageShape, opt.Facts)
	if err != nil {
		file, at := place(roots[0].Location)
		return nil, diag.List{diag.Errorf(file, at, "rego.metadata", "%s", diag.Neutralise(err.Error()))}
	}
	return infer(compiler, shapes, input, heads, roots)
}

// audienceOf says which input a rule sees; false for rules that are no
// violation or coverage rules.
func (m *module) audienceOf(r *ast.Rule) (audience, bool) {
	if found := m.rules[r]; found != nil {
		return audience{types: sorted(found.Metadata.Actions), stage: found.stage()}, true
	}
	if found := m.cover[r]; found != nil {
		return audience{types: sorted(found.Actions), stage: schema.RuleStageJudge}, true
	}
	return audience{}, false
}

// stage is when the rule runs.
func (r *Rule) stage() schema.RuleStage {
	if r.Metadata.Stage != nil {
		return *r.Metadata.Stage
	}
	return schema.RuleStageJudge
}

// Describe reads one module by itself and returns its description, as [Check]
// would; nothing is compiled. It is for variants of a module that is known to be
// in order.
func Describe(src Source) (Description, diag.List) {
	judged, err := Builtins()
	if err != nil {
		return Description{}, diag.List{diag.Errorf("", diag.Range{}, "rego.internal", "%s", oneLine(err.Error()))}
	}
	m, problems := parse(src, capabilities(judged), denied(judged))
	if m == nil || problems.HasErrors() {
		return Description{}, problems
	}
	return m.Description, problems
}
