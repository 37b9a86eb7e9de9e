// Package lint looks for what is valid and yet wrong in bundles and in contract
// expressions.
//
// Entry points: Rules lists the rules; Run lets them look at a Subject and
// returns what they found and what they could not check.
//
// A rule is one file of this package that makes one Rule. Its id is the name of
// the file with hyphens, of its folder below testdata, with one bundle in which
// it finds something and one in which nothing is wrong, and of its page below
// docs/lint. A test holds the four against each other, and lets every rule look
// at all of the examples.
//
// What is promised: a finding has a place, says what to do and names its page.
// What a rule cannot look at, for want of a solver or of time, is listed as not
// checked, so that no finding never means more than it does.
package lint
