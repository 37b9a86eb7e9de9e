package wire_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/catalog/index/wire"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

func encoded(t testing.TB, b *index.Bundle) []byte {
	t.Helper()
	data, err := wire.Encode(b)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The index of the default bundle is read back as it was.
func TestRoundTrip(t *testing.T) {
	want := policies.Index()
	data := encoded(t, want)
	got, err := wire.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	if !bytes.Equal(data, encoded(t, got)) {
		t.Error("what was read is written otherwise")
	}
}

// Every prefix of an index is refused, and one of another form is told apart.
func TestBroken(t *testing.T) {
	text := "x"
	data := encoded(t, &index.Bundle{Name: "b", Libraries: []*index.Library{{Contracts: []*index.Contract{{
		Constraint: &schema.Count{Bound: &schema.LiteralTerm{Literal: &schema.StringValue{String: text}}},
	}}}}})
	for n := range data {
		if _, err := wire.Decode(data[:n]); !errors.Is(err, wire.ErrBroken) && !errors.Is(err, wire.ErrOther) {
			t.Fatalf("the first %d bytes: %v", n, err)
		}
	}
	if _, err := wire.Decode(append(bytes.Clone(data), 0)); !errors.Is(err, wire.ErrBroken) {
		t.Errorf("a byte too many: %v", err)
	}
	other := bytes.Clone(data)
	other[30] ^= 1
	if _, err := wire.Decode(other); !errors.Is(err, wire.ErrOther) {
		t.Errorf("another form: %v", err)
	}
}

func BenchmarkDecode(b *testing.B) {
	data := encoded(b, policies.Index())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := wire.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}
