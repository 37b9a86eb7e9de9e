package outputcontract

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Contract is an output contract that is ready. It does not change and may be
// used by several goroutines at once.
type Contract struct {
	// Written is the contract as its file has it.
	Written schema.OutputContract
	// Schema is the JSON Schema of the value, a plain value; of a class the one
	// that says the class. Nil where the contract has no JSON.
	Schema any
	// SchemaNode is the same in the order of the file.
	SchemaNode *doc.Node
	// Ladder is what is done after each reply that does not conform.
	Ladder []schema.OutputStep

	json     *jsonPart
	sections *sections
}

// jsonPart is what a contract says of a JSON value.
type jsonPart struct {
	shape   shape
	rules   []*rule
	section int // index of the heading below which it stands; −1 for none
	bare    bool
	strict  bool
}

// Classes finds a LinkML class by the name that a contract gives it. The error
// says why there is none.
type Classes func(name string) (view *linkml.View, class string, err error)

// Compile checks the file of a contract, which conforms to the class
// OutputContract, and makes it ready. It returns every problem at once; the
// contract is nil where the list has errors. Its examples are not held against
// it, see [Contract.CheckExamples].
func Compile(file string, n *doc.Node, classes Classes) (*Contract, diag.List) {
	k := &compiler{file: file, node: n, contract: &Contract{}, classes: classes}
	if problems := k.contract.Written.Decode(file, n); problems.HasErrors() {
		return nil, problems
	}
	k.compile()
	k.problems.Sort()
	if k.problems.HasErrors() {
		return nil, k.problems
	}
	return k.contract, k.problems
}

// Example is the first example as a text; empty where there is none.
func (c *Contract) Example() string {
	if len(c.Written.Examples) == 0 {
		return ""
	}
	return exampleText(&c.Written.Examples[0])
}
