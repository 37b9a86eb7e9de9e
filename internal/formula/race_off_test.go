//go:build !race

package formula_test

const raceEnabled = false
