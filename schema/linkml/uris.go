package linkml

import "strings"

// classCURIE returns the CURIE of a class: its class_uri, or else the default prefix of its schema and its name.
func (v *View) classCURIE(c *Class) string {
	if c.ClassURI != "" {
		return c.ClassURI
	}
	return c.Schema.DefaultPrefix + ":" + camel(c.Name)
}

// expand replaces a known prefix of a CURIE by its URI.
func (v *View) expand(s *Schema, curie string) string {
	prefix, local, ok := strings.Cut(curie, ":")
	if !ok || strings.Contains(local, ":") {
		return curie
	}
	for _, p := range s.Prefixes {
		if p.Name == prefix {
			return p.URI + local
		}
	}
	return curie
}

// designator returns the value of a slot that designates the type: the name of the class, or its CURIE or URI where the
// range of the slot says so.
func (v *View) designator(c *Class, s *Induced) string {
	b, _ := v.builtinOf(s.Type)
	switch b.name {
	case "uriorcurie", "curie":
		return v.classCURIE(c)
	case "uri":
		return v.expand(c.Schema, v.classCURIE(c))
	}
	return c.Name
}
