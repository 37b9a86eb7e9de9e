package policydiff

import (
	"crypto/sha256"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

// reading is a part of the input that follows from elements of a bundle.
type reading int

// What rules may read of the input: the effects of a call, or the events that earlier
// calls left; what coverage rests on, which is what libraries ask for, recorded
// proofs and which guarantees restrict nothing.
const (
	effectsRead reading = iota
	coverageRead
)

func (r reading) fields() []string {
	if r == effectsRead {
		return []string{"effects", "events"}
	}
	return []string{"domains", "entailments", "guarantees"}
}

// reads reports whether a rule, or a fact that rules read, speaks of a part of the
// input: one that allows may be met by what is there. It is looked up once.
func (s *side) reads(what reading) bool { return s.readers[what]() }

func (s *side) newReaders() []func() bool {
	var list []func() bool
	for _, what := range []reading{effectsRead, coverageRead} {
		list = append(list, sync.OnceValue(func() bool { return s.findReader(what.fields()) }))
	}
	return list
}

// findReader looks for a text that may read a field of the input. The rule on
// coverage of the default bundle is left out, of which it is known what it does: it
// reports a gap for each domain by itself, so that more effects never close one, and
// for each contract that is asked for.
func (s *side) findReader(fields []string) bool {
	speaks := func(text string) bool {
		return stepsThroughInput(text) || slices.ContainsFunc(fields, func(f string) bool { return strings.Contains(text, f) })
	}
	return s.anyText(speaks)
}

// readsFact reports whether a rule or a fact may read a fact of a name.
func (s *side) readsFact(name string) bool {
	any := regexp.MustCompile(`\bfacts\b\s*([^.\s]|$)`)
	return s.anyText(func(text string) bool {
		return stepsThroughInput(text) || any.MatchString(text) || strings.Contains(text, "facts") && strings.Contains(text, name)
	})
}

// stepsThroughInput reports whether a text steps into the input by what is not
// written out.
func stepsThroughInput(text string) bool { return throughInput().MatchString(text) }

var throughInput = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\binput\b\s*([^.\s]|$)`) })

// anyText reports whether a rule or a fact is one that reads, by its text. One that
// calls the input otherwise, or whose input or text is not known, may be.
func (s *side) anyText(reads func(string) bool) bool {
	for _, r := range s.Catalog.Rules {
		if r.Language == index.CEL && (optional(r.Metadata.Input) != "" || reads(r.Document)) {
			return true
		}
	}
	for _, f := range s.Catalog.Facts {
		if reads(f.Expression) {
			return true
		}
	}
	for _, lib := range s.Catalog.Libraries {
		for _, m := range lib.Rego {
			text, err := s.Catalog.Text(lib, m.File)
			if err != nil {
				return true
			}
			parsed := s.rego.module(m.ID)
			if !isDefaultCoverage(text) && (parsed == nil && reads(string(text)) || parsed != nil && reads(parsed.String())) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.Catalog.Libraries, func(l *index.Library) bool {
		return l.Folder != nil && l.Folder.Input == schema.RuleInputWhole
	})
}

// isDefaultCoverage reports whether a text is that of the coverage rule of the
// default bundle.
func isDefaultCoverage(text []byte) bool { return sha256.Sum256(text) == defaultCoverage() }

var defaultCoverage = sync.OnceValue(func() [sha256.Size]byte {
	text, err := fs.ReadFile(policies.FS, "coverage/coverage.rego")
	if err != nil { // then there is none
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
})
