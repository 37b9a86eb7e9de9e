package pydef

// The limits of a source file.
const (
	maxBytes  = 4 << 20
	maxTokens = 1_000_000
	maxDepth  = 200  // of brackets, and of replacement fields within formatted strings
	maxIndent = 100  // of blocks within each other, as in CPython
	maxParams = 1000 // of one function
)
