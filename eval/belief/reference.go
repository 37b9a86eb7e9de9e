package belief

import (
	"strconv"
	"strings"
)

// reference names a revision, as key@version.
type reference struct {
	key     string
	version int64
}

func (r reference) String() string { return r.key + "@" + strconv.FormatInt(r.version, 10) }

// parseReference reads key@version. A key may hold an @ itself: the last one
// counts.
func parseReference(s string) (reference, bool) {
	at := strings.LastIndexByte(s, '@')
	if at <= 0 || at+1 == len(s) || s[at+1] == '0' {
		return reference{}, false
	}
	for _, c := range []byte(s[at+1:]) {
		if c < '0' || c > '9' {
			return reference{}, false
		}
	}
	version, err := strconv.ParseInt(s[at+1:], 10, 64)
	return reference{s[:at], version}, err == nil
}
