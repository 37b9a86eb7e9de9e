package regorules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

// FolderSource is a folder of Rego modules as others write them: in any
// packages, with data of their own, against an input of their own.
type FolderSource struct {
	// Path is the folder's, for what is wrong with no one file.
	Path string
	// Modules are its Rego files, tests among them.
	Modules []Source
	// Data is what the modules read below data beside each other.
	Data map[string]any
}

// Folder is a compiled folder. It may be used by several goroutines.
type Folder struct {
	program  *looseProgram
	rules    []FolderRule
	watchdog *watchdog
}

// FolderRule is one name under which the modules of a package deny, violate or
// warn. All rules of one name are one, as their findings cannot be told apart.
type FolderRule struct {
	Rule
	Path    string // of the module in which it stands first
	Package string // dotted, without data
	Name    string

	ref ast.Ref
}

// CompileFolder compiles the modules of a folder that are no tests and lists
// their rules, by path and line. The list has every problem; with errors in it
// there is no folder.
func CompileFolder(src FolderSource) (*Folder, diag.List) {
	modules, problems := parseLoose(src.Modules, func(s Source) bool { return !s.IsTest() })
	if problems.HasErrors() {
		return nil, problems
	}
	rules, found := folderRules(src.Path, modules)
	if problems.Add(found...); problems.HasErrors() {
		return nil, problems
	}
	program, found := compileLoose(src, modules, false)
	if problems.Add(found...); program == nil {
		return nil, problems
	}
	if problems.Add(checkFindings(rules, modules, program.compiler.TypeEnv)...); problems.HasErrors() {
		return nil, problems
	}
	program.strict = true
	f := &Folder{program: program, rules: rules}
	f.watchdog = &watchdog{deadline: time.Second, grace: time.Second / 4, maxStuck: 4}
	return f, problems
}

// Rules returns the folder's rules, by path and line.
func (f *Folder) Rules() []FolderRule { return slices.Clone(f.rules) }

// Packages returns the names of the packages of a folder that is in order, dotted
// and without data, sorted; those of its tests are left out.
func Packages(src FolderSource) []string {
	modules, _ := parseLoose(src.Modules, func(s Source) bool { return !s.IsTest() })
	var names []string
	for _, m := range modules {
		names = append(names, packageName(m.ast))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// looseProgram is compiled modules with the data that they read. No schema of
// the input and no strict mode hold for them: what a stock OPA takes they may
// say, as far as the built-ins are allowed.
type looseProgram struct {
	compiler *ast.Compiler
	store    storage.Store
	strict   bool // a built-in that fails is an error
}

// parseLoose parses the modules that are wanted, by path.
func parseLoose(sources []Source, wanted func(Source) bool) ([]*looseModule, diag.List) {
	var list diag.List
	var modules []*looseModule
	for _, src := range slices.SortedFunc(slices.Values(sources), func(a, b Source) int { return strings.Compare(a.Path, b.Path) }) {
		if !wanted(src) {
			continue
		}
		parsed, problems := parseText(src, true)
		list.Add(problems...)
		if parsed != nil {
			modules = append(modules, &looseModule{src, parsed})
		}
	}
	return modules, list
}

type looseModule struct {
	Source
	ast *ast.Module
}

// looseCapabilities are what modules of others may use: all of the language in
// their version of Rego, and the allowed built-ins.
func looseCapabilities(v0 bool) (*ast.Capabilities, map[string]string, error) {
	judged, err := Builtins()
	if err != nil {
		return nil, nil, err
	}
	no := denied(judged)
	caps := ast.CapabilitiesForThisVersion(ast.CapabilitiesRegoVersion(VersionOf(v0)))
	caps.Builtins = slices.DeleteFunc(caps.Builtins, func(b *ast.Builtin) bool {
		_, isDenied := no[b.Name]
		return isDenied
	})
	caps.AllowNet = []string{}
	return caps, no, nil
}

// VersionOf is the Rego that a module is written in.
func VersionOf(v0 bool) ast.RegoVersion {
	if v0 {
		return ast.RegoV0
	}
	return ast.RegoV1
}

// parseText parses a module with its annotations, within the limits.
func parseText(src Source, annotations bool) (*ast.Module, diag.List) {
	caps, no, err := looseCapabilities(src.V0)
	if err != nil {
		return nil, compileErrorf(src.Path, "rego.internal", "%v", err).Diagnostics
	}
	if len(src.Text) > MaxModuleBytes {
		d := diag.Errorf(src.Path, diag.Range{}, "limit.bytes", "the module is larger than %d bytes", MaxModuleBytes)
		return nil, diag.List{d}
	}
	parsed, err := ast.ParseModuleWithOpts(src.Path, src.Text, ast.ParserOptions{
		Capabilities: caps, ProcessAnnotation: annotations, RegoVersion: VersionOf(src.V0),
	})
	switch {
	case err != nil:
		return nil, otherVersion(src, caps, in(src.Path, fromOPA(err, no)))
	case parsed == nil:
		return nil, diag.List{diag.Errorf(src.Path, diag.Range{}, "rego.empty", "the module is empty")}
	}
	if problem := Exceeds(parsed); problem != nil {
		problem.File = src.Path
		return nil, diag.List{*problem}
	}
	return parsed, nil
}

// otherVersion says of a module that does not parse whether it does in the other
// version of Rego.
func otherVersion(src Source, caps *ast.Capabilities, list diag.List) diag.List {
	parsed, err := ast.ParseModuleWithOpts(src.Path, src.Text, ast.ParserOptions{
		Capabilities: caps, RegoVersion: VersionOf(!src.V0),
	})
	if err != nil || parsed == nil {
		return list
	}
	own, other := 1, 0
	if src.V0 {
		own, other = 0, 1
	}
	list[0].Detail = strings.TrimSpace(list[0].Detail + fmt.Sprintf(" It is read as Rego v%d and is Rego v%d: set rego_version: %d.", own, other, other))
	return list
}

// compileLoose compiles modules with the data that they read; with cases, tests
// tell the names of theirs.
func compileLoose(src FolderSource, modules []*looseModule, cases bool) (*looseProgram, diag.List) {
	parsed := make(map[string]*ast.Module, len(modules))
	v0 := false
	for _, m := range modules {
		parsed[m.Path] = m.ast
		v0 = v0 || m.V0
	}
	caps, no, err := looseCapabilities(v0)
	if err != nil {
		return nil, compileErrorf(src.Path, "rego.internal", "%v", err).Diagnostics
	}
	p := &looseProgram{store: inmem.NewFromObject(orEmpty(src.Data))}
	p.compiler = ast.NewCompiler().WithCapabilities(caps).WithDefaultRegoVersion(VersionOf(v0)).SetErrorLimit(0)
	if cases {
		p.compiler = namesCases(p.compiler.WithCapabilities(withTestCases(caps)))
	}
	err = storage.Txn(context.Background(), p.store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		p.compiler.WithPathConflictsCheck(storage.NonEmpty(context.Background(), p.store, txn)).Compile(parsed)
		return nil
	})
	if err == nil && p.compiler.Failed() {
		err = p.compiler.Errors
	}
	if err != nil {
		return nil, fromOPA(err, no)
	}
	return p, nil
}

func orEmpty(data map[string]any) map[string]any {
	if data == nil {
		return map[string]any{}
	}
	return data
}
