package oci

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/canonical"
)

// Credentials are a user's name and password at a registry; empty for none.
type Credentials struct{ User, Password string }

// The media types of the image: those by which a stock OPA finds a bundle.
const (
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// maxManifest bounds the manifest of an image, in bytes, and deadline how long a push or a pull takes.
const (
	maxManifest = 1 << 20
	deadline    = 5 * time.Minute
)

// manifest is the manifest of an image.
type manifest struct {
	SchemaVersion int               `json:"schemaVersion"`
	MediaType     string            `json:"mediaType"`
	Config        descriptor        `json:"config"`
	Layers        []descriptor      `json:"layers"`
	Annotations   map[string]string `json:"annotations,omitempty"`
}

type descriptor struct {
	MediaType string `json:"mediaType"`
	Digest    string `json:"digest"`
	Size      int64  `json:"size"`
}

func repository(r Reference, c Credentials) (*remote.Repository, error) {
	repo, err := remote.NewRepository(r.of.Registry + "/" + r.of.Repository)
	if err != nil {
		return nil, err
	}
	client := &auth.Client{Client: &http.Client{Timeout: deadline, Transport: transport{plain: r.plain()}}, Cache: auth.NewCache()}
	if c.User != "" {
		client.Credential = auth.StaticCredential(r.of.Registry, auth.Credential{Username: c.User, Password: c.Password})
	}
	repo.Client, repo.PlainHTTP, repo.MaxMetadataBytes = client, r.plain(), maxManifest
	return repo, nil
}

// Push stores an archive under a reference with a tag, with the bundle's name, version and digest in its annotations, and returns the digest of the
// image. The same archive has the same digest everywhere.
func Push(ctx context.Context, r Reference, c Credentials, data []byte, annotations map[string]string) (digest string, err error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	defer func() { err = named(err) }()
	if _, err := r.digest(); err == nil {
		return "", errors.New("push to a tag; the digest follows from the archive")
	}
	repo, err := repository(r, c)
	if err != nil {
		return "", err
	}
	m := manifest{SchemaVersion: 2, MediaType: manifestType, Annotations: annotations}
	if m.Config, err = pushBlob(ctx, repo, configType, []byte("{}")); err != nil {
		return "", err
	}
	layer, err := pushBlob(ctx, repo, layerType, data)
	if err != nil {
		return "", err
	}
	m.Layers = []descriptor{layer}
	text, err := json.Marshal(m)
	if err != nil {
		return "", err
	}
	of := content.NewDescriptorFromBytes(manifestType, text)
	return of.Digest.String(), repo.PushReference(ctx, of, reader(text), r.of.Reference)
}

// pushBlob stores a blob unless it is there.
func pushBlob(ctx context.Context, repo *remote.Repository, mediaType string, data []byte) (descriptor, error) {
	of := content.NewDescriptorFromBytes(mediaType, data)
	out := descriptor{mediaType, of.Digest.String(), of.Size}
	if there, err := repo.Blobs().Exists(ctx, of); err != nil || there {
		return out, err
	}
	return out, repo.Blobs().Push(ctx, of, reader(data))
}

// Pull returns the archive of an image that is named by its digest. What the registry sends is checked against the digests.
func Pull(ctx context.Context, r Reference, c Credentials) (data []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	defer func() { err = named(err) }()
	digest, err := r.digest()
	if err != nil {
		return nil, err
	}
	repo, err := repository(r, c)
	if err != nil {
		return nil, err
	}
	of, from, err := repo.FetchReference(ctx, r.of.Reference)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	if of.Size > maxManifest {
		return nil, fmt.Errorf("the manifest of the image has more than %d bytes", maxManifest)
	}
	text, err := content.ReadAll(from, of)
	switch {
	case err != nil:
		return nil, err
	case canonical.DigestBytes(text) != digest:
		return nil, errors.New("the registry sent another image than the one that was asked for")
	}
	layer, err := readManifest(text)
	if err != nil {
		return nil, err
	}
	return pullLayer(ctx, repo, layer)
}

func pullLayer(ctx context.Context, repo *remote.Repository, layer descriptor) ([]byte, error) {
	if layer.Size < 0 || layer.Size > archive.MaxBytes {
		return nil, fmt.Errorf("the archive in the image has more than %d bytes", archive.MaxBytes)
	}
	of, err := repo.Blobs().Resolve(ctx, layer.Digest)
	if err != nil {
		return nil, err
	}
	if of.Size != layer.Size {
		return nil, errors.New("the registry has another size for the archive than the image")
	}
	from, err := repo.Blobs().Fetch(ctx, of)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	data, err := content.ReadAll(from, of)
	if err == nil && canonical.DigestBytes(data) != layer.Digest {
		err = errors.New("the registry sent another archive than the one in the image")
	}
	return data, err
}

// ErrAnonymous is that a registry asks who somebody is, and no credentials were given.
var ErrAnonymous = errors.New("the registry asks for a user and a password")

// named is ErrAnonymous for an error that says so in the words of HTTP.
func named(err error) error {
	if errors.Is(err, auth.ErrBasicCredentialNotFound) {
		return fmt.Errorf("%w: %w", ErrAnonymous, err)
	}
	return err
}

func reader(data []byte) io.Reader { return bytes.NewReader(data) }
