package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/oci"
	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/internal/revision"
	"github.com/contractc/contractc/internal/signing"
)

// diffSide loads a version of a bundle, with the bundles of --bundle beside it.
// Where replies are to be judged and it does not say how they are read, the
// embedded bundle stands beside it too.
func (a *app) diffSide(ctx context.Context, name string, f *diffFlags) (policydiff.Side, error) {
	credentials, err := a.credentials(&f.registryFlags)
	if err != nil {
		return policydiff.Side{}, err
	}
	src, err := openVersion(ctx, name, credentials)
	if err != nil {
		return policydiff.Side{}, err
	}
	signed, err := a.verify(&src)
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
	if err == nil && f.judging() && from.Table(eval.LeniencyTable) == nil {
		from, err = a.loadVersion(append(sources, embeddedSource()))
	}
	if err != nil {
		return policydiff.Side{}, err
	}
	return policydiff.Side{Source: name, Catalog: from}, a.admitVersion(from, signed)
}

// admitVersion judges a version by its signatures, and those beside it by theirs.
// What has expired, and older versions, are read and noted.
func (a *app) admitVersion(from *catalog.Catalog, signed *signing.Signed) error {
	beside := a.signatures
	a.signatures = append([]*signing.Signed{signed}, beside...)
	defer func() { a.signatures = beside }()
	return a.admit(from.Bundles)
}

func (a *app) loadVersion(sources []catalog.Source) (*catalog.Catalog, error) {
	from, problems := eval.Load(sources)
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return nil, exitWith(exitBundle)
	}
	return from, nil
}

// openVersion opens a folder, an archive, a revision of a repository, an image in
// a registry or the embedded bundle.
func openVersion(ctx context.Context, name string, credentials oci.Credentials) (catalog.Source, error) {
	if name == embeddedName {
		return embeddedSource(), nil
	}
	if rest, ok := strings.CutPrefix(name, "git:"); ok {
		return openRevision(ctx, name, rest)
	}
	if rest, ok := strings.CutPrefix(name, "oci:"); ok {
		return openImage(ctx, name, rest, credentials)
	}
	return openPath(name, "a version is a folder, an archive, git:REVISION:FOLDER, oci:HOST/NAME@sha256:… or embedded")
}

// openImage pulls an archive from a registry.
func openImage(ctx context.Context, name, rest string, credentials oci.Credentials) (catalog.Source, error) {
	if strings.HasPrefix(rest, "//") {
		return catalog.Source{}, usagef("%q: write oci:HOST/NAME@sha256:…, without slashes before the host", name)
	}
	reference, err := oci.Parse(rest)
	if err != nil {
		return catalog.Source{}, usagef("%q: %w", name, err)
	}
	data, err := oci.Pull(ctx, reference, credentials)
	if err != nil {
		return catalog.Source{}, usagef("%q: %w%s", name, err, whoToBe(err))
	}
	src, err := catalog.ReadArchive(bytes.NewReader(data), name)
	if err != nil {
		return src, &exitError{code: exitBundle, err: fmt.Errorf("%q: %w", name, err)}
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
