package value_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/value"
	"pgregory.net/rapid"
)

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "7": "7", "-7": "-7", "999999999999999999": "999999999999999999",
		"1234567890123456789": "1234567890123456789", "-9223372036854775808": "-9223372036854775808",
		"98765432109876543210": "98765432109876543210",
		"1.0":                  "1.0", "1.50": "1.5", "-0.00": "0.0", "0.001": "0.001", "-0.001": "-0.001",
		"1234567890123456789.5": "1234567890123456789.5",
	} {
		n, ok := value.ParseNumber(text)
		if !ok || n.String() != want {
			t.Errorf("ParseNumber(%q) = %s, %v, want %s", text, n, ok, want)
		}
	}
	for _, text := range []string{
		"", "-", ".", "1.", ".1", "-.1", "01", "00", "+1", "1e3", "1.2.3", "1_0", "0x1", " 1", "٣", "١.٢",
		"--1", "1-", "01234567890123456789", "1.23456789012345678e5", strings.Repeat("9", 1003),
	} {
		if n, ok := value.ParseNumber(text); ok {
			t.Errorf("ParseNumber(%q) = %s, want refused", text, n)
		}
	}
}

func TestSafe(t *testing.T) {
	for text, want := range map[string]bool{
		"9007199254740991": true, "-9007199254740991": true, "9007199254740992": false,
		"-9007199254740992": false, "1.0": false, "99999999999999999999": false,
	} {
		if n, _ := value.ParseNumber(text); n.Safe() != want {
			t.Errorf("%s is safe: %v, want %v", text, n.Safe(), want)
		}
	}
}

// TestNumberArithmetic compares with rationals, around the edges of int64 and
// with different scales.
func TestNumberArithmetic(t *testing.T) {
	texts := rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})`),
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})\.[0-9]{1,6}`),
		rapid.SampledFrom([]string{"9223372036854775807", "-9223372036854775808", "4611686018427387904", "-1", "1", "0"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		x, okX := value.ParseNumber(a)
		y, okY := value.ParseNumber(b)
		if !okX || !okY {
			t.Fatal("a number was refused")
		}
		p, _ := new(big.Rat).SetString(a)
		q, _ := new(big.Rat).SetString(b)
		if got, want := x.Cmp(y), p.Cmp(q); got != want {
			t.Fatalf("Cmp = %d, want %d", got, want)
		}
		if got, want := x.Sign(), p.Sign(); got != want {
			t.Fatalf("Sign = %d, want %d", got, want)
		}
		sameRational(t, x.Add(y), new(big.Rat).Add(p, q))
		sameRational(t, x.Sub(y), new(big.Rat).Sub(p, q))
		sameRational(t, x.Neg(), new(big.Rat).Neg(p))
		sameRational(t, x, p)
	})
}

func sameRational(t *rapid.T, got value.Number, want *big.Rat) {
	if r, ok := new(big.Rat).SetString(got.String()); !ok || r.Cmp(want) != 0 {
		t.Fatalf("got %s, want %s", got, want.RatString())
	}
}
