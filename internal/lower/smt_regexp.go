package lower

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// smtRegexp writes the language of all texts a part of which matches a pattern
// in RE2 syntax. Anchors must stand at the ends of the pattern or of an
// alternative of it; word boundaries and lines have no language here.
func smtRegexp(pattern string, at place) (string, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "re.none", at.refuse("Matches", ReasonPattern, "%q is no pattern in RE2 syntax", pattern)
	}
	text, err := languageOf(re)
	var refused *patternError
	if errors.As(err, &refused) {
		return "re.none", at.refuse("Matches", refused.code, "%s", refused.reason)
	}
	return text, err
}

// patternError says why a pattern has no language that can be written.
type patternError struct {
	code   Reason
	reason string
}

func (e *patternError) Error() string { return e.reason }

func refusePattern(code Reason, format string, args ...any) error {
	return &patternError{code, fmt.Sprintf(format, args...)}
}

// branch is one way to match: parts in order, and whether they begin where the
// text does and end where it does.
type branch struct {
	begin, end bool
	parts      []*syntax.Regexp
}

// maxBranches is how many ways to match a pattern with anchors may have.
const maxBranches = 64

func languageOf(re *syntax.Regexp) (string, error) {
	branches, err := branchesOf(re)
	if err != nil {
		return "", err
	}
	texts := make([]string, len(branches))
	for i, b := range branches {
		if texts[i], err = b.language(); err != nil {
			return "", err
		}
	}
	return smtUnion(texts), nil
}

