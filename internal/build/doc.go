// Package build makes the archive of a bundle out of its checked sources: the sources themselves without the tests in Rego, an index of what they
// mean, and the Rego that a stock OPA decides with. The same sources give the same bytes, wherever they stand.
package build
