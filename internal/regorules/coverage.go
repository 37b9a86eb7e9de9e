package regorules

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Coverage remembers which statements of Rego modules are evaluated. Each query
// is run twice more, without OPA's rule index and without its early exit, to
// know why a statement was not reached. It may be shared by several engines.
type Coverage struct {
	once                  sync.Once
	plain, indexed, early *cover.Cover
}

func (c *Coverage) begin() {
	c.once.Do(func() {
		c.plain, c.indexed, c.early = cover.New(), cover.New(), cover.New()
		c.plain.AddRun(cover.KindIndexExcluded, c.indexed)
		c.plain.AddRun(cover.KindEarlyExit, c.early)
	})
}

// watch makes a query tell what it evaluates, and runs it in the other ways.
// What those find does not matter, nor whether they fail.
func (c *Coverage) watch(q *topdown.Query, again func() *topdown.Query) {
	if c == nil {
		return
	}
	c.begin()
	q.WithQueryTracer(c.plain)
	nothing := func(topdown.QueryResult) error { return nil }
	_ = again().WithIndexing(false).WithQueryTracer(c.indexed).Iter(context.Background(), nothing)
	_ = again().WithEarlyExit(false).WithQueryTracer(c.early).Iter(context.Background(), nothing)
}

// CoverageGap is a stretch of a module that was not evaluated.
type CoverageGap struct {
	Path    string
	Range   diag.Range
	Reasons []string // index_excluded, early_exit; none where nothing led there
}

// Gaps returns what was not evaluated of modules, by path and place, and how many
// stretches there are in all. Tests are no part of it.
func (c *Coverage) Gaps(sources []Source) (gaps []CoverageGap, all int) {
	c.begin()
	modules := map[string]*ast.Module{}
	for _, src := range sources {
		if src.IsTest() {
			continue
		}
		if m, err := ast.ParseModuleWithOpts(src.Path, src.Text, ast.ParserOptions{RegoVersion: ast.RegoV1}); err == nil && m != nil {
			modules[src.Path] = m
		}
	}
	report := c.plain.Report(modules)
	for _, path := range sortedKeys(modules) {
		f := report.Files[path]
		all += len(f.Covered) + len(f.NotCovered)
		for _, r := range f.NotCovered {
			gap := CoverageGap{Path: path, Range: diag.Range{Start: diag.Position{Line: r.Start.Row, Column: r.Start.Col}, End: diag.Position{Line: r.End.Row, Column: r.End.Col}}}
			for _, kind := range r.Kinds {
				gap.Reasons = append(gap.Reasons, string(kind))
			}
			gaps = append(gaps, gap)
		}
	}
	slices.SortStableFunc(gaps, func(a, b CoverageGap) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Range.Start.Line, b.Range.Start.Line), cmp.Compare(a.Range.Start.Column, b.Range.Start.Column))
	})
	return gaps, all
}

// Cover runs a test and tells the coverage what it evaluates. What the test finds
// does not matter.
func (t *Tests) Cover(ctx context.Context, c *Coverage, test *Test) {
	defer func() { _ = recover() }()
	ctx, stop := context.WithTimeout(ctx, TestDeadline)
	defer stop()
	cancel := topdown.NewCancel()
	defer context.AfterFunc(ctx, cancel.Cancel)()
	body := ast.NewBody(ast.Equality.Expr(ast.VarTerm("value"), ast.NewTerm(test.ref)))
	_ = storage.Txn(ctx, t.program.store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		again := func() *topdown.Query {
			return topdown.NewQuery(body).WithCompiler(t.program.compiler).WithStore(t.program.store).WithTransaction(txn).
				WithCancel(cancel).WithTime(time.Unix(0, 0)).WithStrictBuiltinErrors(true)
		}
		q := again()
		c.watch(q, again)
		return q.Iter(ctx, func(topdown.QueryResult) error { return nil })
	})
}
