package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/schema"
)

// A LocaleError says what is wrong with the fixed words of a language.
type LocaleError struct {
	// Message is the id of the message, where there is one.
	Message string
	// Err is what is wrong with it.
	Err error
}

// Error returns the message's id and what is wrong.
func (e *LocaleError) Error() string {
	if e.Message == "" {
		return "locale: " + e.Err.Error()
	}
	return fmt.Sprintf("locale: message %q: %v", e.Message, e.Err)
}

// Unwrap returns what is wrong.
func (e *LocaleError) Unwrap() error { return e.Err }

// LocaleErrors are all that is wrong with the fixed words of a language, so that
// whoever translates them is told everything at once.
type LocaleErrors []*LocaleError

// Error returns all that is wrong, in one line.
func (e LocaleErrors) Error() string {
	words := make([]string, len(e))
	for i, one := range e {
		words[i] = one.Error()
	}
	return strings.Join(words, "; ")
}

// Unwrap returns each by itself.
func (e LocaleErrors) Unwrap() []error {
	list := make([]error, len(e))
	for i, one := range e {
		list[i] = one
	}
	return list
}

// A locale is the fixed words of cards in one language, parsed.
type locale struct {
	id, version, digest string
	texts               [messageCount][]part
}

// newLocale reads all messages. A missing message, one that no card uses, one
// that stands twice, one with other slots than its own, and one that reads as
// another that it excludes are errors, and all of them are in the LocaleErrors.
func newLocale(src *schema.Locale, digest string) (*locale, error) {
	loc := &locale{id: src.Id, version: src.Version, digest: digest}
	wrong := loc.readMessages(src.Messages)
	if len(wrong) == 0 {
		wrong = loc.checkAlternatives()
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return loc, nil
}

func (loc *locale) readMessages(list []schema.Message) (wrong LocaleErrors) {
	seen := [messageCount]bool{}
	for _, m := range list {
		id := slices.IndexFunc(messages[:], func(k message) bool { return k.id == m.Id })
		switch {
		case id < 0:
			wrong = append(wrong, &LocaleError{m.Id, fmt.Errorf("no card uses it")})
			continue
		case seen[id]:
			wrong = append(wrong, &LocaleError{m.Id, fmt.Errorf("it stands twice")})
			continue
		}
		seen[id] = true
		var err error
		if loc.texts[id], err = parseMessage(m.Text, messages[id].slots()); err != nil {
			wrong = append(wrong, &LocaleError{m.Id, err})
		}
	}
	for id, there := range seen {
		if !there {
			wrong = append(wrong, &LocaleError{messages[id].id, fmt.Errorf("it is missing")})
		}
	}
	return wrong
}

func parseMessage(text string, slots []string) ([]part, error) {
	t, err := ParseTemplate(text)
	if err != nil {
		return nil, err
	}
	if len(t.parts) == 0 {
		return nil, fmt.Errorf("it is empty")
	}
	if err := t.Require(slots); err != nil {
		return nil, err
	}
	for i := range t.parts {
		t.parts[i].offset = slices.Index(slots, t.parts[i].slot)
	}
	if len(t.slots) != len(slots) {
		return nil, fmt.Errorf("its slots must be %q", slots)
	}
	return t.parts, nil
}

// MessageSlots returns the ids of all messages that a locale must have, in a
// fixed order, each with the names of its slots, such as "reason.ask text".
func MessageSlots() []string {
	out := make([]string, 0, len(messages))
	for _, m := range messages {
		out = append(out, strings.TrimSpace(m.id+" "+strings.Join(m.slots(), " ")))
	}
	return out
}
