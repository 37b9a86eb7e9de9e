//go:build !race

package quote_test

const raceEnabled = false
