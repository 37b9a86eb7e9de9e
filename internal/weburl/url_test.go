package weburl_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/weburl"
)

// What is not known of a URL is empty here: an origin and a path with a question
// mark and the query.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"https://api.github.com":               "https://api.github.com /?",
		"https://api.github.com/repos/a?b=c#d": "https://api.github.com /repos/a?b=c",
		"HTTPS://API.GitHub.COM/A":             "https://api.github.com /A?",
		"https://api.github.com:443/":          "https://api.github.com /?",
		"https://api.github.com:/":             "https://api.github.com /?",
		"http://a.b:8080":                      "http://a.b:8080 /?",
		"http://a.b:443":                       "http://a.b:443 /?",
		"https://api.github.com./x":            "https://api.github.com /x?",
		// another host than the one that the text begins with
		"https://api.github.com.evil.org/":       "https://api.github.com.evil.org /?",
		"https://api.github.com@evil.org/":       "https://evil.org /?",
		"https://api.github.com:x@evil.org/":     "https://evil.org /?",
		"https://api.github.com%2f@evil.org/":    "https://evil.org /?",
		"https://evil.org/@api.github.com":       "https://evil.org /@api.github.com?",
		"https://evil.org?@api.github.com/":      "https://evil.org /?@api.github.com/",
		"https://evil.org#@api.github.com/":      "https://evil.org /?",
		"https://evil.org:443@api.github.com:80": "https://api.github.com:80 /?",
		// what readers do not agree on
		`https://api.github.com\.evil.org`: "", `https://evil.org\@api.github.com/`: "", "https://a@b@c/": "", "https://a.b:0443/": "", "https://a.b:99999/": "", "https://a.b:x/": "",
		"https://api%2egithub.com/": "", "https://api.github.com%00.evil.org/": "", "https://ｅvil.org/": "", "https://evil。org/": "", "https://bücher.example/": "", "https://gıthub.com": "",
		"https:api.github.com": "", "https:/api.github.com": "", "https:///api.github.com": "", "//api.github.com/": "", "api.github.com": "", "": "", " https://a.b/": "", "https://a.b/\t": "", "https://a.b/ c": "", "ht\ntps://a.b/": "",
		"https://a..b/": "", "https://.a/": "", "https://a.b..": "", "https://": "", "https://:80/": "", "https://a b/": "", "https://a<b/": "", "data:text/html,x": "", "javascript://a.b/%0aalert(1)": "javascript://a.b ?",
		"https://<a>@b.c/": "", "https://a.b[]/": "", "https://" + strings.Repeat("a", 64) + ".b": "", "https://a.b/" + strings.Repeat("a", 8192): "",
		"https://xn--bcher-kva.example/": "https://xn--bcher-kva.example /?", "https://a_b.c": "https://a_b.c /?",
		// addresses
		"http://127.0.0.1/": "http://127.0.0.1 /?", "http://0127.0.0.1/": "", "http://127.1/": "", "http://2130706433/": "", "http://0x7f000001/": "", "http://0x7f.0.0.1/": "", "http://127.0.0.1.": "http://127.0.0.1 /?", "http://1.2.3.4.5/": "", "http://256.1.1.1/": "", "http://a.0x/": "",
		"http://[::1]:80/": "http://[::1] /?", "http://[0:0:0:0:0:0:0:1]/": "http://[::1] /?", "http://[::ffff:127.0.0.1]/": "http://127.0.0.1 /?", "http://[::FFFF:7f00:1]:8/": "http://127.0.0.1:8 /?", "http://[fe80::1%25eth0]/": "", "http://[::1/": "", "http://[1.2.3.4]/": "", "http://[::1]x/": "",
		"http://[2001:DB8::A]/": "http://[2001:db8::a] /?",
		// paths
		"https://a/b/../c": "https://a /c?", "https://a/../../c": "https://a /c?", "https://a/b/./c/.": "https://a /b/c/?", "https://a/b/%2e%2e/c": "https://a /c?", "https://a/b/%2E./c": "https://a /c?", "https://a/%7Eb/%41": "https://a /~b/A?", "https://a/b//c": "https://a /b//c?",
		"https://a/b/c/..": "https://a /b/?", "https://a/é": "https://a /%C3%A9?", "https://a/%c3%a9": "https://a /%C3%A9?", "https://a/%20": "https://a /%20?", "https://a/b;c": "https://a /b;c?", "https://a/%3b": "https://a /%3B?",
		"https://a/b/%2f../c": "https://a ?", "https://a/b/%5c../c": "https://a ?", "https://a/%00": "https://a ?", "https://a/%": "https://a ?", "https://a/%zz": "https://a ?", "https://a/%252e%252e/": "https://a ?", "https://a/b//../c": "https://a ?", "https://a/b/..;/c": "https://a ?", "https://a/.;x": "https://a ?",
		"file:///etc/passwd": "", "ftp://a:21/b": "ftp://a /b?", "wss://a": "wss://a /?", "x://a": "x://a /?", "x://a:1": "x://a:1 /?",
	} {
		u := weburl.Parse(text)
		got := ""
		if u.Parsed {
			got = u.Origin + " " + u.Path + "?" + u.Query
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	u := weburl.Parse("https://u@a.b/c")
	plain := u.Plain()
	if plain["host"] != "a.b" || plain["domain"] != ".a.b" || plain["user"] != true || plain["literal"] != false || plain["query"] != "" {
		t.Errorf("%v", plain)
	}
	u = weburl.Parse("https://[::1]")
	if plain = u.Plain(); plain["literal"] != true || plain["domain"] != nil {
		t.Errorf("%v", plain)
	}
	u = weburl.Parse("https:/a")
	for name, part := range u.Plain() {
		if part != nil {
			t.Errorf("%s is %v", name, part)
		}
	}
}

// FuzzParse: a known host is the one that Go's own reader finds, and a known
// path is canonical: taken as a URL again it is itself.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"https://api.github.com/repos?x=1#y", "https://a:b@evil.org:8443/../x", `https://a\@b/`, "http://[::ffff:1.2.3.4]:80/", "http://0x7f.1/", "https://a./%2e%2e/%7e", "HTTP://A:080", "https://a/b//../..;", "x://é/",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u := weburl.Parse(text)
		if !u.Parsed {
			if u.Host != "" || u.Path != "" || u.Origin != "" {
				t.Errorf("%q: parts of what does not parse: %+v", text, u)
			}
			return
		}
		if parsed, err := url.Parse(text); err == nil && !sameHost(parsed.Hostname(), u.Host) {
			t.Errorf("%q: the host is %q, and to Go %q", text, u.Host, parsed.Hostname())
		}
		if u.Path == "" || len(u.Origin+u.Path) > weburl.MaxBytes { // a path is longer with its characters escaped
			return
		}
		again := weburl.Parse(u.Origin + u.Path)
		if again.Origin != u.Origin || again.Path != u.Path {
			t.Errorf("%q: %s%s is %s%s again", text, u.Origin, u.Path, again.Origin, again.Path)
		}
		u.Plain()
	})
}

func sameHost(written, host string) bool {
	return strings.TrimSuffix(strings.ToLower(written), ".") == strings.Trim(host, "[]") || strings.Contains(written, ":")
}
