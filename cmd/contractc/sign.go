package main

import (
	"fmt"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/build"
	"github.com/contractc/contractc/internal/signing"
	"github.com/spf13/cobra"
)

// signFlags are the flags of sign.
type signFlags struct{ key, expires, out string }

func (a *app) signCommand() *cobra.Command {
	f := &signFlags{}
	c := &cobra.Command{
		Use:   "sign FILE --key [ID=]FILE",
		Short: "Sign the archive of a bundle",
		Long: `Sign the archive of a bundle with an Ed25519 or RSA key in PEM, which stands in a
file or, as env:NAME, in an environment variable. ID names the key in the
signature; without it the key is named by its SHA-256.

The archive's .signatures.json then holds a token that a stock OPA verifies, and a
DSSE envelope over the list of all files. Another key that signs the same archive
adds to the envelope. The same key gives the same bytes.

The bundle is loaded and checked first: one that does not load is not signed, nor
one in which another index or other Rego stands than its sources give, or that
another version of contractc built.`,
		Args: exactArgs(1, "one archive"),
		RunE: func(_ *cobra.Command, args []string) error { return a.sign(args[0], f) },
	}
	c.Flags().StringVar(&f.key, "key", "", "private key, `[ID=]FILE` or [ID=]env:NAME")
	c.Flags().StringVar(&f.expires, "expires", "", "`TIME` until which the signature counts, such as 2027-06-30T00:00:00Z, or the last day, such as 2027-06-30")
	c.Flags().StringVarP(&f.out, "out", "o", "", "`FILE` that the signed archive is written to, in place of the one that is signed")
	writes(c, "out", writesInPlace)
	return c
}

func (a *app) sign(name string, f *signFlags) error {
	if f.key == "" {
		return usagef("say with which key: contractc sign FILE --key [ID=]FILE")
	}
	expires, err := a.untilTime(f.expires)
	if err != nil {
		return err
	}
	key, err := a.privateKey(f.key)
	if err != nil {
		return err
	}
	a.bundles, a.testBundles = append([]string{name}, a.bundles...), ""
	from, sources, err := a.files()
	if err != nil {
		return err
	}
	src, bundle := sources[0], from.Bundles[0]
	if src.Archive == nil {
		return usagef("%q is a folder; build it first: contractc build %s -o FILE", name, name)
	}
	if _, ok := src.Archive.File(catalog.IndexFile); !ok {
		return &exitError{code: exitBundle, err: fmt.Errorf("%q has no index; build it with contractc build", name)}
	}
	if err := build.Check(from, bundle, src.Archive, eval.Name); err != nil {
		return &exitError{code: exitBundle, err: fmt.Errorf("%q is not signed: %w", name, err)}
	}
	files, err := signing.Sign(src.Archive, signing.Statement(src.Archive, bundle.Name, bundle.Version, bundle.Digest, expires), key)
	if err != nil {
		return bundleError(err)
	}
	out := f.out
	if out == "" {
		out = name
	}
	return a.writeBundle(out, files, fmt.Sprintf("signed %s %s with the %s key %s", bundle.Name, bundle.Version, key.Algorithm, key.ID), bundle)
}

// untilTime is a time as a signature writes it; empty for none. One that is over would
// make a signature that never counts.
func (a *app) untilTime(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	until, err := expiry(text)
	if err != nil {
		return "", err
	}
	now, err := a.trust.terms()
	if err != nil {
		return "", err
	}
	if !until.After(now.At) {
		return "", usagef("--expires: %s is over, so that the signature would never count", until.UTC().Format(time.RFC3339))
	}
	return until.UTC().Format(time.RFC3339), nil
}

// expiry is the time of --expires: a time of RFC 3339, or of a day its end in UTC, so that the signature still counts on it.
func expiry(text string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1), nil
	}
	if until, err := time.Parse(time.RFC3339, text); err == nil {
		return until, nil
	}
	return time.Time{}, usagef("--expires: write a time such as 2027-06-30T00:00:00Z, or a day such as 2027-06-30, not %q", text)
}
