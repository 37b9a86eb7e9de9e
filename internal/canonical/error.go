package canonical

import (
	"fmt"
	"strconv"
	"strings"
)

// Error says why a value has no canonical form.
type Error struct {
	// Path leads to the offending value as a JSON pointer (RFC 6901).
	Path string
	// Reason is one line.
	Reason string
}

// Error returns the reason with the path.
func (e *Error) Error() string {
	if e.Path == "" {
		return "no canonical form: " + e.Reason
	}
	return fmt.Sprintf("no canonical form: at %q: %s", e.Path, e.Reason)
}

func failf(format string, args ...any) error {
	return &Error{Reason: fmt.Sprintf(format, args...)}
}

// inKey prefixes the path of an error with a key.
func inKey(err error, key string) error {
	if e, ok := err.(*Error); ok {
		e.Path = "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key) + e.Path
	}
	return err
}

// inItem prefixes the path of an error with the number of a list's element.
func inItem(err error, i int) error { return inKey(err, strconv.Itoa(i)) }
