package lint

import (
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/open-policy-agent/opa/v1/ast"
)

// reading is what the rules of one run read of a catalog, each part once and at
// its first use.
type reading struct {
	tracer  func() *eval.Tracer
	tests   func() readCases
	rego    func() []*regoModule
	cel     func() map[string]*celpolicy.Source // by rule id
	known   func() *known
	monitor func() monitor.Options

	mu        sync.Mutex
	documents map[string]func() *doc.Node
	items     map[*celpolicy.Source]func() [][]celItem
}

func newReading(from *catalog.Catalog) *reading {
	tests := sync.OnceValue(func() readCases {
		cases, problems := policytest.Cases(from, policytest.Files(from))
		return readCases{cases, problems}
	})
	return &reading{
		tracer:    sync.OnceValue(func() *eval.Tracer { return eval.NewTracer(from) }),
		tests:     tests,
		known:     sync.OnceValue(func() *known { return newKnown(from, tests().cases) }),
		monitor:   sync.OnceValue(func() monitor.Options { return eval.MonitorOptions(from) }),
		rego:      sync.OnceValue(func() []*regoModule { return regoModules(from) }),
		cel:       sync.OnceValue(func() map[string]*celpolicy.Source { return celSources(from) }),
		documents: map[string]func() *doc.Node{},
		items:     map[*celpolicy.Source]func() [][]celItem{},
	}
}

// readCases are the cases of all libraries, with what is wrong with their files.
type readCases struct {
	cases    []*policytest.Case
	problems diag.List
}

// regoModule is a parsed file of Rego.
type regoModule struct {
	path    string // as diagnostics name it
	library string
	text    string
	test    bool
	module  *ast.Module
}

// regoModules parses all files of Rego, tests too.
func regoModules(from *catalog.Catalog) []*regoModule {
	var list []*regoModule
	for _, src := range from.RegoSources() {
		m, err := ast.ParseModuleWithOpts(src.Path, src.Text, ast.ParserOptions{RegoVersion: regorules.VersionOf(src.V0), ProcessAnnotation: true})
		if err == nil && m != nil {
			list = append(list, &regoModule{src.Path, src.Library, src.Text, src.IsTest(), m})
		}
	}
	return list
}

// celSources are the rules in CEL as they were read.
func celSources(from *catalog.Catalog) map[string]*celpolicy.Source {
	sources := map[string]*celpolicy.Source{}
	for _, lib := range from.Libraries {
		for _, r := range lib.Rules {
			if r.Language != index.CEL {
				continue
			}
			n, problems := from.RuleDocument(r)
			if problems.HasErrors() {
				continue
			}
			if src, _ := celpolicy.Parse(from.Display(lib, r.File), n, celpolicy.DefaultLimits()); src != nil {
				sources[r.ID] = src
			}
		}
	}
	return sources
}

// Document is the tree of a YAML file of a library, nil where it cannot be read:
// what is wrong with it was told when the bundle was loaded.
func (p *Pass) Document(lib *index.Library, file string) *doc.Node {
	name := p.Catalog.Display(lib, file)
	p.read.mu.Lock()
	get := p.read.documents[name]
	if get == nil {
		get = sync.OnceValue(func() *doc.Node { return readDocument(p.Catalog, lib, file, name) })
		p.read.documents[name] = get
	}
	p.read.mu.Unlock()
	return get()
}

func readDocument(from *catalog.Catalog, lib *index.Library, file, name string) *doc.Node {
	text, err := from.Text(lib, file)
	if err != nil {
		return nil
	}
	n, _ := doc.ReadYAML(name, text, doc.DefaultLimits())
	return n
}

// inLibraries reports whether a library is looked at.
func (p *Pass) inLibraries(id string) bool {
	for _, lib := range p.Libraries {
		if lib.ID == id {
			return true
		}
	}
	return false
}
