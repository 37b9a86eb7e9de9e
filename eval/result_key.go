package eval

import (
	"github.com/contractc/contractc/internal/toolcall"
	"github.com/contractc/contractc/schema"
)

// resultKey is the belief key under which the result of a call will stand: the
// one given, or the tool's name with its arguments. Arguments that do not fit
// the tool leave its name alone; a rule refuses such a call.
func resultKey(action *schema.CallTool, signature toolcall.Signature) string {
	if action.Key != nil {
		return *action.Key
	}
	args, _ := action.Args.Value.(map[string]any)
	bound, err := signature.Bind(args)
	if err != nil {
		return action.Tool
	}
	return toolcall.DefaultKey(action.Tool, bound)
}
