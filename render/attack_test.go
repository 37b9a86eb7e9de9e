package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// An attack is a value that has fooled people or programs that asked them, and
// what a card must show in its place.
type attack struct{ field, value, shown string }

func attacks() map[string]attack {
	return map[string]attack{
		"bidi override":      {"path", "/repo/\u202egpj.exe", `"/repo/\u{202E}gpj.exe"`},
		"bidi isolate":       {"path", "/repo/\u2067txt\u2069", `"/repo/\u{2067}txt\u{2069}"`},
		"Arabic letter mark": {"path", "a\u061cb", `"a\u{61C}b"`},
		"zero-width joiner":  {"recipient", "ali\u200dce@example.com", `"ali\u{200D}ce@example.com"`},
		"tag characters":     {"recipient", "bob\U000e0065\U000e0076", `"bob\u{E0065}\u{E0076}"`},
		"Hangul filler":      {"recipient", "bob\uffa0", `"bob\u{FFA0}"`},
		"erase the line":     {"command", "rm -r x\x1b[2K\rls", `"rm -r x\u{1B}[2K\rls"`},
		"C1 control":         {"command", "ls\u009b2J", `"ls\u{9B}2J"`},
		"terminal hyperlink": {"command", "ls\x1b]8;;http://x/\x07", `"ls\u{1B}]8;;http://x/\u{7}"`},
		"backspaces":         {"command", "rm\b\bls", `"rm\u{8}\u{8}ls"`},
		"new line":           {"command", "ls\nTool: safe", `"ls\nTool: safe"`},
		"line separator":     {"command", "ls\u2028rm", `"ls\u{2028}rm"`},
		"padding":            {"command", "ls" + strings.Repeat(" ", 60) + "; rm", `"ls` + strings.Repeat(`\u{20}`, 60) + `; rm"`},
		"tabs":               {"command", "ls\t\t\t; rm", `"ls\t\t\t; rm"`},
		"empty":              {"path", "", `""`},
		"only a space":       {"command", " ", `"\u{20}"`},
		"image":              {"body", "![a](https://x.example/?p=1)", `"![a](https://x.example/?p=1)"`},
		"link and mention":   {"body", "[ok](javascript:x) @team :tada: #12", `"[ok](javascript:x) @team :tada: #12"`},
		"backticks":          {"body", "``` x `a` ```", "\"``` x `a` ```\""},
		"tag":                {"subject", "<img src=x onerror=alert(1)>", `"<img src=x onerror=alert(1)>"`},
		"end of element":     {"subject", "</code></p><script>x</script>", `"</code></p><script>x</script>"`},
		"entity":             {"subject", "&lt;b&gt; &#x202e;", `"&lt;b&gt; &#x202e;"`},
		"comment":            {"subject", "--><!-- x", `"--><!-- x"`},
		"curly quotes":       {"path", "a\u201d. Nothing else. \u201c", `"a\u{201D}. Nothing else. \u{201C}"`},
		"closing quote":      {"path", `a". Nothing else. "`, `"a\". Nothing else. \""`},
		"slots":              {"path", "{path} {{x}} {0.__class__}", `"{path} {{x}} {0.__class__}"`},
		"Cyrillic in Latin":  {"recipient", "\u0430lice@\u0435xample.com", `"\u{430}lice@\u{435}xample.com"`},
		"all Cyrillic":       {"url", "https://\u0440\u0430\u0443\u0440\u0430.com/", `"https://\u{440}\u{430}\u{443}\u{440}\u{430}.com/"`},
		"division slash":     {"path", "/repo\u2215secret", `"/repo\u{2215}secret"`},
		"full width":         {"command", "ｒm\uff0f", `"\u{FF52}m\u{FF0F}"`},
		"combining stack":    {"subject", "a" + strings.Repeat("\u0301", 9), `"a` + strings.Repeat(`\u{301}`, 9) + `"`},
		"right to left":      {"path", "1\u05d0", `"1\u{5D0}"`},
		"fake escape":        {"path", `a\u{202E}b`, `"a\\u{202E}b"`},
		"bytes":              {"path", "a\xffb", `"a\x{FF}b"`},
		"long":               {"url", "https://example.com/" + strings.Repeat("a", 5000), `"https://example.com/` + strings.Repeat("a", 5000) + `"`},
	}
}

