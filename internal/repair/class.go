package repair

// Class is a class of repair, by its name in the table.
type Class string

// The classes.
const (
	CodeFence         Class = "code_fence"         // marks of a Markdown fence
	SurroundingText   Class = "surrounding_text"   // prose around the JSON
	Comments          Class = "comments"           // comments in any notation
	WhiteSpace        Class = "white_space"        // spaces that JSON has not, byte order marks
	Quotes            Class = "quotes"             // single, curly and triple quotes
	UnquotedKeys      Class = "unquoted_keys"      // keys without quotes
	UnquotedTexts     Class = "unquoted_texts"     // values without quotes
	Literals          Class = "literals"           // True, None
	Undefined         Class = "undefined"          // undefined of JavaScript
	Numbers           Class = "numbers"            // 2. and .5
	ControlCharacters Class = "control_characters" // line breaks in strings
	Escapes           Class = "escapes"            // needless backslashes
	InnerQuotes       Class = "inner_quotes"       // quotes in strings without a backslash
	MissingQuotes     Class = "missing_quotes"     // strings without one of their quotes
	MissingCommas     Class = "missing_commas"     // nothing between two items
	ExtraCommas       Class = "extra_commas"       // trailing, leading and doubled commas
	Colons            Class = "colons"             // no colon, or another sign for it
	MissingBrackets   Class = "missing_brackets"   // brackets that were not closed
	ExtraBrackets     Class = "extra_brackets"     // closing brackets too many
	WrongBrackets     Class = "wrong_brackets"     // one closing bracket for another
	Ellipsis          Class = "ellipsis"           // three dots in the place of items
	Concatenation     Class = "concatenation"      // strings joined by a plus sign
	Wrappers          Class = "wrappers"           // callback(…), ObjectId("…")
	Tuples            Class = "tuples"             // Python's tuples
	SeveralValues     Class = "several_values"     // values after each other
	SeveralBlocks     Class = "several_blocks"     // one of several blocks
	EscapedText       Class = "escaped_text"       // JSON as the content of a JSON string
	EqualDuplicates   Class = "equal_duplicates"   // an entry repeated with the same value
)

// Classes returns all classes, in the order of the documentation.
func Classes() []Class {
	return []Class{
		CodeFence, SurroundingText, Comments, WhiteSpace, Quotes, UnquotedKeys, UnquotedTexts, Literals, Undefined, Numbers,
		ControlCharacters, Escapes, InnerQuotes, MissingQuotes, MissingCommas, ExtraCommas, Colons, MissingBrackets,
		ExtraBrackets, WrongBrackets, Ellipsis, Concatenation, Wrappers, Tuples, SeveralValues, SeveralBlocks,
		EscapedText, EqualDuplicates,
	}
}

// Closes reports whether a repair of the class ends something that the text did
// not end, so that something may be missing.
func (c Class) Closes() bool {
	return c == MissingQuotes || c == MissingBrackets || c == WrongBrackets
}

// MovesStrings reports whether a repair of the class decides where a string ends,
// so that what stands behind it may be a part of the string.
func (c Class) MovesStrings() bool {
	return c == MissingQuotes || c == InnerQuotes || c == EscapedText
}
