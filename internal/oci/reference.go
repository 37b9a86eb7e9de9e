package oci

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"oras.land/oras-go/v2/registry"
)

// Reference names an image in a registry: HOST/NAME with a tag or a digest.
type Reference struct{ of registry.Reference }

// Parse reads a reference with a tag, such as localhost:5000/policies/acme:1.0.0, or with a digest, such as
// localhost:5000/policies/acme@sha256:….
func Parse(text string) (Reference, error) {
	r, err := registry.ParseReference(text)
	switch {
	case err != nil:
		return Reference{}, fmt.Errorf("%q is no reference: write HOST/NAME:TAG or HOST/NAME@sha256:…", text)
	case r.Reference == "":
		return Reference{}, fmt.Errorf("%q names no tag and no digest: write HOST/NAME:TAG or HOST/NAME@sha256:…", text)
	}
	return Reference{r}, nil
}

// Pinned returns the reference by a digest instead.
func (r Reference) Pinned(digest string) string {
	return r.of.Registry + "/" + r.of.Repository + "@" + digest
}

// digest is the digest that the reference names.
func (r Reference) digest() (string, error) {
	if _, err := r.of.Digest(); err != nil {
		return "", errors.New("a tag can be moved to another image; name the image by its digest, as contractc push printed it: HOST/NAME@sha256:…")
	}
	return r.of.Reference, nil
}

// plain reports whether the host is this machine.
func (r Reference) plain() bool {
	host := r.of.Host()
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return ofThisMachine(strings.Trim(host, "[]"))
}

// ofThisMachine reports whether a host without its port is this machine.
func ofThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
