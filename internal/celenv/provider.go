package celenv

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// provider finds the types of rules by name. The classes grow as further rules
// need them; cel-go takes a provider that is no registry of its own for
// immutable and does not copy it.
type provider struct {
	types.Provider
	classes *classes
}

// FindStructType implements types.Provider.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if c, ok := p.classes.named(name); ok {
		return types.NewTypeTypeWithParam(c.celTyp), true
	}
	return p.Provider.FindStructType(name)
}

// FindStructFieldNames implements types.Provider.
func (p *provider) FindStructFieldNames(name string) ([]string, bool) {
	c, ok := p.classes.named(name)
	if !ok {
		return p.Provider.FindStructFieldNames(name)
	}
	names := make([]string, len(c.fields))
	for i, f := range c.fields {
		names[i] = f.name
	}
	return names, true
}

// FindStructFieldType implements types.Provider.
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	c, ok := p.classes.named(name)
	if !ok {
		return p.Provider.FindStructFieldType(name, field)
	}
	f, ok := c.field(field)
	if !ok {
		return nil, false
	}
	return f.cel, true
}

// NewValue implements types.Provider. Rules make no objects.
func (p *provider) NewValue(name string, _ map[string]ref.Val) ref.Val {
	return types.NewErr("a rule cannot make an object of type %s", name)
}
