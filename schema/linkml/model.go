package linkml

import (
	"math/big"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Schema is one LinkML schema file as written; imports are not merged in. Lists keep the order of the file.
type Schema struct {
	File          string // the name that diagnostics carry
	ID            string
	Name          string
	Title         string
	Description   string
	Version       string
	Digest        string // "sha256:" and 64 hex digits of the file's text; empty where only its tree was given
	DefaultPrefix string
	DefaultRange  string
	Prefixes      []Prefix
	Imports       []Import
	Settings      []Annotation
	Annotations   []Annotation
	Classes       []*Class
	Slots         []*Slot
	Types         []*Type
	Enums         []*Enum
	Subsets       []*Element
	Unsupported   []Unsupported
	Metaslots     []Metaslot
	patterns      []*Pattern
	structured    []*structuredPattern
	PrefixAt      diag.Range // of the default prefix
	rangeAt       diag.Range
	tree          *doc.Node // as read; nil for linkml:types
}

// Prefix is one entry of a schema's prefixes.
type Prefix struct{ Name, URI string }

// Import is one entry of a schema's imports, with its position.
type Import struct {
	Name string
	At   diag.Range
}

// Annotation is one annotation or setting; Value is plain JSON.
type Annotation struct {
	Tag   string
	Value any
}

// Unsupported is a metaslot that changes what is valid and that this package does not evaluate.
type Unsupported struct {
	Metaslot string
	At       diag.Range
	Why      string // "" where the metaslot is never evaluated
}

// Metaslot records that a metaslot is used on a metaclass, for the check against an allow list.
type Metaslot struct {
	Metaclass, Name string
	At              diag.Range
}

// Element is what every named element has.
type Element struct {
	Name        string
	Title       string
	Description string
	Annotations []Annotation
	Schema      *Schema    // the file that defines it
	At          diag.Range // of its name
}

// Annotation returns the value of an annotation as plain JSON, and whether the element has it.
func (e *Element) Annotation(tag string) (any, bool) {
	for _, a := range e.Annotations {
		if a.Tag == tag {
			return a.Value, true
		}
	}
	return nil, false
}

// Class is a class_definition as written.
type Class struct {
	Element
	Alias        string
	ClassURI     string
	IsA          *Ref
	Mixins       []Ref
	Abstract     bool
	Mixin        bool
	TreeRoot     bool
	ExtraSlots   *bool
	Slots        []Ref
	SlotUsage    []*Slot
	Attributes   []*Slot
	Instantiates []string
	UniqueKeys   []UniqueKey
	Rules        []*Rule
	Expr         ClassExpr
}

// Ref is a name that refers to another element, with its position.
type Ref struct {
	Name string
	At   diag.Range
}

// UniqueKey is a unique_key of a class.
type UniqueKey struct {
	Name                 string
	Slots                []string
	ConsiderNullsInequal *bool
	At                   diag.Range
}

// Rule is one entry of a class's rules.
type Rule struct {
	Pre, Post, Else *ClassExpr
	Bidirectional   bool
	OpenWorld       bool
	Deactivated     bool
	At              diag.Range
}

// ClassExpr is an anonymous class expression, or the expression part of a class.
type ClassExpr struct {
	IsA          *Ref
	Conditions   []*Slot
	AnyOf        []*ClassExpr
	AllOf        []*ClassExpr
	ExactlyOneOf []*ClassExpr
	NoneOf       []*ClassExpr
	At           diag.Range
}

// Slot is a slot_definition as written: a top-level slot, an attribute, an entry of slot_usage or a slot condition.
type Slot struct {
	Element
	IsA     *Ref
	Mixins  []Ref
	Domain  *Ref
	Alias   string
	SlotURI string
	Expr    SlotExpr
}

// SlotExpr holds the metaslots that constrain a slot's values. A nil pointer or empty list was not given.
type SlotExpr struct {
	Range           *Ref
	RangeExpression *ClassExpr
	Required        *bool
	Multivalued     *bool
	Inlined         *bool
	InlinedAsList   *bool
	Identifier      *bool
	Key             *bool
	DesignatesType  *bool
	Minimum         *Number
	Maximum         *Number
	Pattern         *Pattern
	EqualsString    *string
	EqualsStringIn  []string
	EqualsNumber    *Number
	MinCardinality  *int
	MaxCardinality  *int
	ExactCardinal   *int
	ValuePresence   *string
	IfAbsent        *string
	SubpropertyOf   *string
	Unique          *bool // list_elements_unique
	Array           *Array
	HasMember       *SlotExpr
	AllMembers      *SlotExpr
	AnyOf           []*SlotExpr
	AllOf           []*SlotExpr
	ExactlyOneOf    []*SlotExpr
	NoneOf          []*SlotExpr
	At              diag.Range
}

// Number is an exact number as written.
type Number struct {
	Text  string
	Value *big.Rat
	At    diag.Range
}

// Pattern is a regular expression as written.
type Pattern struct {
	Source string
	At     diag.Range
}

// structuredPattern is a pattern that is put together from settings.
type structuredPattern struct {
	syntax       string
	interpolated bool
	partial      bool
	at           diag.Range
	dst          **Pattern
}

// Array is an array expression: the shape of a list of lists.
type Array struct {
	Exact, Minimum *int
	Maximum        *int // nil: no bound
	Dimensions     []Dimension
	At             diag.Range
}

// Dimension is one dimension of an array; nil is no bound.
type Dimension struct{ Exact, Minimum, Maximum *int }

// Type is a type_definition as written.
type Type struct {
	Element
	Typeof *Ref
	URI    string
	Base   string
	Repr   string
	Expr   TypeExpr
}

// TypeExpr holds the facets of a type.
type TypeExpr struct {
	Pattern        *Pattern
	Minimum        *Number
	Maximum        *Number
	EqualsString   *string
	EqualsStringIn []string
	EqualsNumber   *Number
	UnionOf        []Ref
	AnyOf          []*TypeExpr
	AllOf          []*TypeExpr
	ExactlyOneOf   []*TypeExpr
	NoneOf         []*TypeExpr
}

// Enum is an enum_definition as written.
type Enum struct {
	Element
	URI      string
	IsA      *Ref
	Mixins   []Ref
	Inherits []Ref
	Values   []*PermissibleValue
	Open     bool // no permissible values are given: any text
}

// PermissibleValue is one permissible value of an enum.
type PermissibleValue struct {
	Element
	Meaning string
	IsA     string
	Mixins  []string
}
