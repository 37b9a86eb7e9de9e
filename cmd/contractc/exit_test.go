package main

import "testing"

// TestWorstCode checks the order of the exit codes of a batch: 1, 3, 2, 4, 0.
func TestWorstCode(t *testing.T) {
	order := []int{exitUsage, exitBundle, exitNo, exitUndecided, exitOK}
	for i, worse := range order {
		for _, better := range order[i:] {
			if got := worstCode(worse, better); got != worse {
				t.Errorf("worstCode(%d, %d) = %d", worse, better, got)
			}
			if got := worstCode(better, worse); got != worse {
				t.Errorf("worstCode(%d, %d) = %d", better, worse, got)
			}
		}
	}
}
