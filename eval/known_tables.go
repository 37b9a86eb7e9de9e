package eval

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/subset"
)

// TablesRead are the ids of the tables that contractc itself reads, sorted; those
// of providers have names of their own.
func TablesRead() []string {
	list := []string{
		LeniencyTable, RepairTable, FeedbackTable, domain.FormulaTable, domain.LimitsTable, domain.UnitsTable, domain.NormalisationTable,
		domain.ProgramsTable, output.WordsTable, output.LimitsTable, output.RepairsTable, "claim.state", "claim.prompt",
	}
	slices.Sort(list)
	return list
}

// ReadsTable reports whether contractc itself reads a table.
func ReadsTable(id string) bool {
	return strings.HasPrefix(id, subset.TablePrefix) || slices.Contains(TablesRead(), id)
}
