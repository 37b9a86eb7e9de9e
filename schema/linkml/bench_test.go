package linkml

import (
	"testing"

	"github.com/contractc/contractc/internal/doc"
)

func BenchmarkLoadCore(b *testing.B) {
	for b.Loop() {
		coreView(b)
	}
}

func BenchmarkValidateContext(b *testing.B) {
	v := coreView(b)
	n, list := doc.ReadJSON("", []byte(`{"mode":"declared","beliefs":{"a":1,"b":{"value":[1,2]}},"documents":{"d":"t"},"tools":[{"name":"t","parameters":{}}],"events":[{"effect":"e"}]}`), doc.Limits{})
	if list.HasErrors() {
		b.Fatal(list)
	}
	for b.Loop() {
		if len(v.Problems("Context", n, ValidateOptions{})) > 0 {
			b.Fatal("not valid")
		}
	}
}
