package shell

import (
	"fmt"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// isPortable reports whether a text that was read as Bash is the same to a shell
// that knows nothing but what POSIX says: such as sh, which is Bash on some
// machines and another shell on others. To that one, [[ is a program's name and
// &> ends a command. Braces make words unknown to either.
func isPortable(file *syntax.File, source string) bool {
	other, err := parseAs(source, syntax.LangPOSIX)
	return err == nil && slices.Equal(shape(file), shape(other))
}

// shape is what a text is made of: the kind and place of all its parts.
func shape(file *syntax.File) []string {
	var list []string
	syntax.Walk(file, func(n syntax.Node) bool {
		if n != nil {
			list = append(list, fmt.Sprintf("%T %d %d", n, n.Pos().Offset(), n.End().Offset()))
		}
		return true
	})
	return list
}
