package tables

import (
	"errors"
	"fmt"
)

// OptionError says what is wrong with the options of a package, which tables hold.
type OptionError struct {
	Of  string // the package, such as "quote"
	err error
}

// BadOption returns an *OptionError of the package named.
func BadOption(of, format string, args ...any) error {
	return &OptionError{of, fmt.Errorf(format, args...)}
}

// Error returns the message.
func (e *OptionError) Error() string { return e.Of + " options: " + e.err.Error() }

// Unwrap returns what Section found, where it did.
func (e *OptionError) Unwrap() error { return errors.Unwrap(e.err) }
