// Package policytest runs the test cases that stand in a bundle beside the
// rules they are about: files of kind Tests, one list of cases each, a case
// being a reply and what must be decided about it.
//
// [Cases] reads all cases of a catalog, [Runner.Run] decides one and says what
// differs from what it expects.
package policytest
