package render

import "github.com/contractc/contractc/schema"

// Describe writes what a card says of a guarantee, apart from its verdict.
func (r *Renderer) Describe(g *Guarantee) string {
	c := &composer{Document: &Document{}, r: r}
	c.reviewedText(g)
	c.expression(g)
	c.derived(g)
	for _, text := range g.Scope {
		c.paragraphs(2, labelScope, text)
	}
	return string(c.text)
}

// Binding is what [Renderer.Describe] says of a bound guarantee as a document.
// It has no text where a value cannot be shown, and no derived sentence where
// the constraint has none.
func (r *Renderer) Binding(g *Guarantee) *schema.Binding {
	b := &schema.Binding{Format: schema.BindingFormat, Invocation: *g.Invocation, Scope: g.Scope}
	c := &composer{Document: &Document{}, r: r}
	if c.fillArguments(g) == nil {
		b.Text = optional(string(c.text))
	}
	if sentence, err := Sentence(g.Constraint, SentenceOptions{Library: g.Invocation.Library}); err == nil {
		b.Derived = &sentence
	}
	return b
}
