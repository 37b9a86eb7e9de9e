//go:build race

package regorules

// raceDetector says whether the race detector runs, which makes the test that
// checks hundreds of modules one after another ten times slower.
const raceDetector = true
