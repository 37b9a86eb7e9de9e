package lower

import (
	"maps"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Options is what constraints are lowered against. They are the same as those
// of the monitor that the result is to agree with.
type Options struct {
	// Parameters are the values of ParameterTerms.
	Parameters map[string]schema.Value

	// Symbolic are types of parameters that have no value: a script in SMT-LIB
	// then speaks of all of their values, and a module in Rego for any input reads
	// them from it. CEL takes none.
	Symbolic map[string]Symbolic

	// AnyInput makes a module in Rego read parameters and working directory from
	// its input, as input.parameters and input.working_directory. What is settled
	// by parameters alone is then refused.
	AnyInput bool

	// Facts says what schemas promise of fields. A field of which they do not
	// promise a type is refused.
	Facts monitor.Facts

	// Cells are the state cells that StateAll and StateAt name.
	Cells []monitor.Cell

	// Env is what the trace is judged under; it becomes part of the text.
	Env monitor.Env

	// AnyEnv takes any environment in the place of Env: any working directory, and
	// provenance that is complete or not. No target but SMT-LIB takes it.
	AnyEnv bool
}

// monitor are the options by which the monitor checks types: a parameter without
// a value has one of its type.
func (o Options) monitor() monitor.Options {
	parameters := o.Parameters
	if len(o.Symbolic) > 0 {
		parameters = map[string]schema.Value{}
		maps.Copy(parameters, o.Parameters)
		for name, p := range o.Symbolic {
			parameters[name] = sampleOf(p.Type)
		}
	}
	return monitor.Options{Parameters: parameters, Facts: o.Facts, Cells: o.Cells}
}

// sampleOf is some value of a type.
func sampleOf(t value.Type) schema.Value {
	switch t.Kind {
	case value.Boolean:
		return &schema.BooleanValue{}
	case value.Integer:
		return &schema.IntegerValue{Integer: "0"}
	case value.Decimal:
		return &schema.DecimalValue{Decimal: "0.0"}
	case value.Bytes:
		return &schema.BytesValue{}
	case value.List:
		if t.Items == nil {
			return &schema.ListValue{Items: []schema.Value{}}
		}
		return &schema.ListValue{Items: []schema.Value{sampleOf(*t.Items)}}
	case value.Map:
		return &schema.MapValue{Entries: []schema.MapEntry{}}
	case value.PathPrefix:
		return &schema.PathPrefixValue{}
	case value.Directory:
		return &schema.DirectoryValue{Directory: "/"}
	case value.ClassReference:
		return &schema.ClassReferenceValue{ClassName: "library.Class"}
	case value.Enum:
		return &schema.EnumValue{Enum: t.Enum}
	}
	return &schema.StringValue{}
}

// Symbolic is a parameter that has any value of a type, within bounds.
type Symbolic struct {
	Type             value.Type
	Minimum, Maximum *value.Number // nil: none
	Patterns         []string      // that a text matches; one that has no regular language is left out
	Values           []string      // permissible values of an enumeration, or of the members of a list; any where there are none
}

func (o Options) factOf(effect, field string) monitor.Fact {
	if o.Facts == nil {
		return monitor.Fact{}
	}
	return o.Facts(effect, field)
}
