package pycheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pydef"
	"github.com/contractc/contractc/internal/pywrap"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Subject is a file and the library that it is compared with.
type Subject struct {
	File    string // the name that findings carry
	Module  *pydef.Module
	Library *index.Library
	View    *linkml.View        // the library's schema; nil where it has none
	Display func(string) string // names a file of the bundle
}

// Result is what was compared, in the order of the file, and how it differs, in the order of places.
type Result struct {
	Compared []schema.PythonDefinition
	Findings diag.List
}

// NotCompared says what a comparison without findings does not say.
func NotCompared() []string {
	return []string{
		"what the bodies of functions do",
		"return annotations",
		"whether the words of a docstring are right: a person reviews them, and the bundle keeps what was reviewed",
	}
}

// Check compares every contract of the library with the function of its symbol; effect types and records with what the
// file defines under their names, and all effect types if it defines one. Functions that are decorated as contracts or
// effects and are none are findings too.
func Check(s *Subject) *Result {
	c := &checker{Subject: s, result: &Result{}, functions: map[string]*pydef.Function{}}
	for _, f := range s.Module.Functions {
		if other := c.functions[f.Name]; other != nil {
			c.find(f.At, "python.duplicate", "Keep one.", "%q is defined twice; the first stands in line %d", f.Name, other.At.Start.Line)
		}
		c.functions[f.Name] = f
	}
	for _, contract := range s.Library.Contracts {
		c.contract(contract)
	}
	c.effects()
	c.records()
	c.strangers()
	c.result.Findings.Sort()
	slices.SortStableFunc(c.result.Compared, func(a, b schema.PythonDefinition) int { return int(a.Line - b.Line) })
	return c.result
}

type checker struct {
	*Subject
	result    *Result
	functions map[string]*pydef.Function
}

func (c *checker) find(at diag.Range, code, detail, format string, args ...any) {
	c.result.Findings.Add(diag.Errorf(c.File, at, code, format, args...).WithDetail("%s", detail))
}

func (c *checker) compared(kind schema.PythonKind, id, name string, at diag.Range) {
	c.result.Compared = append(c.result.Compared, schema.PythonDefinition{Kind: kind, Id: id, Name: name, Line: int64(at.Start.Line), Column: int64(at.Start.Column)})
}

// place names where an element stands in the bundle.
func (c *checker) place(e *index.Element) string {
	return fmt.Sprintf("%s:%d:%d", c.Display(e.File), e.Line, e.Column)
}

var start = diag.At(diag.Position{Line: 1, Column: 1})

// contract compares one contract with its function.
func (c *checker) contract(k *index.Contract) {
	c.bound(k.Symbol, k.ID)
	f := c.functions[k.Symbol]
	if f == nil {
		if !c.boundAtAll(k.Symbol) && !c.elsewhere() {
			c.find(start, "python.missing", "Define it as in "+c.place(&k.Element)+", or remove the contract."+c.near(k.Symbol), "the file does not define the contract %q", k.Symbol)
		}
		return
	}
	c.compared(schema.PythonKindContract, k.ID, f.Name, f.At)
	c.decorated(f, "contract")
	params := make([]wanted, len(k.Parameters))
	for i := range k.Parameters {
		p := &k.Parameters[i]
		params[i] = wanted{p.Name, p.Type, p.Values, p.Default, p.Default == nil}
	}
	c.parameters(f, k.ID, params)
	c.docstring(f, k)
	c.description(f, k.Text, k.ID)
}

// elsewhere reports whether the contracts stand in another file: the library has several modules, and this one defines
// effects or records and not one contract.
func (c *checker) elsewhere() bool {
	if len(c.Library.Modules) < 2 || slices.ContainsFunc(c.Library.Contracts, func(k *index.Contract) bool { return c.functions[k.Symbol] != nil || c.boundAtAll(k.Symbol) }) {
		return false
	}
	record := func(r *linkml.Class) bool {
		return slices.ContainsFunc(c.Module.Classes, func(k *pydef.Class) bool { return k.Name == r.Name })
	}
	return slices.ContainsFunc(pywrap.Records(c.View), record) || c.definesEffects()
}

func (c *checker) definesEffects() bool {
	return slices.ContainsFunc(c.Library.Effects, func(e *index.Effect) bool { return c.functions[e.Function] != nil })
}

// near says which function was probably meant.
func (c *checker) near(symbol string) string {
	var names []string
	for _, f := range c.Module.Functions {
		names = append(names, f.Name)
	}
	if name, ok := spelling.Nearest(symbol, names); ok {
		return fmt.Sprintf(" Is %q meant?", name)
	}
	return ""
}

// bound reports whatever else gives a name a value, since the definition then need not be what the name means.
func (c *checker) bound(name, id string) {
	for _, b := range c.Module.Bindings {
		if b.Name == name {
			c.find(b.At, "python.binding", "Let one definition at the top level give it.", "%q, which is %s, is %s here: what it means is not read from the file", name, id, b.Kind)
		}
	}
}

