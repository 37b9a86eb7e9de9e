//go:build race

package formula_test

const raceEnabled = true
