package subset

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/tables"
)

// Words are the words for findings, rules and losses, from the table [WordsTable].
// They have the slots {provider}, {keyword}, {instead}, {value}, {count}, {limit}
// and {place} where these mean something.
type Words struct {
	// Demands are what keywords demand, behind "must".
	Demands map[string]string `json:"demands"`
	// Demand is for any other keyword.
	Demand string `json:"demand"`
	// Rule is the sentence of a rule, with {place} and {demand}.
	Rule string `json:"rule"`
	// Told is a sentence of a description, with {demand}.
	Told string `json:"told"`
	// Notes are sentences of a description for keywords that demand nothing.
	Notes map[string]string `json:"notes"`
	// Uses say what a provider does with a keyword, SDKs what its library does.
	Uses map[Use]string `json:"uses"`
	SDKs map[SDK]string `json:"sdks"`
	// Unenforced is said of a demand that the provider does not keep.
	Unenforced string `json:"unenforced"`
	// Without is said of a demand that goes with a keyword that is rejected.
	Without string `json:"without"`
	// StructureLost says what is lost where a structure is made to fit; some lose
	// nothing.
	StructureLost map[string]string `json:"structure_lost"`
	// Structures say what a provider demands, by the name of a structure.
	Structures map[string]string `json:"structures"`
	Limits     map[string]string `json:"limits"`
	// Unkept is the sentence for a demand that is lost, with {demand} and {loss}.
	Unkept string `json:"unkept"`
	// Losses say what a fitted schema and its rules do not keep.
	Losses map[string]string `json:"losses"`
	// Whole is the place of the whole value.
	Whole string `json:"whole"`
	// Value bounds the characters of a value that are shown.
	Value int `json:"value"`
	// Cut is said for the rest of a longer one.
	Cut string `json:"cut"`
}

// DecodeWords reads the values of the table of words and checks that none is
// missing.
func DecodeWords(values any) (*Words, error) {
	w := &Words{}
	if err := tables.Whole(values, w); err != nil {
		return nil, err
	}
	for _, need := range []struct {
		name string
		in   func(string) bool
		of   []string
	}{
		{"uses", func(s string) bool { return w.Uses[Use(s)] != "" }, []string{string(Rejected), string(Ignored), string(Rewritten)}},
		{"sdks", func(s string) bool { return w.SDKs[SDK(s)] != "" }, []string{string(Kept), string(Described), string(Dropped), string(Replaced), string(Refused)}},
		{"structures", func(s string) bool { return w.Structures[s] != "" }, Structures()},
		{"limits", func(s string) bool { return w.Limits[s] != "" }, LimitNames()},
		{"losses", func(s string) bool { return w.Losses[s] != "" }, lossNames()},
	} {
		for _, name := range need.of {
			if !need.in(name) {
				return nil, wrong(fmt.Sprintf("there are no words for %q", name), need.name)
			}
		}
	}
	if w.Demand == "" || w.Rule == "" || w.Told == "" || w.Whole == "" || w.Unenforced == "" || w.Unkept == "" || w.Without == "" || w.Cut == "" || w.Value <= 0 {
		return nil, wrong("demand, rule, told, whole, unenforced, unkept, without, cut and value are all needed")
	}
	return w, nil
}

// lossNames are the names of what can be lost.
func lossNames() []string {
	var names []string
	for _, r := range predicate.Reasons() {
		names = append(names, string(r))
	}
	return append(names, narrowings()...)
}

// value writes a value as JSON, cut where it is long.
func (w *Words) value(n *doc.Node) string {
	if n == nil {
		return ""
	}
	text, err := json.Marshal(n)
	if err != nil {
		return ""
	}
	s := string(diag.EscapeJSON(text))
	if utf8.RuneCountInString(s) <= w.Value {
		return s
	}
	runes := []rune(s)
	return string(runes[:w.Value]) + fill1(w.Cut, "{count}", fmt.Sprint(len(runes)-w.Value))
}

func fill1(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// demand is what a keyword demands.
func (w *Words) demand(keyword string, value *doc.Node) string {
	text, known := w.Demands[keyword]
	if !known {
		text = w.Demand
	}
	return fill1(text, "{keyword}", keyword, "{value}", w.value(value), "{count}", fmt.Sprint(parts(value)))
}

func parts(n *doc.Node) int {
	if n == nil {
		return 0
	}
	return max(len(n.Items), len(n.Fields))
}

// told is what a description says of a keyword; empty for one that has no words.
func (w *Words) told(keyword string, value *doc.Node, annotation bool) string {
	if annotation {
		return fill1(w.Notes[keyword], "{value}", w.value(value))
	}
	return fill1(w.Told, "{demand}", w.demand(keyword, value))
}

// Summary is one line that says what a provider does.
func (w *Words) Summary(f *Finding, provider string) string {
	text := w.Uses[f.Use]
	switch {
	case strings.HasPrefix(f.Structure, LimitPrefix):
		text = w.Limits[strings.TrimPrefix(f.Structure, LimitPrefix)]
	case f.Structure != "":
		text = w.Structures[f.Structure]
	}
	return fill1(text, "{provider}", provider, "{keyword}", f.Keyword, "{instead}", f.Instead, "{count}", fmt.Sprint(f.Measured), "{limit}", fmt.Sprint(f.Limit))
}

// Lost says what does not hold: without the keyword, or with the provider as it is;
// empty where nothing is lost.
func (w *Words) Lost(f *Finding) string {
	switch {
	case f.Structure != "":
		return w.StructureLost[f.Structure]
	case f.Constraint:
		return fill1(w.Unenforced, "{demand}", w.demand(f.Keyword, f.Value))
	case f.Demands && f.Use == Rejected:
		return fill1(w.Without, "{demand}", w.demand(f.Keyword, f.Value))
	}
	return ""
}

// Loss says what is lost.
func (w *Words) Loss(l *Loss) string {
	text := w.Losses[l.Reason]
	if l.Kind == Unchecked {
		return fill1(w.Unkept, "{demand}", w.demand(l.Keyword, l.Value), "{loss}", text)
	}
	return text
}

// Library says what the provider's own library does; empty where it is not known.
func (w *Words) Library(f *Finding) string { return w.SDKs[f.SDK] }
