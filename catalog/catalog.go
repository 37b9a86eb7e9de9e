package catalog

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Catalog is everything that the loaded bundles hold. It does not change and may be used by several goroutines. Lists are in the order of bundles,
// libraries and files.
type Catalog struct {
	Bundles   []*index.Bundle
	Libraries []*index.Library
	Contracts []*index.Contract
	Effects   []*index.Effect
	Mappings  []*index.Mapping
	Cells     []*index.Cell
	Rules     []*index.Rule   // in CEL and in Rego
	Rego      []*index.Module // that are no tests
	Facts     []*index.Fact
	Tables    []*index.Table
	Locales   []*index.Locale
	Classes   []*index.Class
	Outputs   []*index.Output // output contracts

	contracts map[string]*index.Contract
	effects   map[string]*index.Effect
	functions map[string][]*index.Effect
	cells     map[string]*index.Cell
	tools     map[string]*index.Mapping
	rules     map[string]*index.Rule
	tables    map[string]*index.Table
	locales   map[string]*index.Locale
	classes   map[string]*index.Class
	outputs   map[string]*index.Output
	libraries map[string]*index.Library
	modules   map[string][]*index.Library
	owners    map[*index.Library]int // index of the bundle
	sources   []fs.FS                // of each bundle
	texts     []map[string][]byte    // of each bundle that was read whole, by path
	trees     map[string]*doc.Node   // of CEL rule files, by rule id
	examples  map[string]*Examples   // by contract id
	locks     []lockState            // of each bundle
	names     []string               // put before file names in diagnostics
	programs  sync.Map               // *index.Expression → *argsProgram
	beside    []*index.Mapping       // of many tools
	language  func() *argsLanguage   // of mappings
	documents map[string]*doc.Node   // of output contracts, by id
	views     sync.Map               // *index.Library → *linkml.View, of its schema
}

// newCatalog makes the tables by which elements are found.
func newCatalog(bundles []*index.Bundle, sources []Source) *Catalog {
	c := &Catalog{
		Bundles: bundles, contracts: map[string]*index.Contract{}, effects: map[string]*index.Effect{}, functions: map[string][]*index.Effect{},
		cells: map[string]*index.Cell{}, tools: map[string]*index.Mapping{}, rules: map[string]*index.Rule{}, tables: map[string]*index.Table{},
		locales: map[string]*index.Locale{}, classes: map[string]*index.Class{}, libraries: map[string]*index.Library{}, outputs: map[string]*index.Output{}, modules: map[string][]*index.Library{}, owners: map[*index.Library]int{},
	}
	for i, b := range bundles {
		c.sources, c.names = append(c.sources, sources[i].FS), append(c.names, sources[i].Name)
		for _, lib := range b.Libraries {
			c.owners[lib] = i
			c.add(lib)
		}
	}
	c.language = sync.OnceValue(func() *argsLanguage { return newArgsLanguage(c.tableValues) })
	return c
}

func (c *Catalog) add(lib *index.Library) {
	c.Libraries = append(c.Libraries, lib)
	c.libraries[lib.ID] = lib
	c.modules[lib.ID] = append(c.modules[lib.ID], lib)
	for _, m := range lib.Modules {
		if m != lib.ID {
			c.modules[m] = append(c.modules[m], lib)
		}
	}
	c.Contracts, c.Effects, c.Mappings = append(c.Contracts, lib.Contracts...), append(c.Effects, lib.Effects...), append(c.Mappings, lib.Mappings...)
	c.Cells, c.Rules, c.Rego, c.Facts = append(c.Cells, lib.Cells...), append(c.Rules, lib.Rules...), append(c.Rego, lib.Rego...), append(c.Facts, lib.Facts...)
	c.Tables, c.Locales, c.Classes, c.Outputs = append(c.Tables, lib.Tables...), append(c.Locales, lib.Locales...), append(c.Classes, lib.Classes...), append(c.Outputs, lib.Outputs...)
	put(c.contracts, lib.Contracts, func(e *index.Contract) string { return e.ID })
	put(c.effects, lib.Effects, func(e *index.Effect) string { return e.ID })
	put(c.cells, lib.Cells, func(e *index.Cell) string { return e.ID })
	for _, m := range lib.Mappings {
		if m.Beside {
			c.beside = append(c.beside, m)
		} else {
			c.tools[toolKey(m.Namespace, m.Tool)] = m
		}
	}
	put(c.rules, lib.Rules, func(e *index.Rule) string { return e.ID })
	put(c.tables, lib.Tables, func(e *index.Table) string { return e.ID })
	put(c.locales, lib.Locales, func(e *index.Locale) string { return e.ID })
	put(c.classes, lib.Classes, func(e *index.Class) string { return e.ID })
	put(c.outputs, lib.Outputs, func(e *index.Output) string { return e.ID })
	for _, e := range lib.Effects {
		c.functions[e.Function] = append(c.functions[e.Function], e)
	}
}

