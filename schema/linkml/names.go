package linkml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// property returns LinkML's underscore form of a name, the JSON key: commas dropped, runs of white space and hyphens
// become underscores.
func property(name string) string {
	name = strings.ReplaceAll(name, ",", "")
	return strings.ReplaceAll(strings.Join(strings.Fields(name), "_"), "-", "_")
}

// camel returns LinkML's camel form of a name, used for classes in JSON Schema: commas dropped, words at white space and
// underscores begin with a capital and are joined.
func camel(name string) string {
	name = strings.ReplaceAll(name, ",", "")
	words := strings.FieldsFunc(name, func(c rune) bool { return c == '_' || unicode.IsSpace(c) })
	for i, w := range words {
		first, size := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(first)) + w[size:]
	}
	return strings.Join(words, "")
}
