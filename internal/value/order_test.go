package value_test

import (
	"bytes"
	"testing"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// ascending is every kind of value in the total order, each less than the next.
func ascending() []schema.Value {
	return []schema.Value{
		nil,
		none(),
		boolean(false), boolean(true),
		integer("-9007199254740993"), integer("-10"), integer("-9"), integer("0"), integer("9"), integer("10"),
		integer("123456789012345678901234567890"),
		decimal("-1.5"), decimal("-1.25"), decimal("0.0"), decimal("0.001"), decimal("0.01"), decimal("1.1"), decimal("10.0"),
		str(""), str("A"), str("a"), str("a\x00"), str("aa"), str("b"), str("\uffff"), str("\U00010000"),
		hex(""), hex("00"), hex("0000"), hex("0a"), hex("ff"),
		enum("a.A", "z"), enum("a.B", "a"),
		prefix("/a"), prefix("/b"),
		directory("/a"),
		class("a.B"),
		list(), list(integer("1")), list(integer("1"), integer("0")), list(integer("2")),
		list(str("1")), list(list()), list(list(), list()),
		tuple(), tuple(integer("1")),
		set(), set(integer("1")), set(integer("1"), integer("2")), set(integer("2")),
		dict(), dict(str("a"), integer("1")), dict(str("a"), integer("1"), str("b"), integer("0")),
		dict(str("a"), integer("2")), dict(str("b"), integer("0")),
	}
}

func TestTotalOrder(t *testing.T) {
	values := ascending()
	for i, a := range values {
		for j, b := range values {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := value.Compare(a, b); got != want {
				t.Errorf("Compare(%d %s, %d %s) = %d, want %d", i, value.KindOf(a), j, value.KindOf(b), got, want)
			}
		}
	}
}

func TestKeysAreInjective(t *testing.T) {
	values := ascending()[1:]
	for i, a := range values {
		for j, b := range values {
			same := bytes.Equal(value.AppendKey(nil, a), value.AppendKey(nil, b))
			if same != (i == j) {
				t.Errorf("keys of %d %s and %d %s: same is %v", i, value.KindOf(a), j, value.KindOf(b), same)
			}
		}
	}
}

// anyValue draws canonical values, small ones often enough to be equal.
func anyValue(depth int) *rapid.Generator[schema.Value] {
	scalars := []*rapid.Generator[schema.Value]{
		rapid.Just(none()),
		rapid.Map(rapid.Bool(), boolean),
		rapid.Map(rapid.StringMatching(`-?[1-9][0-9]{0,20}|0`), integer),
		rapid.Map(rapid.StringMatching(`(-?[1-9][0-9]{0,3}|0)\.([0-9]{0,3}[1-9]|0)`), decimal),
		rapid.Map(rapid.SampledFrom([]string{"", "a", "b", "é", "\x01\x00"}), str),
		rapid.Map(rapid.SampledFrom([]string{"", "a", "b"}), directory),
		rapid.Map(rapid.SampledFrom([]string{"", "00", "ff"}), hex),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	items := rapid.SliceOfN(anyValue(depth-1), 0, 3)
	return rapid.OneOf(append(scalars,
		rapid.Map(items, func(v []schema.Value) schema.Value { return list(v...) }),
		rapid.Map(items, func(v []schema.Value) schema.Value { return tuple(v...) }),
		rapid.Map(items, func(v []schema.Value) schema.Value { return set(v...) }),
		rapid.Map(items, func(v []schema.Value) schema.Value { return dict(v...) }),
	)...)
}

// canonicalValue draws values and makes them canonical; a map with a key twice
// has no canonical form.
func canonicalValue(t *rapid.T, label string) schema.Value {
	v, err := value.Canonical(anyValue(3).Draw(t, label))
	if err != nil {
		t.Skip(err)
	}
	return v
}

func TestOrderLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := canonicalValue(t, "a"), canonicalValue(t, "b"), canonicalValue(t, "c")
		if value.Compare(a, a) != 0 {
			t.Fatal("a value differs from itself")
		}
		if value.Compare(a, b) != -value.Compare(b, a) {
			t.Fatal("the order is not antisymmetric")
		}
		if value.Compare(a, b) <= 0 && value.Compare(b, c) <= 0 && value.Compare(a, c) > 0 {
			t.Fatal("the order is not transitive")
		}
		same := bytes.Equal(value.AppendKey(nil, a), value.AppendKey(nil, b))
		if same != value.Equal(a, b) {
			t.Fatalf("equal is %v and the same key is %v", value.Equal(a, b), same)
		}
	})
}

func TestCompareDeepValue(t *testing.T) {
	deep := func() schema.Value {
		v := list()
		for range 1_000_000 {
			v = list(v)
		}
		return v
	}
	a, b := deep(), deep()
	if got := value.Compare(a, b); got != 0 {
		t.Errorf("Compare = %d, want 0", got)
	}
	if got := value.Compare(a, list(b)); got != -1 {
		t.Errorf("Compare with a deeper one = %d, want -1", got)
	}
	if len(value.AppendKey(nil, a)) != 2_000_002 {
		t.Error("the key of a deep value is not whole")
	}
	if _, err := value.Canonical(a); err == nil {
		t.Error("a value of any depth is canonical")
	}
}
