// Package owlform translates constraints of the algebra into OWL class expressions over executions, as far as OWL has
// words for them, and labels how far that is.
//
// An execution is an individual that is related to its events; the expression is the class of the executions that meet
// the constraint. A form that is labelled [Faithful] says exactly what the constraint says of an execution whose events
// are all known, told apart, and declared to be all: that the execution is in the class follows where the constraint
// holds, that it is not follows where it is violated, and neither follows where a field that decides is not known.
// Nothing follows from a graph that declares no closure but violations.
//
// The entry points are [Of], for contract types with parameters, and [Executions], for bound constraints.
package owlform
