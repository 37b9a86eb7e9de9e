package doc

import (
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

const byteOrderMark = "\uFEFF"

// badCharacters reports every character that a YAML file may not hold.
func badCharacters(file, src string) diag.List {
	var list diag.List
	if strings.HasPrefix(src, "\xfe\xff") || strings.HasPrefix(src, "\xff\xfe") {
		list.Add(diag.Errorf(file, diag.At(diag.Position{Line: 1, Column: 1}), "yaml.encoding", "the file is UTF-16").
			WithDetail("save it as UTF-8"))
		return list
	}
	start := len(src) - len(strings.TrimPrefix(src, byteOrderMark))
	at, last := diag.Position{Line: 1, Column: 1}, start
	for i := start; i < len(src); {
		r, size := rune(src[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(src[i:])
		}
		if code, summary, detail := badCharacter(src, i, r, size); code != "" && len(list) < maxFindings {
			at, last = advance(src, last, at, i), i
			rng := diag.Range{Start: at, End: diag.Position{Line: at.Line, Column: at.Column + 1}}
			list.Add(diag.Errorf(file, rng, code, summary, r).WithDetail("%s", detail))
		}
		i += size
	}
	return list
}

// badCharacter returns code, summary (a format that takes the character) and
// detail, or an empty code for a character that is welcome.
func badCharacter(src string, i int, r rune, size int) (code, summary, detail string) {
	switch {
	case r >= 0x20 && r < 0x7f || r == '\n' || r == '\t':
		return "", "", ""
	case r == '\r':
		if lineBreak(src, i) == 2 {
			return "", "", ""
		}
		return "yaml.line-end", "carriage return (%U) without a line feed", "end lines with LF or CR LF"
	case r == utf8.RuneError && size == 1:
		return "yaml.bad-utf8", "bytes that are not UTF-8, shown as %U", "save the file as UTF-8"
	case r == 0x85 || r == 0x2028 || r == 0x2029:
		return "yaml.line-end", "%U ends a line for some readers only", "write it as an escape in double quotes"
	case r == 0xFEFF:
		return "yaml.byte-order-mark", "byte order mark %U inside the file", "remove it, or write it as an escape in double quotes"
	case r < 0x20 || r >= 0x7f && r < 0xA0 || r == 0xFFFE || r == 0xFFFF:
		return "yaml.control-character", "control character %U", "write it as an escape in double quotes"
	}
	return "", "", ""
}
