package catalog

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// ExpressionFile is the file name of diagnostics about a contract expression; their positions are within its text.
const ExpressionFile = "expression"

// Guarantee is a contract with bound arguments.
type Guarantee struct {
	Invocation schema.Invocation
	Contract   *index.Contract
	Constraint schema.Constraint // the contract's, its parameters replaced by literals
}

// Bind turns a contract expression into a typed invocation. imports maps aliases to dotted module names, a library's own name among them;
// without imports the part before the symbol is a library's name or one of its modules. Nothing is evaluated. The list holds every problem,
// each with its position in the expression and the file name ExpressionFile; the guarantee is nil where there is one.
func (c *Catalog) Bind(expression string, imports map[string]string) (*Guarantee, diag.List) {
	b := &binder{catalog: c, text: expression, imports: imports}
	call, err := pyexpr.ParseCall(expression, pyexpr.Limits{})
	if err != nil {
		b.syntax(err)
		return nil, b.diags
	}
	contract, library := b.resolve(call)
	if contract == nil {
		return nil, b.diags
	}
	arguments := b.arguments(contract, call)
	if len(b.diags) > 0 {
		b.diags.Sort()
		return nil, b.diags
	}
	return &Guarantee{
		Invocation: schema.Invocation{
			Expression: expression, Contract: contract.ID, Version: contract.Version, Library: contract.Library,
			Symbol: contract.Library + "." + contract.Symbol, TypeName: contract.TypeName, Arguments: arguments,
			Digest: contract.Digest, SourceDigest: library.Digest,
		},
		Contract:   contract,
		Constraint: substitute(contract.Constraint, argumentValues(arguments)),
	}, nil
}

// ContractNamed finds the contract that an expression names without arguments, such as rules.read_only. imports are those of Bind, and the list
// holds every problem as it does there; the contract is nil where there is one.
func (c *Catalog) ContractNamed(name string, imports map[string]string) (*index.Contract, diag.List) {
	b := &binder{catalog: c, text: name, imports: imports}
	call, err := pyexpr.ParseCall(name+"()", pyexpr.Limits{})
	if err != nil {
		b.syntax(err)
		return nil, b.diags
	}
	contract, _ := b.resolve(call)
	return contract, b.diags
}

type binder struct {
	catalog *Catalog
	text    string
	imports map[string]string
	diags   diag.List
}

func (b *binder) syntax(err error) {
	var e *pyexpr.Error
	if errors.As(err, &e) {
		b.refuse(e.Span, e.Code, e.Detail, "%s", e.Summary)
	}
}

func (b *binder) refuse(at pyexpr.Span, code, detail, format string, args ...any) {
	r := diag.Range{Start: PositionIn(b.text, at.Start), End: PositionIn(b.text, at.End)}
	b.diags.Add(diag.Errorf(ExpressionFile, r, code, format, args...).WithDetail("%s", detail))
}

// PositionIn is the place of a code point in the text of an expression, lines counted.
func PositionIn(text string, offset int) diag.Position {
	at, n := diag.Position{Line: 1, Column: 1}, 0
	for _, c := range text {
		if n == offset {
			break
		}
		n++
		at.Column++
		if c == '\n' {
			at = diag.Position{Line: at.Line + 1, Column: 1}
		}
	}
	return at
}

// resolve finds the contract that a call names, and its library.
func (b *binder) resolve(call *pyexpr.Call) (*index.Contract, *index.Library) {
	last := len(call.Path) - 1
	symbol := call.Path[last]
	alias := pyexpr.Name{Text: pyexpr.Dotted(call.Path[:last]), Span: pyexpr.Span{Start: call.Path[0].Span.Start, End: call.Path[last-1].Span.End}}
	library := b.library(alias)
	if library == nil {
		return nil, nil
	}
	if c := b.catalog.Contract(library.ID + "." + symbol.Text); c != nil {
		return c, library
	}
	b.refuse(symbol.Span, "bind.symbol", choice(symbol.Text, symbolsOf(library), "its contracts are"), "the library %s has no contract %s", quote(library.ID), quote(symbol.Text))
	return nil, nil
}

func symbolsOf(l *index.Library) []string {
	names := make([]string, len(l.Contracts))
	for i, c := range l.Contracts {
		names[i] = c.Symbol
	}
	slices.Sort(names)
	return names
}

// library finds the library that an alias stands for.
func (b *binder) library(alias pyexpr.Name) *index.Library {
	module, imported := b.imports[alias.Text]
	if len(b.imports) == 0 {
		module, imported = alias.Text, true
	}
	if !imported {
		known := slices.Sorted(maps.Keys(b.imports))
		b.refuse(alias.Span, "bind.alias", choice(alias.Text, known, "imported aliases are"), "the alias %s is not imported", quote(alias.Text))
		return nil
	}
	return b.module(alias, module)
}

func (b *binder) module(alias pyexpr.Name, module string) *index.Library {
	found := b.catalog.modules[module]
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		b.refuse(alias.Span, "bind.ambiguous", "import the library by its own name instead", "the module %s is exposed by the libraries %s", quote(module), enumerate(libraryNames(found), "and"))
	case len(b.imports) == 0:
		b.refuse(alias.Span, "bind.library", choice(module, libraryNames(b.catalog.Libraries), "libraries are"), "no library has the name %s", quote(module))
	default:
		b.refuse(alias.Span, "bind.module", choice(module, b.catalog.moduleNames(), "modules are"), "no library exposes the module %s", quote(module))
	}
	return nil
}

func libraryNames(libraries []*index.Library) []string {
	names := make([]string, len(libraries))
	for i, l := range libraries {
		names[i] = l.ID
	}
	return names
}

