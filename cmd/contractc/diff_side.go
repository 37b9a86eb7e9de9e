package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/internal/revision"
	"github.com/contractc/contractc/policies"
)

// diffSide loads a version of a bundle, with the bundles of --bundle beside it.
// Where replies are to be judged and it does not say how they are read, the
// embedded bundle stands beside it too.
func (a *app) diffSide(ctx context.Context, name string, judging bool) (policydiff.Side, error) {
	src, err := openVersion(ctx, name)
	if err != nil {
		return policydiff.Side{}, err
	}
	beside, err := a.sources()
	if err != nil {
		return policydiff.Side{}, err
	}
	if src.Origin == catalog.OriginEmbedded && len(beside) == 0 {
		from, err := catalog.Embedded()
		if err != nil {
			return policydiff.Side{}, &exitError{code: exitBundle, err: err}
		}
		return policydiff.Side{Source: name, Catalog: from}, nil
	}
	sources := append([]catalog.Source{src}, beside...)
	from, err := a.loadVersion(sources)
	if err == nil && judging && from.Table(eval.LeniencyTable) == nil {
		from, err = a.loadVersion(append(sources, embeddedSource()))
	}
	return policydiff.Side{Source: name, Catalog: from}, err
}

func (a *app) loadVersion(sources []catalog.Source) (*catalog.Catalog, error) {
	from, problems := eval.Load(sources)
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return nil, exitWith(exitBundle)
	}
	return from, nil
}

func embeddedSource() catalog.Source {
	return catalog.Source{FS: policies.FS, Name: "embedded:default", Origin: catalog.OriginEmbedded}
}

// openVersion opens a folder, an archive, a revision of a repository or the
// embedded bundle.
func openVersion(ctx context.Context, name string) (catalog.Source, error) {
	if name == "embedded" {
		return embeddedSource(), nil
	}
	if rest, ok := strings.CutPrefix(name, "git:"); ok {
		return openRevision(ctx, name, rest)
	}
	src, err := catalog.Open(name)
	var broken *archive.Error
	switch {
	case errors.As(err, &broken):
		return src, &exitError{code: exitBundle, err: fmt.Errorf("%q: %w", name, err)}
	case err != nil:
		return src, usagef("%w; a version is a folder, an archive, git:REVISION:FOLDER or embedded", err)
	}
	return src, nil
}

// openRevision reads a folder of a revision of the repository of the present
// directory.
func openRevision(ctx context.Context, name, rest string) (catalog.Source, error) {
	rev, folder, _ := strings.Cut(rest, ":")
	files, err := revision.Read(ctx, ".", rev, folder)
	if err != nil {
		return catalog.Source{}, usagef("%q: %w", name, err)
	}
	held := &archive.Archive{}
	for _, f := range files {
		held.Files = append(held.Files, archive.File{Path: f.Path, Data: f.Data})
	}
	return catalog.Source{FS: held.FS(), Name: name, Origin: catalog.OriginFolder}, nil
}
