package linkml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// CodeGo is the code of what cannot be generated as Go.
const CodeGo = "linkml.go"

// goSlot is what the templates need to know of one slot.
type goSlot struct {
	*Induced
	field   string
	element string // Go type of one value
	read    string // function that reads one value
	iface   bool   // one value is an interface
	typ     string // Go type of the field
	pointer bool
}

func (g *goGen) slot(c *Class, s *Induced) goSlot {
	out := goSlot{Induced: s, field: g.names.fields[c][s.Name]}
	out.element, out.read, out.iface = g.element(s)
	out.typ = out.element
	switch {
	case s.Multivalued():
		out.typ = "[]" + out.element
	case out.iface:
	case !s.Required() || g.embedsItself(c, s):
		out.typ, out.pointer = "*"+out.element, true
	}
	if s.Dict && g.view.kindOfSlot(s.Class, g.view.KeySlot(s.Class)) != KindString {
		g.list.Add(diag.Errorf(s.Schema.File, s.At, CodeGo, "the dictionary %q has keys that are not strings", s.Name).WithDetail("Give the class %q an identifier of type string, or inline it as a list.", s.Class.Name))
	}
	return out
}

// element returns the Go type of one value of a slot and the function that reads it.
func (g *goGen) element(s *Induced) (typ, read string, iface bool) {
	switch {
	case s.Any:
		return "Any", "decodeAny", false
	case s.Enum != nil && s.Enum.Open:
		return g.names.enum[s.Enum], "(*codec.Decoder).Text", false
	case s.Enum != nil:
		return g.names.enum[s.Enum], "decode" + g.names.enum[s.Enum], false
	case s.Class != nil && s.Form == FormObject:
		return g.classElement(s)
	}
	typ, read = goScalar(g.view.kindOfRange(s))
	return typ, read, false
}

func (g *goGen) classElement(s *Induced) (typ, read string, iface bool) {
	if name := g.names.iface[s.Class]; name != "" {
		return name, "decode" + name, true
	}
	if s.Class.Abstract || s.Class.Mixin {
		g.list.Add(diag.Errorf(s.Schema.File, s.At, CodeGo, "no slot tells the classes below %q apart", s.Class.Name).WithDetail("Give it a slot with designates_type: true."))
	}
	return g.names.class[s.Class], "decode" + g.names.class[s.Class], false
}

func goScalar(k Kind) (typ, read string) {
	switch k {
	case KindInteger:
		return "int64", "(*codec.Decoder).Integer"
	case KindBoolean:
		return "bool", "(*codec.Decoder).Boolean"
	case KindNumber:
		return "float64", "(*codec.Decoder).Float"
	}
	return "string", "(*codec.Decoder).Text"
}

// kindOfRange returns the JSON kind of a slot with a type for range, or of the identifier that a reference is.
func (v *View) kindOfRange(s *Induced) Kind {
	if s.Class != nil {
		return v.kindOfSlot(s.Class, v.Identifier(s.Class))
	}
	return v.kindOf(s.Type)
}

func (v *View) kindOfSlot(c *Class, slot string) Kind {
	if s := v.slotOf(c, slot); s != nil && s.Type != nil {
		return v.kindOf(s.Type)
	}
	return KindString
}

// embedsItself reports whether a struct would contain itself by value through this slot.
func (g *goGen) embedsItself(c *Class, s *Induced) bool {
	seen := map[*Class]bool{}
	var reaches func(*Class) bool
	reaches = func(d *Class) bool {
		if d == c {
			return true
		}
		if seen[d] {
			return false
		}
		seen[d] = true
		return slices.ContainsFunc(g.view.Induced(d), func(t *Induced) bool { return g.byValue(t) && reaches(t.Class) })
	}
	return g.byValue(s) && reaches(s.Class)
}

func (g *goGen) byValue(s *Induced) bool {
	return s.Class != nil && s.Form == FormObject && !s.Multivalued() && s.Required() && g.names.iface[s.Class] == ""
}

func (g *goGen) structType(c *Class) {
	name := g.names.class[c]
	var slots []goSlot
	for _, s := range g.view.Induced(c) {
		if !g.view.designates(c, s.Name) {
			slots = append(slots, g.slot(c, s))
		}
	}
	g.comment("", name, c.Description)
	g.printf("type %s struct {\n", name)
	for _, s := range slots {
		if s.Description != "" {
			g.comment("\t", s.field, s.Description)
		}
		g.printf("\t%s %s %s\n", s.field, s.typ, goTag(s))
	}
	g.printf("}\n\n")
	g.constants(c, slots)
	g.methods(c)
	g.decoder(c, slots)
	g.encoder(c, slots)
}

