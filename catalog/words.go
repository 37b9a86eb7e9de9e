package catalog

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/spelling"
)

// quote quotes text from outside for a message.
func quote(s string) string { return strconv.Quote(s) }

// choice is a sentence that names the close alternative, or all of them where there are few.
func choice(name string, known []string, introduction string) string {
	if near, ok := spelling.Nearest(name, known); ok {
		return "did you mean " + near + "?"
	}
	if len(known) == 0 {
		return "there are none"
	}
	const shown = 12
	if len(known) > shown {
		return introduction + " " + strings.Join(known[:shown], ", ") + " and " + strconv.Itoa(len(known)-shown) + " more"
	}
	return introduction + " " + enumerate(known, "and")
}

// argumentCount is a number of arguments in words.
func argumentCount(n int) string {
	if n == 1 {
		return "one argument"
	}
	return strconv.Itoa(n) + " arguments"
}

// enumerate joins names with commas and a last word between the last two.
func enumerate(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
