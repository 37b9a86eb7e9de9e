package schema_test

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml"
	"github.com/contractc/contractc/schema/linkml/codec"
)

// FuzzDecode reads arbitrary JSON into the Go types. What the validator accepts must be readable, but for integers beyond
// 64 bits and numbers beyond a double; what is read must be written and read back alike.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"mode":"declared","beliefs":{"a":1,"b":{"value":null}},"documents":{"d":"t"},"events":[{"effect":"e"}]}`))
	f.Add([]byte(`{"actions":[{"type":"claim","key":"k","value":1e5,"confidence":0.5},{"type":"cite","document":"d","quote":"q","key":"k","value":null}]}`))
	f.Add([]byte(`{"kind":"Exists","set":{"version":"1.0.0","effects":[]},"predicate":{"kind":"Truth","truth":true}}`))
	f.Add([]byte(`{"key":{"type":"ListValue","items":[{"type":"IntegerValue","integer":"1"}]},"value":{"type":"NoneValue"}}`))
	v := coreView(f)
	types := roots()
	names := slices.Sorted(maps.Keys(types))
	f.Fuzz(func(t *testing.T, text []byte) {
		n, list := doc.ReadJSON("", text, doc.Limits{Bytes: 1 << 16})
		for _, name := range names {
			x := reflect.New(reflect.TypeOf(types[name]))
			err := json.Unmarshal(text, x.Interface())
			if err == nil && list.HasErrors() {
				t.Fatalf("%s reads %q, which is not strict JSON", name, text)
			}
			if err == nil {
				writeAndRead(t, x, name)
			} else if !list.HasErrors() && len(v.Problems(name, n, linkml.ValidateOptions{})) == 0 && !beyond(err) {
				t.Fatalf("%s is valid and cannot be read: %v", name, err)
			}
		}
	})
}

// beyond reports whether all problems are numbers that the Go types cannot hold.
func beyond(err error) bool {
	var list diag.List
	return errors.As(err, &list) && !slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code != codec.CodeNumber })
}

func writeAndRead(t *testing.T, x reflect.Value, name string) {
	out, err := json.Marshal(x.Interface())
	if err != nil {
		t.Fatalf("%s was read and cannot be written: %v", name, err)
	}
	again := reflect.New(x.Type().Elem())
	if err := json.Unmarshal(out, again.Interface()); err != nil {
		t.Fatalf("%s wrote %s, which cannot be read: %v", name, out, err)
	}
	if twice, err := json.Marshal(again.Interface()); err != nil || string(twice) != string(out) {
		t.Fatalf("%s wrote %s and then %s (%v)", name, out, twice, err)
	}
}
