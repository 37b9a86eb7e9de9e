package doc

import "github.com/contractc/contractc/internal/diag"

// linearKeys is up to how many entries of a map are searched one by one.
const linearKeys = 12

// mapReader reads the entries of one map onto the reader's stack of fields.
type mapReader struct {
	*jsonReader
	base  int            // where the map's entries start on the stack
	index map[string]int // key to place on the stack, for large maps
}

// entries reads up to, not including, the closing brace.
func (m *mapReader) entries(depth int) *SyntaxError {
	for {
		if err := m.entry(depth); err != nil {
			return err
		}
		m.space()
		if m.peek() == '}' {
			return nil
		}
		if err := m.comma(); err != nil {
			return err
		}
	}
}

func (m *mapReader) entry(depth int) *SyntaxError {
	if m.peek() != '"' {
		return m.syntax("Expecting property name enclosed in double quotes", m.pos)
	}
	start, at := m.pos, m.position()
	key, err := m.text()
	if err != nil {
		return err
	}
	rng, end := diag.Range{Start: at, End: m.position()}, m.pos
	m.space()
	if m.peek() != ':' {
		return m.syntax("Expecting ':' delimiter", m.pos)
	}
	place := -1
	if !m.opt.Discard {
		place = m.place(key)
	}
	if place >= 0 {
		if err := m.found(Finding{CodeJSONDuplicateKey, start, end, key}); err != nil {
			return err
		}
	}
	m.pos++
	m.space()
	value, err := m.value(depth)
	if err != nil {
		return err
	}
	if !m.opt.Discard {
		m.put(place, Field{Key: key, KeyRange: rng, Value: value})
	}
	return nil
}

// place returns where a key stands on the stack, or -1.
func (m *mapReader) place(key string) int {
	if m.index != nil {
		if i, ok := m.index[key]; ok {
			return i
		}
		return -1
	}
	for i := m.base; i < len(m.fields); i++ {
		if m.fields[i].Key == key {
			return i
		}
	}
	return -1
}

// put adds an entry, or replaces the one at place.
func (m *mapReader) put(place int, f Field) {
	if place >= 0 {
		if m.opt.Repeated != nil {
			f = m.opt.Repeated(m.fields[place], f)
		}
		m.fields[place] = f
		return
	}
	m.fields = append(m.fields, f)
	if m.index != nil {
		m.index[f.Key] = len(m.fields) - 1
	} else if len(m.fields)-m.base > linearKeys {
		m.buildIndex()
	}
}

func (m *mapReader) buildIndex() {
	m.index = make(map[string]int, 2*linearKeys)
	for i := m.base; i < len(m.fields); i++ {
		m.index[m.fields[i].Key] = i
	}
}
