package archive

import "fmt"

// Error says why an archive cannot be read or written.
type Error struct {
	Path   string // of the member; empty for the whole
	Code   string // format, path, name, link, header, case, twice, limit or trailing
	Reason string // one line; outside text in it is quoted
}

func (e *Error) Error() string { return e.Reason }

func fail(path, code, format string, args ...any) error {
	return &Error{Path: path, Code: code, Reason: fmt.Sprintf(format, args...)}
}
