package quote

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// symbol is one way to write a currency.
type symbol struct{ text, code string }

// indexCurrencies sorts the symbols, the longest first, so that US$ is found before $.
func (o *Options) indexCurrencies() error {
	seen := map[string]bool{}
	for _, c := range o.Currencies {
		for _, text := range c.Symbols {
			if text == "" || c.Code == "" || seen[text] {
				return badOption("the symbol %q of currency %q is empty or stands twice", text, c.Code)
			}
			seen[text] = true
			o.currencies = append(o.currencies, symbol{text, c.Code})
		}
	}
	slices.SortStableFunc(o.currencies, func(a, b symbol) int { return len(b.text) - len(a.text) })
	return nil
}

// currencyBefore returns the code of the currency at the end of a text, with at most one space behind it, and where it begins.
func (o *Options) currencyBefore(text string) (string, int) {
	trimmed := strings.TrimSuffix(strings.TrimSuffix(text, " "), "\u00a0")
	for _, s := range o.currencies {
		head, ok := strings.CutSuffix(trimmed, s.text)
		if !ok {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(head)
		first, _ := utf8.DecodeRuneInString(s.text)
		if !(wordRune(before) && wordRune(first)) {
			return s.code, len(head)
		}
	}
	return "", len(text)
}

// currencyAfter returns the code of the currency at the start of a text, with at most one space before it, and where it ends.
func (o *Options) currencyAfter(text string) (string, int) {
	trimmed := strings.TrimPrefix(strings.TrimPrefix(text, " "), "\u00a0")
	for _, s := range o.currencies {
		rest, ok := strings.CutPrefix(trimmed, s.text)
		if !ok {
			continue
		}
		after, _ := utf8.DecodeRuneInString(rest)
		last, _ := utf8.DecodeLastRuneInString(s.text)
		if !(wordRune(after) && wordRune(last)) {
			return s.code, len(text) - len(rest)
		}
	}
	return "", 0
}
