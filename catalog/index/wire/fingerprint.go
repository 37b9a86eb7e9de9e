package wire

import (
	"crypto/sha256"
	"fmt"
	"io"
	"reflect"
	"sync"

	"github.com/contractc/contractc/catalog/index"
)

// fingerprint is over the names and fields of all types that an index is made of, and of the order of classes.
var fingerprint = sync.OnceValue(func() [sha256.Size]byte {
	h := sha256.New()
	seen := map[reflect.Type]bool{}
	describe(h, reflect.TypeFor[index.Bundle](), seen)
	for _, c := range classes() {
		describe(h, c, seen)
	}
	return [sha256.Size]byte(h.Sum(nil))
})

func describe(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(w, "%s %s\n", t, t.Kind())
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		describe(w, t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			fmt.Fprintf(w, "%s ", t.Field(i).Name)
			describe(w, t.Field(i).Type, seen)
		}
	}
}
