package index

import (
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Element is what every element of a bundle has.
type Element struct {
	ID      string // unique within its kind
	Version string // three numbers
	Digest  string // of the content: "sha256:" and 64 hex digits
	File    string // relative to the bundle's root, with slashes
	Line    int    // 1-based, where the element begins
	Column  int    // 1-based, in code points
}

// Bundle is one bundle.
type Bundle struct {
	Name             string
	Version          string
	Description      string
	MinimumContractc string
	Digest           string // of the sorted list of path and SHA-256
	Origin           string // embedded, folder or archive
	Locked           bool   // contractc.lock agrees with the content
	Verified         bool   // the content is what a trusted build or signature says
	RuleSets         []string
	PinnedRuleSets   []string
	Requires         []schema.BundleRequirement
	Files            []File // that the digest covers, by path
	Libraries        []*Library
}

// File is a file of a bundle with the digest of its bytes.
type File struct{ Path, Digest string }

// Library is one library with all its elements, each kind in the order of files and within a file as written.
type Library struct {
	Element     // ID is the library's name
	Bundle      string
	Description string
	RegoV0      bool        // its modules are written in Rego v0
	Folder      *RuleFolder // of a folder that is taken as it is; nil for a library of ours
	Modules     []string    // dotted names under which expressions import it
	Recommended []string    // symbols, as library.symbol
	Required    []string    // symbols, as library.symbol
	Classes     []*Class
	Effects     []*Effect
	Cells       []*Cell
	Mappings    []*Mapping
	Contracts   []*Contract
	Rules       []*Rule
	Rego        []*Module
	Facts       []*Fact
	Tables      []*Table
	Locales     []*Locale
	Proofs      []*Proof
	Outputs     []*Output
}

// RuleFolder says what the rules of a folder that is taken as it is are for and what they read.
type RuleFolder struct {
	Input   schema.RuleInput
	Pointer string                 // to the part that is read; empty for the whole
	Parse   schema.RuleInputFormat // of a text that holds the document; empty for a value that is read as it is
	Actions []string               // types of action; all where empty
	Tools   []string               // TOOL or NAMESPACE/TOOL; all where empty
	Data    []string               // files of the folder, or folders in it
}

// Plain is the content as plain data, for digests.
func (f *RuleFolder) Plain() map[string]any {
	return map[string]any{
		"input": string(f.Input), "pointer": f.Pointer, "parse": string(f.Parse),
		"actions": texts(f.Actions), "tools": texts(f.Tools), "data": texts(f.Data),
	}
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, t := range list {
		out[i] = t
	}
	return out
}

// Proof is a recorded proof that a contract implies another. Whether it is about the present contracts is for [Catalog.StaleProof] to say.
type Proof struct {
	File     string
	Line     int
	Column   int
	Recorded schema.Proof
}

// Class is a class of the library's own schema.
type Class struct {
	Element     // ID is library.Name; Version is the library's
	Name        string
	Description string
	Abstract    bool
	Columns     []Column // of a class of rows: one that is no effect type and no contract type
}

// Column is a slot of a class of rows.
type Column struct {
	Name string
	Type value.Type
}

// Effect is an effect type; ID is library.Name, the name that constraints use.
type Effect struct {
	Element
	Library        string
	Name           string
	Function       string // its name in traces
	Description    string
	Sentence       string // template with the fields as slots
	SentenceDigest string
	Fields         []Field
	Preconditions  []*Precondition
	Assigns        []Assignment
}

// Field is a slot of an effect type.
type Field struct {
	Name        string
	Description string
	Type        value.Type
	Required    bool
	Secret      bool
	Minimum     string // inclusive, as written; empty where there is none
	Maximum     string
	Values      []string // permissible values of an enumeration
}

// Precondition is a condition that every event of its effect type must meet; ID is library.Effect.name.
type Precondition struct {
	Element
	Name       string
	Expression string // as written
	Predicate  schema.Predicate
	Message    string
}

// Assignment sets a state cell at an event.
type Assignment struct {
	Cell  string // library.name
	Key   schema.Term
	Value schema.Term
}

// Cell is a keyed state cell; ID is library.name, the name that constraints use.
type Cell struct {
	Element
	Name    string
	Key     value.Type
	Value   value.Type
	Initial schema.Value
}

// Mapping says which effects a tool performs.
type Mapping struct {
	Element
	Library   string
	Namespace string
	Tool      string
	Effects   []MappedEffect
	// Beside says that the effects are performed beside those of a tool's own
	// mapping. Namespace and Tool are then patterns, in which an asterisk at the
	// end stands for any ending, and no tool of the namespaces Except is meant.
	Beside bool
	Except []string
}

// MappedEffect is one effect that a tool performs, in the order in which they are performed.
type MappedEffect struct {
	Effect string      // library.Name
	Each   *Expression // a list: once for each item; nil: once
	When   *Expression // nil: always
	Fields []MappedField
}

// MappedField says where a field of the effect comes from: the one of the sources that the call gives. Where it gives none of them, or several, the
// value is not known.
type MappedField struct {
	Name    string
	Sources []Expression
}

// Expression is CEL over args, the arguments of a call, over tool, its name and namespace, and over item, where there is Each. Path is set where it
// only names an argument, such as args.path, or a member of one; with Item or Tool, where it only names the item, or the tool, or a member of it.
// With Function it is the value of that function for the argument, or the member Member of it.
type Expression struct {
	Source   string
	Path     []string
	Item     bool
	Tool     bool
	Function string
	Member   []string
	Line     int
	Column   int
}

// Contract is a contract type with its reviewed texts; ID is library.symbol.
type Contract struct {
	Element
	Library    string
	Symbol     string
	TypeName   string // the LinkML class
	Parameters []Parameter
	Constraint schema.Constraint // with ParameterTerms, effects and cells qualified
	Text       string            // template with the parameters as slots
	TextDigest string
	Derived    string // the derived sentence that the text was reviewed against; may be empty
	Docstring  string // of the trusted Python function that the text was reviewed against; empty where it is text and scope
	Scope      []string
}

// Unrestricted reports whether the contract restricts nothing.
func (c *Contract) Unrestricted() bool {
	_, ok := c.Constraint.(*schema.Unrestricted)
	return ok
}

// Parameter is a slot of a contract type.
type Parameter struct {
	Name        string
	Description string
	Type        value.Type
	Default     schema.Value // nil: an argument must be given
	Patterns    []string     // that a text must match, each of them anywhere
	Minimum     string       // inclusive, as written; empty where there is none
	Maximum     string
	Values      []string // permissible values of an enumeration
}

// Rule is a validation rule, written in CEL or in Rego, or a Rego rule that reports coverage.
type Rule struct {
	Element
	Library     string
	Language    Language
	Metadata    schema.RuleMetadata // of a coverage rule: id, version and actions only
	Title       string
	Description string
	Coverage    bool
	Package     string // of a Rego rule, dotted
	Document    string // of a CEL rule: the file as JSON, in the order of the file
	Checked     string // of a CEL rule: its checked expressions, for celenv.RestoreRule; empty where they are not known
}

// Language is what a rule is written in.
type Language string

// The languages of rules.
const (
	CEL  Language = "cel"
	Rego Language = "rego"
)

// Module is a Rego module that is no test; its ID is its path.
type Module struct {
	Element
	regorules.Description
}

// Fact is a value that is computed by CEL before the rules run; ID is its name.
type Fact struct {
	Element
	Library    string
	Actions    []string
	Sets       []string
	Expression string
	Checked    string // the checked expression, for celenv.RestoreFact; empty where it is not known
}

// Table is a data file that rules and functions use.
type Table struct {
	Element
	Library string
	Dated   string // YYYY-MM-DD; may be empty
	Values  string // as JSON, in the order of the file
}

// Locale is the fixed words of cards in one language; ID is the language tag.
type Locale struct {
	Element
	Library  string
	Messages []schema.Message
}

// Output is an output contract; ID is library.symbol.
type Output struct {
	Element
	Library  string
	Title    string
	Text     string
	Class    string   // the LinkML class of its JSON value, as library.Class; empty where there is none
	Headings []string // that a reply has, in order
	Ladder   []string // what is done after each reply that does not conform; as written
	Document string   // the file as JSON, in the order of the file
}
