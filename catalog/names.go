package catalog

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/index"
)

// LibraryNamed returns the library with a name, or the one that exposes a module of this name. The error says that there is none, or more than one.
func (c *Catalog) LibraryNamed(name string) (*index.Library, error) {
	if lib := c.libraries[name]; lib != nil {
		return lib, nil
	}
	switch found := c.modules[name]; len(found) {
	case 0:
		return nil, fmt.Errorf("no library has the name %q", name)
	case 1:
		return found[0], nil
	default:
		return nil, fmt.Errorf("the module %q is exposed by the libraries %s; say which is meant", name, enumerate(libraryNames(found), "and"))
	}
}

// EffectNamed finds an effect type by its class name, qualified or not, or by its function name, as traces name it. library says which is meant
// where several share the name, by its name or a module; empty where that is not said. The error says that there is none, or more than one.
func (c *Catalog) EffectNamed(name, library string) (*index.Effect, error) {
	found := c.effectsNamed(name)
	if library != "" {
		lib, err := c.LibraryNamed(library)
		if err != nil {
			return nil, err
		}
		found = among(found, func(e *index.Effect) bool { return e.Library == lib.ID })
	}
	return oneEffect(name, found)
}

// EffectNear finds an effect type as EffectNamed does, where the library is the one that is meant in case of doubt: its own effect goes before those
// of the other libraries of its bundle, and these before all others.
func (c *Catalog) EffectNear(name, library string) (*index.Effect, error) {
	if library == "" {
		return c.EffectNamed(name, "")
	}
	lib, err := c.LibraryNamed(library)
	if err != nil {
		return nil, err
	}
	found := c.effectsNamed(name)
	for _, near := range []func(e *index.Effect) bool{
		func(e *index.Effect) bool { return e.Library == lib.ID },
		func(e *index.Effect) bool { return c.libraries[e.Library].Bundle == lib.Bundle },
	} {
		if list := among(found, near); len(list) > 0 {
			return oneEffect(name, list)
		}
	}
	return oneEffect(name, found)
}

func (c *Catalog) effectsNamed(name string) []*index.Effect {
	if e := c.effects[name]; e != nil {
		return []*index.Effect{e}
	}
	if found := c.functions[name]; len(found) > 0 {
		return found
	}
	return among(c.Effects, func(e *index.Effect) bool { return e.Name == name })
}

func among(list []*index.Effect, keep func(*index.Effect) bool) []*index.Effect {
	var kept []*index.Effect
	for _, e := range list {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

func oneEffect(name string, found []*index.Effect) (*index.Effect, error) {
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no effect type has the name %q", name)
	case 1:
		return found[0], nil
	}
	var names []string
	for _, e := range found {
		names = append(names, e.ID)
	}
	return nil, fmt.Errorf("%d libraries have an effect type %q, as %s; say which library is meant", len(found), name, enumerate(names, "and"))
}

// ClassNamed returns a class of a library's schema by its qualified name library.Name, by a dotted module and its name, or by its name alone in the
// library given. The error says that there is none.
func (c *Catalog) ClassNamed(name, library string) (*index.Class, error) {
	if class := c.classes[library+"."+name]; class != nil {
		return class, nil
	}
	if class := c.classes[name]; class != nil {
		return class, nil
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		if lib, err := c.LibraryNamed(name[:i]); err == nil && c.classes[lib.ID+name[i:]] != nil {
			return c.classes[lib.ID+name[i:]], nil
		}
		return nil, fmt.Errorf("no library has the class %q", name)
	}
	return nil, fmt.Errorf("the library %q has no class %q; write the class of another one as library.class", library, name)
}