func (b branch) language() (string, error) {
	var parts []string
	if !b.begin {
		parts = append(parts, "re.all")
	}
	for _, re := range b.parts {
		text, err := plainLanguage(re)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	if !b.end {
		parts = append(parts, "re.all")
	}
	return smtConcat(parts), nil
}

// anchored reports whether a pattern holds the beginning or the end of the text.
// Its recursion is bounded, as Parse bounds the depth.
func anchored(re *syntax.Regexp) bool {
	if re.Op == syntax.OpBeginText || re.Op == syntax.OpEndText {
		return true
	}
	for _, sub := range re.Sub {
		if anchored(sub) {
			return true
		}
	}
	return false
}

// branchesOf takes a pattern apart at its anchors.
func branchesOf(re *syntax.Regexp) ([]branch, error) {
	switch {
	case re.Op == syntax.OpBeginText:
		return []branch{{begin: true}}, nil
	case re.Op == syntax.OpEndText:
		return []branch{{end: true}}, nil
	case !anchored(re):
		return []branch{{parts: []*syntax.Regexp{re}}}, nil
	}
	switch re.Op {
	case syntax.OpCapture:
		return branchesOf(re.Sub[0])
	case syntax.OpQuest:
		branches, err := branchesOf(re.Sub[0])
		return append(branches, branch{}), err
	case syntax.OpAlternate:
		return alternatives(re.Sub)
	case syntax.OpConcat:
		return sequence(re.Sub)
	}
	return nil, refusePattern(ReasonAnchor, "an anchor stands within a repetition")
}

func alternatives(subs []*syntax.Regexp) ([]branch, error) {
	var out []branch
	for _, sub := range subs {
		branches, err := branchesOf(sub)
		if err != nil {
			return nil, err
		}
		if out = append(out, branches...); len(out) > maxBranches {
			return nil, refusePattern(ReasonLimit, "the pattern has more than %d alternatives with anchors", maxBranches)
		}
	}
	return out, nil
}

// sequence puts branches one after the other. What stands before the beginning
// of the text, or behind its end, must be nothing.
func sequence(subs []*syntax.Regexp) ([]branch, error) {
	out := []branch{{}}
	for _, sub := range subs {
		next, err := branchesOf(sub)
		if err != nil {
			return nil, err
		}
		var joined []branch
		for _, a := range out {
			for _, b := range next {
				if b.begin && len(a.parts) > 0 || a.end && len(b.parts) > 0 {
					return nil, refusePattern(ReasonAnchor, "an anchor stands within the pattern")
				}
				joined = append(joined, branch{a.begin || b.begin, a.end || b.end, append(a.parts[:len(a.parts):len(a.parts)], b.parts...)})
			}
		}
		if out = joined; len(out) > maxBranches {
			return nil, refusePattern(ReasonLimit, "the pattern has more than %d alternatives with anchors", maxBranches)
		}
	}
	return out, nil
}

// plainLanguage writes the language of a pattern without anchors.
func plainLanguage(re *syntax.Regexp) (string, error) {
	switch re.Op {
	case syntax.OpNoMatch:
		return "re.none", nil
	case syntax.OpEmptyMatch:
		return `(str.to_re "")`, nil
	case syntax.OpLiteral:
		return literalLanguage(re)
	case syntax.OpCharClass:
		return classLanguage(re.Rune)
	case syntax.OpAnyCharNotNL:
		return classLanguage([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune})
	case syntax.OpAnyChar:
		return "re.allchar", nil
	case syntax.OpCapture:
		return plainLanguage(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return repeatedLanguage(re)
	case syntax.OpConcat, syntax.OpAlternate:
		return joinedLanguage(re)
	}
	return "", refusePattern(ReasonPattern, "word boundaries and the ends of lines have no regular language of their own")
}

func joinedLanguage(re *syntax.Regexp) (string, error) {
	texts := make([]string, len(re.Sub))
	for i, sub := range re.Sub {
		var err error
		if texts[i], err = plainLanguage(sub); err != nil {
			return "", err
		}
	}
	if re.Op == syntax.OpConcat {
		return smtConcat(texts), nil
	}
	return smtUnion(texts), nil
}

func repeatedLanguage(re *syntax.Regexp) (string, error) {
	of, err := plainLanguage(re.Sub[0])
	switch {
	case err != nil:
		return "", err
	case re.Op == syntax.OpStar:
		return "(re.* " + of + ")", nil
	case re.Op == syntax.OpPlus:
		return "(re.+ " + of + ")", nil
	case re.Op == syntax.OpQuest:
		return "(re.opt " + of + ")", nil
	case re.Max >= 0:
		return fmt.Sprintf("((_ re.loop %d %d) %s)", re.Min, re.Max, of), nil
	}
	return fmt.Sprintf("(re.++ ((_ re.^ %d) %s) (re.* %s))", re.Min, of, of), nil
}

func literalLanguage(re *syntax.Regexp) (string, error) {
	if re.Flags&syntax.FoldCase == 0 {
		for _, r := range re.Rune {
			if r > maxCodePoint {
				return "", refuseRune(r)
			}
		}
		return "(str.to_re " + smtChars(re.Rune...) + ")", nil
	}
	texts := make([]string, len(re.Rune))
	for i, r := range re.Rune {
		var ranges []rune
		for folded := r; len(ranges) == 0 || folded != r; folded = unicode.SimpleFold(folded) {
			ranges = append(ranges, folded, folded)
		}
		var err error
		if texts[i], err = classLanguage(ranges); err != nil {
			return "", err
		}
	}
	return smtConcat(texts), nil
}

func refuseRune(r rune) error {
	return refusePattern(ReasonCodePoint, "the pattern tells apart characters above U+2FFFF, such as U+%04X", r)
}

// classLanguage writes a class of characters, which must hold all characters
// above U+2FFFF or none of them.
func classLanguage(ranges []rune) (string, error) {
	var texts []string
	for i := 0; i+1 < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		if high > maxCodePoint {
			if high != unicode.MaxRune || low > maxCodePoint+1 {
				return "", refuseRune(max(low, maxCodePoint+1))
			}
			if high = maxCodePoint; low > high {
				continue
			}
		}
		if low == high {
			texts = append(texts, "(str.to_re "+smtChars(low)+")")
			continue
		}
		texts = append(texts, "(re.range "+smtChars(low)+" "+smtChars(high)+")")
	}
	return smtUnion(texts), nil
}

// smtChars writes a string of characters, which may be surrogates: no text has
// them.
func smtChars(chars ...rune) string {
	var b strings.Builder
	for _, r := range chars {
		if text := smtString(string(r)); !unicode.Is(unicode.Cs, r) {
			b.WriteString(text[1 : len(text)-1])
			continue
		}
		fmt.Fprintf(&b, `\u{%x}`, r)
	}
	return `"` + b.String() + `"`
}

func smtConcat(parts []string) string {
	switch len(parts) {
	case 0:
		return `(str.to_re "")`
	case 1:
		return parts[0]
	}
	return "(re.++ " + strings.Join(parts, " ") + ")"
}

func smtUnion(parts []string) string {
	switch len(parts) {
	case 0:
		return "re.none"
	case 1:
		return parts[0]
	}
	return "(re.union " + strings.Join(parts, " ") + ")"
}
