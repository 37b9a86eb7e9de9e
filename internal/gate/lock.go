package gate

import (
	"context"

	"github.com/contractc/contractc/catalog"
)

// checkLock compares the bundle's lock with its content.
func checkLock(_ context.Context, s *subject) (*result, error) {
	bundle := s.catalog.Bundles[0]
	r := passed(counted(len(catalog.Lock(bundle).Entries), "entry", "entries"))
	r.addDiagnostics(stepLock, s.catalog.CheckLock(bundle))
	return r, nil
}
