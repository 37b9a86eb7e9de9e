package lint

import "fmt"

// quoted quotes a text from outside for a message.
func quoted(s string) string { return fmt.Sprintf("%q", s) }
