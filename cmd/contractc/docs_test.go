package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// bundlePages is the folder of the pages about the default bundle.
const bundlePages = "../../docs/policies"

// TestDocs holds the pages about the default bundle against the bundle.
func TestDocs(t *testing.T) {
	var out, problems bytes.Buffer
	if *update {
		if err := os.RemoveAll(bundlePages); err != nil {
			t.Fatal(err)
		}
		if code := run([]string{"docs", bundlePages}, strings.NewReader(""), &out, &problems); code != exitOK {
			t.Fatalf("exit code %d: %s", code, &problems)
		}
	}
	if code := run([]string{"docs", "--check", bundlePages}, strings.NewReader(""), &out, &problems); code != exitOK {
		t.Errorf("exit code %d; run the test with -update: %s", code, &problems)
	}
}
