package render

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// TestBindingIsCanonical checks that the binding, which is written by hand, is
// what the canonical form of the same object is.
func TestBindingIsCanonical(t *testing.T) {
	for _, in := range []*CardInput{simpleCall(map[string]any{"path": "\u0430 \"x\"\\\n"}), fullCall()} {
		d := compose(t, in)
		canon, err := canonical.Transform(d.binding)
		if err != nil || string(canon) != string(d.binding) {
			t.Errorf("got %v\n%s, want\n%s", err, canon, d.binding)
		}
		if got, err := canonical.Digest(json.RawMessage(d.binding)); got != d.Digest() || err != nil {
			t.Errorf("digest %s, %v, want %s", got, err, d.Digest())
		}
	}
}

// TestVerifyStoredCard stores a card as JSON and reads it back.
func TestVerifyStoredCard(t *testing.T) {
	d := compose(t, fullCall())
	card := d.Card()
	stored, err := json.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	read := func() (c schema.Card) {
		if err := json.Unmarshal(stored, &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	if err := Verify(read()); err != nil {
		t.Fatal(err)
	}
	bound := func(c *schema.Card) map[string]any { return c.Binding.Value.(map[string]any) }
	for name, tamper := range map[string]func(c *schema.Card){
		"text":       func(c *schema.Card) { c.Text = strings.Replace(c.Text, "notes", "nodes", 1) },
		"approvable": func(c *schema.Card) { c.Approvable = !c.Approvable },
		"index":      func(c *schema.Card) { c.Index++ },
		"digest":     func(c *schema.Card) { c.Digest = digestOf("other") },
		"binding":    func(c *schema.Card) { bound(c)["context"] = digestOf("other") },
		"extra":      func(c *schema.Card) { bound(c)["extra"] = true },
		"no binding": func(c *schema.Card) { c.Binding = nil },
		"not JSON":   func(c *schema.Card) { c.Binding.Value = json.Number("1.5") },
		"other type": func(c *schema.Card) {
			bound(c)["type"] = "contractc/card/v0"
			c.Digest, _ = canonical.Digest(c.Binding.Value)
		},
		"other text":  func(c *schema.Card) { bound(c)["text"] = "x"; c.Digest, _ = canonical.Digest(c.Binding.Value) },
		"text, twice": func(c *schema.Card) { c.Text = "x"; bound(c)["text"] = "x" },
	} {
		c := read()
		tamper(&c)
		var e *VerificationError
		if err := Verify(c); !errors.As(err, &e) {
			t.Errorf("%s: got %v, want a refusal", name, err)
		}
	}
}

// TestCardsVerify checks that no character that is shown as it is makes a card
// that does not verify, and that what moves or hides does.
func TestCardsVerify(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if shown := unicodedata.AppearanceOf(r).Kind != unicodedata.Hidden || typographic(r); shown && neverWritten(r) {
			t.Errorf("%U is shown and refused", r)
		}
	}
	for _, r := range "\r\x1b\u0085\u009b\u202e\u2066\u200b\u2028\u00a0\ue000\U000e0041" {
		if !neverWritten(r) {
			t.Errorf("%U is accepted", r)
		}
	}
}

// TestDigestCoversEverything changes one thing of the input at a time.
func TestDigestCoversEverything(t *testing.T) {
	base := compose(t, fullCall()).Digest()
	seen := map[string]string{base: "nothing"}
	for name, change := range map[string]func(in *CardInput){
		"index":         func(in *CardInput) { in.Index++ },
		"tool":          func(in *CardInput) { in.Tool.Name = "write" },
		"namespace":     func(in *CardInput) { in.Tool.Namespace = "" },
		"tool schema":   func(in *CardInput) { in.Tool.SchemaDigest = digestOf("x") },
		"argument":      func(in *CardInput) { in.Arguments.(map[string]any)["amount"] = json.Number("1000") },
		"action":        func(in *CardInput) { in.ActionDigest = digestOf("x") },
		"decision":      func(in *CardInput) { in.Decision = schema.OutcomeDeny },
		"reason":        func(in *CardInput) { in.Reasons[0].Text = "x" },
		"effect":        func(in *CardInput) { in.Effects[0].Digest = digestOf("x") },
		"sentence":      func(in *CardInput) { in.Effects[0].Sentence = "Changes {path}." },
		"expression":    func(in *CardInput) { in.Guarantees[1].Expression = "x()" },
		"contract":      func(in *CardInput) { in.Guarantees[0].Invocation.Contract = "x.y" },
		"source":        func(in *CardInput) { in.Guarantees[0].Invocation.SourceDigest = digestOf("x") },
		"parameter":     func(in *CardInput) { in.Guarantees[0].Invocation.Arguments[0].Value = str("notes/") },
		"verdict":       func(in *CardInput) { in.Guarantees[0].Verdict = schema.VerdictViolated },
		"because":       func(in *CardInput) { in.Guarantees[1].Because = []int64{0} },
		"scope":         func(in *CardInput) { in.Guarantees[0].Scope = nil },
		"coverage":      func(in *CardInput) { in.Coverage[0].Status = schema.CoverageStatusCovered },
		"edit":          func(in *CardInput) { in.Edits[0].Offset++ },
		"claim":         func(in *CardInput) { in.Claim = nil },
		"request":       func(in *CardInput) { in.Request = ptr("x") },
		"no session":    func(in *CardInput) { in.Session = nil },
		"principal":     func(in *CardInput) { in.Principal = ptr("x") },
		"bundle":        func(in *CardInput) { in.Digests.Bundles[0].Digest = digestOf("x") },
		"verified":      func(in *CardInput) { in.Digests.Bundles[1].Verified = true },
		"schema":        func(in *CardInput) { in.Digests.Schema = digestOf("x") },
		"rules":         func(in *CardInput) { in.Digests.Rules = digestOf("x") },
		"context":       func(in *CardInput) { in.Digests.Context = digestOf("x") },
		"reply":         func(in *CardInput) { in.Digests.Reply = digestOf("x") },
		"engine":        func(in *CardInput) { in.Digests.Engine = "x" },
		"events":        func(in *CardInput) { in.Events = "" },
		"state":         func(in *CardInput) { in.State = digestOf("x") },
		"completeness":  func(in *CardInput) { in.Completeness = schema.CompletenessComplete },
		"violation":     func(in *CardInput) { in.Violations[0].Version = "2.0.0" },
		"an untrusted":  func(in *CardInput) { in.Guarantees[0].Trusted = false },
		"secret length": func(in *CardInput) { in.Arguments.(map[string]any)["token"] = "s3cr3t5" },
	} {
		in := fullCall()
		change(in)
		digest := compose(t, in).Digest()
		if other, ok := seen[digest]; ok {
			t.Errorf("changing %s gives the digest of changing %s", name, other)
		}
		seen[digest] = name
	}
	other, err := New(englishWords(t), digestOf("other file"))
	if err != nil {
		t.Fatal(err)
	}
	if d, err := other.Compose(fullCall()); err != nil || d.Digest() == base {
		t.Errorf("another locale has the same digest, or %v", err)
	}
	in := fullCall()
	slices.Reverse(in.Digests.Bundles)
	if d := compose(t, in); d.Digest() != base {
		t.Error("the order of the bundles changes the digest")
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	d := compose(t, fullCall())
	card, err := json.Marshal(d.Card())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"terminal": d.Terminal(), "Markdown": d.Markdown(), "HTML": d.HTML(), "stored": string(card)} {
		if strings.Contains(text, "s3cr3t") {
			t.Errorf("%s shows the secret", name)
		}
	}
	in := simpleCall(map[string]any{"path": "x", "pin": json.Number("1234")})
	in.Secret = []string{"pin"}
	if text := compose(t, in).Text(); strings.Contains(text, "1234") || !strings.Contains(text, "Argument pin: a secret value\n") {
		t.Errorf("the card shows the number:\n%s", text)
	}
}

func TestOutcomes(t *testing.T) {
	call := func(change func(in *CardInput)) *CardInput {
		in := simpleCall(map[string]any{"path": "x"})
		in.Decision = schema.OutcomeAllow
		change(in)
		return in
	}
	deep := any("x")
	for range 100 {
		deep = []any{deep}
	}
	tests := []struct {
		name       string
		in         *CardInput
		outcome    schema.Outcome
		approvable bool
		says       string
	}{
		{"allowed", call(func(in *CardInput) {}), schema.OutcomeAllow, true, "The call is allowed by a rule."},
		{"no effect", call(func(in *CardInput) { in.Effects = nil }), schema.OutcomeAsk, true, "no trusted description"},
		{"no sentence", call(func(in *CardInput) { in.Effects[0].Sentence = "" }), schema.OutcomeAsk, true, "Code only: no trusted description."},
		{"untrusted effect", call(func(in *CardInput) { in.Effects[0].Trusted = false }), schema.OutcomeAsk, true, "no trusted description"},
		{"broken sentence", call(func(in *CardInput) { in.Effects[0].Sentence = "Reads {file}." }), schema.OutcomeAsk, true, "does not fit the values"},
		{"bad template", call(func(in *CardInput) { in.Effects[0].Sentence = "Reads {file.name}." }), schema.OutcomeAsk, true, "attributes cannot be accessed"},
		{"mistyped field", call(func(in *CardInput) { in.Effects[0].Fields[0].Class = "IntegerValue" }), schema.OutcomeAsk, true, "not IntegerValue"},
		{"unbound guarantee", call(func(in *CardInput) { in.Guarantees = []Guarantee{{Expression: "x"}} }), schema.OutcomeAsk, true, `Written as: "x"`},
		{"extra parameter", call(func(in *CardInput) {
			g := fullCall().Guarantees[0]
			g.Text = "No slot."
			in.Guarantees = []Guarantee{g}
		}), schema.OutcomeAsk, true, `no slot takes the value "root"`},
		{"denied", call(func(in *CardInput) { in.Decision = schema.OutcomeDeny }), schema.OutcomeDeny, false, "This card cannot be approved."},
		{"no decision", call(func(in *CardInput) { in.Decision = "" }), "", false, "The call is refused."},
		{"deep", call(func(in *CardInput) { in.Arguments.(map[string]any)["x"] = deep }), schema.OutcomeAllow, false, "nested deeper than 64"},
		{"long", call(func(in *CardInput) { in.Arguments.(map[string]any)["x"] = strings.Repeat("x", 40000) }), schema.OutcomeAllow, false, "not shown, 40002 bytes"},
		{"many", call(func(in *CardInput) {
			in.Arguments.(map[string]any)["x"] = strings.Split(strings.Repeat("x", 20000), "")
		}), schema.OutcomeAllow, false, "cannot be shown whole"},
		{"too many", call(func(in *CardInput) {
			for _, k := range strings.Split(slotNames(600), "}{") {
				in.Arguments.(map[string]any)[k] = strings.Repeat("y", 100)
			}
		}), schema.OutcomeAllow, false, "cannot be shown whole"},
		{"empty list", call(func(in *CardInput) { in.Arguments.(map[string]any)["path"] = []any{} }), schema.OutcomeAllow, false, "The argument path is empty and must not be."},
		{"absent", call(func(in *CardInput) { delete(in.Arguments.(map[string]any), "path") }), schema.OutcomeAllow, false, "The argument path is empty"},
		{"no object", call(func(in *CardInput) { in.Arguments, in.NonEmpty = []any{"x"}, nil }), schema.OutcomeAllow, true, `Arguments: ["x"]`},
		{"no arguments", call(func(in *CardInput) { in.Arguments, in.NonEmpty = map[string]any{}, nil }), schema.OutcomeAllow, true, "The call has no arguments."},
	}
	for _, tt := range tests {
		d := compose(t, tt.in)
		if d.Outcome != tt.outcome || d.Approvable != tt.approvable || !strings.Contains(d.Text(), tt.says) {
			t.Errorf("%s: outcome %q, approvable %v, want %q, %v and %q:\n%s", tt.name, d.Outcome, d.Approvable, tt.outcome, tt.approvable, tt.says, d.Text())
		}
		if len(d.Text()) > DefaultMaxBytes {
			t.Errorf("%s: the card has %d bytes", tt.name, len(d.Text()))
		}
		if d.Outcome == schema.OutcomeAllow && tt.in.CodeOnly() {
			t.Errorf("%s: a code-only card is allowed", tt.name)
		}
		checkCard(t, d)
	}
}

func TestComposeErrors(t *testing.T) {
	in := simpleCall(map[string]any{"path": "x"})
	in.Tool.Name = "a\xff"
	var e *canonical.Error
	if _, err := english(t).Compose(in); !errors.As(err, &e) {
		t.Errorf("got %v, want an error on the name that is not UTF-8", err)
	}
}

func TestLocaleErrors(t *testing.T) {
	for part, change := range map[string]func(l *schema.Locale){
		`message "card.title": it is missing`: func(l *schema.Locale) {
			l.Messages = slices.DeleteFunc(l.Messages, func(m schema.Message) bool { return m.Id == "card.title" })
		},
		"no card uses it":    func(l *schema.Locale) { l.Messages = append(l.Messages, schema.Message{Id: "x", Text: "y"}) },
		"it stands twice":    func(l *schema.Locale) { l.Messages = append(l.Messages, l.Messages[0]) },
		"it is empty":        func(l *schema.Locale) { l.Messages[0].Text = "" },
		"no value is called": func(l *schema.Locale) { l.Messages[0].Text = "{x}" },
		"single }":           func(l *schema.Locale) { l.Messages[0].Text = "}" },
		`its slots must be`: func(l *schema.Locale) {
			for i := range l.Messages {
				if l.Messages[i].Id == "reason.ask" {
					l.Messages[i].Text = "Ask."
				}
			}
		},
	} {
		words := englishWords(t)
		change(words)
		var e *LocaleError
		if _, err := New(words, ""); !errors.As(err, &e) || !strings.Contains(err.Error(), part) {
			t.Errorf("got %v, want %q", err, part)
		}
	}
	words := englishWords(t)
	words.Messages[0].Id, words.Messages[1].Text = "x", "{x}"
	var all LocaleErrors
	if _, err := New(words, ""); !errors.As(err, &all) || len(all) != 3 {
		t.Errorf("got %v, want that x is not used, that a slot is unknown and that a message is missing", err)
	}
	if slots := MessageSlots(); len(slots) != messageCount || !slices.Contains(slots, "reason.ask text") {
		t.Errorf("MessageSlots gave %q", slots)
	}
}

// TestLocaleAlternatives has every two messages that exclude each other read the
// same, up to case, spaces and points.
func TestLocaleAlternatives(t *testing.T) {
	text := func(l *schema.Locale, id messageID) *string {
		i := slices.IndexFunc(l.Messages, func(m schema.Message) bool { return m.Id == messages[id].id })
		return &l.Messages[i].Text
	}
	for _, group := range alternatives() {
		for i, id := range group {
			other := group[(i+1)%len(group)]
			if messages[id].slotNames != messages[other].slotNames {
				continue // neither can take the other's words
			}
			words := englishWords(t)
			*text(words, id) = " " + *text(words, other) + "."
			if messages[id].slotNames == "" {
				*text(words, id) = strings.ToUpper(*text(words, id))
			}
			var e *LocaleError
			if _, err := New(words, ""); !errors.As(err, &e) || !strings.Contains(err.Error(), "it reads as") {
				t.Errorf("%s as %s: got %v", messages[id].id, messages[other].id, err)
			}
		}
	}
}

// TestPunycode has samples of RFC 3492, section 7.1, and well-known names.
func TestPunycode(t *testing.T) {
	for host, want := range map[string]string{
		"b\u00fccher.example":  "xn--bcher-kva.example",
		"p\u0430yp\u0430l.com": "xn--pypl-53dc.com",
		"\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587": "xn--ihqwcrb4cv8a8dqg056pqjye",
		"3\u5e74B\u7d44\u91d1\u516b\u5148\u751f":                 "xn--3B-ww4c5e180e575a65lsy2b",
		"example.com":                                            "example.com",
	} {
		if got, ok := asciiHost(host); got != want || !ok {
			t.Errorf("asciiHost(%+q) = %q, %v, want %q", host, got, ok, want)
		}
	}
	for _, bad := range []string{strings.Repeat("\u00fc", 70), strings.Repeat("x", 2000), "\xff"} {
		if got, ok := asciiHost(bad); ok {
			t.Errorf("asciiHost(%+q) = %q, want none", bad, got)
		}
	}
}

func TestHosts(t *testing.T) {
	for text, want := range map[string]string{
		"https://user:pw@h\u00f6st:80/p?q#f": "h\u00f6st", "a@b.c": "b.c", "plain text": "", "x://": "", "https://a/b@c": "a", "Al <a@b.c>": "b.c",
	} {
		if got, _ := hostOf(text); got != want {
			t.Errorf("hostOf(%q) = %q, want %q", text, got, want)
		}
	}
}
