package gate

import (
	"context"
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/build"
	"github.com/contractc/contractc/schema"
)

// load loads the bundle with what it builds on.
func load(_ context.Context, s *subject) (*result, error) {
	from, problems := eval.Load(s.Sources)
	if from != nil {
		problems.Add(s.CheckLocales(from, s.Sources)...)
	}
	r := passed("")
	r.addDiagnostics(stepBundle, problems)
	if problems.HasErrors() {
		return r, nil
	}
	s.catalog, s.identities = from, eval.Identities(from)
	for i, src := range s.Sources {
		r.addGenerated(from, from.Bundles[i], src)
	}
	bundle := from.Bundles[0]
	r.detail = fmt.Sprintf("%s %s, %s", bundle.Name, bundle.Version, counted(len(bundle.Libraries), "library", "libraries"))
	return r, nil
}

// addGenerated denies an archive in which other Rego stands than its sources give:
// a stock OPA would decide by it, and nothing else here reads it.
func (r *result) addGenerated(from *catalog.Catalog, b *index.Bundle, src catalog.Source) {
	if src.Archive == nil || !build.Generated(src.Archive) {
		return
	}
	if err := build.Check(from, b, src.Archive, eval.Name); err != nil {
		help := "build the archive again with this version of contractc"
		r.add(schema.GateFinding{
			Id: stepBundle + ".generated", Level: schema.GateLevelDeny, Checked: true, Subject: &b.Name, File: &src.Name, Message: err.Error(), Help: &help,
		})
	}
}

// counted is a number of things in words.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
