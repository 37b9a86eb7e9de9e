package eval

import "github.com/contractc/contractc/schema"

// resultKey is the key under which the result of a call will stand.
func (e *Engine) resultKey(call *schema.CallTool) string {
	if call.Key != nil {
		return *call.Key
	}
	return call.Tool
}
