package doc

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/contractc/contractc/internal/diag"
)

// FuzzPositions writes a text as a scalar in every style, with folds, escapes
// and indentation as the choices say, notes where each code point ends up,
// and checks that the reader finds all of them there.
func FuzzPositions(f *testing.F) {
	for i, text := range []string{
		"plain words here", "it's \"q\" \\ back", "a\nb\n\nc\n", "  lead\n x\ny", "tab\tinside é日😀", "\n\nx", "x \n y", "", "a  b", "#: -", "trail \n\n\n",
	} {
		f.Add(text, uint64(i)*7919, i%2 == 0)
		f.Add(text, uint64(i)*104729+1, i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, text string, choices uint64, windows bool) {
		if len(text) > 500 || strings.ContainsFunc(text, unwritable) {
			return
		}
		for _, st := range []style{styleJSON, stylePlain, styleSingle, styleDouble, styleLiteral, styleFolded} {
			w := &scalarWriter{choices: choices, newline: "\n"}
			if windows {
				w.newline = "\r\n"
			}
			if w.write(st, text) {
				checkWritten(t, st, text, w)
			}
		}
	})
}

// unwritable reports whether a character cannot stand in a YAML file as it is.
func unwritable(r rune) bool {
	return r != '\n' && r != '\t' && (r < 0x20 || r >= 0x7f && r <= 0xA0 || unicode.In(r, unicode.Cs) ||
		r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF || r == 0xFFFD)
}

func checkWritten(t *testing.T, st style, text string, w *scalarWriter) {
	t.Helper()
	src := w.b.String()
	read := ReadYAML
	if st == styleJSON {
		read = ReadJSON
	}
	root, list := read("f", []byte(src), Limits{})
	if len(list) > 0 {
		t.Fatalf("style %d: %q is refused: %v", st, src, list)
	}
	n := root.Get("ké")
	if n == nil || n.Text != text {
		t.Fatalf("style %d: %q has text %v, want %q", st, src, n.Plain(), text)
	}
	for i, want := range w.places {
		if got := n.At(i); got != diag.PositionAt(src, want) {
			t.Fatalf("style %d: code point %d of %q in %q: %v, want %v", st, i, text, src, got, diag.PositionAt(src, want))
		}
	}
	if got := n.At(-1); got != n.Range.Start {
		t.Fatalf("At(-1) = %v", got)
	}
	if got := n.At(len(w.places) + 1); got != n.Range.Start {
		t.Fatalf("At beyond the end = %v", got)
	}
}

// scalarWriter writes one scalar as the value of a key and notes the offset
// of each code point.
type scalarWriter struct {
	b       strings.Builder
	places  []int
	choices uint64
	newline string
}

// choose returns a number below n.
func (w *scalarWriter) choose(n int) int {
	w.choices = w.choices*6364136223846793005 + 1442695040888963407
	return int(w.choices>>33) % n
}

// put writes source text for one code point.
func (w *scalarWriter) put(source string) {
	w.places = append(w.places, w.b.Len())
	w.b.WriteString(source)
}

func (w *scalarWriter) write(st style, text string) bool {
	switch st {
	case styleJSON:
		w.b.WriteString(`{"a": [1], "ké": "`)
		w.escaped(text, false)
		w.b.WriteString("\"}\n")
		return true
	case stylePlain:
		w.b.WriteString("ké: ")
		return plainWritable(text) && w.flow(text, func(r rune) string { return string(r) }) && w.end("")
	case styleSingle:
		w.b.WriteString("ké: '")
		return w.flow(text, func(r rune) string { return strings.ReplaceAll(string(r), "'", "''") }) && w.end("'")
	case styleDouble:
		w.b.WriteString("ké: \"")
		w.escaped(text, true)
		return w.end("\"")
	}
	return w.block(text, st == styleFolded)
}

func (w *scalarWriter) end(quote string) bool {
	w.b.WriteString(quote + " # '\"" + w.newline + "z: 1" + w.newline)
	return true
}

// plainWritable reports whether a text may be a plain scalar for all readers.
func plainWritable(text string) bool {
	kind, _, ok := resolvePlain(strings.ReplaceAll(text, "\n", " "))
	return text != "" && ok && kind == String && !strings.ContainsAny(text, ":#\t") &&
		!strings.ContainsAny(text[:1], "-?,[]{}&*!|>'\"%@` \n") && strings.TrimSpace(text) == text
}

