package regorules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxSchemaDepth bounds the nesting of a JSON Schema and of its references.
const maxSchemaDepth = 64

// NewInputType reads the type of input from a JSON Schema given as a plain
// value (maps, lists, texts). It understands $ref into the same document,
// properties with additionalProperties, items, anyOf, oneOf, allOf of one
// schema, type, const and enum. An object with properties must be closed, or it is an error: an open
// one would let a misspelt field pass. A reference to itself is anything.
func NewInputType(schema map[string]any) (*InputType, error) {
	r := &schemaReader{document: schema, shapes: newShapes(), known: map[string]*shape{}}
	root, err := r.read(schema, "#", 0)
	if err != nil {
		return nil, err
	}
	if root.kind != objectShape {
		return nil, fmt.Errorf("the schema of input is %s and not an object", root.describe())
	}
	return &InputType{root: root, shapes: r.shapes}, nil
}

type schemaReader struct {
	document map[string]any
	shapes   *shapes
	known    map[string]*shape // by reference; nil while it is being read
}

// read makes the shape of one schema; name is for messages.
func (r *schemaReader) read(schema any, name string, depth int) (*shape, error) {
	if depth > maxSchemaDepth {
		return nil, fmt.Errorf("the schema at %q nests deeper than %d levels", name, maxSchemaDepth)
	}
	object, ok := schema.(map[string]any)
	if !ok {
		if schema == true {
			return r.shapes.any, nil
		}
		return nil, fmt.Errorf("the schema at %q is neither an object nor true", name)
	}
	if ref, ok := object["$ref"].(string); ok {
		return r.reference(ref, depth)
	}
	if list, ok := object["allOf"].([]any); ok {
		if len(list) != 1 {
			return nil, fmt.Errorf("the schema at %q has several schemas in allOf", name)
		}
		return r.read(list[0], name, depth+1)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list, ok := object[keyword].([]any); ok {
			return r.alternatives(list, name, depth)
		}
	}
	return r.typed(object, name, depth)
}

func (r *schemaReader) reference(ref string, depth int) (*shape, error) {
	if known, ok := r.known[ref]; ok {
		if known == nil {
			return r.shapes.any, nil
		}
		return known, nil
	}
	target, ok := r.resolve(ref)
	if !ok {
		return nil, fmt.Errorf("the reference %q leads nowhere", ref)
	}
	r.known[ref] = nil
	sh, err := r.read(target, ref, depth+1)
	if err != nil {
		return nil, err
	}
	r.known[ref] = sh
	return sh, nil
}

// resolve follows a JSON pointer into the document.
func (r *schemaReader) resolve(ref string) (any, bool) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, false
	}
	var at any = r.document
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if step == "" {
			continue
		}
		object, ok := at.(map[string]any)
		if !ok {
			return nil, false
		}
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		if at, ok = object[step]; !ok {
			return nil, false
		}
	}
	return at, true
}

func (r *schemaReader) alternatives(list []any, name string, depth int) (*shape, error) {
	var found *shape
	for _, s := range list {
		sh, err := r.read(s, name, depth+1)
		if err != nil {
			return nil, err
		}
		found = r.shapes.union(found, sh)
	}
	if found == nil {
		return nil, fmt.Errorf("the schema at %q has no alternatives", name)
	}
	return found, nil
}

// typed reads a schema that says its JSON types itself.
func (r *schemaReader) typed(object map[string]any, name string, depth int) (*shape, error) {
	names := typeNames(object)
	if len(names) == 0 {
		return r.shapes.any, nil
	}
	var found *shape
	for _, n := range names {
		var sh *shape
		var err error
		switch n {
		case "object":
			sh, err = r.object(object, name, depth)
		case "array":
			sh, err = r.list(object, name, depth)
		case "null", "boolean", "integer", "number", "string":
			sh = r.scalar(n, object)
		default:
			err = fmt.Errorf("the schema at %q has the unknown type %q", name, n)
		}
		if err != nil {
			return nil, err
		}
		found = r.shapes.union(found, sh)
	}
	return found, nil
}

// typeNames lists the JSON types that a schema names; const, enum and
// properties name one too.
func typeNames(object map[string]any) []string {
	switch t := object["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var names []string
		for _, x := range t {
			names = append(names, fmt.Sprint(x))
		}
		return names
	}
	if _, ok := object["properties"]; ok {
		return []string{"object"}
	}
	if len(constants(object)) > 0 {
		return []string{"string"}
	}
	return nil
}

// constants lists the texts that a schema allows, where it lists them.
func constants(object map[string]any) []string {
	if c, ok := object["const"].(string); ok {
		return []string{c}
	}
	list, _ := object["enum"].([]any)
	var texts []string
	for _, x := range list {
		if s, ok := x.(string); ok {
			texts = append(texts, s)
		}
	}
	return texts
}

func (r *schemaReader) scalar(name string, object map[string]any) *shape {
	sh := &shape{kind: scalarShape, name: name}
	if name == "string" {
		sh.scalars = constants(object)
	}
	return r.shapes.add(sh)
}

