// Package subset says what a provider of models takes of a JSON Schema, and makes
// the closest schema that it does take.
//
// What a provider takes is a [Profile], read from a dated table of a bundle with
// [DecodeProfile]; a reviewer changes it there. [Profile.Check] lists what a
// provider rejects, ignores or reads otherwise. [Profile.Fit] makes a schema that
// it takes, with rules in CEL that keep what that schema no longer says: a value
// conforms to the fitted schema and the rules exactly where it conforms to the
// schema that was given, but for what the fit lists as lost.
package subset
