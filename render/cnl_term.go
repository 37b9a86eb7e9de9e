package render

import (
	"bytes"
	"errors"

	"github.com/contractc/contractc/schema"
)

// term is the step that writes a term.
func (s *sentence) term(t schema.Term, depth int) step {
	return func() error { return s.writeTerm(t, depth) }
}

func (s *sentence) writeTerm(t schema.Term, depth int) error {
	if depth > maxSentenceDepth {
		return refuse("term", "nested deeper than %d", maxSentenceDepth)
	}
	switch t := t.(type) {
	case *schema.FieldTerm:
		return s.field(t.Field)()
	case *schema.ParameterTerm:
		return s.parameter(t.Parameter)
	case *schema.LiteralTerm:
		return s.literal(t.Literal, (*line).value)
	case *schema.SizeTerm:
		s.words("the size of ")
		return s.writeTerm(t.Of, depth+1)
	case *schema.AddTerm:
		return s.inOrder(s.say("("), s.term(t.Left, depth+1), s.say(" plus "), s.term(t.Right, depth+1), s.say(")"))
	case *schema.SubtractTerm:
		return s.inOrder(s.say("("), s.term(t.Left, depth+1), s.say(" minus "), s.term(t.Right, depth+1), s.say(")"))
	case nil:
		return refuse("term", "there is none")
	}
	return refuse(t.TermClass(), "this kind of term has no words")
}

// field is the step that writes the name of a field.
func (s *sentence) field(name string) step {
	return func() error {
		switch {
		case !isName(name):
			return refuse("FieldTerm", "%q is not a name", name)
		case reserved(name):
			s.words(`field "` + name + `"`)
		default:
			s.words(name)
		}
		return nil
	}
}

// reserved reports the words of the grammar that could be taken for a name where
// a name may stand.
func reserved(name string) bool {
	switch name {
	case "the", "none", "true", "false", "bytes", "field", "it", "any", "no", "all", "either",
		"or", "and", "where", "must", "is", "does", "not", "plus", "minus", "are", "may", "over":
		return true
	}
	return false
}

func (s *sentence) parameter(name string) error {
	switch {
	case !s.unbound:
		return refuse("ParameterTerm", "the parameter %q is not bound", name)
	case !isName(name):
		return refuse("ParameterTerm", "%q is not a name", name)
	}
	s.words("{" + name + "}")
	return nil
}

// literal writes a literal by write; as part of a template, with doubled braces.
func (s *sentence) literal(v schema.Value, write func(*line, schema.Value) error) error {
	start := len(s.text)
	if err := write(s.line, v); err != nil {
		var value *ValueError
		if errors.As(err, &value) {
			return refuse("LiteralTerm", "%s", value.Reason)
		}
		return refuse("LiteralTerm", "%v", err)
	}
	if s.unbound {
		s.doubleBraces(start)
	}
	return nil
}

func (s *sentence) doubleBraces(start int) {
	text := bytes.ReplaceAll(bytes.ReplaceAll(s.text[start:], []byte("{"), []byte("{{")), []byte("}"), []byte("}}"))
	s.text = append(s.text[:start], text...)
	s.outside[len(s.outside)-1].end = int32(len(s.text))
}
