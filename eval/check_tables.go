package eval

import (
	"github.com/contractc/contractc/eval/output"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/tables"
)

// tableReader reads the section of a table for a rule set, and says what is
// wrong with it.
type tableReader func(values any, set string) error

// tableReaderOf returns the reader of a table that the engine uses; nil for any
// other table, which has no form of its own.
func tableReaderOf(id string) tableReader {
	switch id {
	case LeniencyTable:
		return func(values any, set string) error { _, err := reply.Decode(values, set); return err }
	case RepairTable:
		return func(values any, set string) error { _, err := repair.Decode(values, set); return err }
	case FeedbackTable:
		return func(values any, set string) error { _, err := decodeFeedback(values, set); return err }
	case domain.FormulaTable:
		return func(values any, set string) error { _, err := formula.Decode(values, set); return err }
	case domain.LimitsTable:
		return domain.CheckLimits
	case domain.UnitsTable:
		return func(values any, set string) error { _, err := quote.DecodeUnits(values, set); return err }
	case domain.NormalisationTable:
		return func(values any, set string) error { _, err := quote.DecodeNormalisation(values, set); return err }
	default:
		return nil
	}
}

// checkTable reads every section of a table as the engine would, so that a
// mistake is told when a bundle is loaded and not when a turn needs the table.
func checkTable(table *index.Table, file string, values *doc.Node) diag.List {
	switch {
	case table.ID == domain.ProgramsTable:
		return checkPrograms(table, file, values)
	case subset.IsTable(table.ID):
		return subset.CheckTable(table.ID, file, values)
	}
	if err := output.CheckTable(table.ID, values.Plain()); err != nil {
		d := diag.Errorf(file, values.Range, "table.values", "the table %q cannot be used: %v", table.ID, err)
		return diag.List{d.WithDetail("compare it with the default bundle's table of that name")}
	}
	read := tableReaderOf(table.ID)
	if read == nil {
		return nil
	}
	var list diag.List
	plain, told := values.Plain(), []string{}
	for _, section := range values.Fields {
		if section.Key == tables.Common {
			continue
		}
		err := read(plain, section.Key)
		if err == nil || slices.Contains(told, err.Error()) {
			continue
		}
		told = append(told, err.Error())
		at := tables.Place(values, section.Key, err)
		list.Add(diag.Errorf(file, at, "table.values", "the table %q cannot be used under %s: %v", table.ID, section.Key, err).
			WithDetail("compare it with the default bundle's table of that name"))
	}
	return list
}

// checkPrograms reads the table of programs, which is one for all rule sets.
func checkPrograms(table *index.Table, file string, values *doc.Node) (list diag.List) {
	if err := domain.CheckPrograms(values.Plain()); err != nil {
		at := diag.At(values.Range.Start)
		list.Add(diag.Errorf(file, at, "table.values", "the table %q cannot be used: %v", table.ID, err).
			WithDetail("compare it with the default bundle's table of that name"))
	}
	return list
}