// showAttack composes a card with the attack as an argument, as a field of the
// effect and as the agent's own words, and checks what every card keeps.
func showAttack(t *testing.T, field, value string) *Document {
	t.Helper()
	in := simpleCall(map[string]any{field: value})
	in.NonEmpty = []string{field}
	in.Effects[0].Fields = append(in.Effects[0].Fields, Field{Name: field, Value: str(value)})
	if field == "path" {
		in.Effects[0].Fields = in.Effects[0].Fields[1:]
	}
	in.Claim = &value
	in.Reasons = append(in.Reasons, schema.Reason{Outcome: schema.OutcomeAsk, Text: value})
	in.Violations = []schema.Violation{{Rule: value, Version: "1", Severity: schema.SeverityWarn, Message: value}}
	d := compose(t, in)
	checkCard(t, d)
	return d
}

// checkCard checks what every card keeps, whatever is on it.
func checkCard(t *testing.T, d *Document) {
	t.Helper()
	for name, text := range map[string]string{"text": d.Text(), "terminal": d.Terminal(), "Markdown": d.Markdown(), "HTML": d.HTML()} {
		checkVisible(t, name, text)
		if name != "text" && !strings.Contains(text, d.Digest()) {
			t.Errorf("%s lacks the digest", name)
		}
	}
	if got := htmlText(t, d.HTML()); got != wordsOnly(d.Terminal()) {
		t.Errorf("HTML says\n%s\nand the terminal\n%s", got, wordsOnly(d.Terminal()))
	}
	if got := markdownText(t, d.Markdown()); got != wordsOnly(d.Terminal()) {
		t.Errorf("Markdown says\n%s\nand the terminal\n%s", got, wordsOnly(d.Terminal()))
	}
	if err := Verify(d.Card()); err != nil {
		t.Error(err)
	}
}

// checkVisible checks that a text shows everything that it holds.
func checkVisible(t *testing.T, name, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && unicodedata.AppearanceOf(r).Kind == unicodedata.Hidden && !typographic(r) {
			t.Fatalf("%s shows %U", name, r)
		}
	}
}

// wordsOnly removes the layout of a card's text.
func wordsOnly(text string) string {
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimPrefix(strings.TrimLeft(l, " "), "- "); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// htmlText returns the text of an HTML card. It fails on any tag or attribute
// that cards are not made of.
func htmlText(t *testing.T, doc string) string {
	t.Helper()
	_, body, _ := strings.Cut(doc, "<body>\n")
	body, _, _ = strings.Cut(body, "</body>")
	tag := regexp.MustCompile(`<[^>]*>`)
	for _, found := range tag.FindAllString(body, -1) {
		switch found {
		case "<h1>", "</h1>", "<h2>", "</h2>", "</p>", "<b>", "</b>", "<code>", "</code>", "<p>", "<footer>", "</footer>", "<article>", "</article>",
			`<p class="l1">`, `<p class="l2">`, `<p class="l3">`:
		default:
			t.Fatalf("the card has the tag %s", found)
		}
	}
	return wordsOnly(strings.ReplaceAll(html.UnescapeString(tag.ReplaceAllString(strings.ReplaceAll(body, "&bull; ", ""), "")), "\n\n", "\n"))
}

// markdownText returns the text of a Markdown card. It reads the part of
// CommonMark that cards are made of and fails on all other markup.
func markdownText(t *testing.T, text string) string {
	t.Helper()
	var out strings.Builder
	text = strings.ReplaceAll(text, "\n---\n", "\n")
	for _, l := range strings.Split(text, "\n") {
		l = strings.TrimLeft(l, " ")
		for _, prefix := range []string{"# ", "## ", "- "} {
			if rest, ok := strings.CutPrefix(l, prefix); ok {
				l = rest
				break
			}
		}
		inlineText(t, &out, strings.ReplaceAll(l, "**", ""))
		out.WriteByte('\n')
	}
	return wordsOnly(out.String())
}

func inlineText(t *testing.T, out *strings.Builder, l string) {
	for l != "" {
		switch c := l[0]; {
		case c == '`':
			n := len(l) - len(strings.TrimLeft(l, "`"))
			inside, rest, ok := cutFence(l[n:], n)
			if !ok {
				t.Fatalf("a code span does not end: %q", l)
			}
			if len(inside) > 1 && inside[0] == ' ' && inside[len(inside)-1] == ' ' && strings.Trim(inside, " ") != "" {
				inside = inside[1 : len(inside)-1]
			}
			out.WriteString(inside)
			l = rest
		case c == '\\':
			out.WriteByte(l[1])
			l = l[2:]
		case c == '&':
			end := strings.IndexByte(l, ';') + 1
			out.WriteString(html.UnescapeString(l[:end]))
			l = l[end:]
		case strings.IndexByte("!#*_[]()<>@:{}|~$", c) >= 0:
			if c != ':' {
				t.Fatalf("markup outside a code span: %q", l)
			}
			fallthrough
		default:
			out.WriteByte(c)
			l = l[1:]
		}
	}
}

// cutFence cuts at the first run of exactly n backticks.
func cutFence(s string, n int) (inside, rest string, ok bool) {
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if run == n {
			return s[:i], s[i+run:], true
		}
		i += run
	}
	return "", "", false
}

