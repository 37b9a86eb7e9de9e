package repair

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Result is what was made of a text.
type Result struct {
	// Value is the value, its places those of the text; nil where it was refused.
	Value *doc.Node
	// Start and End are where its block stands in the text, in bytes.
	Start, End int
	// Edits are the repairs, in the order of the text.
	Edits []Edit
	// Refusal says why there is no value; nil where there is one.
	Refusal *Refusal
}

// Edit is one repair.
type Edit struct {
	Class Class
	// Offset and End are the bytes of the text that it is about; an insertion has none.
	Offset, End int
	// Begin is where that begins which the repair closes; Offset for any other.
	Begin int
}

// Refusal says why a text gives no value.
type Refusal struct {
	// Reason is one line, for people and for the model.
	Reason string
	// Class is the class of repair that is not allowed, if that is why.
	Class Class
	// Offset is where it stands in the text, in bytes.
	Offset   int
	Position diag.Position
	// None says that nothing in the text looks like JSON.
	None bool
	// Readings are the values that the text may mean; none where it means nothing.
	Readings []*doc.Node
}

// Listed returns the edits with the words of the table.
func (o *Options) Listed(edits []Edit) []schema.Edit {
	list := make([]schema.Edit, len(edits))
	for i, e := range edits {
		words, class := o.Classes[e.Class], string(e.Class)
		list[i] = schema.Edit{Offset: int64(e.Offset), What: words.What, Why: words.Why, Repair: &class}
	}
	return list
}
