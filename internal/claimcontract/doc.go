// Package claimcontract writes what a model and its provider are told of the
// claim contract: the JSON Schema of a response, for generation that is
// constrained by one, and instructions in words. Both are made of the LinkML
// classes of actions, the instructions also of the rules in force and of tables
// of the bundle, so that they cannot say anything else than what is checked.
package claimcontract
