package eval

import (
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// RepairTable is the id of the table that says what is mended in JSON that is
// nearly right.
const RepairTable = "claim.repairs"

// RepairFormat is the format of an answer of [Engine.Repair].
const RepairFormat = "contractc/repair/v1"

// prepareRepairs reads the table. Without one, nothing is mended.
func (e *Engine) prepareRepairs() error {
	if _, ok := e.tables[RepairTable]; !ok {
		e.repairs = repair.Off()
		return nil
	}
	values, err := e.tableOf(RepairTable)
	if err != nil {
		return err
	}
	e.repairs, err = repair.Decode(values, e.claimSet())
	return err
}

// A RepairRequest is a text in which JSON is looked for.
type RepairRequest struct {
	Text []byte
	// File is the name of the text in positions.
	File string
	// ForCall says that the value is the arguments of a call of a tool, which
	// are mended less, and never where they may have been cut.
	ForCall bool
	// StopReason is why the model stopped. Without one a text is taken for whole,
	// and nothing is known of a call.
	StopReason *schema.StopReason
}

// Repaired is what was made of a text.
type Repaired struct {
	Answer *schema.RepairAnswer
	// Text is the value as JSON, its keys in the order of the text; nil where
	// there is none.
	Text []byte
	// Failure is our own.
	Failure error
}

// Repair finds the JSON of a text and mends it as the table of the bundle allows.
// What is wrong with the text is in the answer.
func (e *Engine) Repair(r RepairRequest) *Repaired {
	req := repair.Request{Completeness: schema.CompletenessComplete}
	if r.ForCall {
		req.For, req.Completeness = repair.ForCall, schema.CompletenessUnknown
	}
	if r.StopReason != nil {
		req.Completeness = reply.CompletenessOf(*r.StopReason)
	}
	read := repair.Read(string(r.Text), &e.repairs, req)
	out := &Repaired{Answer: e.repairAnswer(read, r.File)}
	if read.Value != nil {
		out.Text, out.Failure = read.Value.MarshalJSON()
	}
	if req.Completeness == schema.CompletenessCut {
		said := e.reading.Stopped(*r.StopReason)
		out.Answer.Refused = &said
	}
	return out
}

func (e *Engine) repairAnswer(read *repair.Result, file string) *schema.RepairAnswer {
	a := &schema.RepairAnswer{Format: RepairFormat, Edits: e.repairs.Listed(read.Edits)}
	why := read.Refusal
	if why == nil {
		offset, end := int64(read.Start), int64(read.End)
		a.Value, a.Offset, a.End = &schema.Any{Value: read.Value.Plain()}, &offset, &end
		return a
	}
	a.Refused = &why.Reason
	a.Position = &schema.Position{File: file, Line: int64(why.Position.Line), Column: int64(why.Position.Column)}
	if why.Class != "" {
		class := string(why.Class)
		a.Repair = &class
	}
	for _, n := range why.Readings {
		a.Readings = append(a.Readings, schema.Any{Value: n.Plain()})
	}
	return a
}
