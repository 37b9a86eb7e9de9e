package subset

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/tables"
)

// IsTable reports whether a table has one of the forms of this package.
func IsTable(id string) bool { return strings.HasPrefix(id, TablePrefix) }

// CheckTable says what is wrong with the values of a table of a provider, or of
// the words.
func CheckTable(id, file string, values *doc.Node) (list diag.List) {
	var err error
	if id == WordsTable {
		_, err = DecodeWords(values.Plain())
	} else {
		_, err = DecodeProfile(values.Plain())
	}
	if err != nil {
		list.Add(diag.Errorf(file, tables.PlaceIn(values, err), "table.values", "the table %q cannot be used: %v", id, err).
			WithDetail("compare it with the default bundle's tables of providers"))
	}
	return list
}
