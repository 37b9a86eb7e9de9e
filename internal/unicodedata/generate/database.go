package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const maxRune = 0x10FFFF

// A character is what the Unicode Character Database says of one code point.
type character struct {
	category    string // two letters, Cn where unassigned
	script      string // long name, Unknown where none
	combining   uint8  // canonical combining class
	decomposed  []rune // one step of its decomposition
	compatible  bool   // whether the decomposition is a compatibility one
	ignorable   bool   // Default_Ignorable_Code_Point
	variation   bool   // Variation_Selector
	regional    bool   // Regional_Indicator
	modifier    bool   // Emoji_Modifier
	rightToLeft bool   // Bidi_Class R, AL or AN
	unstable    bool   // NFC_Quick_Check No
}

// A database is the part of the Unicode Character Database that is needed.
type database struct {
	version    string
	characters [maxRune + 1]character
	composites map[[2]rune]bool // pairs that NFC makes one character of
}

// readDatabase reads the files of the folder of package unicode-data.
func readDatabase(dir string) (*database, error) {
	db := &database{composites: map[[2]rune]bool{}}
	for i := range db.characters {
		db.characters[i].category, db.characters[i].script = "Cn", "Unknown"
	}
	if err := db.readUnicodeData(filepath.Join(dir, "UnicodeData.txt")); err != nil {
		return nil, err
	}
	excluded := map[rune]bool{}
	type reader struct {
		file string
		take func(c *character, r rune, fields []string)
	}
	readers := []reader{
		{"Scripts.txt", func(c *character, _ rune, f []string) { c.script = f[1] }},
		{"DerivedCoreProperties.txt", func(c *character, _ rune, f []string) {
			c.ignorable = c.ignorable || f[1] == "Default_Ignorable_Code_Point"
		}},
		{"PropList.txt", func(c *character, _ rune, f []string) {
			c.variation = c.variation || f[1] == "Variation_Selector"
			c.regional = c.regional || f[1] == "Regional_Indicator"
		}},
		{"emoji/emoji-data.txt", func(c *character, _ rune, f []string) {
			c.modifier = c.modifier || f[1] == "Emoji_Modifier"
		}},
		{"extracted/DerivedBidiClass.txt", func(c *character, _ rune, f []string) {
			c.rightToLeft = f[1] == "R" || f[1] == "AL" || f[1] == "AN"
		}},
		{"DerivedNormalizationProps.txt", func(c *character, r rune, f []string) {
			if f[1] == "NFC_QC" && f[2] == "N" {
				c.unstable = true
			}
			if f[1] == "Full_Composition_Exclusion" {
				excluded[r] = true
			}
		}},
	}
	for _, rd := range readers {
		err := eachLine(filepath.Join(dir, rd.file), func(f []string) error {
			first, last, err := codePoints(f[0])
			if err != nil {
				return err
			}
			for r := first; r <= last; r++ {
				rd.take(&db.characters[r], r, f)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	db.collectComposites(excluded)
	return db, db.readVersion(filepath.Join(dir, "Scripts.txt"))
}

// readUnicodeData reads the main file, in which a range of characters stands as
// its first and its last.
func (db *database) readUnicodeData(file string) error {
	first := rune(-1)
	return eachLine(file, func(f []string) error {
		r, _, err := codePoints(f[0])
		if err != nil {
			return err
		}
		combining, err := strconv.ParseUint(f[3], 10, 8)
		if err != nil {
			return err
		}
		c := character{category: f[2], script: "Unknown", combining: uint8(combining)}
		if c.decomposed, c.compatible, err = decomposition(f[5]); err != nil {
			return err
		}
		if strings.HasSuffix(f[1], ", First>") {
			first = r
			return nil
		}
		if first < 0 {
			first = r
		}
		for ; first <= r; first++ {
			db.characters[first] = c
		}
		first = -1
		return nil
	})
}

// decomposition reads a decomposition such as "0041 0300" or "<wide> 0041".
func decomposition(field string) (runes []rune, compatible bool, err error) {
	words := strings.Fields(field)
	if len(words) > 0 && strings.HasPrefix(words[0], "<") {
		compatible, words = true, words[1:]
	}
	for _, w := range words {
		r, _, err := codePoints(w)
		if err != nil {
			return nil, false, err
		}
		runes = append(runes, r)
	}
	return runes, compatible, nil
}

func (db *database) collectComposites(excluded map[rune]bool) {
	for r := range db.characters {
		c := &db.characters[r]
		if len(c.decomposed) == 2 && !c.compatible && !excluded[rune(r)] {
			db.composites[[2]rune{c.decomposed[0], c.decomposed[1]}] = true
		}
	}
}

// readVersion takes the version from a first line such as "# Scripts-15.0.0.txt".
func (db *database) readVersion(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	_, after, ok := strings.Cut(line, "Scripts-")
	version, rest, found := strings.Cut(after, ".txt")
	if !ok || !found || strings.TrimSpace(rest) != "" {
		return fmt.Errorf("%s: no version in the first line %q", file, line)
	}
	db.version = version
	return nil
}

// decompose returns the full canonical decomposition of a character, in
// canonical order.
func (db *database) decompose(r rune) []rune {
	c := &db.characters[r]
	if len(c.decomposed) == 0 || c.compatible {
		return []rune{r}
	}
	var out []rune
	for _, d := range c.decomposed {
		out = append(out, db.decompose(d)...)
	}
	return db.reorder(out)
}

// reorder sorts each run of combining marks by combining class, stably.
func (db *database) reorder(s []rune) []rune {
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && db.characters[s[j]].combining != 0 {
			j++
		}
		slices.SortStableFunc(s[i:j], func(a, b rune) int {
			return int(db.characters[a].combining) - int(db.characters[b].combining)
		})
		i = max(j, i+1)
	}
	return s
}

// eachLine calls take for every line of a data file with its fields, trimmed
// and without the comment.
func eachLine(file string, take func(fields []string) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	for n := 1; scanner.Scan(); n++ {
		line, _, _ := strings.Cut(scanner.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Split(line, ";")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if err := take(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return scanner.Err()
}

// codePoints reads "0041" or "0041..005A".
func codePoints(field string) (first, last rune, err error) {
	from, to, ranged := strings.Cut(field, "..")
	if !ranged {
		to = from
	}
	a, err := strconv.ParseUint(from, 16, 32)
	if err != nil {
		return 0, 0, err
	}
	b, err := strconv.ParseUint(to, 16, 32)
	if err != nil {
		return 0, 0, err
	}
	if a > b || b > maxRune {
		return 0, 0, fmt.Errorf("bad range %q", field)
	}
	return rune(a), rune(b), nil
}
