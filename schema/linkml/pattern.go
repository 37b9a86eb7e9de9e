package linkml

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// pattern reads a regular expression in RE2 syntax. What RE2 cannot do (look-around, back-references) is unsupported.
func (r *reader) pattern(v *doc.Node) *Pattern {
	p := &Pattern{Source: r.text(v), At: v.Range}
	if why := r.schema.addPattern(p); why != "" {
		r.schema.Unsupported = append(r.schema.Unsupported, Unsupported{Metaslot: "pattern", At: v.Range, Why: why})
		return nil
	}
	return p
}

// addPattern registers a pattern to be compiled. It returns why it cannot be.
func (s *Schema) addPattern(p *Pattern) string {
	if _, err := regexp.Compile(p.Source); err != nil {
		return fmt.Sprintf("%q is not a regular expression in RE2 syntax: %v", p.Source, err)
	}
	s.patterns = append(s.patterns, p)
	return ""
}

// structuredPattern reads a pattern_expression. It becomes a pattern when the whole schema is read.
func (r *reader) structuredPattern(n *doc.Node, dst **Pattern) {
	p := &structuredPattern{at: n.Range, dst: dst}
	r.metaslots("pattern_expression", n, func(key string, v *doc.Node) bool {
		switch key {
		case "syntax":
			p.syntax = r.text(v)
		case "interpolated":
			p.interpolated = r.flag(v)
		case "partial_match":
			p.partial = r.flag(v)
		default:
			return false
		}
		return true
	})
	r.schema.structured = append(r.schema.structured, p)
}

// materialise turns structured patterns into patterns: {name} stands for the setting of that name where interpolated is
// true, and the whole text must match unless partial_match is true. The official validator ignores them.
func (s *Schema) materialise() diag.List {
	var list diag.List
	for _, p := range s.structured {
		source := p.syntax
		if p.interpolated {
			var missing string
			source, missing = s.interpolate(source)
			if missing != "" {
				list.Add(diag.Errorf(s.File, p.at, CodePattern, "there is no setting %q", missing).WithDetail("Add it to settings:."))
				continue
			}
		}
		if !p.partial {
			source = "^(?:" + source + ")$"
		}
		pattern := &Pattern{Source: source, At: p.at}
		if why := s.addPattern(pattern); why != "" {
			list.Add(diag.Errorf(s.File, p.at, CodePattern, "%s", why).WithDetail("RE2 has no look-around and no back-references."))
		} else if *p.dst != nil {
			list.Add(diag.Errorf(s.File, p.at, CodePattern, "pattern and structured_pattern are both given").WithDetail("Keep one."))
		} else {
			*p.dst = pattern
		}
	}
	return list
}

// interpolate replaces {name} by settings; braces around anything else, such as {2,3}, stay. It returns the first name
// that is no setting.
func (s *Schema) interpolate(syntax string) (source, missing string) {
	name := regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)
	source = name.ReplaceAllStringFunc(syntax, func(m string) string {
		key := strings.Trim(m, "{}")
		for _, setting := range s.Settings {
			if text, ok := setting.Value.(string); ok && setting.Tag == key {
				return text
			}
		}
		if missing == "" {
			missing = key
		}
		return m
	})
	return source, missing
}
