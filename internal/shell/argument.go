package shell

import "strings"

// argument describes a word behind the command word of a name.
func argument(name string, w word) Argument {
	a := Argument{Name: name}
	if !w.known {
		return a
	}
	option := optionOf(w.text)
	a.Argument, a.Option = &w.text, &option
	if path, known := argumentPath(w.text); known {
		a.Path = &path
	}
	return a
}

// optionOf is the name of an option, without a value that follows an equals
// sign; empty for an operand.
func optionOf(text string) string {
	if len(text) < 2 || text[0] != '-' {
		return ""
	}
	if strings.HasPrefix(text, "--") {
		name, _, _ := strings.Cut(text, "=")
		return name
	}
	return text
}

// The characters of plain words, beside letters and digits.
const (
	inOption  = "-"
	inSetting = "_.-"
	inFolder  = "._+-"
	inPath    = "._+@,=%:-/"

	inApostrophes = " ._+@,=%:-/"
)

// isPlain reports whether a text has letters, digits and the others only.
func isPlain(text, others string) bool {
	for i := range len(text) {
		c := text[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && strings.IndexByte(others, c) < 0 {
			return false
		}
	}
	return true
}

// argumentPath is the path that an argument names where it is taken for one:
// the whole of it, or what follows an equals sign; empty where it can name none.
// known is false where that cannot be told, as of -I/usr/include and host:/etc.
func argumentPath(text string) (path string, known bool) {
	if name, value, ok := strings.Cut(text, "="); ok && isPlain(name, inSetting) {
		return pathIn(value)
	}
	if strings.HasPrefix(text, "-") {
		return "", isPlain(text, inOption)
	}
	return pathIn(text)
}

// pathIn takes a text for a path. One with a slash that can be something else
// that holds a path is not known.
func pathIn(text string) (path string, known bool) {
	folder, rest, deep := strings.Cut(text, "/")
	if !deep {
		return text, text == ".." || !strings.Contains(text, "..")
	}
	return text, isPlain(folder, inFolder) && isPlain(rest, inPath)
}
