package gate

// MatchPath is matchPath.
var MatchPath = matchPath
