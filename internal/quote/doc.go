// Package quote checks citations: whether a quote stands in a document, and
// whether it states a value.
//
// A [Document] is normalised once and then searched for any number of quotes.
// [Find] and [Options.Judge] follow the claim contract; what counts as the same
// text, which words are units and how much a value may differ is data, decoded
// by [Decode] from the tables claim.normalisation and claim.units.
//
// There are two readings of figures. The loose one, of the contract's first
// version, takes any number in the quote, tries a list of scales and ignores
// signs. The strict one takes a figure only where it stands alone, reads its
// sign, currency and unit, and compares exact decimals. The work is linear in
// the length of the texts in both.
package quote
