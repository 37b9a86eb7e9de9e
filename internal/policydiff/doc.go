// Package policydiff says what changed in meaning between two versions of
// bundles: for each contract, rule, mapping, precondition and every other
// element whether it was reworded, tightened or loosened, or whether that cannot
// be said.
//
// Entry points: Compare compares two catalogs; Report.Text and Report.Markdown
// write what it found for a person.
//
// What is promised: nothing that loosens is called tightened, reworded or
// unchanged. Constraints and preconditions are compared by solvers, both ways;
// a trace that shows a difference is judged by the monitor of each version, each
// with its own bundle, before it is reported. What no solver answers, and what
// is no constraint and changed in a way that its form does not decide, is
// unknown. What neither version touches is asked of no solver.
//
// An evaluation that fails denies. Rules and conditions are compared by where they
// fail as by where they are met; what fails by a limit of cost or time is not.
package policydiff
