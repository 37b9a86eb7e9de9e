// Command generate writes the tables of package unicodedata from the files of
// two Debian packages: unicode-data (the Unicode Character Database) and
// python3-confusable-homoglyphs (the look-alikes of UTS #39).
//
// It reads nothing else, so the same packages give the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
)

// Where Debian's packages put their files.
const (
	defaultUCD        = "/usr/share/unicode"
	defaultHomoglyphs = "/usr/lib/python3/dist-packages/confusable_homoglyphs"
	installHint       = "install the sources with: apt-get install unicode-data python3-confusable-homoglyphs"
)

func main() {
	ucd := flag.String("ucd", defaultUCD, "folder of package unicode-data")
	homoglyphs := flag.String("homoglyphs", defaultHomoglyphs, "folder of package python3-confusable-homoglyphs")
	out := flag.String("o", "tables_gen.go", "file to write")
	flag.Parse()
	if err := run(*ucd, *homoglyphs, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(ucd, homoglyphs, out string) error {
	src, err := generate(ucd, homoglyphs)
	if err != nil {
		return err
	}
	return os.WriteFile(out, src, 0o644)
}

// generate returns the Go source of the tables.
func generate(ucdDir, homoglyphsDir string) ([]byte, error) {
	for _, dir := range []string{ucdDir, homoglyphsDir} {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("%w; %s", err, installHint)
		}
	}
	db, err := readDatabase(ucdDir)
	if err != nil {
		return nil, err
	}
	like, err := readHomoglyphs(homoglyphsDir, db)
	if err != nil {
		return nil, err
	}
	return emit(classify(db, like))
}
