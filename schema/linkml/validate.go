package linkml

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// ValidateOptions says how documents are checked.
type ValidateOptions struct {
	File string // the name that diagnostics carry
	// Open accepts fields that a class does not have. Documents are closed by default.
	Open bool
	// RangeDescendants accepts objects of classes below the range where no slot tells which class an object has.
	RangeDescendants bool
}

// maxSteps bounds how much work one document may cause; maxProblems how many problems are kept.
const (
	maxSteps    = 4_000_000
	maxProblems = 1000
)

// Validate checks a document against a class and reports every problem with path, position, what is wrong and what to
// do. Ranges with a slot that tells classes apart are checked as the class that the object names; so is the document
// itself.
func (v *View) Validate(class string, n *doc.Node, opt ValidateOptions) diag.List {
	var list diag.List
	for _, p := range v.Problems(class, n, opt) {
		list.Add(p.Diagnostic(opt.File))
	}
	return list
}

// Problems is Validate with the paths apart from the texts.
func (v *View) Problems(class string, n *doc.Node, opt ValidateOptions) []Problem {
	c := v.classes[class]
	if c == nil {
		return []Problem{{Code: CodeTargetName, Summary: fmt.Sprintf("the schema has no class %q", class), Detail: "Name a class of the schema or of what it imports."}}
	}
	if n == nil {
		n = &doc.Node{}
	}
	k := &checker{view: v, opt: opt, budget: new(int), memo: map[memoKey][]Problem{}, ids: map[idKey]*doc.Node{}}
	*k.budget = maxSteps
	k.document(value{n: n}, c)
	if *k.budget <= 0 {
		k.add(value{n: n}, n.Range, CodeExhausted, "Split the document, or simplify the alternatives in the schema.", "the document takes more than %d steps to check", maxSteps)
	}
	return k.problems
}

// checker walks one document. Trials, for members of any_of and the like, are checkers of their own that share the
// budget and the memory of objects that were checked.
type checker struct {
	view     *View
	opt      ValidateOptions
	problems []Problem
	budget   *int
	memo     map[memoKey][]Problem
	ids      map[idKey]*doc.Node // the first object with an identifier
}

// memoKey names an object that was checked against a class.
type memoKey struct {
	n     *doc.Node
	class *Class
	keyed bool
}

// spend takes one step off the budget; false means that it is used up.
func (k *checker) spend() bool {
	*k.budget--
	return *k.budget > 0
}

func (k *checker) add(x value, at diag.Range, code, detail, format string, args ...any) {
	if len(k.problems) < maxProblems {
		k.problems = append(k.problems, Problem{Path: x.at.pointer(), At: at, Code: code, Summary: fmt.Sprintf(format, args...), Detail: detail})
	}
}

// report adds a problem at a value.
func (k *checker) report(x value, code, detail, format string, args ...any) {
	k.add(x, at(x.n), code, detail, format, args...)
}

// try runs a check apart and returns its problems. A used-up budget counts as a failure of every trial.
func (k *checker) try(check func(*checker)) []Problem {
	t := &checker{view: k.view, opt: k.opt, budget: k.budget, memo: k.memo}
	check(t)
	if len(t.problems) == 0 && *k.budget <= 0 {
		return []Problem{{Code: CodeExhausted, Summary: "not checked"}}
	}
	return t.problems
}

func (k *checker) strict() bool { return !k.view.opt.Compatible }

// document checks the whole document. In the strict reading an abstract class has no objects of its own.
func (k *checker) document(x value, c *Class) {
	switch {
	case !k.strict():
		k.object(x, c, nil)
		return
	case (c.Abstract || c.Mixin) && !k.view.polymorphic(c):
		k.report(x, CodeTargetName, "Name a class below it.", "the class %q is abstract and has no objects of its own", c.Name)
		return
	}
	k.objectOf(x, c, nil)
	k.uniqueIn(x, c)
}

// objectOf checks an object of the class or of one below it. key is the field of the dictionary that it stands in.
func (k *checker) objectOf(x value, c *Class, key *doc.Field) {
	switch {
	case k.view.isAny(c):
	case k.view.polymorphic(c) && k.strict():
		k.designated(x, c, key)
	case k.opt.RangeDescendants || k.view.polymorphic(c) || k.strict() && c.Abstract:
		k.anyClass(x, c, key)
	default:
		k.object(x, c, key)
	}
}

// designated checks an object as the class that it names.
func (k *checker) designated(x value, c *Class, key *doc.Field) {
	slot := k.view.slotOf(c, k.view.discriminator(c))
	f := x.n.Field(slot.Property)
	switch {
	case x.n.Kind != doc.Map:
		k.wrongType(x, "an object of class "+strconv.Quote(c.Name))
		return
	case f == nil && !c.Abstract && !slot.Required():
		k.object(x, c, key)
		return
	case f == nil:
		k.report(x, CodeMissing, "Add it; it says which class the object has.", "the field %q of %q is missing", slot.Property, c.Name)
		return
	case f.Value.Kind != doc.String:
		k.wrongType(x.field(f), "a string")
		return
	}
	var known []string
	for _, d := range k.view.Concrete(c) {
		name := k.view.designation(d, slot.Name)
		if name == f.Value.Text {
			k.object(x, d, key)
			return
		}
		known = append(known, strconv.Quote(name))
	}
	k.report(x.field(f), CodeClass, "Write one of "+strings.Join(known, ", ")+".", "%q names no class below %q", f.Value.Text, c.Name)
}

// anyClass accepts an object of any concrete class from c down.
func (k *checker) anyClass(x value, c *Class, key *doc.Field) {
	concrete := k.view.Concrete(c)
	var nearest []Problem
	for i, d := range concrete {
		problems := k.try(func(t *checker) { t.object(x, d, key) })
		if len(problems) == 0 {
			return
		}
		if i == 0 || len(problems) < len(nearest) {
			nearest = problems
		}
	}
	switch len(concrete) {
	case 0:
		k.report(x, CodeClass, "Use another class.", "%q is abstract, and no class below it is in the schema", c.Name)
	case 1:
		k.keep(nearest)
	default:
		k.report(x, CodeClass, "Nearest: "+sentence(nearest)+".", "no class from %q down fits", c.Name)
	}
}

func (k *checker) keep(problems []Problem) {
	k.problems = append(k.problems, problems[:min(len(problems), max(0, maxProblems-len(k.problems)))]...)
}

// sentence returns the first of some problems for use in a detail.
func sentence(problems []Problem) string {
	if len(problems) == 0 {
		return "nothing"
	}
	p := problems[0]
	if p.Path == "" {
		return p.Summary
	}
	return p.Path + ": " + p.Summary
}

func (k *checker) wrongType(x value, want string) {
	k.report(x, CodeType, "Write "+want+".", "expected %s, not %s", want, x.n.Kind)
}
