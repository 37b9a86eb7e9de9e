package jsonschema

import (
	"encoding/json"
	"math/big"
	"testing"
)

// Short numbers compare as exact ones do.
func TestShortNumbers(t *testing.T) {
	numbers := []json.Number{"0", "-0", "1", "-1", "1.0", "1.5", "-1.5", "0.1", "10", "999999999", "-99999999", "0.0000001", "100.00", "12.34", "1000000000", "1e3", "12345678.9"}
	for _, n := range numbers {
		exact, ok := rat(n)
		compare, comparable := comparing(n)
		if !ok || !comparable {
			t.Fatalf("%s is no number", n)
		}
		for _, bound := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(3, 2), big.NewRat(1e9, 1), big.NewRat(1e18, 1), big.NewRat(1, 10)} {
			if got, want := compare(bound), exact.Cmp(bound); got != want {
				t.Errorf("%s and %s: %d, want %d", n, bound, got, want)
			}
		}
		if got := integral(n); got != exact.IsInt() {
			t.Errorf("%s: integral %v", n, got)
		}
	}
	for _, n := range []json.Number{"NaN", "", "Infinity", "1e99999999"} {
		if _, ok := comparing(n); ok {
			t.Errorf("%q compares", n)
		}
	}
}
