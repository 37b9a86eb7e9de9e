package linkml

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/contractc/contractc/internal/doc"
)

// format checks the syntax that a builtin type demands. The compatible reading checks what JSON Schema has a format for.
func (k *checker) format(x value, b builtin) {
	if x.n.Kind != doc.String || b.format == "" {
		return
	}
	if !k.strict() && (b.format == "curie" || b.format == "uriorcurie" || b.format == "json-pointer") {
		return
	}
	if !hasFormat(b.format, x.n.Text) {
		k.report(x, CodeFormat, "Write "+formatExample(b.format)+".", "%q is not a %s", clip(x.n.Text), b.name)
	}
}

// hasFormat reports whether a text has a format: dates and times by RFC 3339, URIs by RFC 3986, CURIEs by the W3C note,
// names by XML Namespaces, pointers by RFC 6901.
func hasFormat(format, s string) bool {
	switch format {
	case "date":
		return parses(time.DateOnly, s)
	case "time":
		return isTime(s)
	case "date-time":
		return isDateTime(s)
	case "date-or-date-time":
		return parses(time.DateOnly, s) || isDateTime(s)
	case "uri":
		return isURI(s)
	case "curie":
		return isCURIE(s)
	case "uriorcurie":
		return isURI(s) || isCURIE(s)
	case "ncname":
		return isNCName(s)
	case "json-pointer":
		return isPointer(s)
	}
	return false
}

func formatExample(format string) string {
	switch format {
	case "date":
		return "a date such as 2026-01-31"
	case "time":
		return "a time with an offset such as 09:00:00Z"
	case "date-time":
		return "a time such as 2026-01-31T09:00:00Z"
	case "date-or-date-time":
		return "a date such as 2026-01-31 or a time such as 2026-01-31T09:00:00Z"
	case "uri":
		return "a URI such as https://example.org/x"
	case "curie":
		return "a prefix, a colon and a name"
	case "uriorcurie":
		return "a URI, or a prefix, a colon and a name"
	case "ncname":
		return "a name that begins with a letter or underscore and has no colon and no space"
	}
	return "a JSON pointer such as /a/0"
}

func parses(layout, s string) bool {
	_, err := time.Parse(layout, s)
	return err == nil
}

func isTime(s string) bool {
	return offsetTime().MatchString(s) && (parses("15:04:05Z07:00", s) || parses("15:04:05z07:00", s))
}

// offsetTime is a full-time of RFC 3339; the parser of the standard library is laxer.
func offsetTime() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$`)
}

func isDateTime(s string) bool {
	return len(s) > 11 && (s[10] == 'T' || s[10] == 't') && parses(time.DateOnly, s[:10]) && isTime(strings.ToUpper(s[11:]))
}

// isURI reports whether s is an absolute URI: a scheme and characters that RFC 3986 allows.
func isURI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || rest == "" || !isSchemeStart(scheme[0]) {
		return false
	}
	for i := 1; i < len(scheme); i++ {
		if c := scheme[i]; !isSchemeStart(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return !strings.ContainsFunc(rest, func(c rune) bool {
		return c <= ' ' || c >= 0x7f || strings.ContainsRune("\"<>\\^`{|}", c)
	})
}

func isSchemeStart(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isCURIE(s string) bool {
	prefix, local, ok := strings.Cut(s, ":")
	return ok && (prefix == "" || isNCName(prefix)) && local != "" && !strings.ContainsFunc(local, func(c rune) bool {
		return unicode.IsSpace(c) || unicode.IsControl(c) || c == '<' || c == '>'
	})
}

func isNCName(s string) bool {
	for i, c := range s {
		letter := c == '_' || unicode.IsLetter(c)
		if !letter && (i == 0 || c != '-' && c != '.' && !unicode.IsDigit(c) && !unicode.IsMark(c)) {
			return false
		}
	}
	return s != ""
}

func isPointer(s string) bool {
	if s != "" && s[0] != '/' {
		return false
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}
