// Package output holds replies of models against output contracts and asks
// again, within bounds, until one conforms.
//
// [Load] and [Read] make a contract ready. [Contract.Check] lists everything by
// which a reply does not conform, [Contract.Prompt] says the contract to a model
// in words that are made of it, and [Contract.Enforce] asks a model, checks, and
// sends back exactly what is wrong, as often as the contract's ladder or the
// caller allows. Whatever goes wrong on our side is an error and never a reply
// that conforms.
package output
