package catalog

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// maxTemplate bounds a template, in bytes.
const maxTemplate = 8 << 10

// templateSlot is a named slot of a template with the offset of its opening brace, in code points.
type templateSlot struct {
	name  string
	start int
	end   int // behind the closing brace
}

// templateSlots lists the slots of a template: {name}, where {{ and }} are literal braces and nothing else is allowed between braces.
// problem is empty, or says what is wrong at the code point at.
func templateSlots(text string) (slots []templateSlot, problem string, at int) {
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		doubled := i+1 < len(runes) && runes[i+1] == runes[i]
		switch {
		case runes[i] != '{' && runes[i] != '}':
		case doubled:
			i++
		case runes[i] == '}':
			return slots, "a closing brace without an opening one; write }} for a brace", i
		default:
			end := i + 1
			for end < len(runes) && runes[end] != '}' && runes[end] != '{' {
				end++
			}
			name := string(runes[i+1 : end])
			if end == len(runes) || runes[end] != '}' {
				return slots, "an opening brace is not closed; write {{ for a brace", i
			}
			if !isSlotName(name) {
				return slots, "a slot holds a name alone: no attribute, index, conversion or format", i
			}
			slots = append(slots, templateSlot{name, i, end + 1})
			i = end
		}
	}
	return slots, "", 0
}

func isSlotName(s string) bool {
	for i, c := range s {
		if !isWord(c) || i == 0 && isDecimalDigit(c) {
			return false
		}
	}
	return s != ""
}

// checkTemplate checks that every slot of a template names one of the slots, whose kind is field or parameter. It returns the names that it uses,
// and whether the template can be read.
func (l *libraryLoad) checkTemplate(file string, n *doc.Node, known []slotType, kind string) (used []string, ok bool) {
	if len(n.Text) > maxTemplate {
		l.report(file, n.Range, "limit.template", "shorten it", "the template has more than %d bytes", maxTemplate)
		return nil, false
	}
	if strings.TrimSpace(n.Text) == "" {
		l.report(file, n.Range, "template.empty", "write a sentence", "the template is empty")
	}
	slots, problem, at := templateSlots(n.Text)
	if problem != "" {
		l.report(file, diag.Range{Start: n.At(at), End: n.At(at + 1)}, "template.syntax", "slots are written {name}", "%s", problem)
	}
	for _, slot := range slots {
		used = append(used, slot.name)
		if !hasSlot(known, slot.name) {
			l.report(file, diag.Range{Start: n.At(slot.start), End: n.At(slot.end)}, "template.slot", choice(slot.name, slotNames(known), kind+"s are"), "the slot %s names no %s", quote(slot.name), kind)
		}
	}
	return used, problem == ""
}
