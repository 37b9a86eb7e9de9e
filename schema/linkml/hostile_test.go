package linkml_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema/linkml/testdata/hostile"
)

// TestHostileRoundTrip compiles the types of the hostile schema and reads and writes values of its odd shapes.
func TestHostileRoundTrip(t *testing.T) {
	tests := []struct {
		name string
		into any
		text string
	}{
		{"names", &hostile.Type{}, "{\"`quoted\\\"_\\\\_name\":\"x\",\"MarshalJSON\":\"m\",\"decode\":\"d\",\"a_b\":1,\"a_b_c\":true,\"aB\":0.5,\"1\":\"one\",\"é\":\"\",\"日本\":\"j\"}"},
		{"polymorphic base", &hostile.Holder{}, `{"base":{"kind":"ex:Base"},"bases":[{"kind":"ex:Sub","num":-1},{"kind":"ex:Sub\"Quote"}],"keyed":{"b":{"value":[]},"a":{}},"constant":"\"fixed\"\n","open":"anything","opens":["x"],"numbers":[1e+21,1e-7],"flags":[],"enums":["😀","` + "`" + `","Values"]}`},
		{"mark", &hostile.Holder{}, `{"base":{"kind":"ex:Base","BaseVariantClass":"v"},"marked":{"mark":"a\"` + "`" + `\n"},"base2":{"class":"MarkedB","mark":"b"},"keyed":{},"flags":[true]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := json.Unmarshal([]byte(tt.text), tt.into); err != nil {
				t.Fatal(err)
			}
			out, err := json.Marshal(tt.into)
			if err != nil {
				t.Fatal(err)
			}
			if string(out) != tt.text {
				t.Errorf("got\n%s\nwant\n%s", out, tt.text)
			}
		})
	}
}

// TestSelfContaining checks that structs which contain themselves compile and that what is missing is an error.
func TestSelfContaining(t *testing.T) {
	if _, err := json.Marshal(hostile.TYPE{}); err == nil || !strings.Contains(err.Error(), `"self" of "TYPE_" is missing`) {
		t.Error(err)
	}
}
