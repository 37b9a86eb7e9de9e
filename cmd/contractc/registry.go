package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/oci"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/internal/signing"
	"github.com/spf13/cobra"
)

// registryFlags say who somebody is at a registry.
type registryFlags struct{ user, password string }

func (f *registryFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.user, "user", "", "`NAME` of the user at the registry")
	c.Flags().StringVar(&f.password, "password", "", "`FILE`, or env:NAME, that holds the password")
}

// credentials reads the password.
func (a *app) credentials(f *registryFlags) (oci.Credentials, error) {
	if (f.user == "") != (f.password == "") {
		return oci.Credentials{}, usagef("--user and --password go together")
	}
	if f.user == "" {
		return oci.Credentials{}, nil
	}
	_, text, err := a.keyText(f.password)
	return oci.Credentials{User: f.user, Password: string(bytes.TrimRight(text, "\r\n"))}, err
}

// whoToBe says how to tell a registry who somebody is, where it asks.
func whoToBe(err error) string {
	if errors.Is(err, oci.ErrAnonymous) {
		return "; say --user NAME and --password FILE, or env:NAME"
	}
	return ""
}

func (a *app) pushCommand() *cobra.Command {
	f := &registryFlags{}
	c := &cobra.Command{
		Use:   "push FILE REFERENCE",
		Short: "Push the archive of a bundle to an OCI registry",
		Long: `Push an archive to an OCI registry under HOST/NAME:TAG, and print the reference by
digest under which contractc pull takes it. The bundle is loaded first, and with
--trust or --pin it must be one that is accepted.

Hosts of this machine are spoken to in plain HTTP, all others with TLS.`,
		Args: exactArgs(2, "an archive and a reference"),
		RunE: func(_ *cobra.Command, args []string) error { return a.push(args[0], args[1], f) },
	}
	f.add(c)
	return c
}

func (a *app) push(name, to string, f *registryFlags) error {
	reference, err := oci.Parse(to)
	if err != nil {
		return usagef("%w", err)
	}
	credentials, err := a.credentials(f)
	if err != nil {
		return err
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return usagef("%q is a folder; build it first: contractc build %s -o FILE", name, name)
	}
	data, err := a.readInput(name, archive.MaxBytes)
	if err != nil {
		return err
	}
	from, err := a.adopt(data, name)
	if err != nil {
		return err
	}
	b := from.Bundles[0]
	digest, err := oci.Push(context.Background(), reference, credentials, data, map[string]string{
		"org.opencontainers.image.title": b.Name, "org.opencontainers.image.version": b.Version, "dev.contractc.bundle": b.Digest,
	})
	if err != nil {
		return usagef("push: %w%s", err, whoToBe(err))
	}
	return a.writeText(fmt.Sprintf("pushed %s %s\n%s\n", b.Name, b.Version, reference.Pinned(digest)))
}

// adopt loads bytes as the first of the bundles, by the same checks as an archive in a file.
func (a *app) adopt(data []byte, name string) (*catalog.Catalog, error) {
	src, err := catalog.ReadArchive(bytes.NewReader(data), name)
	var broken *archive.Error
	switch {
	case errors.As(err, &broken):
		return nil, &exitError{code: exitBundle, err: fmt.Errorf("%q: %w", name, err)}
	case err != nil:
		return nil, usagef("%w", err)
	}
	signed, err := a.verify(&src)
	if err != nil {
		return nil, err
	}
	a.testBundles, a.bundles = "", append([]string{name}, a.bundles...)
	a.opened, a.signatures = []catalog.Source{src}, []*signing.Signed{signed}
	sources, err := a.sources()
	if err != nil {
		return nil, err
	}
	from, _, err := a.whole(sources, nil)
	return from, err
}

func (a *app) pullCommand() *cobra.Command {
	f := &registryFlags{}
	var out string
	var unverified bool
	c := &cobra.Command{
		Use:   "pull REFERENCE -o FILE",
		Short: "Pull the archive of a bundle from an OCI registry, and verify it before it is written",
		Long: `Pull an archive from an OCI registry by HOST/NAME@sha256:…, the digest that
contractc push printed; a tag is refused, since it can be moved. What is pulled is
judged by --trust or --pin before it is written; --unverified says that neither is
wanted.`,
		Args: exactArgs(1, "one reference"),
		RunE: func(_ *cobra.Command, args []string) error {
			if a.trust.file == "" && len(a.trust.pins) == 0 && !unverified {
				return usagef("say by what to verify the bundle: --trust FILE or --pin DIGEST; or say --unverified")
			}
			return a.pull(args[0], out, f)
		},
	}
	f.add(c)
	c.Flags().StringVarP(&out, "out", "o", "", "`FILE` that the archive is written to")
	writes(c, "out", writesFile)
	c.Flags().BoolVar(&unverified, "unverified", false, "write the archive without a file of trust and without a pin")
	return c
}

func (a *app) pull(from, out string, f *registryFlags) error {
	reference, err := oci.Parse(from)
	if err != nil {
		return usagef("%w", err)
	}
	if out == "" {
		return usagef("say where the archive goes: contractc pull REFERENCE -o FILE")
	}
	credentials, err := a.credentials(f)
	if err != nil {
		return err
	}
	data, err := oci.Pull(context.Background(), reference, credentials)
	if err != nil {
		return usagef("pull: %w%s", err, whoToBe(err))
	}
	loaded, err := a.adopt(data, from)
	if err != nil {
		return err
	}
	if err := replace.File(out, data, replace.Private); err != nil {
		return usagef("%w", err)
	}
	if err := os.Chmod(out, 0o644); err != nil {
		return usagef("%w", err)
	}
	b := loaded.Bundles[0]
	said := "unverified"
	switch {
	case b.Verified:
		said = "verified"
	case len(a.trust.pins) > 0:
		said = "pinned, no signature was verified"
	}
	return a.writeText(fmt.Sprintf("pulled %s %s, %s\nbundle  %s\narchive %s\n", b.Name, b.Version, said, b.Digest, canonical.DigestBytes(data)))
}
