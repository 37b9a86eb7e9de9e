package eval

import (
	"fmt"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/tables"
)

// claimSet is the name of the rule set whose sections of tables the domain
// functions and the reader of replies use.
const claimSet = "claim"

// claimSet returns the rule set of this name in force; empty where there is
// none.
func (e *Engine) claimSet() string {
	for _, s := range e.sets {
		if setName(s) == claimSet {
			return s
		}
	}
	return ""
}

// readTables reads the values of all tables.
func (e *Engine) readTables() error {
	e.tables = map[string]any{}
	for _, t := range e.catalog.Tables {
		n, problems := doc.ReadJSON(t.File, []byte(t.Values), doc.DefaultLimits())
		if problems.HasErrors() {
			return problems
		}
		e.tables[t.ID] = n.Plain()
	}
	return nil
}

// Table decodes what a table of the bundle holds for the claim rules in force
// into the struct that into points to. The error says that there is no such
// table, or what does not fit.
func (e *Engine) Table(id string, into any) error {
	values, ok := e.tables[id]
	if !ok {
		return fmt.Errorf("no bundle has the table %q", id)
	}
	if err := tables.Section(values, e.claimSet(), into); err != nil {
		return fmt.Errorf("table %q: %w", id, err)
	}
	return nil
}
