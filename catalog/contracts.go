package catalog

import (
	"errors"
	"path"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// readContracts reads the library's contract files against the contract classes of its schema: every concrete class below Contract has exactly one
// file, and every file its class.
func (l *libraryLoad) readContracts() {
	classes := l.below("Contract")
	files := map[string]string{}
	for _, d := range l.of("Contract") {
		l.readContract(d, classes, files)
	}
	for _, c := range classes {
		if files[c.Name] == "" && !l.brokenWith(l.lib.ID+"/contracts/", "type_name: "+c.Name) {
			l.report(l.lib.ID+"/schema.yaml", c.At, "contract.missing", "write a file in "+l.lib.ID+"/contracts/ whose type_name is "+c.Name+", or make the class abstract", "no contract file has the type %s", quote(c.Name))
		}
	}
	l.checkSymbols()
}

func (l *libraryLoad) readContract(d *document, classes []*linkml.Class, files map[string]string) {
	var w schema.ContractFile
	if problems := w.Decode(l.display(d.file.path), d.node); problems.HasErrors() {
		l.diags.Add(problems...)
		files[textOf(d.node.Get("type_name"))] = d.file.path
		return
	}
	l.checkContractName(d, &w)
	class := l.contractClass(d, &w, classes, files)
	c := &index.Contract{
		Element: element(w.Id, w.Version, d.file.path, d.node.Get("id").Range),
		Library: l.lib.ID, Symbol: w.Symbol, TypeName: w.TypeName, Text: w.Text, Derived: orEmpty(w.Derived), Docstring: orEmpty(w.Docstring), Scope: w.Scope,
	}
	if class != nil {
		l.readParameters(c, d, class)
	}
	params := parameterSlots(c)
	r := &constraintReader{libraryLoad: l, file: d.file.path, params: params, anyParameter: class == nil}
	constraint := r.constraint(d.node.Get("constraint"))
	if class != nil {
		c.Constraint = constraint
		l.checkTexts(d, c, r.used)
		l.digestContract(c)
		l.readExamples(d, c)
	}
	l.lib.Contracts = append(l.lib.Contracts, c)
}

func textOf(n *doc.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

func (l *libraryLoad) checkContractName(d *document, w *schema.ContractFile) {
	if want := l.lib.ID + "." + w.Symbol; w.Id != want {
		l.report(d.file.path, d.at("id"), "contract.id", "write "+want, "the id of a contract is its library and its symbol, not %s", quote(w.Id))
	}
	if want := w.Symbol + ".yaml"; path.Base(d.file.path) != want {
		l.report(d.file.path, d.at("symbol"), "contract.file", "rename the file to "+want, "the file of the contract %s is named %s", quote(w.Symbol), quote(path.Base(d.file.path)))
	}
	if len(w.Scope) == 0 {
		l.report(d.file.path, d.at("scope"), "contract.scope", "write at least one paragraph on what the contract does not cover", "the contract %s has no scope", quote(w.Id))
	}
}

func (l *libraryLoad) contractClass(d *document, w *schema.ContractFile, classes []*linkml.Class, files map[string]string) *linkml.Class {
	if other, taken := files[w.TypeName]; taken {
		l.report(d.file.path, d.at("type_name"), "bundle.duplicate", "give each contract a class of its own", "the type %s has another contract file, %s", quote(w.TypeName), quote(other))
		return nil
	}
	files[w.TypeName] = d.file.path
	if l.view == nil {
		if l.in.file(l.lib.ID+"/schema.yaml") == nil {
			l.report(d.file.path, d.at("type_name"), "contract.class", "write "+l.lib.ID+"/schema.yaml with the class", "the library has no schema")
		}
		return nil
	}
	var known []string
	for _, c := range classes {
		if c.Name == w.TypeName {
			return c
		}
		known = append(known, c.Name)
	}
	l.report(d.file.path, d.at("type_name"), "contract.class", choice(w.TypeName, known, "contract types are"), "the schema has no concrete class %s below Contract", quote(w.TypeName))
	return nil
}

// readParameters makes the parameters of a contract from the slots of its class and the defaults of its file.
func (l *libraryLoad) readParameters(c *index.Contract, d *document, class *linkml.Class) {
	defaults := given(d.node, "defaults")
	for _, s := range l.view.Induced(class) {
		t, ok := l.checkSlot(l.lib.ID+"/schema.yaml", class, s)
		if !ok {
			continue
		}
		facets := l.facetsOf(s)
		p := index.Parameter{
			Name: s.Property, Description: s.Description, Type: t,
			Patterns: facets.patterns, Minimum: facets.minimum, Maximum: facets.maximum, Values: facets.values,
		}
		if written := defaults.Get(p.Name); written != nil {
			p.Default = l.readDefault(d, &p, written)
		} else if !s.Required() {
			l.report(l.lib.ID+"/schema.yaml", slotAt(class, s), "contract.optional", "make the slot required, or give the parameter a default in "+d.file.path, "the parameter %s of %s is optional and has no default", quote(p.Name), quote(class.Name))
		}
		c.Parameters = append(c.Parameters, p)
	}
	l.checkDefaults(c, d, defaults)
}

func (l *libraryLoad) readDefault(d *document, p *index.Parameter, written *doc.Node) schema.Value {
	v, err := value.FromPlain(written.Plain(), p.Type)
	switch {
	case err == nil && v == nil:
		err = errors.New("null is no value")
	case err == nil:
		err = checkFacets(p, v)
	}
	if err != nil {
		l.report(d.file.path, written.Range, "contract.default", "write a value of type "+p.Type.String(), "the default of %s does not fit: %v", quote(p.Name), err)
		return &schema.NoneValue{}
	}
	return v
}

// checkDefaults refuses defaults of parameters that do not exist, and required parameters behind those with a default.
func (l *libraryLoad) checkDefaults(c *index.Contract, d *document, defaults *doc.Node) {
	known := slotNames(parameterSlots(c))
	if defaults != nil && defaults.Kind != doc.Map {
		l.report(d.file.path, defaults.Range, "contract.default", "write a map from parameters to values", "the defaults are %s", defaults.Kind)
	}
	for _, f := range fields(defaults) {
		if !slices.Contains(known, f.Key) {
			l.report(d.file.path, f.KeyRange, "contract.parameter", choice(f.Key, known, "parameters are"), "%s has no parameter %s", quote(c.TypeName), quote(f.Key))
		}
	}
	for i := 1; i < len(c.Parameters); i++ {
		if c.Parameters[i].Default == nil && c.Parameters[i-1].Default != nil {
			l.report(d.file.path, d.at("defaults"), "contract.default", "order the slots so that those with a default come last", "the parameter %s without a default stands behind one that has one", quote(c.Parameters[i].Name))
		}
	}
}

func parameterSlots(c *index.Contract) []slotType {
	slots := make([]slotType, len(c.Parameters))
	for i, p := range c.Parameters {
		slots[i] = slotType{p.Name, p.Type}
	}
	return slots
}

// checkTexts checks the reviewed text against the parameters, both ways.
func (l *libraryLoad) checkTexts(d *document, c *index.Contract, inConstraint map[string]bool) {
	params := parameterSlots(c)
	used, readable := l.checkTemplate(d.file.path, d.node.Get("text"), params, "parameter")
	for _, p := range params {
		if readable && !slices.Contains(used, p.Name) {
			l.report(d.file.path, d.at("text"), "template.missing-slot", "name it as {"+p.Name+"}, or remove it from the class", "the text does not name the parameter %s", quote(p.Name))
		}
		if c.Constraint != nil && !inConstraint[p.Name] {
			l.report(d.file.path, d.at("constraint"), "contract.unused-parameter", "use params."+p.Name+", or remove it from the class", "the constraint does not use the parameter %s", quote(p.Name))
		}
	}
}

func (l *libraryLoad) digestContract(c *index.Contract) {
	if c.Constraint == nil {
		return
	}
	parameters := []any{}
	for _, p := range c.Parameters {
		parameters = append(parameters, map[string]any{
			"name": p.Name, "type": p.Type.String(), "enum": p.Type.Enum, "default": p.Default, "patterns": nonNil(p.Patterns),
			"minimum": p.Minimum, "maximum": p.Maximum, "values": nonNil(p.Values),
		})
	}
	text := index.Element{ID: c.ID, File: c.File}
	l.digest(&text, "template", map[string]any{"id": c.ID, "text": c.Text})
	c.TextDigest = text.Digest
	content := map[string]any{
		"id": c.ID, "version": c.Version, "symbol": c.Symbol, "type_name": c.TypeName, "parameters": parameters,
		"constraint": c.Constraint, "text": c.TextDigest, "derived": c.Derived, "scope": c.Scope,
	}
	if c.Docstring != "" {
		content["docstring"] = c.Docstring
	}
	l.digest(&c.Element, "contract", content)
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func (l *libraryLoad) checkSymbols() {
	seen := map[string]string{}
	for _, c := range l.lib.Contracts {
		if other, taken := seen[c.Symbol]; taken {
			l.report(c.File, l.in.placeOf(c.Element), "bundle.duplicate", "give each contract of a library a symbol of its own", "the symbol %s is that of the contract in %s too", quote(c.Symbol), quote(other))
		}
		seen[c.Symbol] = c.File
	}
	for _, list := range [][]string{l.lib.Recommended, l.lib.Required} {
		for _, name := range list {
			if symbol := name[len(l.lib.ID)+1:]; seen[symbol] == "" {
				l.report(l.lib.File, l.coverageAt(symbol), "library.coverage", choice(symbol, symbolsOf(l.lib), "symbols are"), "the library has no contract %s", quote(symbol))
			}
		}
	}
}

// coverageAt is where library.yaml names a symbol.
func (l *libraryLoad) coverageAt(symbol string) diag.Range {
	for _, d := range l.of("Library") {
		for _, key := range []string{"recommended", "required"} {
			list := d.node.Get("coverage").Get(key)
			if list == nil {
				continue
			}
			for _, item := range list.Items {
				if item.Text == symbol {
					return item.Range
				}
			}
		}
	}
	return diag.Range{}
}
