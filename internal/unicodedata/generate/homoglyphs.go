package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// A lookalikes groups characters and short texts that look alike. The source
// lists pairs; a group is what pairs connect.
type lookalikes struct {
	version   string
	db        *database
	parent    map[string]string
	sequences []string // texts of more than one character
}

// readHomoglyphs reads the pairs of package python3-confusable-homoglyphs and
// joins to them the canonically decomposed characters: two characters look
// alike if their decompositions look alike piece by piece (UTS #39, section 4).
func readHomoglyphs(dir string, db *database) (*lookalikes, error) {
	like := &lookalikes{db: db, parent: map[string]string{}}
	if err := like.readVersion(filepath.Join(dir, "_version.py")); err != nil {
		return nil, err
	}
	if err := like.readPairs(filepath.Join(dir, "confusables.json")); err != nil {
		return nil, err
	}
	for range 2 { // the second pass sees the groups that the first one joined
		like.joinDecomposed()
	}
	return like, nil
}

func (like *lookalikes) readVersion(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	m := regexp.MustCompile(`"version": "([0-9.]+)"`).FindSubmatch(text)
	if m == nil {
		return fmt.Errorf("%s: no version", file)
	}
	like.version = string(m[1])
	return nil
}

func (like *lookalikes) readPairs(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var pairs map[string][]struct {
		C string `json:"c"`
	}
	if err := json.Unmarshal(text, &pairs); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	left := make([]string, 0, len(pairs))
	for l := range pairs {
		left = append(left, l)
	}
	sort.Strings(left)
	for _, l := range left {
		for _, r := range pairs[l] {
			like.join(bare(l), bare(r.C))
		}
	}
	return nil
}

// bare removes the direction marks that the source puts around right-to-left texts.
func bare(s string) string { return strings.Trim(s, "\u200e") }

func (like *lookalikes) joinDecomposed() {
	for r := range like.db.characters {
		parts := like.db.decompose(rune(r))
		if len(parts) == 1 && parts[0] == rune(r) {
			continue
		}
		key := ""
		for _, p := range parts {
			key += like.root(string(p)) + "\x00"
		}
		like.join(string(rune(r)), "decomposed\x00"+key)
	}
}

// root returns the name of the group of s.
func (like *lookalikes) root(s string) string {
	if _, ok := like.parent[s]; !ok {
		like.parent[s] = s
		if n := len([]rune(s)); n > 1 && !strings.Contains(s, "\x00") {
			like.sequences = append(like.sequences, s)
		}
	}
	for like.parent[s] != s {
		like.parent[s] = like.parent[like.parent[s]]
		s = like.parent[s]
	}
	return s
}

// join makes one group of the groups of a and b, named after the smaller name.
func (like *lookalikes) join(a, b string) {
	a, b = like.root(a), like.root(b)
	if a > b {
		a, b = b, a
	}
	like.parent[b] = a
}

// A group is one set of texts that look alike: single characters and sequences,
// each in ascending order.
type group struct {
	single    []rune
	sequences []string
}

// groups returns all groups in a fixed order.
func (like *lookalikes) groups() []group {
	members := map[string][]string{}
	for s := range like.parent {
		if !strings.Contains(s, "\x00") {
			members[like.root(s)] = append(members[like.root(s)], s)
		}
	}
	roots := make([]string, 0, len(members))
	for r := range members {
		roots = append(roots, r)
	}
	sort.Strings(roots)
	var out []group
	for _, r := range roots {
		var g group
		for _, s := range members[r] {
			if rs := []rune(s); len(rs) == 1 {
				g.single = append(g.single, rs[0])
			} else {
				g.sequences = append(g.sequences, s)
			}
		}
		slices.Sort(g.single)
		slices.Sort(g.sequences)
		out = append(out, g)
	}
	return out
}
