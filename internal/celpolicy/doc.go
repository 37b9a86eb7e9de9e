// Package celpolicy reads, checks and evaluates CEL Policy, the Common
// Expression Language's own policy language in YAML.
//
// [Parse] turns a document into a [Source] and reports every structural
// mistake; [Compile] checks the expressions against an [Environment] and gives
// a [Policy]; a [Run] evaluates policies. For sources that are known to compile
// [Prepare] leaves each expression to its first use, and [Restore] takes the
// checked form that [Policy.Store] wrote. Every diagnostic points at the place
// in the YAML file, inside expressions too, whichever way the scalar is
// written. Text of cel-go's own error messages is neutralised before it is
// used.
//
// The semantics are those of the language's conformance data: the first match
// wins, an unconditional nested rule without a match falls through and a
// conditional one does not, an aggregate collects all that match, variables
// are evaluated at most once and only when needed, and an error anywhere in
// what is evaluated is the policy's error.
package celpolicy