// arguments binds the call's arguments to the contract's parameters, in their order.
func (b *binder) arguments(c *index.Contract, call *pyexpr.Call) []schema.Argument {
	given := b.match(c, call)
	bound := make([]schema.Argument, 0, len(c.Parameters))
	var missing []*index.Parameter
	for i := range c.Parameters {
		p := &c.Parameters[i]
		switch literal := given[i]; {
		case literal != nil:
			if v := b.value(p, literal); v != nil {
				source := literal.Source()
				bound = append(bound, schema.Argument{Name: p.Name, Value: v, Source: &source})
			}
		case p.Default != nil:
			bound = append(bound, schema.Argument{Name: p.Name, Value: p.Default, Defaulted: true})
		default:
			missing = append(missing, p)
		}
	}
	b.missing(c, call, missing)
	return bound
}

// missing reports the arguments that the call lacks, at its closing parenthesis.
func (b *binder) missing(c *index.Contract, call *pyexpr.Call, missing []*index.Parameter) {
	if len(missing) == 0 {
		return
	}
	names, forms := make([]string, len(missing)), make([]string, len(missing))
	for i, p := range missing {
		names[i], forms[i] = quote(p.Name), p.Name+"=…"
	}
	end, word := pyexpr.Span{Start: call.Span.End - 1, End: call.Span.End}, "argument "+names[0]+" of %s is"
	if len(missing) > 1 {
		word = "arguments " + enumerate(names, "and") + " of %s are"
	}
	b.refuse(end, "bind.missing", "add "+strings.Join(forms, ", ")+"; the first is "+literalWord(missing[0].Type), "the "+word+" missing", quote(c.Symbol))
}

// match gives each parameter its literal, nil where the call has none.
func (b *binder) match(c *index.Contract, call *pyexpr.Call) []pyexpr.Literal {
	given := make([]pyexpr.Literal, len(c.Parameters))
	names := slotNames(parameterSlots(c))
	for i, arg := range call.Args {
		if arg.Name == nil {
			if i >= len(given) {
				b.refuse(arg.Value.At(), "bind.extra", parameterList(c), "%s takes %s and this is number %d", quote(c.Symbol), argumentCount(len(given)), i+1)
				continue
			}
			given[i] = arg.Value
			continue
		}
		switch k := slices.Index(names, arg.Name.Text); {
		case k < 0:
			b.refuse(arg.Name.Span, "bind.keyword", choice(arg.Name.Text, names, "parameters are"), "%s has no parameter %s", quote(c.Symbol), quote(arg.Name.Text))
		case given[k] != nil:
			b.refuse(arg.Name.Span, "bind.duplicate", "give it once", "the argument %s is given by position already", quote(arg.Name.Text))
		default:
			given[k] = arg.Value
		}
	}
	return given
}

func parameterList(c *index.Contract) string {
	if len(c.Parameters) == 0 {
		return "it has no parameters"
	}
	return "its parameters are " + enumerate(slotNames(parameterSlots(c)), "and")
}

// value gives a literal the type of its parameter and holds it against the slot's facets; nil where it does not fit.
func (b *binder) value(p *index.Parameter, l pyexpr.Literal) schema.Value {
	v, wrong := b.typed(p, l)
	if wrong != nil {
		b.refuse(wrong.at, wrong.code, wrong.detail, "the argument %s: %s", quote(p.Name), wrong.reason)
		return nil
	}
	canonical, err := value.Canonical(v)
	if err == nil {
		err = checkFacets(p, canonical)
	}
	if err != nil {
		b.refuse(l.At(), "bind.value", "write a value that the contract's class allows", "the argument %s: %v", quote(p.Name), err)
		return nil
	}
	return canonical
}

func (b *binder) typed(p *index.Parameter, l pyexpr.Literal) (schema.Value, *unfit) {
	if ref, ok := l.(pyexpr.ClassRef); ok && p.Type.Kind == value.ClassReference {
		return b.class(ref)
	}
	return fromLiteral(l, p.Type)
}

// class resolves the name of a class: an imported alias, or a class of an imported module, or without imports LIBRARY.CLASS.
func (b *binder) class(ref pyexpr.ClassRef) (schema.Value, *unfit) {
	dotted := pyexpr.Dotted(ref.Path)
	if len(b.imports) > 0 {
		first, rest, _ := strings.Cut(dotted, ".")
		module, ok := b.imports[first]
		if !ok {
			return nil, &unfit{ref.At(), "bind.alias", "the name " + quote(first) + " is not imported", choice(first, slices.Sorted(maps.Keys(b.imports)), "imported aliases are")}
		}
		dotted = strings.TrimSuffix(module+"."+rest, ".")
	}
	module, name, ok := splitClass(dotted)
	found := b.catalog.modules[module]
	if !ok || len(found) != 1 {
		return nil, &unfit{ref.At(), "bind.class", "the name " + quote(dotted) + " is no class of one library", "import the class from a module of its library"}
	}
	for _, c := range found[0].Classes {
		if c.Name == name {
			return &schema.ClassReferenceValue{ClassName: c.ID}, nil
		}
	}
	return nil, &unfit{ref.At(), "bind.class", "the library " + quote(found[0].ID) + " has no class " + quote(name), choice(name, classNames(found[0]), "classes are")}
}

func classNames(l *index.Library) []string {
	names := make([]string, len(l.Classes))
	for i, c := range l.Classes {
		names[i] = c.Name
	}
	return names
}

func argumentValues(arguments []schema.Argument) map[string]schema.Value {
	values := make(map[string]schema.Value, len(arguments))
	for _, a := range arguments {
		values[a.Name] = a.Value
	}
	return values
}
