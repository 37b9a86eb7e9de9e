package policydiff

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// Options say how versions are compared.
type Options struct {
	// Solvers are asked, in turn. Where there is none, NoSolver says why, and
	// what they would be asked is unknown.
	Solvers  []solver.Solver
	NoSolver error

	// Timeout is how long one question may take.
	Timeout time.Duration

	// Parallel is how many questions are asked at a time; 1 where it is less.
	Parallel int
}

// Compare compares two versions. The error is that of the context.
func Compare(ctx context.Context, old, new Side, opt Options) (*schema.DiffReport, error) {
	d := &differ{old: newSide(old), new: newSide(new), opt: opt}
	d.contracts()
	d.effects()
	d.mappings()
	d.rules()
	d.proofs()
	d.data()
	d.libraries()
	d.bundles()
	d.answer(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d.report(), nil
}

// differ compares two versions: first everything that form decides, then what
// solvers are asked.
type differ struct {
	old, new  *side
	opt       Options
	changes   []*change
	untouched int64
	questions []question
	asked     atomic.Int64
}

// touched begins the change of a pair, or counts it as untouched and returns
// nil. Rests says that what the element rests on changed.
func touched[T any](d *differ, kind string, p pair[T], of func(*T) *index.Element, rests bool) *change {
	old, new := elements(p, of)
	if sameElement(old, new) && !rests {
		d.untouched++
		return nil
	}
	c := newChange(kind, old, new)
	c.library = d.libraryOf(c.File)
	d.changes = append(d.changes, c)
	return c
}

// libraryOf is the library in whose folder a file stands.
func (d *differ) libraryOf(file string) *index.Library {
	name, _, _ := strings.Cut(file, "/")
	if l := d.new.Catalog.Library(name); l != nil {
		return l
	}
	return d.old.Catalog.Library(name)
}

// question is one that solvers are asked, whose answer is noted in a change.
type question struct {
	of  *change
	ask func(context.Context)
}

// later asks a question about a change once everything else is compared.
func (d *differ) later(of *change, ask func(context.Context)) {
	d.questions = append(d.questions, question{of, ask})
}

// answer asks the questions, several changes at a time, those of one in their
// order.
func (d *differ) answer(ctx context.Context) {
	free := make(chan struct{}, max(1, d.opt.Parallel))
	var wait sync.WaitGroup
	for _, asks := range d.byChange() {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			for _, ask := range asks {
				if ctx.Err() == nil {
					ask(ctx)
				}
			}
		})
	}
	wait.Wait()
}

// byChange are the questions of each change, in the order in which the changes
// were found.
func (d *differ) byChange() [][]func(context.Context) {
	var list [][]func(context.Context)
	at := map[*change]int{}
	for _, q := range d.questions {
		i, known := at[q.of]
		if !known {
			i = len(list)
			at[q.of], list = i, append(list, nil)
		}
		list[i] = append(list[i], q.ask)
	}
	return list
}

func (d *differ) report() *schema.DiffReport {
	r := &schema.DiffReport{
		Format: schema.DiffReportFormat, Old: d.old.report(), New: d.new.report(),
		Changes: []schema.DiffChange{}, Untouched: d.untouched, Questions: d.asked.Load(), Fails: []schema.DiffFailure{},
	}
	var all effect
	counts := map[Class]int64{}
	for _, c := range d.changes {
		if len(c.inherit) == 0 {
			c.settle()
		}
	}
	for _, c := range d.changes {
		if len(c.inherit) > 0 {
			c.settle()
		}
		all.add(c.Class)
		counts[c.Class]++
		r.Changes = append(r.Changes, c.DiffChange)
	}
	r.Class = all.class()
	slices.SortStableFunc(r.Changes, compareChanges)
	for _, class := range Classes() {
		r.Counts = append(r.Counts, schema.DiffCount{Class: class, Count: counts[class]})
	}
	r.Versions = d.advice()
	return r
}

func compareChanges(a, b schema.DiffChange) int {
	if c := slices.Index(Classes(), a.Class) - slices.Index(Classes(), b.Class); c != 0 {
		return c
	}
	if c := strings.Compare(a.Kind, b.Kind); c != 0 {
		return c
	}
	return strings.Compare(a.Id, b.Id)
}
