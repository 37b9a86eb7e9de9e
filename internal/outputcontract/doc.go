// Package outputcontract holds replies of models against output contracts: what
// JSON value a reply must hold, and which sections.
//
// [Compile] checks a contract's file and makes it ready; [Contract.Check] lists
// everything by which a reply does not conform. Problems are codes with what
// belongs to them; the words for them stand in a bundle's table, see
// [Code.Slots].
package outputcontract
