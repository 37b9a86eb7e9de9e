package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
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

// An index that names more members than it has takes no memory for them.
func TestNoMemoryAhead(t *testing.T) {
	empty, begun := encoded(t, &index.Bundle{}), encoded(t, &index.Bundle{Files: []index.File{}})
	at := 0
	for empty[at] == begun[at] {
		at++
	}
	const size = 4 << 20
	data := append(binary.AppendUvarint(slices.Clone(empty[:at]), size), bytes.Repeat([]byte{0xff}, size)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := wire.Decode(data); !errors.Is(err, wire.ErrBroken) {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*size {
		t.Errorf("%d bytes of memory for %d bytes", took, size)
	}
}

// FuzzDecode damages an index: it is refused, or what was read is written as it was.
func FuzzDecode(f *testing.F) {
	whole := encoded(f, &index.Bundle{Name: "b", Files: []index.File{{Path: "a", Digest: "b"}}, Libraries: []*index.Library{{Contracts: []*index.Contract{{
		Constraint: &schema.Count{Bound: &schema.LiteralTerm{Literal: &schema.StringValue{String: "x"}}},
	}}}}})
	const fields = 13 // of an empty bundle, a byte each
	empty := encoded(f, &index.Bundle{})
	head := empty[:len(empty)-fields]
	f.Add(whole[len(head):])
	f.Add(empty[len(head):])
	f.Fuzz(func(t *testing.T, body []byte) {
		b, err := wire.Decode(append(slices.Clone(head), body...))
		if err != nil {
			return
		}
		again, err := wire.Encode(b)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := wire.Decode(again); err != nil || !cmp.Equal(b, second) {
			t.Errorf("what was read is written otherwise: %v", err)
		}
	})
}
