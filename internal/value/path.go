package value

import (
	"path"
	"strings"
)

// Location is a path that has been made canonical: absolute, by its text alone,
// with "." and ".." resolved and no empty segments. The zero Location is not
// known. No file system is asked, so links are not followed; case and Unicode
// normalisation count.
type Location struct{ clean string }

// Locate makes a path canonical. A relative path starts from the working
// directory, which must be absolute; with an empty one it is not known where
// the path leads. So it is for an empty path, for one that begins with "~" or a
// drive letter, and for one that holds a NUL, a backslash or "://": these mean
// different places to different tools.
func Locate(text, workingDirectory string) Location {
	if !plainPath(text) {
		return Location{}
	}
	if text[0] == '/' {
		return Location{path.Clean(text)}
	}
	if !plainPath(workingDirectory) || workingDirectory[0] != '/' {
		return Location{}
	}
	return Location{path.Join(workingDirectory, text)}
}

// Known reports whether it is known where the path leads.
func (l Location) Known() bool { return l.clean != "" }

// String returns the canonical path, empty where it is not known.
func (l Location) String() string { return l.clean }

// Contains reports whether inner is the directory l or lies in it; known is
// false where either is not known.
func (l Location) Contains(inner Location) (inside, known bool) {
	if !l.Known() || !inner.Known() {
		return false, false
	}
	return containsClean(l.clean, inner.clean), true
}

func containsClean(directory, inner string) bool {
	if directory == "/" {
		return true
	}
	rest, ok := strings.CutPrefix(inner, directory)
	return ok && (rest == "" || rest[0] == '/')
}

// ContainsPath is Contains for the path that text names, without a copy of the
// text where it and the working directory are canonical already.
func (l Location) ContainsPath(text, workingDirectory string) (inside, known bool) {
	switch {
	case l.Known() && isClean(text):
		return containsClean(l.clean, text), true
	case l.Known() && isClean(workingDirectory) && isCleanRelative(text):
		return l.containsFrom(workingDirectory, text), true
	}
	return l.Contains(Locate(text, workingDirectory))
}

// containsFrom is containment of a relative path that does not lead out of its
// start: it follows from the start where that is inside, and else from what of
// l lies below the start.
func (l Location) containsFrom(start, relative string) bool {
	if containsClean(l.clean, start) {
		return true
	}
	below, ok := strings.CutPrefix(l.clean, start)
	return ok && below[0] == '/' && containsClean(below[1:], relative)
}

// Within reports whether a path, made canonical, is the directory or lies in
// it; known is false where that cannot be told from the two texts and the
// working directory. See Locate for what is not known.
func Within(text, directory, workingDirectory string) (inside, known bool) {
	return Locate(directory, workingDirectory).ContainsPath(text, workingDirectory)
}

// plainPath reports whether every tool reads text as the same path.
func plainPath(text string) bool {
	if text == "" || text[0] == '~' || strings.ContainsAny(text, "\x00\\") {
		return false
	}
	drive := len(text) >= 2 && text[1] == ':' && (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z')
	return !drive && !strings.Contains(text, "://")
}

// isClean reports whether text is an absolute canonical path other than "/".
func isClean(text string) bool {
	return len(text) > 1 && text[0] == '/' && cleanSegments(text[1:])
}

// isCleanRelative reports whether text is a relative path that every tool reads
// the same way, and that is canonical but for its start.
func isCleanRelative(text string) bool {
	return text != "" && text[0] != '/' && plainPath(text) && cleanSegments(text)
}

// cleanSegments reports whether no segment of text is empty or a dot or two,
// and text holds nothing that tools read differently.
func cleanSegments(text string) bool {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != '/' {
			if text[i] == 0 || text[i] == '\\' {
				return false
			}
			continue
		}
		if segment := text[start:i]; segment == "" || segment == "." || segment == ".." {
			return false
		}
		start = i + 1
	}
	return true
}
