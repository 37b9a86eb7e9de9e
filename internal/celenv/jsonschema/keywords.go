package jsonschema

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// read reads all keywords.
func (r *reader) read() {
	if r.checkAddress(); r.err != nil {
		return
	}
	r.readAnnotations()
	r.readDefinitions()
	r.readValues()
	r.readNumbers()
	r.readTexts()
	r.readLists()
	r.readObjects()
	r.readDependencies()
	r.readLogic()
	if ref, given := r.text("$ref"); given {
		if r.draft <= draft7 {
			*r.to = *newNode(r.at) // what stands beside it does not count
		}
		r.to.reference = &ref
	}
}

// checkAddress refuses what would give names inside this schema another meaning.
func (r *reader) checkAddress() {
	id, _ := r.text(r.draft.id())
	if r.at != "" && id != "" && id[0] != '#' {
		r.fail(r.at+"/"+r.draft.id(), "schemas inside with an address of their own are not supported")
	}
	if r.draft == draft2019 && r.object["$recursiveRef"] != nil {
		r.fail(r.at+"/$recursiveRef", "it is not supported")
	}
	if r.draft == draft2020 && r.object["$dynamicRef"] != nil {
		r.fail(r.at+"/$dynamicRef", "it is not supported")
	}
}

// readAnnotations checks the form of what says nothing of values.
func (r *reader) readAnnotations() {
	texts := []string{"title", "description", "format"}
	flags := []string{}
	if r.draft >= draft7 {
		texts = append(texts, "$comment", "contentMediaType", "contentEncoding")
		flags = append(flags, "readOnly", "writeOnly")
	}
	if r.draft >= draft2019 {
		texts = append(texts, "$anchor")
		flags = append(flags, "deprecated")
		r.unapplied("contentSchema")
	}
	for _, key := range texts {
		r.text(key)
	}
	for _, key := range flags {
		r.flag(key)
	}
	if r.draft >= draft6 {
		r.list("examples")
	}
}

// readDefinitions checks schemas that only references lead to.
func (r *reader) readDefinitions() {
	parts := r.to.parts
	r.named("definitions")
	if r.draft >= draft2019 {
		r.named("$defs")
	}
	r.to.parts = parts
}

// unapplied checks the form of a schema that is not applied.
func (r *reader) unapplied(key string) {
	parts := r.to.parts
	r.subOrFlag(key)
	r.to.parts = parts
}

func (r *reader) readValues() {
	if v, given := r.object["type"]; given {
		if name, ok := v.(string); ok {
			v = []any{name}
		}
		r.to.types = r.names("type", v)
		for _, name := range r.to.types {
			if !slices.Contains(Types(), name) {
				r.fail(r.at+"/type", "there is no type %q", name)
			}
		}
		if len(r.to.types) == 0 {
			r.wrong("type", "a type or more")
		}
	}
	if values, given := r.list("enum"); given {
		if len(values) == 0 && r.draft <= draft6 {
			r.wrong("enum", "a list of one value or more")
		}
		r.to.enum = newChoice(values)
		if r.draft <= draft6 && len(r.to.enum.known) < len(values) {
			r.wrong("enum", "a list of different values")
		}
	}
	if v, given := r.object["const"]; given && r.draft >= draft6 {
		r.to.fixed = newChoice([]any{v})
	}
}

func (r *reader) readNumbers() {
	r.to.multipleOf = r.number("multipleOf")
	if r.to.multipleOf != nil && r.to.multipleOf.Sign() <= 0 {
		r.wrong("multipleOf", "a number above 0")
	}
	r.to.minimum, r.to.maximum = r.number("minimum"), r.number("maximum")
	if r.draft > draft4 {
		r.to.above, r.to.below = r.number("exclusiveMinimum"), r.number("exclusiveMaximum")
		return
	}
	r.to.above, r.to.minimum = r.excluded("exclusiveMinimum", r.to.minimum)
	r.to.below, r.to.maximum = r.excluded("exclusiveMaximum", r.to.maximum)
}

// excluded reads whether a bound of draft 4 is itself excluded.
func (r *reader) excluded(key string, bound *big.Rat) (exclusive, inclusive *big.Rat) {
	if r.object[key] != nil && bound == nil {
		r.wrong(key, "beside a bound")
	}
	if r.flag(key) {
		return bound, nil
	}
	return nil, bound
}

