package lower

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// Options is what constraints are lowered against. They are the same as those
// of the monitor that the result is to agree with.
type Options struct {
	// Parameters are the values of ParameterTerms.
	Parameters map[string]schema.Value

	// Facts says what schemas promise of fields. A field of which they do not
	// promise a type is refused.
	Facts monitor.Facts

	// Cells are the state cells that StateAll and StateAt name.
	Cells []monitor.Cell

	// Env is what the trace is judged under; it becomes part of the text.
	Env monitor.Env
}

func (o Options) monitor() monitor.Options {
	return monitor.Options{Parameters: o.Parameters, Facts: o.Facts, Cells: o.Cells}
}

func (o Options) factOf(effect, field string) monitor.Fact {
	if o.Facts == nil {
		return monitor.Fact{}
	}
	return o.Facts(effect, field)
}
