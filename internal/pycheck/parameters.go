package pycheck

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/pydef"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pywrap"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// wanted is a parameter as the bundle has it.
type wanted struct {
	name     string
	typ      value.Type
	values   []string
	def      schema.Value
	required bool
}

// parameters compares names, order, kinds, defaults and annotations.
func (c *checker) parameters(f *pydef.Function, id string, want []wanted) {
	for i := range f.Parameters {
		p := &f.Parameters[i]
		k := slices.IndexFunc(want, func(w wanted) bool { return w.name == p.Name })
		switch {
		case p.Kind == pydef.Star || p.Kind == pydef.DoubleStar:
			c.find(p.At, "python.kind", "Name the parameters.", "%q takes any arguments; %s does not", f.Name, id)
			continue
		case k < 0:
			c.find(p.At, "python.parameter", "Remove it, or add it to the class of "+id+".", "%s has no parameter %q", id, p.Name)
			continue
		case k != i:
			c.find(p.At, "python.order", "Put it in the place that it has in the class of "+id+".", "the parameter %q is number %d here and number %d of %s", p.Name, i+1, k+1, id)
		}
		if p.Kind != pydef.Ordinary {
			c.find(p.At, "python.kind", "Let it be given by position and by name.", "the parameter %q of %q cannot be given both by position and by name", p.Name, f.Name)
		}
		c.parameter(f, p, id, &want[k])
	}
	for _, w := range want {
		if !slices.ContainsFunc(f.Parameters, func(p pydef.Parameter) bool { return p.Name == w.name }) {
			c.find(f.At, "python.parameter", "Add it, or remove it from the class of "+id+".", "%q has no parameter %q", f.Name, w.name)
		}
	}
}

func (c *checker) parameter(f *pydef.Function, p *pydef.Parameter, id string, w *wanted) {
	annotation := pywrap.Annotation(w.typ, w.values)
	switch {
	case p.Annotation == nil:
		c.find(p.At, "python.annotation", "Write "+p.Name+": "+annotation+".", "the parameter %q of %q has no annotation", p.Name, f.Name)
	case !annotates(p.Annotation, w):
		c.find(p.Annotation.At, "python.annotation", "Write "+annotation+", or change the class of "+id+".", "the parameter %q of %q is annotated as %q, and in %s it is of type %s", p.Name, f.Name, p.Annotation.Plain, id, w.typ)
	default:
		c.shadowed(p.Annotation)
	}
	switch {
	case p.Default == nil && w.def == nil:
	case p.Default == nil:
		c.find(p.At, "python.default", "Give it, or remove it from the contract's file.", "the parameter %q of %q has no default, and in %s it has one", p.Name, f.Name, id)
	case w.def == nil && w.required:
		c.find(p.Default.At, "python.default", "Remove it, or give it in the contract's file.", "the parameter %q of %q has a default, and in %s it has none", p.Name, f.Name, id)
	case w.def != nil:
		c.sameDefault(f, p, id, w)
	}
}

// shadowed reports a name of an annotation that the file gives another meaning.
func (c *checker) shadowed(e *pydef.Expression) {
	for _, word := range []string{"str", "int", "bool", "bytes", "float", "list", "dict", "tuple", "type", "object"} {
		if slices.Contains(strings.FieldsFunc(e.Plain, func(r rune) bool { return strings.ContainsRune("[], |.", r) }), word) && (c.functions[word] != nil || c.boundAtAll(word)) {
			c.find(e.At, "python.annotation", "Give it another name.", "the file gives %q a meaning of its own", word)
		}
	}
}

// sameDefault compares a default by its value, not by its spelling.
func (c *checker) sameDefault(f *pydef.Function, p *pydef.Parameter, id string, w *wanted) {
	text := p.Default.Source
	if inner, ok := strings.CutPrefix(p.Default.Plain, "Decimal("); ok && w.typ.Kind == value.Decimal {
		text = strings.Trim(strings.TrimSuffix(inner, ")"), `"'`)
	}
	l, err := pyexpr.ParseLiteral(text, pyexpr.Limits{})
	if err != nil {
		c.find(p.Default.At, "python.default", "Write a literal.", "the default of %q of %q is no literal, so that it is not known here", p.Name, f.Name)
		return
	}
	v, err := catalog.ValueOfLiteral(l, w.typ)
	if err != nil || !value.Equal(v, w.def) {
		written, _ := pywrap.Literal(w.def)
		c.find(p.Default.At, "python.default", "Write "+written+", or change the contract's file.", "the default of %q of %q is not the one of %s", p.Name, f.Name, id)
	}
}

// docstring compares the docstring with the one that the reviewed text belongs to.
func (c *checker) docstring(f *pydef.Function, k *index.Contract) {
	want := pydef.Cleandoc(pywrap.Docstring(k))
	source := "the text and scope"
	if k.Docstring != "" {
		want, source = pydef.Cleandoc(k.Docstring), "the docstring"
	}
	switch {
	case f.Docstring == nil:
		c.find(f.At, "python.docstring", "Write "+source+" of "+c.place(&k.Element)+" as its docstring.", "%q has no docstring", f.Name)
	case f.Docstring.Value != want:
		c.find(f.Docstring.At, "python.docstring", "The first line that differs is "+firstDifference(f.Docstring.Value, want)+". Mend the docstring; or review the text against it, and keep it as docstring in "+c.place(&k.Element)+".",
			"the docstring of %q is not %s of %s", f.Name, source, k.ID)
	}
}

// firstDifference quotes the first line in which two texts differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; ; i++ {
		switch {
		case i >= len(a):
			return "missing: " + short(b[i])
		case i >= len(b):
			return "too much: " + short(a[i])
		case a[i] != b[i]:
			return short(a[i]) + ", and in the bundle " + short(b[i])
		}
	}
}

// description compares the keyword description of a decorator, which repeats the reviewed text.
func (c *checker) description(f *pydef.Function, text, id string) {
	for _, d := range f.Decorators {
		for _, k := range d.Keywords {
			if k.Name != "description" {
				continue
			}
			l, err := pyexpr.ParseLiteral("("+k.Value.Source+")", pyexpr.Limits{})
			written, ok := l.(pyexpr.String)
			if err != nil || !ok || written.Value != text {
				c.find(k.Value.At, "python.description", "Write "+short(text)+", or change the text.", "the description of %q is not the text of %s", f.Name, id)
			}
		}
	}
}
