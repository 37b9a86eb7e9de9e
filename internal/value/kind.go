package value

import "github.com/contractc/contractc/schema"

// Kind is the type of a typed value. The kinds stand in the order that Compare
// gives to values of different kinds.
type Kind uint8

// The kinds. Invalid is the kind of a nil value and of a type that is not
// known.
const (
	Invalid Kind = iota
	None
	Boolean
	Integer
	Decimal
	String
	Bytes
	Enum
	PathPrefix
	Directory
	ClassReference
	List
	Tuple
	Set
	Map
)

// String returns the name of the kind as messages write it.
func (k Kind) String() string {
	names := [...]string{
		"invalid", "none", "boolean", "integer", "decimal", "string", "bytes", "enum",
		"path prefix", "directory", "class reference", "list", "tuple", "set", "map",
	}
	if int(k) >= len(names) {
		return "invalid"
	}
	return names[k]
}

// Composite reports whether values of the kind have members.
func (k Kind) Composite() bool { return k >= List && k <= Map }

// Numeric reports whether values of the kind are numbers.
func (k Kind) Numeric() bool { return k == Integer || k == Decimal }

// Ordered reports whether predicates may order values of the kind; values of
// every kind may be compared for equality.
func (k Kind) Ordered() bool { return k.Numeric() || k == String }

// KindOf returns the kind of v, Invalid for nil.
func KindOf(v schema.Value) Kind {
	switch v.(type) {
	case *schema.NoneValue:
		return None
	case *schema.BooleanValue:
		return Boolean
	case *schema.IntegerValue:
		return Integer
	case *schema.DecimalValue:
		return Decimal
	case *schema.StringValue:
		return String
	case *schema.BytesValue:
		return Bytes
	case *schema.EnumValue:
		return Enum
	case *schema.PathPrefixValue:
		return PathPrefix
	case *schema.DirectoryValue:
		return Directory
	case *schema.ClassReferenceValue:
		return ClassReference
	case *schema.ListValue:
		return List
	case *schema.TupleValue:
		return Tuple
	case *schema.SetValue:
		return Set
	case *schema.MapValue:
		return Map
	}
	return Invalid
}
