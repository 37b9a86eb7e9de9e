package doc

// The codes of JSON problems and of limits.
const (
	CodeJSONSyntax        = "json.syntax"
	CodeJSONDuplicateKey  = "json.duplicate-key"
	CodeJSONLoneSurrogate = "json.lone-surrogate"
	CodeJSONBadUTF8       = "json.bad-utf8"
	CodeJSONNotANumber    = "json.not-a-number"
	CodeJSONTrailingData  = "json.trailing-data"
	CodeLimitBytes        = "limit.bytes"
	CodeLimitDepth        = "limit.depth"
	CodeLimitNodes        = "limit.nodes"
	CodeLimitNumber       = "limit.number"
	CodeLimitProblems     = "limit.problems"
)
