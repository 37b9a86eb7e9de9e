// Package mutate tests the tests of a bundle: it changes one element of the
// bundle at a time, as a mistake would, and says which changes no test notices.
//
// [New] loads the bundles and runs their tests once, to know what each of them
// exercises. [Run.Mutants] lists the changes: of constraints and defaults of
// contracts, of mappings and preconditions of effects, of rules in CEL and Rego,
// of facts and of output contracts. [Run.Judge] runs against each the tests that
// can notice it, until one does.
//
// A mutant that nothing notices may mean the same as what it changes: for
// constraints and preconditions a solver is asked, for all others the bundle's
// files of kind Mutants give a reason that a person reviewed.
//
// The report does not depend on the number of processors, but for mutants that
// reach the time limit; these are counted apart, and never as killed.
package mutate
