package catalog

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/schema"
)

// Rebind binds the expression of a recorded invocation again, with the imports that the invocation stands for: its alias is the library's, and the
// names of classes are those that it found. The list is that of Bind.
func (c *Catalog) Rebind(in *schema.Invocation) (*Guarantee, diag.List) {
	call, err := pyexpr.ParseCall(in.Expression, pyexpr.Limits{})
	if err != nil {
		return c.Bind(in.Expression, nil)
	}
	imports := map[string]string{pyexpr.Dotted(call.Path[:len(call.Path)-1]): in.Library}
	for _, a := range in.Arguments {
		class, ok := a.Value.(*schema.ClassReferenceValue)
		if !ok || a.Source == nil {
			continue
		}
		first, rest, dotted := strings.Cut(*a.Source, ".")
		module := class.ClassName
		if dotted {
			module = strings.TrimSuffix(module, "."+rest)
		}
		if _, taken := imports[first]; !taken {
			imports[first] = module
		}
	}
	return c.Bind(in.Expression, imports)
}
