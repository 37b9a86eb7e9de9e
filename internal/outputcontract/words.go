package outputcontract

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// TypeWords are types of JSON Schema in words.
func TypeWords(types []string) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = typeWord(t)
	}
	return enumerate(words, "or")
}

func typeWord(t string) string {
	switch t {
	case "null":
		return "null"
	case "integer", "object", "array":
		return "an " + t
	}
	return "a " + t
}

// shownValue is a value in a problem: a scalar as JSON, of others their type.
func shownValue(v any) string {
	switch v := v.(type) {
	case string:
		return quoted(v)
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	case json.Number:
		if len(v) > maxQuoted {
			return "a number"
		}
	}
	return compact(v)
}

// compact writes a plain value as JSON in one line.
func compact(v any) string {
	text, err := doc.FromPlain(v).MarshalJSON()
	if err != nil {
		return "?"
	}
	return string(text)
}

// maxChoices is how many of the values that are allowed a problem names.
const maxChoices = 30

// ChoiceWords names values of which one is allowed, at most so many of them.
func ChoiceWords(values []any, limit int) string {
	var words []string
	for _, v := range values[:min(len(values), limit)] {
		words = append(words, compact(v))
	}
	if more := len(values) - limit; more > 0 {
		return strings.Join(words, ", ") + " or one of " + count(more) + " more"
	}
	return enumerate(words, "or")
}

// enumerate joins words with commas and a last word between the last two.
func enumerate(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

func count(n int) string { return strconv.Itoa(n) }
