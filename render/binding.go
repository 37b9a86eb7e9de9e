package render

import (
	"encoding/json"
	"strconv"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// CardType is the type tag of the object that the digest of a card is of.
const CardType = "contractc/card/v1"

// bind writes the object that the digest of the card is of, by DESIGN 6.10, in
// canonical form, and the digest. The keys stand in their canonical order, so
// what is written is RFC 8785 as it stands.
func (c *composer) bind() error {
	b := &binder{dst: make([]byte, 0, len(c.text)+3072)}
	in, d := c.in, &c.in.Digests
	b.open()
	b.key("action").action(in)
	b.key("approvable").bool(c.Approvable)
	b.key("bundles").list(len(d.Bundles), bundles(sortedBundles(d.Bundles)))
	b.text("context", d.Context)
	b.key("contracts").list(len(in.Guarantees), contracts(in.Guarantees))
	b.key("coverage").list(len(in.Coverage), coverage(in.Coverage))
	b.text("decision", string(c.Outcome))
	b.key("edits").list(len(in.Edits), edits(in.Edits))
	b.key("effects").list(len(in.Effects), effects(in.Effects))
	b.text("engine", d.Engine)
	b.given("events", in.Events)
	b.key("index").number(int64(c.index))
	b.key("locale").locale(c.r.locale)
	b.optional("principal", in.Principal)
	b.text("renderer", Version)
	b.text("reply", d.Reply)
	b.optional("request", in.Request)
	b.text("rules", d.Rules)
	b.text("schema", d.Schema)
	b.optional("session", in.Session)
	b.given("state", in.State)
	b.key("text").card(c.Document.line.text)
	b.text("type", CardType)
	b.text("unicode", unicodedata.Version)
	b.key("verdicts").list(len(in.Guarantees), verdicts(in.Guarantees))
	b.close()
	if b.err != nil {
		return b.err
	}
	c.binding, c.digest = b.dst, canonical.DigestBytes(b.dst)
	return nil
}

// bound returns the binding for a stored card.
func (d *Document) bound() *schema.Any { return &schema.Any{Value: json.RawMessage(d.binding)} }

// A binder writes canonical JSON. Its caller writes keys in their order.
type binder struct {
	dst   []byte
	first bool
	err   error
}

func (b *binder) open()  { b.dst, b.first = append(b.dst, '{'), true }
func (b *binder) close() { b.dst, b.first = append(b.dst, '}'), false }

func (b *binder) key(name string) *binder {
	if !b.first {
		b.dst = append(b.dst, ',')
	}
	b.first = false
	b.dst = append(append(append(b.dst, '"'), name...), `":`...)
	return b
}

func (b *binder) bool(v bool)    { b.dst = strconv.AppendBool(b.dst, v) }
func (b *binder) number(v int64) { b.dst = strconv.AppendInt(b.dst, v, 10) }

// value writes any value in canonical form.
func (b *binder) value(v any) {
	dst, err := canonical.Append(b.dst, v)
	if err != nil {
		b.err = err
		return
	}
	b.dst = dst
}

// text writes a text, the usual kind without the detour through canonical.
func (b *binder) text(key, v string) {
	b.key(key)
	if !plainJSON(v) {
		b.value(v)
		return
	}
	b.dst = append(append(append(b.dst, '"'), v...), '"')
}

// plainJSON reports ASCII that JSON writes as it is.
func plainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// card writes the text of a card, of whose controls it has line breaks only.
func (b *binder) card(text []byte) {
	b.dst = append(b.dst, '"')
	start := 0
	for i, c := range text {
		if c != '\n' && c != '"' && c != '\\' {
			continue
		}
		b.dst = append(append(b.dst, text[start:i]...), '\\')
		if start = i; c == '\n' {
			b.dst = append(b.dst, 'n')
			start = i + 1
		}
	}
	b.dst = append(append(b.dst, text[start:]...), '"')
}

// given writes a text unless it is empty.
func (b *binder) given(key, v string) {
	if v != "" {
		b.text(key, v)
	}
}

// optional writes a text where there is one.
func (b *binder) optional(key string, v *string) {
	if v != nil {
		b.text(key, *v)
	}
}

// list writes n objects.
func (b *binder) list(n int, write func(b *binder, i int)) {
	b.dst = append(b.dst, '[')
	for i := range n {
		if i > 0 {
			b.dst = append(b.dst, ',')
		}
		b.open()
		write(b, i)
		b.close()
	}
	b.dst = append(b.dst, ']')
}

func (b *binder) action(in *CardInput) {
	b.open()
	b.text("digest", in.ActionDigest)
	b.given("namespace", in.Tool.Namespace)
	b.text("tool", in.Tool.Name)
	b.given("tool_schema", in.Tool.SchemaDigest)
	b.close()
}

func (b *binder) locale(l *locale) {
	b.open()
	b.text("digest", l.digest)
	b.text("id", l.id)
	b.text("version", l.version)
	b.close()
}

func bundles(all []schema.BundleIdentity) func(*binder, int) {
	return func(b *binder, i int) {
		b.text("digest", all[i].Digest)
		b.key("locked").bool(all[i].Locked)
		b.text("name", all[i].Name)
		b.text("origin", all[i].Origin)
		b.key("verified").bool(all[i].Verified)
		b.text("version", all[i].Version)
	}
}

// contracts writes the contract of each guarantee with its bound parameters.
func contracts(all []Guarantee) func(*binder, int) {
	return func(b *binder, i int) {
		inv := all[i].Invocation
		if inv == nil {
			b.text("expression", all[i].Expression)
			return
		}
		b.key("arguments").list(len(inv.Arguments), arguments(inv.Arguments))
		b.text("contract", inv.Contract)
		b.text("digest", inv.Digest)
		b.text("expression", all[i].Expression)
		b.text("source_digest", inv.SourceDigest)
		b.text("symbol", inv.Symbol)
		b.text("version", inv.Version)
	}
}

func arguments(all []schema.Argument) func(*binder, int) {
	return func(b *binder, i int) {
		b.key("defaulted").bool(all[i].Defaulted)
		b.text("name", all[i].Name)
		b.optional("source", all[i].Source)
		b.key("value").value(all[i].Value)
	}
}

func coverage(all []schema.CoverageEntry) func(*binder, int) {
	return func(b *binder, i int) {
		b.optional("detail", all[i].Detail)
		b.text("domain", all[i].Domain)
		b.text("status", string(all[i].Status))
	}
}

func edits(all []schema.Edit) func(*binder, int) {
	return func(b *binder, i int) {
		b.key("offset").number(all[i].Offset)
		b.text("what", all[i].What)
		b.text("why", all[i].Why)
	}
}

func effects(all []Effect) func(*binder, int) {
	return func(b *binder, i int) {
		b.given("digest", all[i].Digest)
		b.text("type", all[i].Type)
		b.given("version", all[i].Version)
	}
}

func verdicts(all []Guarantee) func(*binder, int) {
	return func(b *binder, i int) {
		if len(all[i].Because) > 0 {
			b.key("because").indexes(all[i].Because)
		}
		b.text("expression", all[i].Expression)
		b.given("reason", all[i].Reason)
		b.text("verdict", string(all[i].Verdict))
	}
}

func (b *binder) indexes(all []int64) {
	b.dst = append(b.dst, '[')
	for i, n := range all {
		if i > 0 {
			b.dst = append(b.dst, ',')
		}
		b.number(n)
	}
	b.dst = append(b.dst, ']')
}