func (c *checker) boundAtAll(name string) bool {
	return slices.ContainsFunc(c.Module.Bindings, func(b pydef.Binding) bool { return b.Name == name })
}

// decorated reports decorators that may change what a function takes.
func (c *checker) decorated(f *pydef.Function, word string) {
	for _, d := range f.Decorators {
		if last := d.Name[strings.LastIndexByte(d.Name, '.')+1:]; last != word {
			c.find(d.At, "python.decorator", "Leave it out, or decorate with "+word+" alone.", "a decorator of %q other than %s may change what it takes", f.Name, word)
		}
	}
	if f.Async {
		c.find(f.At, "python.async", "Define it with def.", "%q is async: a call of it is no contract yet", f.Name)
	}
}

// effects compares effect types with functions of their names; where the file defines one, it must define all.
func (c *checker) effects() {
	any := c.definesEffects()
	for _, e := range c.Library.Effects {
		f := c.functions[e.Function]
		if f == nil {
			if any && !c.boundAtAll(e.Function) {
				c.find(start, "python.missing", "Define it as in "+c.place(&e.Element)+"."+c.near(e.Function), "the file defines effects, and not the effect %q", e.Function)
			}
			continue
		}
		c.bound(e.Function, e.ID)
		c.compared(schema.PythonKindEffect, e.ID, f.Name, f.At)
		c.decorated(f, "effect")
		params := make([]wanted, len(e.Fields))
		for i := range e.Fields {
			field := &e.Fields[i]
			params[i] = wanted{name: field.Name, typ: field.Type, required: field.Required}
		}
		c.parameters(f, e.ID, params)
	}
}

// records compares the library's other classes with those of the file that have their names.
func (c *checker) records() {
	records := pywrap.Records(c.View)
	var names []string
	for _, r := range records {
		names = append(names, r.Name)
	}
	for _, r := range records {
		i := slices.IndexFunc(c.Module.Classes, func(k *pydef.Class) bool { return k.Name == r.Name })
		if i < 0 {
			continue
		}
		k := c.Module.Classes[i]
		id := c.Library.ID + "." + r.Name
		c.bound(k.Name, id)
		c.compared(schema.PythonKindRecord, id, k.Name, k.At)
		c.fields(k, r, names)
	}
}

// fields compares the annotated fields of a class with the slots of a record.
func (c *checker) fields(k *pydef.Class, r *linkml.Class, names []string) {
	for _, s := range c.View.Induced(r) {
		i := slices.IndexFunc(k.Fields, func(f pydef.Parameter) bool { return f.Name == s.Property })
		if i < 0 {
			c.find(k.At, "python.field", "Add it, or remove the slot.", "the class %q has no field %q", k.Name, s.Property)
			continue
		}
		want := pywrap.FieldAnnotation(c.View, s, names)
		if !s.Required() {
			want += " | None"
		}
		if f := &k.Fields[i]; !sameAnnotation(f.Annotation, want) {
			c.find(f.At, "python.annotation", "Write "+want+", or change the slot.", "the field %q of %q is not annotated as the slot is", f.Name, k.Name)
		}
	}
	for _, f := range k.Fields {
		private := strings.HasPrefix(f.Name, "_")
		if !private && !slices.ContainsFunc(c.View.Induced(r), func(s *linkml.Induced) bool { return s.Property == f.Name }) {
			c.find(f.At, "python.field", "Add it to the schema, or remove it.", "the class %q of the schema has no slot %q", r.Name, f.Name)
		}
	}
}

// strangers reports functions that are decorated as contracts or effects and are none of the library, and what may give
// any name another value.
func (c *checker) strangers() {
	for _, f := range c.Module.Functions {
		for _, d := range f.Decorators {
			last := d.Name[strings.LastIndexByte(d.Name, '.')+1:]
			switch {
			case last == "contract" && !slices.ContainsFunc(c.Library.Contracts, func(k *index.Contract) bool { return k.Symbol == f.Name }):
				c.find(f.At, "python.extra", "Write a contract file for it, or leave the decorator out.", "the library %q has no contract %q", c.Library.ID, f.Name)
			case last == "effect" && !slices.ContainsFunc(c.Library.Effects, func(e *index.Effect) bool { return e.Function == f.Name }):
				c.find(f.At, "python.extra", "Add an effect type for it, or leave the decorator out.", "the library %q has no effect %q", c.Library.ID, f.Name)
			}
		}
	}
	for _, b := range c.Module.Bindings {
		if b.Name == "" {
			c.find(b.At, "python.binding", "Name what is imported or assigned.", "this can give any name another value (%s): what the names mean is not read from the file", b.Kind)
		}
	}
}
