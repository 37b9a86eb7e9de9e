package subset

import (
	"maps"
	"regexp"
	"slices"

	"github.com/contractc/contractc/internal/tables"
)

// Tables of providers are those whose id has this prefix and names no other one.
const (
	TablePrefix = "providers."
	WordsTable  = TablePrefix + "words"
)

// Use is what a provider does with a keyword.
type Use string

// What is done with a keyword.
const (
	Taken     Use = "taken"     // it holds for what a model writes
	Rejected  Use = "rejected"  // a request with it is refused
	Ignored   Use = "ignored"   // it has no effect
	Rewritten Use = "rewritten" // it is read as another one
)

func (u Use) known() bool { return slices.Contains([]Use{Taken, Rejected, Ignored, Rewritten}, u) }

// SDK is what a provider's own library does with a keyword before it sends a
// request.
type SDK string

// What a library does.
const (
	Kept      SDK = "kept"      // sent as it is
	Described SDK = "described" // moved into the words of the description
	Dropped   SDK = "dropped"   // left out, without a word
	Replaced  SDK = "replaced"  // sent as another keyword, or with another value
	Refused   SDK = "refused"   // an error
)

func (s SDK) known() bool {
	return s == "" || slices.Contains([]SDK{Kept, Described, Dropped, Replaced, Refused}, s)
}

// Profile is what a provider takes.
type Profile struct {
	Name   string `json:"name"`   // for people
	Source string `json:"source"` // where it is said
	// Keywords are the keywords by name, Otherwise is what becomes of any other.
	Keywords  map[string]Keyword `json:"keywords"`
	Otherwise Keyword            `json:"otherwise"`
	// Structure is what is demanded beside keywords, by a name of [Structures];
	// one that is not named is taken.
	Structure map[string]Structure `json:"structure"`
	Limits    Limits               `json:"limits"`
	// Describe adds what a fitted schema no longer says to its descriptions.
	Describe bool `json:"describe"`
	// Requests are the fragments of requests by name. A text "{schema}", "{name}"
	// or "{description}" in them stands for what is filled in.
	Requests    map[string]any `json:"requests"`
	RequestName RequestName    `json:"request_name"`
}

// Keyword is what becomes of one keyword, and on which condition.
type Keyword struct {
	Use     Use    `json:"use"`
	Instead string `json:"instead"` // the keyword that a rewritten one is read as
	SDK     SDK    `json:"sdk"`
	// The conditions. Where one is not met, Else holds in place of Use.
	Most    *int     `json:"most"`    // greatest value
	Values  []string `json:"values"`  // types of values that may be listed
	Formats []string `json:"formats"` // names of formats
	Without []string `json:"without"` // what a regular expression must not hold
	Only    *bool    `json:"only"`    // the only value
	Below   []string `json:"below"`   // beginnings of references
	Alone   bool     `json:"alone"`   // nothing but annotations may stand beside it
	Bare    bool     `json:"bare"`    // nothing may stand beside it
	Else    Use      `json:"else"`
	SDKElse SDK      `json:"sdk_else"`
}

// Structure is what becomes of a schema of some structure.
type Structure struct {
	Use Use `json:"use"`
	SDK SDK `json:"sdk"`
	// Levels is how often a schema that holds itself is written out in a fitted
	// schema.
	Levels int `json:"levels"`
}

// The structures that a provider may not take.
const (
	Open         = "open"          // an object whose schema does not close it
	Optional     = "optional"      // a property that may be left out
	OptionalNull = "optional_null" // one that may be left out or null
	Undeclared   = "undeclared"    // a required member that is no property
	Root         = "root"          // a document that is no object
	RootUnion    = "root_union"    // a document that is a union
	Untyped      = "untyped"       // a schema without a type
	Unlisted     = "unlisted"      // a list without a schema for its items
	Nested       = "recursive"     // a schema that holds itself
	NestedAlways = "recursive_all" // one that does so in a member that must be there
	Booleans     = "boolean"       // a schema that is true or false
)

// Structures are the names of structures.
func Structures() []string {
	return []string{Open, Optional, OptionalNull, Undeclared, Root, RootUnion, Untyped, Unlisted, Nested, NestedAlways, Booleans}
}

// Limits bound a schema; 0 is no limit.
type Limits struct {
	Depth      int `json:"depth"`      // objects and lists inside each other
	Properties int `json:"properties"` // of all objects
	Optional   int `json:"optional"`   // properties that may be left out, of all objects
	Unions     int `json:"unions"`     // properties of several types
	EnumValues int `json:"enum_values"`
	Names      int `json:"names"` // characters of all names, values and definitions
	// LongEnum is how many texts an enum may have before their characters together
	// are bounded by LongEnumText.
	LongEnum     int `json:"long_enum"`
	LongEnumText int `json:"long_enum_text"`
}

// RequestName is what a request may be called.
type RequestName struct {
	Pattern string `json:"pattern"`
	Default string `json:"default"`
}

// DecodeProfile reads the values of a provider's table and checks them.
func DecodeProfile(values any) (*Profile, error) {
	p := &Profile{}
	if err := tables.Whole(values, p); err != nil {
		return nil, err
	}
	return p, p.check()
}

// RequestNames lists the fragments of requests.
func (p *Profile) RequestNames() []string { return slices.Sorted(maps.Keys(p.Requests)) }

// takes is what becomes of a structure.
func (p *Profile) takes(name string) Structure {
	s, given := p.Structure[name]
	if !given {
		return Structure{Use: Taken, SDK: Kept}
	}
	return s
}

// demands reports whether a structure is not taken as it is.
func (p *Profile) demands(name string) bool { return p.takes(name).Use != Taken }

// fits reports whether a request may have a name.
func (n RequestName) fits(name string) bool {
	re, err := regexp.Compile(n.Pattern)
	return err == nil && re.MatchString(name)
}

// NameFits reports whether a request may have a name.
func (p *Profile) NameFits(name string) bool { return p.RequestName.fits(name) }
