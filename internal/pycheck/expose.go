package pycheck

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
)

// Exposed is a library with the module name that a file has in it.
type Exposed struct {
	Library *index.Library
	Module  string
}

// Expose finds the library whose modules name a file: the longest module name that its path ends in. module says which is
// meant, and library, where several expose it; both may be empty. ok is false where no library names the file; the error
// says that there is no such library or module, or several.
func Expose(from *catalog.Catalog, file, module, library string) (found Exposed, ok bool, err error) {
	if library != "" && from.Library(library) == nil {
		return found, false, fmt.Errorf("no library has the name %q", library)
	}
	steps := strings.Split(path.Clean(filepath.ToSlash(file)), "/")
	last := len(steps) - 1
	if steps[last] = strings.TrimSuffix(steps[last], ".py"); steps[last] == "__init__" {
		steps = steps[:last]
	}
	longest, several := 0, []string{}
	for _, lib := range from.Libraries {
		if library != "" && lib.ID != library {
			continue
		}
		for _, m := range append([]string{lib.ID}, lib.Modules...) {
			n := matches(m, steps, module)
			switch {
			case n == 0 || n < longest:
			case n > longest:
				found, longest, several = Exposed{lib, m}, n, []string{lib.ID}
			case several[len(several)-1] != lib.ID:
				several = append(several, lib.ID)
			}
		}
	}
	switch {
	case len(several) > 1:
		return found, false, fmt.Errorf("the module %q is exposed by the libraries %s; say which is meant", found.Module, strings.Join(several, " and "))
	case longest == 0 && module != "":
		return found, false, fmt.Errorf("no library exposes the module %q", module)
	case longest == 0 && library != "":
		return Exposed{from.Library(library), library}, true, nil
	}
	return found, longest > 0, nil
}

// matches is how many names of a module a path ends in, all of them, or 0.
func matches(module string, steps []string, wanted string) int {
	names := strings.Split(module, ".")
	if wanted != "" {
		if module == wanted {
			return len(names)
		}
		return 0
	}
	if len(names) > len(steps) {
		return 0
	}
	for i, name := range names {
		if steps[len(steps)-len(names)+i] != name {
			return 0
		}
	}
	return len(names)
}
