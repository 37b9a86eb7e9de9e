package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/internal/repair"
)

// readTables reads the tables of the catalog, each where the catalog has none
// from the default bundle.
func (c *Contract) readTables(from *catalog.Catalog) error {
	c.words = &words{}
	if err := readTable(from, WordsTable, c.words); err != nil {
		return err
	}
	if err := readTable(from, LimitsTable, &c.limits); err != nil {
		return err
	}
	var r repairs
	if err := readTable(from, RepairsTable, &r); err != nil {
		return err
	}
	values, err := tableOf(from, claimRepairs)
	if err != nil {
		return err
	}
	options, err := repair.Decode(values, r.Set)
	if err != nil {
		return fmt.Errorf("the table %q cannot be used: %w", claimRepairs, err)
	}
	c.repairs = &outputcontract.Repairs{Options: options, Never: r.Never, Whole: r.Whole}
	return nil
}

// tableOf gives the values of a table, plain.
func tableOf(from *catalog.Catalog, id string) (any, error) {
	table := from.Table(id)
	if table == nil {
		embedded, err := catalog.Embedded()
		if err != nil {
			return nil, err
		}
		if table = embedded.Table(id); table == nil {
			return nil, fmt.Errorf("no bundle has the table %q", id)
		}
	}
	var values any
	d := json.NewDecoder(bytes.NewReader([]byte(table.Values)))
	d.UseNumber()
	return values, d.Decode(&values)
}

// checked is the values of a table.
type checked interface{ check() error }

// readTable decodes a table and checks it.
func readTable(from *catalog.Catalog, id string, into checked) error {
	values, err := tableOf(from, id)
	if err == nil {
		err = decodeTable(values, into)
	}
	if err != nil {
		return fmt.Errorf("the table %q cannot be used: %w", id, err)
	}
	return nil
}

func decodeTable(values any, into checked) error {
	text, err := json.Marshal(values)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	return into.check()
}

// CheckTable checks the values of one of this package's tables. Nothing is wrong
// with a table of another id.
func CheckTable(id string, values any) error {
	switch id {
	case WordsTable:
		return decodeTable(values, &words{})
	case LimitsTable:
		return decodeTable(values, &limits{})
	case RepairsTable:
		return decodeTable(values, &repairs{})
	}
	return nil
}

// repairs are the values of the table [RepairsTable].
type repairs struct {
	Set   string         `json:"set"`
	Never []repair.Class `json:"never"`
	Whole []repair.Class `json:"whole"`
}

func (r *repairs) check() error {
	if r.Set == "" {
		return errors.New("set names no section of the table " + claimRepairs)
	}
	known := map[repair.Class]bool{}
	for _, c := range repair.Classes() {
		known[c] = true
	}
	for _, list := range [][]repair.Class{r.Never, r.Whole} {
		for _, c := range list {
			if !known[c] {
				return fmt.Errorf("there is no class of repair %q", c)
			}
		}
	}
	return nil
}

func (l *limits) check() error {
	if l.Bytes < 1 || l.Depth < 1 || l.Values < 1 || l.ValuesPerKilobyte < 0 || l.Problems < 1 || l.Deadline < 1 {
		return errors.New("limits are positive")
	}
	return nil
}