func TestAttacks(t *testing.T) {
	for name, a := range attacks() {
		t.Run(name, func(t *testing.T) {
			d := showAttack(t, a.field, a.value)
			if want := "  Argument " + a.field + ": " + a.shown + "\n"; !strings.Contains(d.Text(), want) {
				t.Errorf("the card lacks %s:\n%s", want, d.Text())
			}
			if !strings.Contains(d.Text(), "nothing here vouches for it: "+a.shown+"\n") {
				t.Errorf("the card lacks the agent's words:\n%s", d.Text())
			}
			if a.value == "" && d.Approvable {
				t.Error("a card with an empty required argument is approvable")
			}
		})
	}
}

func TestHostileNames(t *testing.T) {
	for name := range map[string]bool{"read_file\u200b": true, "": true, "a b": true, "r\u0435ad": true, strings.Repeat("x", 129): true, "a/b": true, "x\n  Decision": true} {
		in := simpleCall(map[string]any{name: "x"})
		in.NonEmpty = nil
		in.Tool.Name = name
		in.Tool.Namespace = "n\u202e"
		d := compose(t, in)
		checkCard(t, d)
		if d.Approvable {
			t.Errorf("a card of the tool %q is approvable", name)
		}
	}
	in := simpleCall(map[string]any{"Tool": "x", "a: b": "y"})
	in.NonEmpty = nil
	text := compose(t, in).Text()
	for _, want := range []string{"  Argument Tool: \"x\"\n", "  Argument \"a: b\": \"y\"\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the card lacks %q:\n%s", want, text)
		}
	}
}

// TestRecordedAttacks shows recorded attacks where they are to be had.
func TestRecordedAttacks(t *testing.T) {
	const file = "../../shared/cases/display_attacks.jsonl"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("no recorded attacks: %v", err)
	}
	lines := bufio.NewScanner(bytes.NewReader(src))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct{ ID, Field, Value string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		t.Run(row.ID, func(t *testing.T) { showRecorded(t, row.ID, row.Field, row.Value) })
	}
}

func showRecorded(t *testing.T, id, field, value string) {
	switch field {
	case "raw":
		n, list := doc.ReadJSON("", []byte(value), doc.DefaultLimits())
		if id == "dup-keys" {
			if !list.HasErrors() {
				t.Error("a duplicate key is read")
			}
			return
		}
		in := simpleCall(n.Plain().(map[string]any))
		in.NonEmpty = nil
		if d := compose(t, in); !strings.Contains(d.Text(), "amount: 1e3\n") {
			t.Errorf("the number is not shown as written:\n%s", d.Text())
		}
		return
	case "tool":
		in := simpleCall(map[string]any{"path": "x"})
		in.Tool.Name = value
		if d := compose(t, in); d.Approvable || !strings.Contains(d.Text(), "Tool: filesystem/\"") {
			t.Errorf("the name is taken for a tool's:\n%s", d.Text())
		}
		return
	}
	d := showAttack(t, field, value)
	clean := strings.Map(func(r rune) rune {
		if unicodedata.AppearanceOf(r).Kind == unicodedata.Hidden {
			return -1
		}
		return r
	}, value)
	if clean != value && showAttack(t, field, clean).Text() == d.Text() {
		t.Error("the card is that of the clean value")
	}
	text := d.Text()
	for want, ids := range map[string]string{
		"Mixed scripts within a word": "confusable-latin-cyrillic confusable-paypal",
		"U+0430 looks like \"a\"":     "confusable-latin-cyrillic confusable-paypal",
		"U+2215 looks like \"/\"":     "slash-lookalike",
		"xn--":                        "confusable-latin-cyrillic confusable-paypal",
		"must not be":                 "empty-cmd",
	} {
		if strings.Contains(ids, id) && !strings.Contains(text, want) {
			t.Errorf("the card does not say %q:\n%s", want, text)
		}
	}
	if d.Approvable == (value == "") {
		t.Errorf("approvable is %v", d.Approvable)
	}
}