// flow writes a text with folds for some spaces and for all line breaks; it
// is false if a line break stands where it cannot be folded.
func (w *scalarWriter) flow(text string, char func(rune) string) bool {
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		blankBefore := i == 0 || unicode.IsSpace(runes[i-1])
		blankAfter := i+1 == len(runes) || unicode.IsSpace(runes[i+1])
		switch r := runes[i]; {
		case r == '\n':
			count := 1
			for i+count < len(runes) && runes[i+count] == '\n' {
				count++
			}
			if blankBefore || i+count == len(runes) || unicode.IsSpace(runes[i+count]) {
				return false
			}
			w.foldLines(count)
			i += count - 1
		case r == ' ' && !blankBefore && !blankAfter && w.choose(2) == 0:
			w.b.WriteString(strings.Repeat(" ", w.choose(3)))
			w.put(w.newline)
			w.b.WriteString(strings.Repeat(" ", 1+w.choose(4)))
		default:
			w.put(char(r))
		}
	}
	w.places = append(w.places, w.b.Len())
	return true
}

// foldLines writes count line breaks of the text as count+1 of the source.
func (w *scalarWriter) foldLines(count int) {
	w.b.WriteString(strings.Repeat(" ", w.choose(3)) + w.newline)
	for range count {
		w.b.WriteString(strings.Repeat(" ", w.choose(3)))
		w.put(w.newline)
	}
	w.b.WriteString(strings.Repeat(" ", 1+w.choose(4)))
}

// escaped writes a text in double quotes, with escapes where they are needed
// or chosen, and in YAML with escaped line breaks in between.
func (w *scalarWriter) escaped(text string, yaml bool) {
	for _, r := range text {
		if yaml && r != ' ' && r != '\t' && w.choose(6) == 0 {
			w.b.WriteString("\\" + w.newline + strings.Repeat(" ", 1+w.choose(3)))
		}
		switch {
		case r == '"' || r == '\\':
			w.put("\\" + string(r))
		case r == '\n':
			w.put(`\n`)
		case r == '\t' || w.choose(5) == 0 && r <= 0xFFFF:
			w.put(fmt.Sprintf(`\u%04X`, r))
		case yaml && (r == ' ' || r > 0xFFFF) && w.choose(2) == 0:
			w.put(fmt.Sprintf(`\U%08x`, r))
		default:
			w.put(string(r))
		}
	}
	w.places = append(w.places, w.b.Len())
}

// block writes a literal or folded scalar; it is false for texts that the
// writer does not know how to fold.
func (w *scalarWriter) block(text string, folded bool) bool {
	body := strings.TrimRight(text, "\n")
	breaks := len(text) - len(body)
	if body == "" || strings.ContainsRune(body, '\t') || folded && strings.Contains(body, "\n ") || strings.Contains(body, " \n") || body[0] == ' ' && folded {
		return false
	}
	indent := 1 + w.choose(4)
	chomp := map[int]string{0: "-", 1: ""}[breaks]
	if breaks > 1 {
		chomp = "+"
	}
	w.b.WriteString("ké: " + map[bool]string{false: "|", true: ">"}[folded])
	fmt.Fprintf(&w.b, "%d%s # c%s", indent, chomp, w.newline)
	w.blockBody(body, strings.Repeat(" ", indent), folded)
	w.blockEnd(breaks)
	return true
}

func (w *scalarWriter) blockBody(body, indent string, folded bool) {
	runes := []rune(body)
	lineOpen := false
	for i, r := range runes {
		if r == '\n' {
			if folded && lineOpen {
				w.b.WriteString(w.newline) // the break that folding drops
			}
			w.put(w.newline)
			lineOpen = false
			continue
		}
		if !lineOpen {
			w.b.WriteString(indent)
			lineOpen = true
		}
		if folded && r == ' ' && i+1 < len(runes) && runes[i-1] != ' ' && runes[i-1] != '\n' && runes[i+1] != ' ' && runes[i+1] != '\n' && w.choose(2) == 0 {
			w.put(w.newline)
			lineOpen = false
			continue
		}
		w.put(string(r))
	}
}

func (w *scalarWriter) blockEnd(breaks int) {
	if breaks == 0 {
		w.places = append(w.places, w.b.Len())
		w.b.WriteString(w.newline)
	}
	for range breaks {
		w.put(w.newline)
	}
	if breaks > 0 {
		w.places = append(w.places, w.b.Len())
	}
	w.b.WriteString("z: 1" + w.newline)
}
