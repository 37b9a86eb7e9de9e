package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func (c *compiler) within(p *schema.Within, at place) (predicate, error) {
	of, directory, err := c.twoTerms(p.Of, p.Directory, "of", "directory", at)
	if err != nil {
		return predicate{}, err
	}
	if err := pathKind(of.kind, at.slot("of")); err != nil {
		return predicate{}, err
	}
	if err := pathKind(directory.kind, at.slot("directory")); err != nil {
		return predicate{}, err
	}
	if directory.constant != nil {
		if located := value.Locate(directory.constant.text, ""); isPath(directory.constant) && located.Known() {
			return predicate{eval: func(f *frame) Truth { return inLocation(f, of.get(f), located) }}, nil
		}
	}
	return predicate{eval: func(f *frame) Truth {
		d := directory.get(f)
		if !isPath(d) {
			return Unknown
		}
		return inLocation(f, of.get(f), value.Locate(d.text, f.env.WorkingDirectory))
	}}, nil
}

// pathKind checks that values of a kind, Invalid for any, name places.
func pathKind(kind value.Kind, at place) error {
	switch kind {
	case value.Invalid, value.String, value.Directory:
		return nil
	case value.PathPrefix:
		return wrong(at, "a path prefix is not a directory; use startsWith, or a directory")
	}
	return wrong(at, "a value of type %s is not a path", kind)
}

func isPath(d *datum) bool { return d.kind == value.String || d.kind == value.Directory }

func inLocation(f *frame, of *datum, directory value.Location) Truth {
	if !isPath(of) {
		return Unknown
	}
	inside, known := directory.ContainsPath(of.text, f.env.WorkingDirectory)
	if !known {
		return Unknown
	}
	return truthOf(inside)
}
