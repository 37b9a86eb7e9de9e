package regorules

import (
	"context"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
)

// The policies' own tests, as a stock opa test runs them.
func TestThePoliciesOwnTests(t *testing.T) {
	modules := map[string]*ast.Module{}
	for _, src := range policies(t) {
		m, err := ast.ParseModuleWithOpts(src.Path, src.Text, ast.ParserOptions{ProcessAnnotation: true, RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		modules[src.Path] = m
	}
	store := inmem.New()
	ctx := context.Background()
	var results []*tester.Result
	err := storage.Txn(ctx, store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		found, err := tester.NewRunner().SetStore(store).SetModules(modules).RaiseBuiltinErrors(true).RunTests(ctx, txn)
		if err != nil {
			return err
		}
		for r := range found {
			results = append(results, r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(results) < 15 {
		t.Errorf("only %d tests ran", len(results))
	}
	for _, r := range results {
		if r.Error != nil || !r.Pass() {
			t.Errorf("%s.%s failed: %v", r.Package, r.Name, r.Error)
		}
		for name, sub := range r.SubResults {
			if sub.Fail {
				t.Errorf("%s.%s: %s failed", r.Package, r.Name, name)
			}
		}
	}
}
