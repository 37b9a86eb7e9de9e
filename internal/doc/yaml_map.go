package doc

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/diag"
)

// yamlMap reads the entries of one map.
type yamlMap struct {
	*yamlReader
	node  *Node
	flow  bool
	index map[string]int // key to its place, for large maps
}

func (m *yamlMap) entry(key, value *yaml.Node, depth int) {
	k, ok := m.key(key, depth)
	if m.stop {
		return
	}
	before := m.found.count
	if !m.expect(':') {
		if !m.flow || m.found.count > before {
			m.lose()
			return
		}
		m.found.add(k.Range, "yaml.flow-key", "write key: value, with a space after the colon", "an entry without a value")
	}
	v := m.yamlReader.node(value, depth, m.flow)
	if ok {
		m.add(k, v)
	}
}

// key reads a key and reports one that is not a string.
func (m *yamlMap) key(y *yaml.Node, depth int) (*Node, bool) {
	before := m.found.count
	if y.Kind != yaml.ScalarNode {
		m.space()
		at := m.at
		k := m.yamlReader.node(y, depth, m.flow)
		if m.found.count == before {
			m.found.add(diag.Range{Start: at, End: m.at}, "yaml.complex-key", "write the entry as key: value", "a key must be a string")
		}
		return k, false
	}
	k := m.scalar(y, m.flow)
	if k.Kind != String && m.found.count == before {
		m.found.add(k.Range, "yaml.key", "quote it", "a key must be a string, this is %s", k.Kind)
	}
	return k, k.Kind == String
}

// add appends an entry unless its key is there already.
func (m *yamlMap) add(k, v *Node) {
	if i := m.place(k.Text); i >= 0 {
		first := m.node.Fields[i].KeyRange.Start
		detail := fmt.Sprintf("keep one of the two; the first is at line %d, column %d", first.Line, first.Column)
		m.found.add(k.Range, "yaml.duplicate-key", detail, "duplicate key %q", k.Text)
		return
	}
	m.node.Fields = append(m.node.Fields, Field{Key: k.Text, KeyRange: k.Range, KeyOffset: k.Offset, KeyEnd: k.EndOffset, Value: v})
	if m.index != nil {
		m.index[k.Text] = len(m.node.Fields) - 1
	}
}

func (m *yamlMap) place(key string) int {
	if m.index == nil && len(m.node.Fields) > linearKeys {
		m.index = make(map[string]int, 4*linearKeys)
		for i, f := range m.node.Fields {
			m.index[f.Key] = i
		}
	}
	if m.index != nil {
		if i, ok := m.index[key]; ok {
			return i
		}
		return -1
	}
	for i, f := range m.node.Fields {
		if f.Key == key {
			return i
		}
	}
	return -1
}
