package output

import (
	"fmt"
	"path"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Contract is an output contract that is ready. It does not change and may be
// used by several goroutines at once.
type Contract struct {
	compiled *outputcontract.Contract
	words    *words
	limits   limits
	repairs  *outputcontract.Repairs
	identity schema.OutputIdentity
	prompt   string
}

// NotFoundError says that the catalog has no output contract of an id.
type NotFoundError struct {
	ID    string
	Known []string // the ids that there are
}

// Error returns the id and what there is.
func (e *NotFoundError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("there is no output contract %q, and no other in the bundles", e.ID)
	}
	return fmt.Sprintf("there is no output contract %q; there are %s", e.ID, strings.Join(e.Known, ", "))
}

// Load makes the output contract with an id, such as output.change_report, ready.
// The error is a [*NotFoundError] or says why the bundle cannot be used.
func Load(from *catalog.Catalog, id string) (*Contract, error) {
	o := from.Output(id)
	if o == nil {
		missing := &NotFoundError{ID: id}
		for _, other := range from.Outputs {
			missing.Known = append(missing.Known, other.ID)
		}
		return nil, missing
	}
	n, problems := from.OutputDocument(o)
	if problems.HasErrors() {
		return nil, problems
	}
	library := o.Library
	classes := func(name string) (*linkml.View, string, error) {
		if !strings.Contains(name, ".") {
			name = library + "." + name
		}
		return from.Class(name)
	}
	compiled, problems := outputcontract.Compile(o.File, n, classes)
	if problems.HasErrors() {
		return nil, problems
	}
	return newContract(from, o, compiled)
}

// Read makes the output contract of a file that stands in no bundle ready, YAML
// or JSON by its name. It is checked whole, its examples too. LinkML classes that
// it names are those of the catalog's libraries, as library.Class.
func Read(from *catalog.Catalog, file string, text []byte) (*Contract, diag.List) {
	read := doc.ReadYAML
	if strings.EqualFold(path.Ext(file), ".json") {
		read = doc.ReadJSON
	}
	n, problems := read(file, text, doc.DefaultLimits())
	if problems.HasErrors() {
		return nil, problems
	}
	o, problems := from.ReadOutput(file, n)
	if problems.HasErrors() {
		return nil, problems
	}
	compiled, problems := outputcontract.Compile(file, n, from.Class)
	if problems.HasErrors() {
		return nil, problems
	}
	c, err := newContract(from, o, compiled)
	if err != nil {
		problems.Errorf(file, diag.Range{}, "output.words", "%s", diag.Neutralise(err.Error()))
		return nil, problems
	}
	if problems.Add(compiled.CheckExamples(file, n, c.repairs)...); problems.HasErrors() {
		return nil, problems
	}
	return c, problems
}

func newContract(from *catalog.Catalog, o *catalog.Output, compiled *outputcontract.Contract) (*Contract, error) {
	c := &Contract{compiled: compiled, identity: schema.OutputIdentity{Id: o.ID, Version: o.Version, Digest: o.Digest}}
	if err := c.readTables(from); err != nil {
		return nil, err
	}
	c.prompt = newInstructions(c.words, compiled).write()
	c.identity.Prompt = canonical.DigestBytes([]byte(c.prompt))
	return c, nil
}

// Identity names the contract by its id, version and digest, with the digest of
// [Contract.Prompt].
func (c *Contract) Identity() schema.OutputIdentity { return c.identity }

// Prompt is what the contract says, in words for a model, as Markdown. It is made
// of the contract and cannot say anything else.
func (c *Contract) Prompt() string { return c.prompt }

// Ladder is what is done after each reply that does not conform.
func (c *Contract) Ladder() []schema.OutputStep { return c.compiled.Ladder }
