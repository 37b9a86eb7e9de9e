//go:build race

package reply_test

const raceEnabled = true
