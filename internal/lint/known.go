package lint

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// known is what the values of the input can be that have a closed list of them,
// and which tools anything in the bundles names.
type known struct {
	effects, domains, tools []string
	tables                  string // the values of all tables, as JSON
}

func newKnown(from *catalog.Catalog, cases []*policytest.Case) *known {
	k := &known{}
	for _, e := range from.Effects {
		k.effects = append(k.effects, e.ID)
	}
	for _, lib := range from.Libraries {
		k.domains = append(k.domains, lib.ID)
	}
	for _, m := range from.Mappings {
		k.tools = append(k.tools, m.Tool)
	}
	for _, c := range cases {
		k.tools = append(k.tools, c.Tools()...)
	}
	var tables strings.Builder
	for _, t := range from.Tables {
		tables.WriteString(t.Values)
	}
	slices.Sort(k.tools)
	k.tools, k.tables = slices.Compact(k.tools), tables.String()
	return k
}

// of returns what the value at a path of the input can be, and what it is called;
// nil where it can be anything.
func (k *known) of(path string) (values []string, what string) {
	steps := strings.Split(path, ".")
	last := steps[len(steps)-1]
	before := ""
	if len(steps) > 1 {
		before = steps[len(steps)-2]
	}
	switch {
	case last == "type" && before == "action":
		return celenv.ActionTypes(), "type of action"
	case last == "mode" && before == "context":
		return []string{string(schema.ModeDeclared), string(schema.ModeConservative)}, "mode"
	case last == "effect" && len(steps) > 1:
		return k.effects, "effect type"
	case last == "tool" && before == "action":
		return k.tools, "tool"
	}
	return nil, ""
}

// missing reports whether a value that is compared with the one at a path is none
// that it can have, and what is said of it.
func (k *known) missing(path, value string) (message, help string, ok bool) {
	values, what := k.of(path)
	if what == "" || slices.Contains(values, value) || what == "tool" && strings.Contains(k.tables, `"`+value+`"`) {
		return "", "", false
	}
	message = "nothing in the bundle has the " + what + " " + quoted(value)
	if what == "tool" {
		message = "no mapping, table or test names the tool " + quoted(value)
	}
	return message, meant(value, values), true
}

// meant asks for a near name, or says what to do where there is none.
func meant(name string, names []string) string {
	if near, ok := spelling.Nearest(name, names); ok {
		return "did you mean " + near + "?"
	}
	return "correct the name, or add what it names"
}
