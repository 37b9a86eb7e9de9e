package catalog

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/policies"
)

// finish makes the catalog of bundles that have no errors.
func (l *loader) finish() (*Catalog, diag.List) {
	var bundles []*index.Bundle
	var sources []Source
	for _, b := range l.bundles {
		for _, lib := range b.libraries {
			b.bundle.Libraries = append(b.bundle.Libraries, lib.lib)
		}
		if built := policies.Index(); b.src.Origin == OriginEmbedded && built != nil {
			b.bundle.Verified = b.bundle.Digest == built.Digest
		}
		b.bundle.Verified = b.bundle.Verified || b.src.Verified
		l.checkIndex(b)
		bundles, sources = append(bundles, b.bundle), append(sources, b.src)
	}
	c := newCatalog(bundles, sources)
	c.trees, c.examples, c.documents = map[string]*doc.Node{}, map[string]*Examples{}, map[string]*doc.Node{}
	for _, b := range l.bundles {
		c.texts = append(c.texts, b.texts())
		c.locks = append(c.locks, l.lockState(b))
	}
	l.eachLibrary(func(lib *libraryLoad) {
		for id, examples := range lib.examples {
			c.examples[id] = examples
		}
		for id, tree := range lib.trees {
			c.trees[id] = tree
		}
		for id, document := range lib.outputs {
			c.documents[id] = document
		}
		if lib.view != nil {
			c.views.Store(lib.lib, lib.view)
		}
	})
	l.warnStaleProofs(c)
	if l.diags.Sort(); l.diags.HasErrors() {
		return nil, l.diags
	}
	return c, l.diags
}

func (b *bundleLoad) texts() map[string][]byte {
	texts := make(map[string][]byte, len(b.files))
	for _, f := range b.files {
		texts[f.path] = f.text
	}
	return texts
}
