// Package repair reads JSON that a model wrote nearly right.
//
// [Read] finds the JSON of a text, mends cheap defects and says what it did:
// each repair is an [Edit] with its offset in the text. What can be read in more
// than one way is refused with the readings; no value is made up. Which classes
// of repair are allowed, for a text and for a call of a tool, their words and
// the limits are data, decoded by [Decode] from the table claim.repairs.
//
// The work is linear in the length of the text. A text that is JSON as it stands
// is read once, by the strict reader of package doc, and comes back as it is.
package repair
