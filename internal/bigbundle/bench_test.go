package bigbundle_test

import (
	"context"
	"os"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/bigbundle"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/policytest"
)

// thousand is a bundle with a thousand contracts and a thousand rules.
func thousand(b *testing.B) []catalog.Source {
	b.Helper()
	dir := b.TempDir()
	if err := bigbundle.Write(dir, bigbundle.Thousand()); err != nil {
		b.Fatal(err)
	}
	return []catalog.Source{{FS: os.DirFS(dir), Origin: catalog.OriginFolder}}
}

func loaded(b *testing.B) *catalog.Catalog {
	b.Helper()
	from, problems := eval.Load(thousand(b))
	if problems.HasErrors() {
		b.Fatal(problems)
	}
	return from
}

func BenchmarkLoad(b *testing.B) {
	sources := thousand(b)
	for b.Loop() {
		if _, problems := eval.Load(sources); problems.HasErrors() {
			b.Fatal(problems)
		}
	}
}

// BenchmarkLint does not load the bundle.
func BenchmarkLint(b *testing.B) {
	from := loaded(b)
	for b.Loop() {
		lint.Run(context.Background(), &lint.Subject{Catalog: from, Libraries: from.Libraries, NoProver: "none is needed"}, lint.Rules())
	}
}

// BenchmarkSuite collects and runs the tests of a bundle that is loaded, and
// reports how many a second.
func BenchmarkSuite(b *testing.B) {
	from := loaded(b)
	tests := 0
	for b.Loop() {
		suite, problems := policytest.NewSuite(from, "en")
		if suite == nil {
			b.Fatal(problems)
		}
		tests += len(suite.Run(context.Background(), nil).Tests)
	}
	b.ReportMetric(float64(tests)/b.Elapsed().Seconds(), "tests/s")
}