func (r *reader) readTexts() {
	r.count("minLength", &r.to.minLength)
	r.count("maxLength", &r.to.maxLength)
	if text, given := r.text("pattern"); given {
		r.to.pattern = r.pattern("pattern", text)
	}
	format, given := r.text("format")
	if !given || !r.formats {
		return
	}
	if r.to.format = format; !slices.Contains(Formats(), format) {
		r.fail(r.at+"/format", "the format %q is not known; formats are %s", format, strings.Join(Formats(), ", "))
	}
}

func (r *reader) readLists() {
	r.count("minItems", &r.to.minItems)
	r.count("maxItems", &r.to.maxItems)
	r.to.unique = r.flag("uniqueItems")
	switch _, isList := r.object["items"].([]any); {
	case r.draft == draft2020:
		r.to.prefix, r.to.rest = r.subs("prefixItems"), r.sub("items")
	case isList:
		r.to.prefix, r.to.rest = r.subs("items"), r.subOrFlag("additionalItems")
	default:
		r.to.rest = r.sub("items")
		r.unapplied("additionalItems")
	}
	if r.draft >= draft6 {
		r.to.contains, r.to.marks = r.sub("contains"), r.draft == draft2020
	}
	if r.draft >= draft2019 {
		r.count("minContains", &r.to.minContains)
		r.count("maxContains", &r.to.maxContains)
		r.to.unevaluatedItems = r.sub("unevaluatedItems")
		r.unevaluated = r.unevaluated || r.to.unevaluatedItems != nil
	}
}

func (r *reader) readObjects() {
	r.count("minProperties", &r.to.minProperties)
	r.count("maxProperties", &r.to.maxProperties)
	if v, given := r.object["required"]; given {
		r.to.required = r.names("required", v)
		if len(r.to.required) == 0 && r.draft == draft4 {
			r.wrong("required", "a list of one name or more")
		}
	}
	r.to.properties = r.named("properties")
	for pattern, n := range r.named("patternProperties") {
		r.to.patterns = append(r.to.patterns, patternNode{r.pattern("patternProperties/"+escape(pattern), pattern), n})
	}
	slices.SortFunc(r.to.patterns, func(a, b patternNode) int { return strings.Compare(a.name.String(), b.name.String()) })
	r.to.additional = r.subOrFlag("additionalProperties")
	if r.draft >= draft6 {
		r.to.names = r.sub("propertyNames")
	}
	if r.draft >= draft2019 {
		r.to.unevaluatedProperties = r.sub("unevaluatedProperties")
		r.unevaluated = r.unevaluated || r.to.unevaluatedProperties != nil
	}
}

// readDependencies reads what the presence of one member demands of the others.
// The later drafts have two keywords for it; the one of the older still counts.
func (r *reader) readDependencies() {
	r.to.dependentRequired, r.to.dependentSchemas = map[string][]string{}, map[string][]*node{}
	object, _ := r.members("dependencies")
	for _, name := range slices.Sorted(maps.Keys(object)) {
		list, isList := object[name].([]any)
		if !isList {
			r.demand(name, r.schema(object[name], "dependencies", name))
			continue
		}
		if len(list) == 0 && r.draft == draft4 {
			r.wrong("dependencies/"+escape(name), "a list of one name or more")
		}
		r.to.dependentRequired[name] = r.names("dependencies/"+escape(name), list)
	}
	if r.draft < draft2019 {
		return
	}
	for name, n := range r.named("dependentSchemas") {
		r.demand(name, n)
	}
	object, _ = r.members("dependentRequired")
	for _, name := range slices.Sorted(maps.Keys(object)) {
		names := r.names("dependentRequired/"+escape(name), object[name])
		r.to.dependentRequired[name] = append(r.to.dependentRequired[name], names...)
	}
}

func (r *reader) demand(name string, n *node) {
	r.to.dependentSchemas[name] = append(r.to.dependentSchemas[name], n)
}

func (r *reader) readLogic() {
	r.to.allOf, r.to.anyOf, r.to.oneOf = r.subs("allOf"), r.subs("anyOf"), r.subs("oneOf")
	r.to.not = r.sub("not")
	if r.draft < draft7 {
		return
	}
	if r.to.condition = r.sub("if"); r.to.condition == nil {
		r.unapplied("then")
		r.unapplied("else")
		return
	}
	r.to.then, r.to.otherwise = r.sub("then"), r.sub("else")
}
