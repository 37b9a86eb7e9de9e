package gate

import (
	"context"
	"fmt"

	"github.com/contractc/contractc/eval"
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
	bundle := from.Bundles[0]
	r.detail = fmt.Sprintf("%s %s, %s", bundle.Name, bundle.Version, counted(len(bundle.Libraries), "library", "libraries"))
	return r, nil
}

// counted is a number of things in words.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
