//go:build !race

package reply_test

const raceEnabled = false
