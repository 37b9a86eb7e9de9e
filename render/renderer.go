package render

import (
	"cmp"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/contractc/contractc/schema"
)

// Version is the version of the renderer. It changes with the layout and with
// the rules of escaping, and is part of the digest of every card.
const Version = "contractc/render/1.0.0"

// A Renderer composes cards with the fixed words of one language. It keeps the
// templates that it has parsed and may be used from many goroutines.
type Renderer struct {
	locale    *locale
	templates sync.Map // text to *Template
	kept      atomic.Int64
}

// maxKept is how many templates a renderer keeps parsed.
const maxKept = 4096

// New returns a renderer with the words of a locale file; digest is that of the
// file in its bundle. Its error is a LocaleErrors.
func New(words *schema.Locale, digest string) (*Renderer, error) {
	loc, err := newLocale(words, digest)
	if err != nil {
		return nil, err
	}
	return &Renderer{locale: loc}, nil
}

// template returns a text parsed, from memory if it has been parsed before.
func (r *Renderer) template(text string) (*Template, error) {
	if t, ok := r.templates.Load(text); ok {
		return t.(*Template), nil
	}
	t, err := ParseTemplate(text)
	if err == nil && r.kept.Add(1) <= maxKept {
		r.templates.Store(text, t)
	}
	return t, err
}

// cutBytes is how long an outside text may be on a card that cannot be shown
// whole.
const cutBytes = 200

// Compose writes the card of one call. A card that cannot be shown whole, that
// is of a refused call, whose tool's name is not one, or that lacks an argument
// that must not be empty, says so and is not approvable.
//
// Its error is a *canonical.Error where the input has no canonical form, such as
// a text that is not UTF-8.
func (r *Renderer) Compose(in *CardInput) (*Document, error) {
	st := state{codeOnly: in.CodeOnly()}
	for {
		c := r.compose(in, st)
		next := c.state
		next.codeOnly = next.codeOnly || c.found.codeOnly
		next.tooDeep = next.tooDeep || c.found.tooDeep
		if size := len(c.text); size > in.limit() {
			next.minimal = next.needed > 0
			next.needed = max(next.needed, size)
		}
		if next == st {
			return c.Document, c.bind()
		}
		st = next
	}
}

// compose writes a card on the assumption that its top may say st of it.
func (r *Renderer) compose(in *CardInput, st state) *composer {
	c := &composer{Document: &Document{Outcome: in.Decision, index: in.Index}, in: in, r: r, state: st}
	c.text = make([]byte, 0, 4096)
	c.blocks = make([]block, 0, 64)
	c.outside = make([]span, 0, 48)
	if c.Outcome == schema.OutcomeAllow && st.codeOnly {
		c.Outcome = schema.OutcomeAsk
	}
	if st.needed > 0 {
		c.cut = cutBytes
		c.shorten = func(size int) { c.message(valueCut, asWords(strconv.Itoa(size))) }
	}
	c.digestLabel, c.language = c.wordsOf(labelCard), r.locale.id
	c.begin(titleBlock, 0)
	c.message(cardTitle)
	c.end()
	c.decision()
	c.call()
	if !st.minimal {
		c.claim()
		c.effects()
		c.guarantees()
		c.coverage()
		c.rules()
		c.reading()
		c.who()
	}
	c.behind()
	return c
}

// sortedBundles returns the bundles by name and digest.
func sortedBundles(bundles []schema.BundleIdentity) []schema.BundleIdentity {
	return inOrder(bundles, func(a, b schema.BundleIdentity) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
	})
}
