package doc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

const byteOrderMark = "\uFEFF"

// badCharacters reports every character that a YAML file may not hold.
func badCharacters(file, src string) diag.List {
	found := problems{file: file}
	if strings.HasPrefix(src, "\xfe\xff") || strings.HasPrefix(src, "\xff\xfe") {
		found.add(diag.At(diag.Position{Line: 1, Column: 1}), "yaml.encoding", "save it as UTF-8", "the file is UTF-16")
		return found.sorted()
	}
	start := len(src) - len(strings.TrimPrefix(src, byteOrderMark))
	at, last := diag.Position{Line: 1, Column: 1}, start
	for i := start; i < len(src); {
		r, size := rune(src[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(src[i:])
		}
		if code, summary, detail := badCharacter(src, i, r, size); code != "" {
			at, last = advance(src, last, at, i), i
			rng := diag.Range{Start: at, End: diag.Position{Line: at.Line, Column: at.Column + 1}}
			found.add(rng, code, detail, "%s", summary)
		}
		i += size
	}
	return found.sorted()
}

// badCharacter says why the character r of so many bytes at i is refused; the
// code is empty for one that is welcome.
func badCharacter(src string, i int, r rune, size int) (code, summary, detail string) {
	const escape = "write it as an escape in double quotes"
	switch {
	case r >= 0x20 && r < 0x7f || r == '\n' || r == '\t' || r == '\r' && lineBreak(src, i) == 2:
		return "", "", ""
	case r == '\r':
		return "yaml.line-end", "carriage return without a line feed", "end lines with LF or CR LF"
	case r == utf8.RuneError && size == 1:
		return "yaml.bad-utf8", fmt.Sprintf("byte 0x%02X is not UTF-8", src[i]), "save the file as UTF-8"
	case r == 0x85 || r == 0x2028 || r == 0x2029:
		return "yaml.line-end", fmt.Sprintf("%U ends a line for some readers only", r), escape
	case r == 0xFEFF:
		return "yaml.byte-order-mark", "byte order mark inside the file", "remove it, or " + escape
	case r < 0x20 || r >= 0x7f && r < 0xA0 || r == 0xFFFE || r == 0xFFFF:
		return "yaml.control-character", fmt.Sprintf("control character %U", r), escape
	}
	return "", "", ""
}
