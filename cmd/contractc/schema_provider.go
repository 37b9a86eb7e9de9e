package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/tree"
	"github.com/contractc/contractc/schema"
)

// provider is what a provider takes, by its table in a bundle, and the words for
// it.
type provider struct {
	profile *subset.Profile
	words   *subset.Words
	rules   schema.ProviderRules
}

// provider reads the tables of a provider.
func (a *app) provider(name string) (*provider, error) {
	from, err := a.catalog()
	if err != nil {
		return nil, err
	}
	table := from.Table(subset.TablePrefix + name)
	if table == nil || table.ID == subset.WordsTable {
		return nil, usagef("--provider: there is no provider %q%s", name, meant(name, providerNames(from), "; there are "+strings.Join(providerNames(from), ", ")))
	}
	p := &provider{rules: schema.ProviderRules{Provider: name, Version: table.Version, Digest: table.Digest, Dated: optional(table.Dated)}}
	values, err := tableValues(from, table.ID)
	if err == nil {
		p.profile, err = subset.DecodeProfile(values)
	}
	if err == nil {
		values, err = tableValues(from, subset.WordsTable)
	}
	if err == nil {
		p.words, err = subset.DecodeWords(values)
	}
	if err != nil {
		return nil, &exitError{code: exitBundle, err: err}
	}
	p.rules.Name = p.profile.Name
	return p, nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// providerNames are the providers that the bundles have tables of.
func providerNames(from *catalog.Catalog) []string {
	var names []string
	for _, t := range from.Tables {
		if name, ok := strings.CutPrefix(t.ID, subset.TablePrefix); ok && t.ID != subset.WordsTable {
			names = append(names, name)
		}
	}
	return names
}

// tableValues reads the values of a table.
func tableValues(from *catalog.Catalog, id string) (any, error) {
	table := from.Table(id)
	if table == nil {
		return nil, usagef("the bundles have no table %q", id)
	}
	d := json.NewDecoder(strings.NewReader(table.Values))
	d.UseNumber()
	var values any
	err := d.Decode(&values)
	return values, err
}

// maxSchemaNodes bounds the values in a JSON Schema.
const maxSchemaNodes = 100_000

// readJSONSchema reads a JSON Schema, JSON or YAML. What is wrong with it is
// printed.
func (a *app) readJSONSchema(name string) (*tree.Document, []byte, error) {
	text, err := a.readInput(name, maxSchema)
	if err != nil {
		return nil, nil, err
	}
	read := doc.ReadYAML
	if isJSON(name, text) {
		read = doc.ReadJSON
	}
	n, problems := read(name, text, doc.Limits{Bytes: maxSchema, Nodes: maxSchemaNodes})
	if problems.HasErrors() {
		a.report(problems, oneFile(name, text))
		return nil, nil, exitWith(exitUsage)
	}
	d, problems := tree.Read(name, n)
	if problems.HasErrors() {
		a.report(problems, oneFile(name, text))
		return nil, nil, exitWith(exitBundle)
	}
	return d, text, nil
}

// isJSON reports whether a file is JSON by its name, or else by how it begins.
func isJSON(name string, text []byte) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return true
	case ".yaml", ".yml":
		return false
	}
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
}
