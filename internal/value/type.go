package value

// Type is the type of a LinkML slot, as far as values are concerned. The zero
// Type is any.
type Type struct {
	Kind  Kind   // Invalid: any
	Items *Type  // of the members of a List; nil: any
	Enum  string // qualified name of the enumeration, for Enum
}

// Any is the type that every value has.
func Any() Type { return Type{} }

// ListOf is the type of lists with members of one type.
func ListOf(items Type) Type { return Type{Kind: List, Items: &items} }

// EnumOf is the type of the permissible values of an enumeration.
func EnumOf(name string) Type { return Type{Kind: Enum, Enum: name} }

// TypeNamed returns the type that a base type has: the names of LinkML's own
// types (float, double and decimal are all exact decimals; types that LinkML
// writes as text are strings), and map, bytes, directory, path_prefix,
// class_reference and any (also spelled Any). ok is false for another name;
// the caller follows typeof to a base type first.
func TypeNamed(name string) (t Type, ok bool) {
	switch name {
	case "any", "Any":
		return Type{}, true
	case "map":
		return Type{Kind: Map}, true
	case "bytes":
		return Type{Kind: Bytes}, true
	case "directory", "Directory":
		return Type{Kind: Directory}, true
	case "path_prefix", "PathPrefix":
		return Type{Kind: PathPrefix}, true
	case "class_reference", "ClassReference":
		return Type{Kind: ClassReference}, true
	}
	return linkmlType(name)
}

func linkmlType(name string) (Type, bool) {
	switch name {
	case "integer":
		return Type{Kind: Integer}, true
	case "boolean":
		return Type{Kind: Boolean}, true
	case "float", "double", "decimal":
		return Type{Kind: Decimal}, true
	case "string", "uri", "uriorcurie", "curie", "ncname", "objectidentifier", "nodeidentifier",
		"date", "datetime", "time", "date_or_datetime", "jsonpointer", "jsonpath", "sparqlpath":
		return Type{Kind: String}, true
	}
	return Type{}, false
}

// String returns the type as messages write it.
func (t Type) String() string {
	switch {
	case t.Kind == Invalid:
		return "any"
	case t.Kind == List && t.Items != nil:
		return "list of " + t.Items.String()
	}
	return t.Kind.String()
}