// goTag returns a struct tag. Our methods do not need it; it documents the name in JSON.
func goTag(s goSlot) string {
	value := s.Property
	if !s.Required() {
		value += ",omitempty"
	}
	tag := "json:" + strconv.Quote(value)
	if strings.ContainsAny(tag, "`\r") || !strconv.CanBackquote(tag) {
		return strconv.Quote(tag)
	}
	return "`" + tag + "`"
}

func (g *goGen) constants(c *Class, slots []goSlot) {
	for _, s := range slots {
		if constant := g.names.consts[c][s.Name]; constant != "" {
			g.printf("// %s is the only value of %s.%s.\nconst %s = %s\n\n", constant, g.names.class[c], s.field, constant, strconv.Quote(*s.Expr.EqualsString))
		}
	}
}

func (g *goGen) methods(c *Class) {
	name := g.names.class[c]
	for _, a := range g.view.Ancestors(c) {
		if iface := g.names.iface[a]; iface != "" {
			g.printf("func (*%s) is%s() {}\n\n", name, iface)
			g.printf("// %sClass returns the name of the class in the schema.\nfunc (*%s) %sClass() string { return %q }\n\n", iface, name, iface, c.Name)
		}
	}
	g.printf("// MarshalJSON writes x; what the class requires and x lacks is an error.\nfunc (x %s) MarshalJSON() ([]byte, error) {\n\treturn codec.Marshal(func(e *codec.Encoder) { encode%s(e, &x) })\n}\n\n", name, name)
	g.printf("// UnmarshalJSON reads x strictly; its error is a diag.List.\nfunc (x *%s) UnmarshalJSON(data []byte) error {\n\treturn codec.UnmarshalInto(data, x, decode%s)\n}\n\n", name, name)
	g.printf("// Decode reads x strictly from a part of a file. It changes x only if the list has no errors.\nfunc (x *%s) Decode(file string, n *doc.Node) diag.List {\n\treturn codec.DecodeInto(file, n, x, decode%s)\n}\n\n", name, name)
}

func (g *goGen) interfaceType(c *Class) {
	name, slot := g.names.iface[c], g.view.discriminator(c)
	g.comment("", name, c.Description)
	g.printf("//\n// It is one of")
	for i, d := range g.view.Concrete(c) {
		g.printf("%s *%s", strings.Repeat(",", min(i, 1)), g.names.class[d])
	}
	g.printf(".\ntype %s interface {\n\tis%s()\n\t// %sClass returns the name of the class in the schema.\n\t%sClass() string\n}\n\n", name, name, name, name)
	g.printf("// Unmarshal%s reads any class of %s strictly; its error is a diag.List.\nfunc Unmarshal%s(data []byte) (%s, error) {\n\treturn codec.Unmarshal(data, decode%s)\n}\n\n", name, name, name, name, name)
	g.printf("// Decode%s reads any class of %s strictly from a part of a file.\nfunc Decode%s(file string, n *doc.Node) (%s, diag.List) {\n\treturn codec.Decode(file, n, decode%s)\n}\n\n", name, name, name, name, name)
	property := strconv.Quote(g.view.slotOf(c, slot).Property)
	g.printf("func decode%s(d *codec.Decoder, n *doc.Node) %s {\n\tclass := d.Designator(n, %q, %s)\n\tswitch class {\n", name, name, c.Name, property)
	known := ""
	for _, d := range g.view.Concrete(c) {
		value := strconv.Quote(g.view.designation(d, slot))
		known += ", " + value
		g.printf("\tcase %s:\n\t\treturn codec.Pointer(d, n, decode%s)\n", value, g.names.class[d])
	}
	g.printf("\t}\n\td.UnknownClass(n, %q, %s, class%s)\n\treturn nil\n}\n\n", c.Name, property, known)
	g.printf("func encode%s(e *codec.Encoder, x %s) {\n\tswitch x := x.(type) {\n", name, name)
	for _, d := range g.view.Concrete(c) {
		g.printf("\tcase *%s:\n\t\tencode%s(e, x)\n", g.names.class[d], g.names.class[d])
	}
	g.printf("\tdefault:\n\t\te.Failf(\"no value of %%q\", %q)\n\t}\n}\n\n", c.Name)
}
