package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/build"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/internal/trust"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) inspectCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "inspect [PATH]",
		Short: "Say what a bundle holds: libraries, elements with versions and digests, signatures, what needs CEL",
		Long: `Say what the bundle in a folder or an archive holds: its libraries, every element
with its version and digest, its signatures as they stand there, and what a stock
OPA cannot compute.

Nothing is decided: with --trust it is said whether a command would decide with it,
and why not. What has expired, and older versions, are shown with a note.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("say which bundle: contractc inspect PATH")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			a.bundles, a.testBundles, a.trust.reading = append(args, a.bundles...), "", true
			return a.inspect(format)
		},
	}
	formatFlag(c, &format, "text", "json")
	return c
}

func (a *app) inspect(format string) error {
	sources, err := a.sources()
	if err != nil {
		return err
	}
	from, sources, err := a.load(sources, nil)
	if err != nil {
		return err
	}
	var signed *signing.Signed
	if len(a.signatures) > 0 {
		signed = a.signatures[0]
	}
	out, err := a.inspection(from.Bundles[0], sources[0], signed)
	if err != nil {
		return err
	}
	if format == "json" {
		err = a.writeJSON(out)
	} else {
		err = a.writeText(inspectionText(out))
	}
	if err == nil && !out.Trust.Accepted {
		return exitWith(exitBundle)
	}
	return err
}

func (a *app) inspection(b *index.Bundle, src catalog.Source, signed *signing.Signed) (*schema.BundleInspection, error) {
	answer, err := a.answer(b, signed)
	if err != nil {
		return nil, err
	}
	out := &schema.BundleInspection{
		Format: schema.BundleInspectionFormat, Form: schema.BundleFormFolder, Name: b.Name, Version: b.Version, Digest: b.Digest,
		Libraries: []schema.InspectedLibrary{}, Entries: catalog.Lock(b).Entries, NeedsCel: build.NeedsCEL(b),
		Refused: []schema.RefusedContract{}, Signatures: []schema.InspectedSignature{}, Trust: *answer,
	}
	for _, lib := range b.Libraries {
		out.Libraries = append(out.Libraries, schema.InspectedLibrary{Name: lib.ID, Version: lib.Version, Digest: lib.Digest})
	}
	if signed != nil {
		out.Signatures, out.Expires = signed.Signatures(), signed.Statement.Expires
	}
	if src.Archive != nil {
		err = describeArchive(out, src.Archive)
	}
	return out, err
}

// answer is what --trust and --pin say of a bundle.
func (a *app) answer(b *index.Bundle, signed *signing.Signed) (*schema.TrustAnswer, error) {
	policy, err := a.trustPolicy()
	if err != nil {
		return nil, err
	}
	terms, err := a.trust.terms()
	if err != nil {
		return nil, err
	}
	embedded := b.Origin == catalog.OriginEmbedded && b.Verified
	return policy.Judge(&trust.Candidate{Name: b.Name, Version: b.Version, Digest: b.Digest, Signed: signed, Embedded: embedded}, terms), nil
}

// describeArchive adds what the archive itself says.
func describeArchive(out *schema.BundleInspection, a *archive.Archive) error {
	m, err := build.ReadManifest(a)
	if err != nil {
		return bundleError(err)
	}
	data, err := archive.Write(a.Files)
	if err != nil {
		return bundleError(err)
	}
	digest := canonical.DigestBytes(data)
	out.Form, out.ArchiveDigest, out.Engine, out.Revision, out.Roots, out.Refused = schema.BundleFormArchive, &digest, &m.Engine, &m.Revision, m.Roots, m.Refused
	return nil
}

func inspectionText(i *schema.BundleInspection) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (%s)\nbundle  %s\n", i.Name, i.Version, i.Form, i.Digest)
	if i.ArchiveDigest != nil {
		fmt.Fprintf(&b, "archive %s\nbuilt by %s\n", *i.ArchiveDigest, diag.Neutralise(*i.Engine))
	}
	for _, lib := range i.Libraries {
		fmt.Fprintf(&b, "library %s %s\n", lib.Name, lib.Version)
	}
	for _, kind := range elementKinds(i.Entries) {
		fmt.Fprintf(&b, "%5d of kind %s\n", kind.count, kind.name)
	}
	n := i.NeedsCel
	fmt.Fprintf(&b, "needs CEL: %s, %s, %s, %s\n", plural(len(n.Rules), "rule"), plural(len(n.Facts), "fact"), plural(len(n.Mappings), "mapping"), plural(len(n.Preconditions), "precondition"))
	for _, r := range i.Refused {
		fmt.Fprintf(&b, "no Rego: %s, so a stock OPA does not know its verdict: %s\n", r.Contract, diag.Neutralise(lower.Reason(r.Reason).Words()))
	}
	for _, s := range i.Signatures {
		fmt.Fprintf(&b, "signature %s by %s\n", s.Scheme, diag.Neutralise(s.Key))
	}
	if i.Expires != nil {
		fmt.Fprintf(&b, "signed until %s\n", diag.Neutralise(*i.Expires))
	}
	writeAnswer(&b, &i.Trust)
	return b.String()
}

type kindCount struct {
	name  string
	count int
}

// elementKinds counts entries, which are sorted by kind.
func elementKinds(entries []schema.LockEntry) []kindCount {
	var list []kindCount
	for _, e := range entries {
		if len(list) == 0 || list[len(list)-1].name != e.Kind {
			list = append(list, kindCount{name: e.Kind})
		}
		list[len(list)-1].count++
	}
	return list
}
