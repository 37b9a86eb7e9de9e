package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/schema"
)

const constraintText = `{"kind":"All","set":{"version":"1.0.0","effects":["filesystem.ReadFile","filesystem.ListDirectory"]},"predicate":{"kind":"StartsWith","of":{"kind":"FieldTerm","field":"path"},"prefix":{"kind":"LiteralTerm","literal":{"type":"PathPrefixValue","prefix":"test.md"}}}}`

func BenchmarkUnmarshalConstraint(b *testing.B) {
	for b.Loop() {
		if _, err := schema.UnmarshalConstraint([]byte(constraintText)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMarshalConstraint(b *testing.B) {
	c, err := schema.UnmarshalConstraint([]byte(constraintText))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := json.Marshal(c); err != nil {
			b.Fatal(err)
		}
	}
}
