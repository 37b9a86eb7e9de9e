package weburl

import (
	"net/netip"
	"strings"
)

// canonicalHost is a host as names and addresses are compared. A name is of
// letters, digits, hyphens and underscores; one in other scripts, or with encoded
// characters, is read differently by different readers.
func canonicalHost(text string) (host string, literal, ok bool) {
	if strings.HasPrefix(text, "[") {
		host, ok = canonicalIPv6(text)
		return host, true, ok
	}
	host = strings.TrimSuffix(strings.ToLower(text), ".")
	if len(host) > 253 {
		return "", false, false
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !isLabel(label) {
			return "", false, false
		}
	}
	if last := labels[len(labels)-1]; !isNumeric(last) {
		return host, false, true
	}
	// A host whose last label is a number is an address or nothing.
	address, err := netip.ParseAddr(host)
	return host, true, err == nil && address.Is4()
}

func isLabel(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return text != "" && len(text) <= 63
}

// isNumeric reports whether some readers take a label for a number, decimal or
// hexadecimal.
func isNumeric(label string) bool {
	digits, hex := strings.CutPrefix(label, "0x")
	if hex {
		return strings.Trim(digits, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// canonicalIPv6 is an address in brackets; one that stands for an IPv4 address
// is that.
func canonicalIPv6(text string) (string, bool) {
	inner, ok := strings.CutSuffix(text[1:], "]")
	address, err := netip.ParseAddr(inner)
	switch {
	case !ok || err != nil || !address.Is6() || address.Zone() != "":
		return "", false
	case address.Is4In6():
		return address.Unmap().String(), true
	}
	return "[" + address.String() + "]", true
}
