package subset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// Fit is the closest schema that a provider takes, and what keeps the rest.
type Fit struct {
	// Schema is nil where the provider takes no schema of any of the values.
	Schema *doc.Node
	// Rules keep what the schema no longer says.
	Rules []Rule
	// Absent are the places in the fitted schema, JSON pointers, of properties
	// that had to be required: null says that they are left out.
	Absent []string
	// Form says the same of values.
	Form *predicate.Form
	// Lost is what neither keeps.
	Lost []Loss
	// Refusals are why the provider refuses even this schema.
	Refusals []Finding
}

// Keeps reports whether everything that the schema refuses is refused by the
// fitted schema with its rules, and the provider takes it.
func (f *Fit) Keeps() bool {
	return f.Schema != nil && len(f.Refusals) == 0 && !slices.ContainsFunc(f.Lost, func(l Loss) bool { return l.Kind == Unchecked })
}

// maxFitted bounds the schemas that a fitted schema is made of.
const maxFitted = 20_000

// errLarge says that a fitted schema would be too large.
var errLarge = fmt.Errorf("the fitted schema would have more than %d schemas in it", maxFitted)

// Fit makes the closest schema that the provider takes. Rules that the
// environment does not compile are lost, and listed as that. The error says that
// the schema is too large to be fitted.
func (p *Profile) Fit(d *tree.Document, words *Words, env Environment) (*Fit, error) {
	fit, err := p.fit(d, words, env, tree.Required)
	// What several schemas of one value demand is one list in the fitted schema: a
	// member that none of those that hold it demands can be demanded there.
	if err == nil && slices.ContainsFunc(fit.Refusals, func(f Finding) bool { return f.Structure == NestedAlways }) {
		return p.fit(d, words, env, tree.Everything)
	}
	return fit, err
}

// fit makes the closest schema that holds itself in no other ways than those that
// are given, where the provider takes none that always does.
func (p *Profile) fit(d *tree.Document, words *Words, env Environment, through tree.Through) (fit *Fit, err error) {
	f := &fitter{
		static:  static{d, tree.NewCycles(d, tree.Everything)},
		profile: p, words: words, environment: env,
		always: tree.NewCycles(d, through), targets: map[*tree.Schema]*target{}, levels: map[*tree.Schema]int{}, left: map[*doc.Node]bool{},
	}
	defer func() {
		if r := recover(); r != nil {
			if r != any(errLarge) {
				panic(r)
			}
			fit, err = nil, errLarge
		}
	}()
	return f.fit()
}

// fitter fits one document.
type fitter struct {
	static
	profile     *Profile
	words       *Words
	environment Environment
	always      *tree.Cycles
	targets     map[*tree.Schema]*target
	order       []*target // in the order of their names in the schema
	levels      map[*tree.Schema]int
	lost        []Loss
	made, enums int
	expanded    int
	compiled    int
	// left are the fitted schemas of properties of which null says that they are
	// left out; later is what can be looked at only when all is fitted.
	left  map[*doc.Node]bool
	later []func()
}

// result is a fitted schema of one place.
type result struct {
	// node is nil where no value is allowed.
	node *doc.Node
	// types are those that the node's values can have.
	types predicate.Types
	keep  []residue
	form  *predicate.Form
}

func (f *fitter) fit() (*Fit, error) {
	root := &target{of: f.document.Root, ref: "#", form: &predicate.Form{}}
	f.targets[f.document.Root] = root
	f.finish(root, f.at(f.document.Root, f.profile.demands(Root) || f.profile.demands(RootUnion)))
	out := &Fit{Form: root.form, Schema: root.result.node}
	if out.Schema == nil {
		out.Lost = f.sorted()
		return out, nil
	}
	f.define(out)
	out.Rules = f.rules(root)
	out.Lost = f.sorted()
	if out.Schema == nil {
		out.Rules = nil
		return out, nil
	}
	out.Absent = f.absent(out.Schema)
	return out, f.recheck(out)
}

// define adds the definitions that references lead to.
func (f *fitter) define(out *Fit) {
	defs := &doc.Node{Kind: doc.Map}
	for _, t := range f.order {
		if t.used && t.result.node == nil {
			out.Schema = nil
			f.loseOf(Narrowed, lostImpossible, "$ref", t.of)
			return
		}
		if t.used {
			set(defs, t.name, t.result.node)
		}
	}
	if len(defs.Fields) > 0 {
		set(out.Schema, "$defs", defs)
	}
}

// recheck finds why the provider refuses a fitted schema, such as for its size.
func (f *fitter) recheck(out *Fit) error {
	d, list := tree.Read(f.document.File, out.Schema)
	if list.HasErrors() {
		return fmt.Errorf("a fitted schema that is none: %w", list)
	}
	for _, finding := range f.profile.Check(d) {
		if finding.Refuses() {
			out.Refusals = append(out.Refusals, finding)
		}
	}
	return nil
}

func (f *fitter) sorted() []Loss {
	slices.SortStableFunc(f.lost, func(a, b Loss) int {
		if c := compareRanges(a.Range, b.Range); c != 0 {
			return c
		}
		return strings.Compare(a.At+" "+a.Keyword+" "+a.Reason, b.At+" "+b.Keyword+" "+b.Reason)
	})
	return f.lost
}

// grow counts a schema that is made.
func (f *fitter) grow() {
	if f.made++; f.made > maxFitted {
		panic(errLarge)
	}
}

// IsLarge reports whether an error says that a schema is too large to be fitted.
func IsLarge(err error) bool { return errors.Is(err, errLarge) }
