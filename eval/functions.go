package eval

import (
	"fmt"
	"sync"

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

// TablesBySet reports whether tables, and with them the reading of replies and the
// domain functions, have a section for a rule set.
func TablesBySet(set string) bool { return setName(set) == claimSet }

// tableOf gives the values of a table, which it reads at first.
func (e *Engine) tableOf(id string) (any, error) {
	read, ok := e.tables[id]
	if !ok {
		return nil, fmt.Errorf("no bundle has the table %q", id)
	}
	return read()
}

// prepareTables makes the tables ready to be read.
func (e *Engine) prepareTables(Options) error {
	e.tables = make(map[string]func() (any, error), len(e.catalog.Tables))
	for _, t := range e.catalog.Tables {
		e.tables[t.ID] = sync.OnceValues(func() (any, error) {
			n, problems := doc.ReadJSON(t.File, []byte(t.Values), doc.DefaultLimits())
			if problems.HasErrors() {
				return nil, problems
			}
			return n.Plain(), nil
		})
	}
	return nil
}

// Table decodes what a table of the bundle holds for the claim rules in force
// into the struct that into points to. The error says that there is no such
// table, or what does not fit.
func (e *Engine) Table(id string, into any) error {
	values, err := e.tableOf(id)
	if err != nil {
		return err
	}
	if err := tables.Section(values, e.claimSet(), into); err != nil {
		return fmt.Errorf("table %q: %w", id, err)
	}
	return nil
}
