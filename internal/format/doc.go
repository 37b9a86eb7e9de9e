// Package format writes the files of a bundle in one form: YAML with its
// comments ([YAML]), the CEL in it ([CEL]), and Rego ([Rego]).
//
// A formatter changes white space and nothing else. Line breaks of CEL and of
// lists in brackets are the author's. What was written is read again and must
// be the same: the same values, the same comments, the same syntax trees, and
// formatting it once more changes nothing.
package format

import (
	"fmt"

	"github.com/contractc/contractc/internal/diag"
)

// CodeFault is the code of a problem that is ours: what was written is not what
// was read. Nothing may be done with the text then.
const CodeFault = "format.fault"

// fault is the one problem of a file that a formatter would have changed.
func fault(file, format string, args ...any) diag.List {
	return diag.List{diag.Errorf(file, diag.Range{}, CodeFault, "this is a fault of the formatter: %s", fmt.Sprintf(format, args...)).
		WithDetail("the file is left as it is")}
}
