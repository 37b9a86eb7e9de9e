package render

import (
	"strings"
	"unicode/utf8"
)

// Parameters of Punycode, RFC 3492, section 5.
const (
	punyBase    = 36
	punyTMin    = 1
	punyTMax    = 26
	punySkew    = 38
	punyDamp    = 700
	punyBias    = 72
	punyN       = 128
	maxHost     = 1024
	maxLabel    = 63
	punyOverrun = 1 << 30
)

// asciiHost returns a host name with every label that is not ASCII in Punycode
// after xn--, as written: nothing is mapped or normalised before. It is no
// promise that the name can be registered.
func asciiHost(host string) (string, bool) {
	if len(host) > maxHost || !utf8.ValidString(host) {
		return "", false
	}
	labels := strings.Split(host, ".")
	for i, l := range labels {
		if isASCII(l) {
			continue
		}
		encoded, ok := punycode(l)
		if !ok || len(encoded)+len("xn--") > maxLabel {
			return "", false
		}
		labels[i] = "xn--" + encoded
	}
	return strings.Join(labels, "."), true
}

// punycode encodes one label (RFC 3492, section 6.3).
func punycode(label string) (string, bool) {
	input := []rune(label)
	var out []byte
	for _, r := range input {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	handled := basic
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(punyN), 0, punyBias
	for handled < len(input) {
		m := nextRune(input, n)
		delta += int(m-n) * (handled + 1)
		if delta > punyOverrun {
			return "", false
		}
		n = m
		for _, r := range input {
			if r < n {
				delta++
			}
			if r == n {
				out = appendDelta(out, delta, bias)
				bias = adapt(delta, handled+1, handled == basic)
				delta = 0
				handled++
			}
		}
		delta++
		n++
	}
	return string(out), true
}

// nextRune returns the smallest character of the input from n on.
func nextRune(input []rune, n rune) rune {
	m := rune(utf8.MaxRune)
	for _, r := range input {
		if r >= n && r < m {
			m = r
		}
	}
	return m
}

// appendDelta writes a delta as a variable-length integer.
func appendDelta(out []byte, delta, bias int) []byte {
	q := delta
	for k := punyBase; ; k += punyBase {
		t := min(max(k-bias, punyTMin), punyTMax)
		if q < t {
			return append(out, punyDigit(q))
		}
		out = append(out, punyDigit(t+(q-t)%(punyBase-t)))
		q = (q - t) / (punyBase - t)
	}
}

func punyDigit(d int) byte {
	if d < 26 {
		return byte('a' + d)
	}
	return byte('0' + d - 26)
}

func adapt(delta, points int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > (punyBase-punyTMin)*punyTMax/2 {
		delta /= punyBase - punyTMin
		k += punyBase
	}
	return k + (punyBase-punyTMin+1)*delta/(delta+punySkew)
}
