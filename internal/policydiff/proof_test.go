package policydiff_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/schema"
)

// withProof is the bundle with a recorded proof that no_writes implies under.
func withProof(t *testing.T) fstest.MapFS {
	t.Helper()
	files := bundle(t)
	from := load(t, "bundle", files).Catalog
	stated, implied := from.Contract("t.no_writes"), from.Contract("t.under")
	proof := &schema.Proof{
		Kind: schema.ProofKind, Format: schema.ProofFormat, Engine: eval.Name,
		Stated:     schema.ProvedContract{Id: stated.ID, Version: stated.Version, Digest: stated.Digest},
		Implied:    schema.ProvedContract{Id: implied.ID, Version: implied.Version, Digest: implied.Digest},
		Parameters: []schema.OpenParameter{}, Grounds: from.Grounds(stated, implied),
		Solvers: []schema.ProofSolver{{Name: "z3", Version: "4.8.12"}}, Script: stated.Digest,
	}
	files["t/"+catalog.ProofFile(proof)] = &fstest.MapFile{Data: catalog.FormatProof(proof)}
	return files
}

// A recorded proof covers what is recommended, so that calls are not asked about
// which were; a contract that is recommended anew may be covered by one.
func TestProofs(t *testing.T) {
	const id = "proof t.no_writes implies t.under"
	plain, proved := load(t, "plain", bundle(t)), load(t, "proved", withProof(t))
	without := withProof(t)
	change(t, without, "t/library.yaml", "  recommended: [under]\n", "")
	silent := load(t, "silent", without)
	for _, c := range []struct {
		old, new policydiff.Side
		want     map[string]string
	}{
		{plain, proved, map[string]string{id: "loosened"}},
		{proved, plain, map[string]string{id: "tightened"}},
		{proved, proved, map[string]string{}},
		{silent, proved, map[string]string{"library t": "incomparable"}},
		{proved, silent, map[string]string{"library t": "loosened"}},
	} {
		r := compare(t, c.old, c.new, nil)
		if diff := cmp.Diff(c.want, classes(r)); diff != "" {
			t.Errorf("%s to %s (-want +got):\n%s", c.old.Source, c.new.Source, diff)
		}
		if text := policydiff.Text(r); len(c.want) > 0 && !strings.Contains(text, "covered") && c.new.Source != "silent" {
			t.Error(text)
		}
	}
}
