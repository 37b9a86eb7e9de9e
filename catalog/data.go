package catalog

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// readData reads facts, tables, locales, recorded proofs and output contracts.
func (l *libraryLoad) readData() {
	for _, d := range l.of("Facts") {
		for _, f := range fields(d.node.Get("facts")) {
			l.readFact(d, f)
		}
	}
	for _, d := range l.of("Table") {
		l.readTable(d)
	}
	for _, d := range l.of("Locale") {
		l.readLocale(d)
	}
	for _, d := range l.of("Proof") {
		l.readProof(d)
	}
	for _, d := range l.of("OutputContract") {
		l.readOutput(d)
	}
}

func (l *libraryLoad) readFact(d *document, f doc.Field) {
	var w schema.FactSource
	if problems := w.Decode(l.display(d.file.path), withIdentifier(f, "name")); problems.HasErrors() {
		l.diags.Add(problems...)
		return
	}
	fact := &index.Fact{
		Element: element(w.Name, w.Version, d.file.path, f.KeyRange),
		Library: l.lib.ID, Actions: w.Actions, Sets: w.Sets, Expression: w.Expression,
	}
	l.checkActions(d.file.path, f.Value.Get("actions"))
	l.digest(&fact.Element, "fact", map[string]any{"name": w.Name, "fact": f.Value.Plain()})
	if l.opt.CheckFact != nil {
		l.diags.Add(l.opt.CheckFact(fact, l.display(d.file.path), f.Value.Get("expression"))...)
	}
	l.lib.Facts = append(l.lib.Facts, fact)
}

func (l *libraryLoad) readTable(d *document) {
	var w schema.Table
	if problems := w.Decode(l.display(d.file.path), d.node); problems.HasErrors() {
		l.diags.Add(problems...)
		return
	}
	t := &index.Table{
		Element: element(w.Id, w.Version, d.file.path, d.at("id")),
		Library: l.lib.ID, Dated: orEmpty(w.Dated), Values: nodeJSON(d.node.Get("values")),
	}
	l.digest(&t.Element, "table", d.node.Plain())
	if l.opt.CheckTable != nil {
		l.diags.Add(l.opt.CheckTable(t, l.display(d.file.path), d.node.Get("values"))...)
	}
	l.lib.Tables = append(l.lib.Tables, t)
}

func (l *libraryLoad) readLocale(d *document) {
	var w schema.Locale
	if problems := w.Decode(l.display(d.file.path), d.node); problems.HasErrors() {
		l.diags.Add(problems...)
		return
	}
	locale := &index.Locale{Element: element(w.Id, w.Version, d.file.path, d.at("id")), Library: l.lib.ID, Messages: w.Messages}
	l.digest(&locale.Element, "locale", d.node.Plain())
	for _, f := range fields(d.node.Get("messages")) {
		l.checkMessage(d, f)
	}
	l.lib.Locales = append(l.lib.Locales, locale)
}

// checkMessage checks the form of a message's slots; which of them are filled is the renderer's to know.
func (l *libraryLoad) checkMessage(d *document, f doc.Field) {
	text := f.Value
	if t := text.Get("text"); t != nil {
		text = t
	}
	if _, problem, at := templateSlots(text.Text); problem != "" {
		l.report(d.file.path, rangeAt(text, at), "template.syntax", "slots are written {name}", "%s", problem)
	}
}
