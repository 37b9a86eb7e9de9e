package weburl

import "strings"

// canonicalPath is a path without segments . and .., with what need not be
// encoded decoded and all else encoded. It is empty where servers read the path
// differently: with an encoded slash, backslash, percent sign or control
// character, with .. behind empty segments, or with parameters behind dots.
func canonicalPath(text string) string {
	decoded, ok := decode(text)
	if !ok {
		return ""
	}
	if decoded == "" {
		return "/"
	}
	segments := strings.Split(decoded[1:], "/")
	var out []string
	empty, up := false, false
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case strings.HasPrefix(s, ".;"), strings.HasPrefix(s, "..;"):
			return ""
		case s == "..":
			up, out = true, out[:max(0, len(out)-1)]
		case s != ".":
			empty = empty || s == "" && !last
			out = append(out, s)
			continue
		}
		if last { // the path of a folder
			out = append(out, "")
		}
	}
	if empty && up {
		return ""
	}
	return "/" + strings.Join(out, "/")
}

const upperHex = "0123456789ABCDEF"

// decode decodes the characters that need not be encoded, and encodes those that
// must be.
func decode(text string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		encoded := c == '%'
		if encoded {
			if i+2 >= len(text) {
				return "", false
			}
			high, low := hexDigit(text[i+1]), hexDigit(text[i+2])
			if high < 0 || low < 0 {
				return "", false
			}
			c = byte(high<<4 | low)
			i += 2
			if c < 0x20 || c == 0x7F || c == '/' || c == '\\' || c == '%' {
				return "", false
			}
		}
		if mayStand(c, encoded) {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + upperHex[c>>4:c>>4+1] + upperHex[c&15:c&15+1])
	}
	return b.String(), true
}

// mayStand reports whether a byte stands as itself in a canonical path: letters,
// digits and -._~ in any case, and what divides parts of a path where it was
// written so.
func mayStand(c byte, encoded bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~", c) >= 0:
		return true
	}
	return !encoded && strings.IndexByte("/!$&'()*+,;=:@", c) >= 0
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