func put[T any](table map[string]*T, list []*T, key func(*T) string) {
	for _, e := range list {
		table[key(e)] = e
	}
}

// Contract returns the contract with the id library.symbol, or nil.
func (c *Catalog) Contract(id string) *index.Contract { return c.contracts[id] }

// Effect returns the effect type with the qualified name library.Name, or nil.
func (c *Catalog) Effect(id string) *index.Effect { return c.effects[id] }

// Cell returns the state cell with the qualified name library.name, or nil.
func (c *Catalog) Cell(id string) *index.Cell { return c.cells[id] }

// Map returns the mapping of a tool, or nil where no effect models it. A tool without a namespace is another tool than one with a namespace.
func (c *Catalog) Map(namespace, tool string) *index.Mapping {
	return c.tools[toolKey(namespace, tool)]
}

// Beside returns the mappings of many tools that a tool is among: what every call of it does beside what its own mapping says.
func (c *Catalog) Beside(namespace, tool string) []*index.Mapping {
	var list []*index.Mapping
	for _, m := range c.beside {
		if matchesName(m.Namespace, namespace) && matchesName(m.Tool, tool) && !slices.Contains(m.Except, namespace) {
			list = append(list, m)
		}
	}
	return list
}

// matchesName reports whether a name is meant by a pattern. An asterisk at its end stands for any ending; alone, for any name that is not empty.
func matchesName(pattern, name string) bool {
	start, open := strings.CutSuffix(pattern, "*")
	return pattern == name || open && name != "" && strings.HasPrefix(name, start)
}

// Rule returns the rule with an id, in either language, or nil.
func (c *Catalog) Rule(id string) *index.Rule { return c.rules[id] }

// Table returns the table with an id, or nil.
func (c *Catalog) Table(id string) *index.Table { return c.tables[id] }

// Locale returns the words of a language by its tag, or nil.
func (c *Catalog) Locale(id string) *index.Locale { return c.locales[id] }

// Library returns the library with a name, or nil.
func (c *Catalog) Library(name string) *index.Library { return c.libraries[name] }

// Bundle returns the bundle that a library belongs to.
func (c *Catalog) Bundle(lib *index.Library) *index.Bundle { return c.Bundles[c.owners[lib]] }

// Examples returns the examples and counter-examples of a contract. Only a catalog from Load has them.
func (c *Catalog) Examples(contract string) *Examples { return c.examples[contract] }

// Text returns the text of a file of a library's bundle: the one that was read and digested, never a later one.
func (c *Catalog) Text(lib *index.Library, file string) ([]byte, error) {
	i := c.owners[lib]
	if c.texts != nil {
		text, ok := c.texts[i][file]
		if !ok {
			return nil, fmt.Errorf("the bundle %q has no file %q", c.Bundles[i].Name, file)
		}
		return text, nil
	}
	return fs.ReadFile(c.sources[i], file)
}

// Display is the name of a file of a library's bundle in diagnostics.
func (c *Catalog) Display(lib *index.Library, file string) string {
	return Source{Name: c.names[c.owners[lib]]}.display(file)
}

// RuleDocument returns the tree of a CEL rule's file: with positions where the bundle was read from files, without where it came from an index.
func (c *Catalog) RuleDocument(r *index.Rule) (*doc.Node, diag.List) {
	if n := c.trees[r.ID]; n != nil {
		return n, nil
	}
	return doc.ReadJSON(r.File, []byte(r.Document), doc.Limits{})
}

func (c *Catalog) moduleNames() []string { return slices.Sorted(maps.Keys(c.modules)) }
