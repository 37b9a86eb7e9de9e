package linkml

import "sync"

// Kind is the JSON form of a type's values.
type Kind uint8

// The kinds of types.
const (
	KindString Kind = iota
	KindInteger
	KindBoolean
	KindNumber
)

// String returns the kind's JSON Schema type name.
func (k Kind) String() string {
	return [...]string{"string", "integer", "boolean", "number"}[k]
}

// builtin is one type of linkml:types.
type builtin struct {
	name, uri, format string
	kind              Kind
}

// builtins returns the nineteen types that every schema gets by importing linkml:types. format names the syntax that
// [checkFormat] checks, "" where any text is right.
func builtins() []builtin { return builtinTypes() }

var builtinTypes = sync.OnceValue(func() []builtin {
	return []builtin{
		{"string", "xsd:string", "", KindString},
		{"integer", "xsd:integer", "", KindInteger},
		{"boolean", "xsd:boolean", "", KindBoolean},
		{"float", "xsd:float", "", KindNumber},
		{"double", "xsd:double", "", KindNumber},
		{"decimal", "xsd:decimal", "", KindNumber},
		{"time", "xsd:time", "time", KindString},
		{"date", "xsd:date", "date", KindString},
		{"datetime", "xsd:dateTime", "date-time", KindString},
		{"date_or_datetime", "linkml:DateOrDatetime", "date-or-date-time", KindString},
		{"uriorcurie", "xsd:anyURI", "uriorcurie", KindString},
		{"curie", "xsd:string", "curie", KindString},
		{"uri", "xsd:anyURI", "uri", KindString},
		{"ncname", "xsd:string", "ncname", KindString},
		{"objectidentifier", "shex:iri", "uriorcurie", KindString},
		{"nodeidentifier", "shex:nonLiteral", "uriorcurie", KindString},
		{"jsonpointer", "xsd:string", "json-pointer", KindString},
		{"jsonpath", "xsd:string", "", KindString},
		{"sparqlpath", "xsd:string", "", KindString},
	}
})

// Kind is the JSON form of a type's values.
func (v *View) Kind(t *Type) Kind { return v.kindOf(t) }
