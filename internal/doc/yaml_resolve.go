package doc

import (
	"strconv"
	"strings"
)

// resolvePlain says what a plain (unquoted) scalar is. It accepts only what
// readers of YAML 1.1 and 1.2 take for the same value; for the rest it
// returns false and what the scalar could be taken for.
func resolvePlain(text string) (kind Kind, mistakenFor string, ok bool) {
	switch text {
	case "", "~", "null":
		return Null, "", true
	case "true", "false":
		return Bool, "", true
	case "=", "<<":
		return String, "a YAML 1.1 key with a special meaning", false
	}
	if looksNumeric(text) {
		return resolveNumeric(text)
	}
	switch strings.ToLower(text) {
	case "y", "n", "yes", "no", "on", "off", "true", "false":
		return String, "a boolean", false
	case "null":
		return String, "null", false
	}
	switch strings.ToLower(strings.TrimLeft(text, "+-._")) {
	case "inf", "nan":
		return String, "a number", false
	}
	return String, "", true
}

// looksNumeric reports whether a text matches [-+]?[._]*[0-9].
func looksNumeric(text string) bool {
	if text[0] == '-' || text[0] == '+' {
		text = text[1:]
	}
	text = strings.TrimLeft(text, "._")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

func resolveNumeric(text string) (Kind, string, bool) {
	switch {
	case isVersion(text):
		return String, "", true
	case isDecimal(text):
		return Number, "", true
	case !isInteger(text):
		return String, "a number, a date or a time", false
	case text == "-0":
		return String, "zero", false
	}
	v, err := strconv.ParseInt(text, 10, 64)
	const most = 1<<53 - 1
	if err != nil || v > most || v < -most {
		return String, "a rounded number", false
	}
	return Number, "", true
}

// isInteger reports whether a text matches -?(0|[1-9]\d*).
func isInteger(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && countDigits(text) == len(text) && (text[0] != '0' || text == "0")
}

// isDecimal reports whether a text matches -?(0|[1-9]\d*)\.\d+ within the
// limit on digits.
func isDecimal(text string) bool {
	whole, fraction, ok := strings.Cut(text, ".")
	return ok && isInteger(whole) && fraction != "" && countDigits(fraction) == len(fraction) &&
		len(text) <= MaxNumberDigits
}

// isVersion reports whether a text is N.N.N, which no YAML reader takes for a
// number.
func isVersion(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return false
	}
	for _, p := range parts {
		if p == "" || countDigits(p) != len(p) {
			return false
		}
	}
	return true
}
