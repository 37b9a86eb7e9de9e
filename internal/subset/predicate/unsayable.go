package predicate

import (
	"fmt"

	"github.com/contractc/contractc/internal/subset/tree"
)

// Reason says why CEL cannot say something.
type Reason string

// The reasons.
const (
	Recursive   Reason = "recursive"   // the schema holds itself, and CEL has no recursion
	Syntax      Reason = "syntax"      // a regular expression that RE2 does not read
	Inexact     Reason = "inexact"     // a number that neither an int nor a double holds
	Unevaluated Reason = "unevaluated" // it depends on what other keywords looked at
	Rewritten   Reason = "rewritten"   // it is about a value that is written otherwise
	Large       Reason = "large"       // the expression would be too long
	Refused     Reason = "refused"     // the environment does not take the expression
)

// Reasons are all reasons.
func Reasons() []Reason {
	return []Reason{Recursive, Syntax, Inexact, Unevaluated, Rewritten, Large, Refused}
}

// Unsayable says that CEL cannot say what a keyword demands.
type Unsayable struct {
	// Keyword is the one that cannot be said; it may be a part of the one that was
	// asked for.
	Keyword *tree.Keyword
	Reason  Reason
}

// Error returns the reason with the keyword's place.
func (u *Unsayable) Error() string {
	return fmt.Sprintf("%s cannot be said in CEL: %s", u.Keyword.At, u.Reason)
}
