package report

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/eval"
)

// embedded begins the names of files in the program itself.
const embedded = "embedded:"

// fileScheme begins references to files by their whole path.
const fileScheme = "file://"

// isFile reports whether a name is that of a file that others can open: neither
// a contract expression nor a file in the program itself.
func isFile(name string) bool {
	return name != "" && !strings.HasPrefix(name, eval.ExpressionPrefix) && !strings.HasPrefix(name, embedded)
}

// shown is the name of a file from the report's base, with slashes. What is not
// below the base keeps its name.
func (r *Report) shown(name string) string {
	if !isFile(name) {
		return name
	}
	slashed := path.Clean(filepath.ToSlash(name))
	if r.Base == "" {
		return slashed
	}
	whole := slashed
	if !filepath.IsAbs(name) {
		whole = path.Join(filepath.ToSlash(r.Base), slashed)
	}
	if below, ok := strings.CutPrefix(whole, strings.TrimSuffix(filepath.ToSlash(r.Base), "/")+"/"); ok {
		return below
	}
	return slashed
}

// uri is a file's name as a reference: relative to the report's base, or an
// absolute one of the scheme file.
func (r *Report) uri(name string) string {
	shown := r.shown(name)
	switch {
	case !filepath.IsAbs(filepath.FromSlash(shown)):
		return encodePath(shown)
	case strings.HasPrefix(shown, "/"):
		return fileScheme + encodePath(shown)
	}
	return fileScheme + "/" + encodePath(shown)
}

// encodePath encodes everything but slashes and RFC 3986's unreserved
// characters, so that no name is read as a scheme, a query or a fragment. Bytes
// that are not UTF-8 are encoded too.
func encodePath(name string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if isUnreserved(c) || c == '/' {
			b.WriteByte(c)
			continue
		}
		b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
	}
	return b.String()
}

func isUnreserved(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("-._~", c) >= 0
}
