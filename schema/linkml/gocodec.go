package linkml

import (
	"strconv"
	"strings"
)

// decoder writes the function that reads a class, and for classes with an identifier the one that reads an entry of a
// dictionary.
func (g *goGen) decoder(c *Class, slots []goSlot) {
	name := g.names.class[c]
	g.printf("func decode%s(d *codec.Decoder, n *doc.Node) (x %s) {\n\tif !d.Object(n, %q) {\n\t\treturn x\n\t}\n\tfor i := range n.Fields {\n\t\tswitch f := &n.Fields[i]; f.Key {\n", name, name, c.Name)
	required := ""
	var known []string
	for _, s := range g.view.Induced(c) {
		if s.Required() {
			required += ", " + strconv.Quote(s.Property)
		}
		if g.view.designates(c, s.Name) {
			known = append(known, s.Property)
			g.printf("\t\tcase %q:\n\t\t\td.Constant(f.Value, %s)\n", s.Property, strconv.Quote(g.view.designation(c, s.Name)))
		}
	}
	for _, s := range slots {
		known = append(known, s.Property)
		g.printf("\t\tcase %q:\n\t\t\t%s\n", s.Property, g.decodeField(c, s))
	}
	g.printf("\t\tdefault:\n\t\t\td.Unknown(f, %q, %q)\n\t\t}\n\t}\n", c.Name, strings.Join(known, " "))
	if required != "" {
		g.printf("\td.Require(n, %q%s)\n", c.Name, required)
	}
	g.printf("\treturn x\n}\n\n")
	if key := g.view.KeySlot(c); key != "" {
		g.entryDecoder(c, g.view.slotOf(c, key).Property)
	}
}

func (g *goGen) entryDecoder(c *Class, key string) {
	name, simple := g.names.class[c], ""
	if s := g.view.simpleDict(c); s != nil {
		simple = s.Property
	}
	g.printf("func decode%sEntry(d *codec.Decoder, f *doc.Field) %s {\n\td.SameKey(f, %q)\n\treturn decode%s(d, codec.Entry(f, %q, %q))\n}\n\n", name, name, key, name, key, simple)
}

// decodeField returns the statement that reads one field.
func (g *goGen) decodeField(c *Class, s goSlot) string {
	field := "x." + s.field
	unlessNull := func(statement string) string {
		if s.Required() {
			return statement
		}
		return "if f.Value.Kind != doc.Null {\n" + statement + "\n}"
	}
	switch {
	case s.Dict:
		return unlessNull(field + " = codec.Dict(d, f.Value, " + s.read + "Entry)")
	case s.Multivalued():
		return unlessNull(field + " = codec.List(d, f.Value, " + g.reader(s) + ")")
	case s.iface:
		return unlessNull(field + " = " + s.read + "(d, f.Value)")
	case g.names.consts[c][s.Name] != "" && s.pointer:
		return unlessNull("v := d.Constant(f.Value, " + g.names.consts[c][s.Name] + ")\n" + field + " = &v")
	case g.names.consts[c][s.Name] != "":
		return field + " = d.Constant(f.Value, " + g.names.consts[c][s.Name] + ")"
	case s.pointer && (s.Any || s.Required()):
		return field + " = codec.Pointer(d, f.Value, " + g.reader(s) + ")"
	case s.pointer:
		return field + " = codec.Optional(d, f.Value, " + g.reader(s) + ")"
	}
	return field + " = " + g.reader(s) + "(d, f.Value)"
}

// reader returns the function that reads one value; open enums need a conversion.
func (g *goGen) reader(s goSlot) string {
	if s.Enum != nil && s.Enum.Open {
		return "func(d *codec.Decoder, n *doc.Node) " + s.element + " { return " + s.element + "(d.Text(n)) }"
	}
	return s.read
}

