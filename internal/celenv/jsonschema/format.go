package jsonschema

import (
	"net/netip"
	"net/url"
	"regexp"
	"sync"
	"time"
)

// Formats are the formats of texts that can be demanded: those that providers of
// models know, by the standards that JSON Schema names for them.
func Formats() []string {
	return []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"}
}

// formatPatterns are the formats that a pattern says, or a part of one.
var formatPatterns = sync.OnceValue(func() map[string]*regexp.Regexp {
	const label = `[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
	return map[string]*regexp.Regexp{
		"duration": regexp.MustCompile(`^P([0-9]+W|([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+S)?)?)$`),
		"part":     regexp.MustCompile(`[0-9][A-Z]$`),
		"email":    regexp.MustCompile(`^[A-Za-z0-9.!#$%&'*+/=?^_{|}~` + "`" + `-]{1,64}@` + label + `(\.` + label + `)*$`),
		"hostname": regexp.MustCompile(`^` + label + `(\.` + label + `)*$`),
		"uuid":     regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`),
		"offset":   regexp.MustCompile(`^[^,]*([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`),
	}
})

// hasFormat reports whether a text is of a format.
func hasFormat(format, s string) bool {
	patterns := formatPatterns()
	switch format {
	case "date":
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	case "date-time":
		_, err := time.Parse("2006-01-02T15:04:05Z07:00", upperMarks(s))
		return err == nil && patterns["offset"].MatchString(s)
	case "time":
		_, err := time.Parse("15:04:05Z07:00", upperMarks(s))
		return err == nil && patterns["offset"].MatchString(s)
	case "duration":
		return patterns["duration"].MatchString(s) && patterns["part"].MatchString(s)
	case "email", "uuid":
		return patterns[format].MatchString(s)
	case "hostname":
		return len(s) <= 253 && patterns[format].MatchString(s)
	case "ipv4":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is4()
	case "ipv6":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is6() && a.Zone() == ""
	case "uri":
		u, err := url.Parse(s)
		return err == nil && u.IsAbs()
	}
	return false
}

// upperMarks writes the T and Z of a time, which may be of either case, in
// capitals.
func upperMarks(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c == 't' || c == 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
