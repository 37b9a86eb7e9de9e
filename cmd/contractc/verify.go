package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/build"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/internal/trust"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// verifyFlags are the flags of verify.
type verifyFlags struct {
	keys      []string
	threshold int
	record    bool
	old       bool
	format    string
}

func (a *app) verifyCommand() *cobra.Command {
	f := &verifyFlags{}
	c := &cobra.Command{
		Use:   "verify FILE --trust FILE",
		Short: "Verify the signatures of an archive, and that its index is that of its sources",
		Long: `Verify an archive by a file of trust, or by public keys: that exactly the files are
there that were signed, that enough of the keys signed them, that the signatures
still count, and that the version is not before the latest that was seen. Then the
bundle is loaded from its sources, and the index and the Rego in the archive are
compared with what they give.

--record writes the bundle into the file of trust as the latest that was seen.
--old takes an archive that has expired, or a version before the latest, and says
so: such an archive may be read, and nothing decides with it.

Exit code 3 where the archive is not accepted.`,
		Args: exactArgs(1, "one archive"),
		RunE: func(_ *cobra.Command, args []string) error { return a.verifyArchive(args[0], f) },
	}
	c.Flags().StringArrayVar(&f.keys, "key", nil, "public key, `[ID=]FILE` or [ID=]env:NAME, in place of a file of trust (repeats)")
	c.Flags().IntVar(&f.threshold, "threshold", 1, "`NUMBER` of the keys of --key that must have signed")
	c.Flags().BoolVar(&f.record, "record", false, "write the version into the file of trust as the latest that was seen")
	c.Flags().BoolVar(&f.old, "old", false, "accept what has expired, and older versions, with a note")
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) verifyArchive(name string, f *verifyFlags) error {
	if err := a.preparePolicy(f); err != nil {
		return err
	}
	a.trust.reading = f.old
	terms, err := a.trust.terms()
	if err != nil {
		return err
	}
	report, candidate, err := a.verified(name, terms)
	if err != nil {
		return err
	}
	if err := a.writeVerification(f.format, report); err != nil {
		return err
	}
	if !report.Trust.Accepted {
		return exitWith(exitBundle)
	}
	if f.record {
		return a.record(candidate, terms)
	}
	return nil
}

// preparePolicy takes the file of trust, or makes a policy of the keys.
func (a *app) preparePolicy(f *verifyFlags) error {
	switch {
	case (a.trust.file == "") == (len(f.keys) == 0):
		return usagef("say by what to verify: --trust FILE, or --key [ID=]FILE")
	case f.record && a.trust.file == "":
		return usagef("--record needs the file of trust that it writes: --trust FILE")
	case f.record && f.old:
		return usagef("--record and --old exclude each other: what may be read only is not the latest that was taken")
	case f.threshold < 1 || len(f.keys) > 0 && f.threshold > len(f.keys):
		return usagef("--threshold is between 1 and the number of keys, not %d", f.threshold)
	}
	if a.trust.file != "" {
		_, err := a.trustPolicy()
		return err
	}
	keys, err := a.publicKeys(f.keys)
	if err != nil {
		return err
	}
	a.trust.policy = trust.OfKeys(keys, f.threshold)
	return nil
}

// verified judges an archive. What is wrong with it is in the report; the error is that it cannot be read at all.
func (a *app) verified(name string, terms trust.Terms) (*schema.BundleVerification, *trust.Candidate, error) {
	src, err := openBundle(name)
	if err != nil {
		return nil, nil, err
	}
	report := &schema.BundleVerification{Format: schema.BundleVerificationFormat, File: name, At: terms.At.UTC().Format(time.RFC3339)}
	if src.Archive == nil {
		return nil, nil, usagef("%q is a folder, which has no signatures; build and sign it", name)
	}
	signed, err := signing.Read(src.Archive)
	if err != nil {
		report.Trust = refusal(err)
		return report, nil, nil
	}
	c, err := a.checkedCandidate(src, signed)
	var other *build.OtherError
	if err != nil && !errors.As(err, &other) {
		return nil, nil, err
	}
	report.Name, report.Version, report.Digest = &c.Name, &c.Version, &c.Digest
	report.Trust = *a.trust.policy.Judge(c, terms)
	if other != nil {
		report.Trust.Notes = append(report.Trust.Notes, other.Error())
	}
	return report, c, nil
}

// checkedCandidate loads an archive from its sources, and compares what was generated with what they give. It returns the candidate beside a
// *build.OtherError.
func (a *app) checkedCandidate(src catalog.Source, signed *signing.Signed) (*trust.Candidate, error) {
	beside, err := a.sources()
	if err != nil {
		return nil, err
	}
	from, _, err := a.load(append([]catalog.Source{src}, beside...), nil)
	if err != nil {
		return nil, err
	}
	b := from.Bundles[0]
	c := &trust.Candidate{Name: b.Name, Version: b.Version, Digest: b.Digest, Signed: signed}
	if err := build.Check(from, b, src.Archive, eval.Name); err != nil {
		return c, &exitError{code: exitBundle, err: err}
	}
	return c, nil
}

func refusal(err error) schema.TrustAnswer {
	return schema.TrustAnswer{Keys: []string{}, Problems: []string{err.Error()}, Notes: []string{}}
}

func (a *app) writeVerification(format string, r *schema.BundleVerification) error {
	if format == "json" {
		return a.writeJSON(r)
	}
	return a.writeText(verificationText(r))
}

func verificationText(r *schema.BundleVerification) string {
	var b strings.Builder
	if r.Name != nil {
		fmt.Fprintf(&b, "%s %s\nbundle  %s\n", *r.Name, *r.Version, *r.Digest)
	}
	writeAnswer(&b, &r.Trust)
	return b.String()
}

func writeAnswer(b *strings.Builder, t *schema.TrustAnswer) {
	switch {
	case t.Verified && t.Accepted:
		fmt.Fprintf(b, "verified: signed by %s\n", strings.Join(t.Keys, ", "))
	case t.Accepted:
		b.WriteString("accepted, no signature was verified\n")
	default:
		b.WriteString("refused\n")
	}
	for _, p := range t.Problems {
		fmt.Fprintf(b, "  %s\n", diag.Neutralise(p))
	}
	for _, n := range t.Notes {
		fmt.Fprintf(b, "  note: %s\n", diag.Neutralise(n))
	}
}
