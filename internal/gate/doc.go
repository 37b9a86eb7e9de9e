// Package gate runs all checks of a bundle as one: whether it loads, what the
// lint finds, whether its files are formatted, its tests, its lock, what changed
// in meaning since another version, and whether it is signed as it has to be.
//
// Entry points: ReadPolicy reads the file that says what of it may pass, Run runs
// the checks. A check is a function of the package that it belongs to.
//
// The promise: what was not looked at is never taken for clean, and a result that
// was kept from an earlier run is used only for the same files, program, solvers
// and questions. Levels and exceptions are applied afresh in every run.
package gate