// encoder writes the function that writes a class, and for classes with an identifier the one that writes the body of an
// entry of a dictionary, without the key.
func (g *goGen) encoder(c *Class, slots []goSlot) {
	key := g.view.KeySlot(c)
	g.encoderOf(c, slots, "encode"+g.names.class[c], "")
	if key != "" {
		g.encoderOf(c, slots, "encode"+g.names.class[c]+"Body", key)
	}
}

func (g *goGen) encoderOf(c *Class, slots []goSlot, function, without string) {
	g.printf("func %s(e *codec.Encoder, x *%s) {\n\tif !e.Begin() {\n\t\treturn\n\t}\n", function, g.names.class[c])
	for _, s := range g.view.Induced(c) {
		if g.view.designates(c, s.Name) {
			g.printf("\te.Key(%q)\n\te.Text(%s)\n", s.Property, strconv.Quote(g.view.designation(c, s.Name)))
		}
	}
	for _, s := range slots {
		if s.Name != without {
			g.encodeField(c, s)
		}
	}
	g.printf("\te.End()\n}\n\n")
}

func (g *goGen) encodeField(c *Class, s goSlot) {
	field := "x." + s.field
	missing := "e.Missing(" + strconv.Quote(c.Name) + ", " + strconv.Quote(s.Property) + ")"
	switch {
	case s.Multivalued() && !s.Required():
		g.printf("\tif len(%s) > 0 {\n", field)
	case (s.pointer || s.iface) && !s.Required():
		g.printf("\tif %s != nil {\n", field)
	case s.pointer || s.iface:
		g.printf("\tif %s == nil {\n%s\n} else {\n", field, missing)
	default:
		g.printf("\t{\n")
	}
	g.printf("\te.Key(%q)\n", s.Property)
	g.encodeValue(c, s, field)
	g.printf("\t}\n")
}

func (g *goGen) encodeValue(c *Class, s goSlot, field string) {
	switch {
	case s.Dict && s.iface:
		g.list.Errorf(s.Schema.File, s.At, CodeGo, "the dictionary %q has polymorphic values", s.Name)
	case s.Dict:
		key := g.names.fields[s.Class][g.view.KeySlot(s.Class)]
		g.printf("e.Begin()\nkeys := map[string]bool{}\nfor i := range %s {\ne.UniqueKey(keys, %s[i].%s)\nencode%sBody(e, &%s[i])\n}\ne.End()\n", field, field, key, s.element, field)
	case s.Multivalued():
		g.printf("e.BeginList()\nfor i := range %s {\n%s\n}\ne.EndList()\n", field, g.encodeOne(c, s, field+"[i]", false))
	default:
		g.printf("%s\n", g.encodeOne(c, s, field, s.pointer))
	}
}

// encodeOne returns the statement that writes one value; pointer says that value is a pointer to it.
func (g *goGen) encodeOne(c *Class, s goSlot, value string, pointer bool) string {
	direct, address := value, "&"+value
	if pointer {
		direct, address = "*"+value, value
	}
	constant := g.names.consts[c][s.Name]
	switch {
	case s.iface:
		return "encode" + s.element + "(e, " + value + ")"
	case s.Any || s.Class != nil && s.Form == FormObject:
		return "encode" + s.element + "(e, " + address + ")"
	case s.Enum != nil && s.Enum.Open:
		return "e.Text(string(" + direct + "))"
	case s.Enum != nil:
		return "codec.EncodeEnum(e, " + strconv.Quote(s.Enum.Name) + ", " + direct + ", " + g.names.values[s.Enum] + "())"
	case constant != "" && !s.Multivalued():
		return "e.Constant(" + strconv.Quote(c.Name) + ", " + strconv.Quote(s.Property) + ", " + direct + ", " + constant + ")"
	}
	switch s.element {
	case "int64":
		return "e.Integer(" + direct + ")"
	case "bool":
		return "e.Boolean(" + direct + ")"
	case "float64":
		return "e.Float(" + direct + ")"
	}
	return "e.Text(" + direct + ")"
}
