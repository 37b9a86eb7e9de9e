package weburl

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxBytes is how long a URL may be.
const MaxBytes = 8192

// URL is what is known of a URL. A part that is not known is empty, and Port 0.
type URL struct {
	Scheme string // in small letters
	Host   string // in small letters; an IPv6 address in brackets
	Domain string // a dot and the host, where that is a name
	Port   int    // the scheme's own where none is written
	Origin string // scheme, host, and port where it is not the scheme's own
	Path   string // begins with a slash; without . and .. and with what need not be encoded decoded
	Query  string // as written, without the question mark
	// Literal says that the host is an address.
	Literal bool
	// Parsed says that the query is known, and that there is none where it is
	// empty.
	Parsed bool
	// User says that a user or password stands before the host.
	User bool
}

// Parse takes a URL apart.
func Parse(text string) URL {
	var u URL
	scheme, rest, ok := strings.Cut(text, "://")
	if len(text) > MaxBytes || !ok || !utf8.ValidString(text) || strings.ContainsFunc(text, isAmbiguous) || !isScheme(scheme) {
		return u
	}
	u.Scheme = strings.ToLower(scheme)
	authority, rest := cutAt(rest, "/?#")
	rest, _ = cutAt(rest, "#")
	path, query, _ := strings.Cut(rest, "?")
	if !u.authority(authority) {
		return URL{Scheme: u.Scheme}
	}
	u.Path, u.Query, u.Parsed = canonicalPath(path), query, true
	return u
}

// isAmbiguous reports whether a character is dropped, or taken for another, by
// some readers of URLs.
func isAmbiguous(c rune) bool {
	return c == '\\' || unicode.IsSpace(c) || unicode.IsControl(c)
}

// cutAt cuts a text before the first of some characters, which stays with what
// follows.
func cutAt(text, any string) (before, after string) {
	if i := strings.IndexAny(text, any); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

func isScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || strings.IndexByte("+-.", c) >= 0)) {
			return false
		}
	}
	return text != ""
}

// authority reads user, host and port. It reports whether they are known.
func (u *URL) authority(text string) bool {
	if user, rest, ok := strings.Cut(text, "@"); ok {
		if strings.ContainsAny(rest, "@") || !isUser(user) {
			return false
		}
		u.User, text = true, rest
	}
	host, port := text, ""
	if i := strings.LastIndexByte(text, ':'); i >= 0 && !strings.HasSuffix(text, "]") {
		host, port = text[:i], text[i+1:]
	}
	var ok bool
	if u.Host, u.Literal, ok = canonicalHost(host); !ok {
		return false
	}
	if !u.Literal {
		u.Domain = "." + u.Host
	}
	return u.port(port)
}

// isUser reports whether a text is a user and a password that every reader ends
// at the same place.
func isUser(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c >= 0x80 || strings.IndexByte(`<>"{}|^`+"`[]", c) >= 0 {
			return false
		}
	}
	return true
}

// port reads a port, and makes the origin.
func (u *URL) port(text string) bool {
	own := defaultPort(u.Scheme)
	if u.Port = own; text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 65535 || strconv.Itoa(n) != text {
			return false
		}
		u.Port = n
	}
	u.Origin = u.Scheme + "://" + u.Host
	if u.Port != own {
		u.Origin += ":" + strconv.Itoa(u.Port)
	}
	return true
}

// defaultPort is the port of a scheme, 0 where it is not known.
func defaultPort(scheme string) int {
	switch scheme {
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	case "ftp":
		return 21
	}
	return 0
}
