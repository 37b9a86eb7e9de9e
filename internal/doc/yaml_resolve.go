package doc

import (
	"strconv"
	"strings"
)

const notANumber = "some YAML readers take it for a number, a date or a time; " +
	"write plain decimal digits, or put it in quotes"

// resolvePlain says what a plain (unquoted) scalar is. It accepts only what
// readers of YAML 1.1 and 1.2 take for the same value; for the rest it
// returns false and the reason with advice.
func resolvePlain(text string) (kind Kind, why string, ok bool) {
	switch text {
	case "", "~", "null":
		return Null, "", true
	case "true", "false":
		return Bool, "", true
	case "=", "<<":
		return String, "some YAML readers give it a special meaning; write it in quotes", false
	}
	if looksNumeric(text) {
		return resolveNumeric(text)
	}
	switch strings.ToLower(text) {
	case "y", "n", "yes", "no", "on", "off", "true", "false":
		return String, "some YAML readers take it for a boolean; write true or false, or put it in quotes", false
	case "null":
		return String, "some YAML readers take it for null; write null, or put it in quotes", false
	}
	switch strings.ToLower(strings.TrimLeft(text, "+-._")) {
	case "inf", "nan":
		return String, notANumber, false
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
		return String, notANumber, false
	case text == "-0":
		return String, "some YAML readers take it for 0; write 0, or put it in quotes", false
	}
	v, err := strconv.ParseInt(text, 10, 64)
	const most = 1<<53 - 1
	if err != nil || v > most || v < -most {
		return String, "some YAML readers round integers beyond 9007199254740991; put it in quotes", false
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
