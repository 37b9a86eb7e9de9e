package repair

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// bare reads a value without quotes: a number, a word that stands for a value,
// or a text.
func (p *parser) bare() bool {
	begin := p.pos
	end := p.trimmed(begin, p.bareEnd(begin))
	if end <= begin {
		return p.fail(begin, "a value is expected")
	}
	if first := p.firstWord(begin, end); first < end && (!p.inObject() || p.keyAt(p.blank(first, true))) && p.wordValue(begin, first) {
		return p.fault == nil
	}
	if kind, size := quoteAt(p.src, end); kind != noQuote {
		return p.bareQuote(begin, end, size)
	}
	if p.wordValue(begin, end) {
		return p.fault == nil
	}
	if len(p.open) == 0 {
		return p.fail(begin, "a text without quotes")
	}
	p.edit(UnquotedTexts, begin, end)
	p.pos = end
	return p.bareText(begin, end)
}

// bareQuote reads a value whose opening mark is missing, or a string of Python
// with a prefix.
func (p *parser) bareQuote(begin, end, size int) bool {
	if isPrefix(p.src[begin:end]) && !p.closesAt(end+size, false) {
		return p.prefixed(begin, end, false)
	}
	p.repair(MissingQuotes, end, end+size, "")
	if word := p.src[begin:end]; (doc.IsNumber(word) || p.literalAt(begin) == word) && p.doubtful(begin, mayBeText) {
		p.wordValue(begin, end)
		p.pos = end + size
		return p.fault == nil
	}
	p.pos = end + size
	return p.bareText(begin, end)
}

// mayBeText is the doubt about a word that is a value without quotes and a text with them.
const mayBeText = "the word here may be a value or a text"

// bareEnd returns where a value without quotes ends.
func (p *parser) bareEnd(i int) int {
	parens := 0
	for begin := i; i < len(p.src) && strings.IndexByte(",[]{}\n\r", p.src[i]) < 0; {
		c := p.src[i]
		if p.breaksBare(begin, i) && (i > begin || c != '/' && c != '#') && !p.has(i-1, "://") {
			break
		}
		if c == ')' && (parens == 0 || p.counts[2] > 0) || c == ';' && len(p.open) == 0 {
			break
		}
		switch c {
		case '(':
			parens++
		case ')':
			parens--
		}
		_, size := p.runeAt(i)
		i += size
	}
	return i
}

// breaksBare reports whether a text without quotes ends at i by a mark or a comment.
func (p *parser) breaksBare(begin, i int) bool {
	switch c := p.src[i]; {
	case c == '/' || c == '#':
		_, comment := commentEnd(p.src, i, false)
		return comment
	case mayQuote(c):
		kind, _ := quoteAt(p.src, i)
		return kind != noQuote && !p.apostrophe(begin, i)
	}
	return false
}

// apostrophe reports whether the mark at i stands between two letters of a word
// that begins before it, and is not the beginning of a string with a prefix.
func (p *parser) apostrophe(begin, i int) bool {
	kind, size := quoteAt(p.src, i)
	return i > begin && !isPrefix(p.src[begin:i]) && (kind == singleQuote || kind == curlySingle) && isLetter(p.src[i-1]) && isLetter(p.byteAt(i+size))
}

func (p *parser) firstWord(begin, end int) int {
	if i := strings.IndexAny(p.src[begin:end], " \t"); i >= 0 {
		return begin + i
	}
	return end
}

// bareText makes a string of a text without quotes.
func (p *parser) bareText(begin, end int) bool {
	p.change(begin, begin, `"`)
	p.content(begin, end)
	p.change(end, end, `"`)
	return p.fault == nil
}

// wordValue reads a number or a word that stands for a value, and reports
// whether there is one.
func (p *parser) wordValue(begin, end int) bool {
	word := p.src[begin:end]
	switch other := otherCase(word); {
	case word == "true" || word == "false" || word == "null" || doc.IsNumber(word):
	case word == "undefined":
		p.repair(Undefined, begin, end, "null")
	case meaning(word) != "":
		p.repair(Literals, begin, end, meaning(word))
	case other != "":
		p.either(Literals, begin, end, other, `"`+word+`"`, mayBeText)
	case strings.TrimLeft(word, "+-") == "NaN" || strings.TrimLeft(word, "+-") == "Infinity":
		p.either(Literals, begin, end, "null", `"`+word+`"`, "JSON has no such number")
	default:
		return p.number(begin, end)
	}
	p.pos = end
	return true
}

// either reads a word in one of two ways.
func (p *parser) either(class Class, begin, end int, first, second, why string) {
	if p.doubtful(begin, why) {
		first = second
	}
	p.repair(class, begin, end, first)
}

// number reads a number as other notations write it.
func (p *parser) number(begin, end int) bool {
	word := p.src[begin:end]
	digits, sign := strings.TrimLeft(word, "+-"), ""
	if digits == "" {
		return !p.fail(begin, "a number without digits")
	}
	if len(word)-len(digits) > 1 {
		return false
	}
	if word[0] == '-' {
		sign = "-"
	}
	switch plain := completed(digits); {
	case doc.IsNumber(plain) && word[0] != '+':
		p.repair(Numbers, begin, end, sign+plain)
	case doc.IsNumber(grouped(plain)):
		p.either(Numbers, begin, end, `"`+word+`"`, sign+grouped(plain), "the text here may be a number or a text")
	default:
		return false
	}
	p.pos = end
	return true
}

// grouped leaves out what makes a number readable in other notations: zeros
// before it and underscores in it.
func grouped(digits string) string {
	plain := strings.ReplaceAll(digits, "_", "")
	for len(plain) > 1 && plain[0] == '0' && isDigit(plain[1]) {
		plain = plain[1:]
	}
	return plain
}

// completed adds the digits that other notations may leave out.
func completed(digits string) string {
	mantissa, exponent := digits, ""
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		mantissa, exponent = digits[:i], digits[i:]
	}
	if mantissa == "" || mantissa == "." {
		return ""
	}
	if strings.HasPrefix(mantissa, ".") {
		mantissa = "0" + mantissa
	}
	if strings.HasSuffix(mantissa, ".") {
		mantissa += "0"
	}
	if exponent != "" && !isDigit(exponent[len(exponent)-1]) {
		exponent += "0"
	}
	return mantissa + exponent
}
