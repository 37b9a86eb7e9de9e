package main

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the tables instead of comparing them")

// TestTablesAreCurrent generates the tables again. It fails, and does not skip,
// where the sources are missing: tables that nobody can check are not trusted.
func TestTablesAreCurrent(t *testing.T) {
	const file = "../tables_gen.go"
	got, err := generate(defaultUCD, defaultHomoglyphs)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the sources give; run go generate ./internal/unicodedata", file)
	}
}

// TestMissingSources checks that a missing package says how to install it.
func TestMissingSources(t *testing.T) {
	_, err := generate(t.TempDir()+"/none", defaultHomoglyphs)
	if err == nil || !bytes.Contains([]byte(err.Error()), []byte("apt-get install unicode-data python3-confusable-homoglyphs")) {
		t.Errorf("got error %v, want one with the line to install the sources", err)
	}
}

func TestCodePoints(t *testing.T) {
	for _, bad := range []string{"", "G", "0042..0041", "110000", "0041..", "-1"} {
		if _, _, err := codePoints(bad); err == nil {
			t.Errorf("codePoints(%q) gave no error", bad)
		}
	}
	if a, b, err := codePoints("0041..005A"); a != 'A' || b != 'Z' || err != nil {
		t.Errorf("codePoints gave %U, %U, %v", a, b, err)
	}
}
