package domain

import (
	"errors"
	"fmt"
	"sync"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/shell"
	"github.com/contractc/contractc/internal/tables"
	"github.com/contractc/contractc/internal/weburl"
)

// Readers makes the functions that take texts apart, and no others: what the
// mappings of tools may call.
func Readers(values Tables) celenv.Functions {
	var fn celenv.Functions
	addReaders(&fn, sync.OnceValues(settings{values: values}.programs))
	return fn
}

// CheckPrograms reports what is wrong with the values of the table that shell
// text is read with.
func CheckPrograms(values any) error {
	_, err := decodePrograms(values)
	return err
}

func decodePrograms(values any) (*shell.Table, error) {
	table := &shell.Table{}
	if err := tables.Whole(values, table); err != nil {
		return nil, err
	}
	return table, table.Prepare()
}

func (s settings) programs() (*shell.Table, error) {
	v, err := s.table(ProgramsTable)
	if err != nil {
		return nil, err
	}
	table, err := decodePrograms(v)
	if err != nil {
		return nil, fmt.Errorf("table %q: %w", ProgramsTable, err)
	}
	return table, nil
}

func addReaders(fn *celenv.Functions, read func() (*shell.Table, error)) {
	last := &lastReading{}
	fn.ShellParse = func(command, directory any) (any, error) {
		table, err := read()
		if err != nil {
			return nil, err
		}
		text, ok := command.(string)
		if ok && directory == nil {
			return last.of(text, table), nil
		}
		return shellReading(table, command, directory)
	}
	fn.URLParse = func(v any) (any, error) {
		text, _ := v.(string)
		parts := weburl.Parse(text)
		return parts.Plain(), nil
	}
}

var (
	errCommand   = errors.New("a command is a text, or a list of texts")
	errDirectory = errors.New("the directory of a command is a text")
)

func shellReading(table *shell.Table, command, directory any) (any, error) {
	in, ok := directory.(string)
	if !ok && directory != nil {
		return nil, errDirectory
	}
	switch command := command.(type) {
	case string:
		return table.Text(command, in).Plain(), nil
	case []any:
		words := make([]string, len(command))
		for i, item := range command {
			if words[i], ok = item.(string); !ok {
				return nil, errCommand
			}
		}
		return table.Words(words, in).Plain(), nil
	}
	return nil, errCommand
}

// lastReading keeps the reading of the last text: a mapping asks for each part
// of one by itself.
type lastReading struct {
	mutex sync.Mutex
	text  string
	plain map[string]any
}

func (l *lastReading) of(text string, table *shell.Table) map[string]any {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.plain == nil || l.text != text {
		l.text, l.plain = text, table.Text(text, "").Plain()
	}
	return l.plain
}
