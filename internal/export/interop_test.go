package export

import (
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/interop"
)

const repository = "../.."

func graphs(t *testing.T, ask string, question, answer any) {
	t.Helper()
	interop.Graphs(t, repository, ask, question, answer)
}

func conform(t *testing.T, shapes []byte, cases []interop.Case) map[string]interop.Result {
	t.Helper()
	return interop.Conform(t, repository, shapes, cases)
}

func exportOf(t *testing.T, from *catalog.Catalog, libraries ...string) *Export {
	t.Helper()
	x, problems, err := OfCatalog(from, libraries)
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	return x
}
