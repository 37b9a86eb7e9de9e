package doc

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzReadJSON checks that encoding/json reads what is accepted as the same
// value, and that everything that is refused for more than taste is refused
// there too.
func FuzzReadJSON(f *testing.F) {
	for _, src := range []string{
		`{"a":[1,2.50,"x\ud83d\ude00y"],"b":{"a":null,"c":true}}`, `[false,-1e5,0.5E+3]`, `"\u00e9\n\t\\\"\/é😀"`, " \n\t\r[ ] ", `{}`,
		`{"a":1,"a":2}`, `"\ud800"`, `[NaN,-Infinity]`, `01`, `1.`, `[1,]`, "\"\xff\"", `1e99999`, "[[[[[[[[",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, list := ReadJSON("f", src, Limits{Bytes: 1 << 16})
		checkRanges(t, string(src), list)
		if n != nil {
			checkTree(t, string(src), n)
		}
		if len(list) > 0 {
			if own := firstCode(list); own == CodeJSONSyntax || own == CodeJSONTrailingData {
				if json.Valid(src) {
					t.Fatalf("encoding/json accepts %q: %v", src, list)
				}
			}
			return
		}
		d := json.NewDecoder(bytes.NewReader(src))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatalf("encoding/json refuses %q: %v", src, err)
		}
		if diff := cmp.Diff(want, n.Plain()); diff != "" {
			t.Fatalf("read differently (-encoding/json +ours):\n%s", diff)
		}
	})
}
