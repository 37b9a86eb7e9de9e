package doc

// YAML problems have the codes yaml.alias, yaml.anchor, yaml.bad-utf8,
// yaml.byte-order-mark, yaml.comment, yaml.complex-key, yaml.control-character,
// yaml.directive, yaml.document-end, yaml.duplicate-key, yaml.encoding,
// yaml.flow-key, yaml.flow-pair, yaml.key, yaml.line-end, yaml.quote,
// yaml.second-document, yaml.syntax, yaml.tab, yaml.tag, yaml.trailing and
// yaml.unclear.

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
