package outputcontract

import "github.com/contractc/contractc/internal/diag"

// Problem is one thing by which a reply does not conform.
type Problem struct {
	Code Code
	// Slots are what the words for the code have slots for.
	Slots []Slot
	// Message takes the place of the words of the code; of a rule.
	Message string
	// Pointer is a JSON pointer into the value; nil where it is about no value.
	Pointer *string
	// Heading is the section; empty where it is about none.
	Heading string
	// Rule is the id of the rule that does not hold; empty for none.
	Rule string
	// Position is in the text of the reply, the zero position where it is about
	// the whole; Offset the same in bytes, or −1.
	Position diag.Position
	Offset   int
}

// Slot is a part of a problem's words.
type Slot struct{ Name, Text string }

// Code says what kind of problem it is. Codes are stable.
type Code string

// The codes of problems with the reply as a whole. Nothing else is looked at
// where there is one.
const (
	ReplyLength     Code = "reply.length"     // cut at a length limit
	ReplyRefusal    Code = "reply.refusal"    // the model refused
	ReplyFilter     Code = "reply.filter"     // a filter stopped it
	ReplyIncomplete Code = "reply.incomplete" // incomplete for another reason
	ReplyTooLong    Code = "reply.too_long"   // longer than our limit
	ReplyEmpty      Code = "reply.empty"      // there is no text
	ReplyEnvelope   Code = "reply.envelope"   // it is no message of the envelope that is asked for
	ReplyUTF8       Code = "reply.utf8"       // a byte is not UTF-8
)

// The codes of problems with the JSON value.
const (
	JSONNone       Code = "json.none"       // there is no JSON value
	JSONInvalid    Code = "json.invalid"    // what begins like one is none
	JSONSeveral    Code = "json.several"    // there are several
	JSONAround     Code = "json.around"     // it does not stand alone
	JSONMissing    Code = "json.missing"    // a member is missing
	JSONUnexpected Code = "json.unexpected" // a member is not allowed
	JSONType       Code = "json.type"       // a value of another type
	JSONChoice     Code = "json.choice"     // none of the values that are allowed
	JSONPattern    Code = "json.pattern"    // a text of another form
	JSONValue      Code = "json.value"      // another thing that the schema refuses
	JSONRule       Code = "json.rule"       // a rule does not hold
)

// The codes of problems with sections.
const (
	SectionMissing    Code = "section.missing"    // a heading is missing
	SectionNear       Code = "section.near"       // the same, and a line is nearly the heading
	SectionOrder      Code = "section.order"      // it stands before one that comes first
	SectionTwice      Code = "section.twice"      // the heading stands twice
	SectionUnexpected Code = "section.unexpected" // a heading that is not asked for
	SectionPreamble   Code = "section.preamble"   // text before the first heading
	SectionEmpty      Code = "section.empty"      // nothing stands below the heading
	SectionLong       Code = "section.long"       // too many characters, words or lines
	SectionShort      Code = "section.short"      // too few
	SectionFence      Code = "section.fence"      // a code fence that is not allowed
	SectionNoFence    Code = "section.no_fence"   // not one code fence alone
	SectionOpenFence  Code = "section.open_fence" // a code fence without an end
)

// Codes returns all codes.
func Codes() []Code {
	return []Code{
		ReplyLength, ReplyRefusal, ReplyFilter, ReplyIncomplete, ReplyTooLong, ReplyEmpty, ReplyEnvelope, ReplyUTF8,
		JSONNone, JSONInvalid, JSONSeveral, JSONAround, JSONMissing, JSONUnexpected, JSONType, JSONChoice, JSONPattern, JSONValue, JSONRule,
		SectionMissing, SectionNear, SectionOrder, SectionTwice, SectionUnexpected, SectionPreamble, SectionEmpty, SectionLong, SectionShort,
		SectionFence, SectionNoFence, SectionOpenFence,
	}
}

// Slots are the names of what belongs to a code, each of which the words for it
// may name.
func (c Code) Slots() []string {
	switch c {
	case ReplyLength, ReplyRefusal, ReplyFilter, ReplyIncomplete, ReplyEmpty:
		return nil
	case ReplyTooLong:
		return []string{"limit"}
	case ReplyEnvelope:
		return []string{"envelope"}
	case ReplyUTF8:
		return []string{"byte"}
	case JSONNone, JSONAround, JSONSeveral:
		return nil
	case JSONInvalid, JSONValue:
		return []string{"problem"}
	case JSONMissing, JSONUnexpected:
		return []string{"name"}
	case JSONType:
		return []string{"want", "got"}
	case JSONChoice:
		return []string{"want", "got"}
	case JSONPattern:
		return []string{"pattern", "got"}
	case JSONRule:
		return []string{"message"}
	case SectionMissing, SectionEmpty, SectionUnexpected, SectionTwice, SectionNoFence, SectionOpenFence:
		return []string{"heading"}
	case SectionNear:
		return []string{"heading", "written"}
	case SectionOrder:
		return []string{"heading", "before"}
	case SectionPreamble:
		return nil
	case SectionLong, SectionShort:
		return []string{"heading", "limit", "unit", "count"}
	case SectionFence:
		return []string{"heading", "language", "allowed"}
	}
	return nil
}
