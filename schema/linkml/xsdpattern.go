package linkml

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
)

// XSDPattern translates a regular expression in RE2 syntax, which is searched for in a text, to one of XML Schema, which
// the whole text must match. It uses only what XML Schema, XPath, ECMAScript and Python read alike. The error names what
// XML Schema has no word for: word boundaries, line anchors, and anchors within the expression.
func XSDPattern(re2 string) (string, error) {
	re, err := syntax.Parse(re2, syntax.Perl)
	if err != nil {
		return "", err
	}
	alternatives, err := anchored(re)
	if err != nil {
		return "", err
	}
	return strings.Join(alternatives, "|"), nil
}

const anyText = `[\s\S]*`

// anchored translates each alternative of the expression with what may stand before and behind it.
func anchored(re *syntax.Regexp) ([]string, error) {
	switch re.Op {
	case syntax.OpCapture:
		return anchored(re.Sub[0])
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			one, err := anchored(sub)
			if err != nil {
				return nil, err
			}
			all = append(all, one...)
		}
		return all, nil
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	before, after := anyText, anyText
	for len(parts) > 0 && parts[0].Op == syntax.OpBeginText {
		before, parts = "", parts[1:]
	}
	for len(parts) > 0 && parts[len(parts)-1].Op == syntax.OpEndText {
		after, parts = "", parts[:len(parts)-1]
	}
	body, err := xsdAll(parts)
	return []string{before + body + after}, err
}

func xsdAll(parts []*syntax.Regexp) (string, error) {
	var b strings.Builder
	for _, part := range parts {
		text, err := xsd(part)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func xsd(re *syntax.Regexp) (string, error) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return "", nil
	case syntax.OpLiteral:
		return xsdLiteral(re)
	case syntax.OpCharClass:
		return xsdClass(re.Rune)
	case syntax.OpAnyChar:
		return `[\s\S]`, nil
	case syntax.OpAnyCharNotNL:
		return `[^\n]`, nil
	case syntax.OpCapture:
		inner, err := xsd(re.Sub[0])
		return "(" + inner + ")", err
	case syntax.OpConcat:
		return xsdAll(re.Sub)
	case syntax.OpAlternate:
		return xsdAlternatives(re.Sub)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return xsdRepeat(re)
	case syntax.OpNoMatch:
		return "", fmt.Errorf("the expression matches nothing")
	}
	return "", fmt.Errorf("XML Schema has no word for %s within an expression", re)
}

func xsdAlternatives(list []*syntax.Regexp) (string, error) {
	texts := make([]string, len(list))
	for i, re := range list {
		text, err := xsd(re)
		if err != nil {
			return "", err
		}
		texts[i] = text
	}
	return "(" + strings.Join(texts, "|") + ")", nil
}

// xsdRepeat leaves out whether a repetition is lazy: which texts match does not depend on it.
func xsdRepeat(re *syntax.Regexp) (string, error) {
	inner, err := xsd(re.Sub[0])
	if err != nil {
		return "", err
	}
	switch re.Op {
	case syntax.OpStar:
		return "(" + inner + ")*", nil
	case syntax.OpPlus:
		return "(" + inner + ")+", nil
	case syntax.OpQuest:
		return "(" + inner + ")?", nil
	}
	high := strconv.Itoa(re.Max)
	if re.Max < 0 {
		high = ""
	}
	return fmt.Sprintf("(%s){%d,%s}", inner, re.Min, high), nil
}

// xsdLiteral writes the characters of a text; all cases of a letter where case does not count.
func xsdLiteral(re *syntax.Regexp) (string, error) {
	if re.Flags&syntax.FoldCase == 0 {
		return XSDEscape(string(re.Rune))
	}
	var b strings.Builder
	for _, r := range re.Rune {
		pairs := []rune{r, r}
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			pairs = append(pairs, other, other)
		}
		text, err := xsdClass(pairs)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// xsdClass writes a class of characters given as pairs of first and last, as far as XML has them.
func xsdClass(pairs []rune) (string, error) {
	if len(pairs) > 2 && pairs[0] == 0 && pairs[len(pairs)-1] == unicode.MaxRune {
		var gaps []rune
		for i := 1; i+1 < len(pairs); i += 2 {
			gaps = append(gaps, pairs[i]+1, pairs[i+1]-1)
		}
		if text := xsdRanges(gaps); text != "" {
			return "[^" + text + "]", nil
		}
		return `[\s\S]`, nil
	}
	text := xsdRanges(pairs)
	if text == "" {
		return "", fmt.Errorf("the class holds no character that XML has")
	}
	return "[" + text + "]", nil
}

// xmlRanges are the characters that XML has.
func xmlRanges() [5][2]rune {
	return [...][2]rune{{'\t', '\n'}, {'\r', '\r'}, {0x20, 0xD7FF}, {0xE000, 0xFFFD}, {0x10000, unicode.MaxRune}}
}

func xsdRanges(pairs []rune) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		for _, xml := range xmlRanges() {
			first, last := max(pairs[i], xml[0]), min(pairs[i+1], xml[1])
			switch {
			case first > last:
			case first == last:
				xsdRune(&b, first)
			default:
				xsdRune(&b, first)
				b.WriteByte('-')
				xsdRune(&b, last)
			}
		}
	}
	return b.String()
}

// XSDEscape writes a text so that a regular expression of XML Schema matches it and nothing else. The error names a
// character that XML does not have.
func XSDEscape(text string) (string, error) {
	var b strings.Builder
	for _, r := range text {
		switch {
		case xsdRanges([]rune{r, r}) == "":
			return "", fmt.Errorf("XML has no character U+%04X", r)
		case r == '$': // an anchor for some, and its escape unknown to others
			b.WriteString("[$]")
		default:
			xsdRune(&b, r)
		}
	}
	return b.String(), nil
}

// xsdRune writes a character as it may stand within and without a class.
func xsdRune(b *strings.Builder, r rune) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case strings.ContainsRune(`\|.?*+(){}[]^-`, r):
		b.WriteByte('\\')
		b.WriteRune(r)
	default:
		b.WriteRune(r)
	}
}
