package eval

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/common/types/ref"
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/schema"
)

// secrets are what is never shown.
type secrets struct {
	texts []string // texts and numbers
	truth bool     // a truth value is a secret
}

// hidden stands in the place of what is never shown.
const hidden = "(secret)"

// secretsIn are the values of the actions of a turn that become secret fields of
// effects, and the secret fields of the events before it.
func (e *Engine) secretsIn(actions []any, events []schema.Event) secrets {
	var hide secrets
	for _, a := range actions {
		args, names := e.secretArguments(a)
		for _, name := range names {
			hide.add(args[name])
		}
	}
	for i := range events {
		fields, names := e.secretFields(&events[i])
		for _, name := range names {
			hide.add(fields[name])
		}
	}
	return hide
}

// secretArguments are the arguments of an action as it was read, and the names of
// those that become secret fields.
func (e *Engine) secretArguments(action any) (args object, names []string) {
	plain, _ := action.(object)
	args, _ = plain["args"].(object)
	tool, _ := plain["tool"].(string)
	namespace, _ := plain["namespace"].(string)
	mappings := e.catalog.Beside(namespace, tool)
	if own := e.catalog.Map(namespace, tool); own != nil {
		mappings = append(mappings, own)
	}
	for _, m := range mappings {
		names = append(names, e.secrets[m]...)
	}
	return args, names
}

// secretFields are the fields of an event, and the names of those that are secret.
func (e *Engine) secretFields(event *schema.Event) (fields object, names []string) {
	fields, _ = anyOf(event.Fields).(object)
	if effect := e.catalog.Effect(event.Effect); effect != nil {
		for _, f := range effect.Fields {
			if f.Secret {
				names = append(names, f.Name)
			}
		}
	}
	return fields, names
}

// add adds the texts and numbers of a value.
func (s *secrets) add(v any) {
	switch v := v.(type) {
	case string:
		if v != "" {
			s.texts = append(s.texts, v)
		}
	case json.Number:
		s.texts = append(s.texts, string(v))
	case bool:
		s.truth = true
	case []any:
		for _, item := range v {
			s.add(item)
		}
	case object:
		for _, item := range v {
			s.add(item)
		}
	}
}

// shortestPart is how many bytes of a secret may be shown, by chance or not.
const shortestPart = 3

// tells reports whether a text in a value is part of a secret or holds one, letter
// case aside.
func (s secrets) tells(v any) bool {
	switch v := v.(type) {
	case string:
		low := strings.ToLower(v)
		return slices.ContainsFunc(s.texts, func(secret string) bool {
			secret = strings.ToLower(secret)
			return strings.Contains(low, secret) || len(low) > shortestPart && strings.Contains(secret, low)
		})
	case []any:
		return slices.ContainsFunc(v, s.tells)
	case object:
		for key, item := range v {
			if s.tells(key) || s.tells(item) {
				return true
			}
		}
	}
	return false
}

// text is a text in one line, shortened; one that holds a secret, written as it
// is or as JSON writes it, is not shown at all.
func (s secrets) text(text string) string {
	for _, secret := range s.texts {
		written, err := json.Marshal(secret)
		if err != nil || strings.Contains(text, secret) || strings.Contains(text, strings.Trim(string(written), `"`)) {
			return hidden
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > maxExplainedText {
		return string([]rune(text)[:maxExplainedText]) + "…"
	}
	return text
}

func (s secrets) ofCEL(v ref.Val) string {
	plain, words, ok := celenv.Plain(v)
	if !ok {
		return s.text(words)
	}
	return s.ofPlain(plain)
}

func (s secrets) ofRego(v ast.Value) string {
	if v == nil {
		return "absent"
	}
	plain, err := ast.JSON(v)
	if err != nil {
		return "error: " + s.text(err.Error())
	}
	return s.ofPlain(plain)
}

// ofPlain is a value; one that is a part of a secret, or a secret in other letters,
// is not shown.
func (s secrets) ofPlain(v any) string {
	if s.tells(v) {
		return hidden
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "error: " + s.text(err.Error())
	}
	return s.text(string(text))
}
