// Package bigbundle writes large bundles for benchmarks: as many contracts and
// rules in Rego and in CEL as asked for, each with its tests, spread over
// libraries of fifty contracts. Contracts have ten shapes; the lint finds nothing
// in them and every test passes.
//
// Files gives a bundle's files and Write puts them into a folder. The same
// options give the same bytes. A bundle has a second form in which ten things
// changed, each with its version; Changes names them.
package bigbundle
