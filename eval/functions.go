package eval

import "github.com/contractc/contractc/internal/doc"

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
