package pydef

import "github.com/contractc/contractc/internal/diag"

// Module is what a source file defines, in the order of the file.
type Module struct {
	Docstring *Text
	Functions []*Function // at the top level
	Classes   []*Class    // at the top level
	Bindings  []Binding   // whatever else gives names a value
}

// Function is a def.
type Function struct {
	Name       string
	At         diag.Range // of the name
	Async      bool
	Decorators []Decorator
	Parameters []Parameter
	Returns    *Expression
	Docstring  *Text
}

// Class is a class statement.
type Class struct {
	Name       string
	At         diag.Range
	Decorators []Decorator
	Bases      []Expression
	Fields     []Parameter // annotated names of the body, with their defaults
	Docstring  *Text
}

// ParameterKind is how a parameter takes arguments.
type ParameterKind uint8

// The kinds of parameters.
const (
	Ordinary ParameterKind = iota
	PositionalOnly
	KeywordOnly
	Star       // *args
	DoubleStar // **kwargs
)

// Parameter is a parameter of a function or a field of a class.
type Parameter struct {
	Name       string
	At         diag.Range
	Kind       ParameterKind
	Annotation *Expression
	Default    *Expression
}

// Expression is an expression as written. It is not evaluated.
type Expression struct {
	Source string // with comments and line ends as in the file
	Plain  string // its tokens without spaces between them but where names meet
	At     diag.Range
}

// Decorator is a decorator; Name is dotted, and empty where it is no name or call of a name.
type Decorator struct {
	Name     string
	At       diag.Range
	Keywords []Keyword
}

// Keyword is a keyword argument of a decorator.
type Keyword struct {
	Name  string
	Value Expression
}

// Text is a docstring.
type Text struct {
	Value string // decoded, cleaned as inspect.cleandoc does
	At    diag.Range
}

// BindingKind says in what way a name gets a value.
type BindingKind string

// The kinds of bindings.
const (
	Assigned    BindingKind = "assigned"
	Imported    BindingKind = "imported"
	Starred     BindingKind = "star import" // of any name
	Conditional BindingKind = "conditional" // a definition within if, try, for, while, with or match
	Deleted     BindingKind = "deleted"
	Dynamic     BindingKind = "dynamic" // exec, globals and the like: of any name
)

// Binding is one place where a name gets or loses a value otherwise than by a definition at the top level. Name is empty
// where it may be any.
type Binding struct {
	Kind BindingKind
	Name string
	At   diag.Range
}