func (r *schemaReader) list(object map[string]any, name string, depth int) (*shape, error) {
	items, ok := object["items"]
	if !ok {
		return r.shapes.add(&shape{kind: listShape, name: "a list", elem: r.shapes.any}), nil
	}
	elem, err := r.read(items, name+"/items", depth+1)
	if err != nil {
		return nil, err
	}
	return r.shapes.add(&shape{kind: listShape, name: "a list", elem: elem}), nil
}

func (r *schemaReader) object(object map[string]any, name string, depth int) (*shape, error) {
	properties, _ := object["properties"].(map[string]any)
	rest, given := object["additionalProperties"]
	closed := given && rest == false
	switch {
	case !given || rest == true:
		if len(properties) > 0 {
			return nil, fmt.Errorf("the object at %q is not closed", name)
		}
		return r.shapes.any, nil
	case !closed && len(properties) > 0:
		return nil, fmt.Errorf("the object at %q has both properties and other keys", name)
	case !closed:
		elem, err := r.read(rest, name+"/*", depth+1)
		if err != nil {
			return nil, err
		}
		return r.shapes.add(&shape{kind: mapShape, name: "a map", elem: elem}), nil
	}
	return r.closedObject(object, properties, name, depth)
}

func (r *schemaReader) closedObject(object, properties map[string]any, name string, depth int) (*shape, error) {
	sh := &shape{kind: objectShape, name: className(object, name), fields: map[string]field{}}
	required, _ := object["required"].([]any)
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		part, err := r.read(properties[key], name+"/"+key, depth+1)
		if err != nil {
			return nil, err
		}
		sh.fields[key] = field{shape: part, optional: !slices.Contains(required, any(key))}
	}
	return r.shapes.add(sh), nil
}

// className is the title of a schema, or the last step of its place.
func className(object map[string]any, name string) string {
	if title, ok := object["title"].(string); ok {
		return title
	}
	if i := strings.LastIndex(name, "/"); i >= 0 {
		return name[i+1:]
	}
	return "input"
}

// forRules is the shape of input for rules of the types of action (all where
// empty) and of a stage, with the facts that are declared for those types; nil
// facts mean that nothing is known of them.
func (t *InputType) forRules(s *shapes, types []string, shapeStage bool, facts map[string][]string) (*shape, error) {
	root := *t.root
	root.fields = maps.Clone(t.root.fields)
	action := root.fields["action"]
	if shapeStage {
		action.shape = s.any
	} else if len(types) > 0 {
		action.shape = nil
		for _, name := range types {
			m := t.action(name)
			if m == nil {
				return nil, fmt.Errorf("no action has the type %q", name)
			}
			action.shape = s.union(action.shape, m)
		}
	}
	root.fields["action"] = action
	if facts != nil {
		root.fields["facts"] = field{shape: s.factShape(types, facts)}
	}
	return s.add(&root), nil
}

// action is the alternative of action whose type is the text; nil if none is.
func (t *InputType) action(name string) *shape {
	for _, m := range t.root.fields["action"].shape.members() {
		if slices.Contains(m.fields["type"].shape.texts(), name) {
			return m
		}
	}
	return nil
}

// texts lists the constant texts of a scalar shape; nil for others.
func (sh *shape) texts() []string {
	if sh == nil {
		return nil
	}
	return sh.scalars
}

// factShape is an object of the facts for the types of action. A fact that is
// not for all of them is optional.
func (s *shapes) factShape(types []string, facts map[string][]string) *shape {
	sh := &shape{kind: objectShape, name: "facts", fields: map[string]field{}}
	for name, of := range facts {
		has := func(x string) bool { return slices.Contains(of, x) }
		if len(types) == 0 || slices.ContainsFunc(types, has) {
			missing := func(x string) bool { return !has(x) }
			sh.fields[name] = field{shape: s.any, optional: len(types) == 0 || slices.ContainsFunc(types, missing)}
		}
	}
	return s.add(sh)
}

// jsonSchema writes the shape as a JSON Schema for OPA's own type checker,
// which knows closed objects, lists and alternatives but no maps.
func (sh *shape) jsonSchema(depth int) map[string]any {
	if depth > maxSchemaDepth {
		return map[string]any{}
	}
	switch sh.kind {
	case scalarShape:
		return map[string]any{"type": sh.name}
	case mapShape:
		return map[string]any{"type": "object"}
	case listShape:
		return map[string]any{"type": "array", "items": sh.elem.jsonSchema(depth + 1)}
	case unionShape:
		return sh.unionSchema(depth)
	case objectShape:
		properties := map[string]any{}
		for name, f := range sh.fields {
			properties[name] = f.shape.jsonSchema(depth + 1)
		}
		return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	}
	return map[string]any{}
}

func (sh *shape) unionSchema(depth int) map[string]any {
	list := make([]any, 0, len(sh.alternatives))
	for _, m := range sh.alternatives {
		list = append(list, m.jsonSchema(depth+1))
	}
	return map[string]any{"anyOf": list}
}
