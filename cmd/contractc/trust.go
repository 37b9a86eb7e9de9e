package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/internal/trust"
	"github.com/spf13/cobra"
)

// trustFlags say with which bundles a command may decide.
type trustFlags struct {
	file    string
	pins    []string
	at      string
	older   bool
	reading bool // nothing is decided: what has expired, and older versions, are read

	policy *trust.Policy // of the file, once it was read
	text   []byte        // of the file
}

func (f *trustFlags) add(c *cobra.Command) {
	flags := c.PersistentFlags()
	flags.StringVar(&f.file, "trust", "", "`FILE` of trust: keys, thresholds, pins and the versions seen; a bundle that it does not accept is refused")
	flags.StringArrayVar(&f.pins, "pin", nil, "`DIGEST` of the bundle that is taken, and no other (repeats)")
	flags.StringVar(&f.at, "at", "", "`TIME` at which signatures must count, such as 2026-11-30T12:00:00Z, in place of the clock's")
	flags.BoolVar(&f.older, "allow-older", false, "take a version before the latest that the file of trust has seen")
}

// maxTrust bounds a file of trust, in bytes.
const maxTrust = 4 << 20

// trustPolicy reads the file of trust; nil where no flag names one.
func (a *app) trustPolicy() (*trust.Policy, error) {
	f := &a.trust
	for _, pin := range f.pins {
		if !isDigest(pin) {
			return nil, usagef("--pin: write sha256: and 64 hex digits, not %q", pin)
		}
	}
	if f.file == "" || f.policy != nil {
		return f.policy, nil
	}
	if err := a.trustOutside(); err != nil {
		return nil, err
	}
	text, err := a.readInput(f.file, maxTrust)
	if err != nil {
		return nil, err
	}
	policy, problems := trust.Read(f.file, text)
	a.report(problems, oneFile(f.file, text))
	if policy == nil {
		return nil, exitWith(exitUsage)
	}
	f.policy, f.text = policy, text
	return policy, nil
}

// trustOutside refuses a file of trust in the folder of a bundle, also in the part of it that belongs to editors and that no digest covers.
func (a *app) trustOutside() error {
	for _, name := range a.bundles {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() || a.trust.file == "-" {
			continue
		}
		inside, err := isInside(a.trust.file, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // reading it says so
		case err != nil:
			return usagef("--trust: %w", err)
		case inside:
			return usagef("--trust: %q is in the bundle that it is about; who changes the bundle would change it too", a.trust.file)
		}
	}
	return nil
}

// terms are what a bundle is judged under.
func (f *trustFlags) terms() (trust.Terms, error) {
	terms := trust.Terms{At: time.Now(), Pins: f.pins, Older: f.older, Reading: f.reading}
	if f.at == "" {
		return terms, nil
	}
	var err error
	terms.At, err = timeAt(f.at)
	return terms, err
}

// verify reads the signatures of an archive, and marks it as verified where the file of trust accepts it. An archive that is not what was signed is
// refused, whoever signed it.
func (a *app) verify(src *catalog.Source) (*signing.Signed, error) {
	if src.Archive == nil {
		return nil, nil
	}
	signed, err := signing.Read(src.Archive)
	if err != nil {
		return nil, &exitError{code: exitBundle, err: fmt.Errorf("%q: %w", src.Name, err)}
	}
	policy, err := a.trustPolicy()
	if signed == nil || policy == nil || err != nil {
		return signed, err
	}
	s := &signed.Statement
	answer, err := a.trusts(&trust.Candidate{Name: s.Name, Version: s.Version, Digest: s.Digest, Signed: signed}, false)
	if err != nil {
		return nil, err
	}
	src.Verified = answer
	return signed, nil
}

// pinned reports whether the digest of an archive is said, by a flag or in the file of trust.
func (a *app) pinned(s *signing.Signed) bool {
	return len(a.trust.pins) > 0 || s != nil && a.trust.policy.Pinned(s.Statement.Name)
}

// trusts says whether a bundle is verified, aloud what would refuse it elsewhere. One that may not be decided with is an error.
func (a *app) trusts(c *trust.Candidate, aloud bool) (verified bool, err error) {
	policy, err := a.trustPolicy()
	if err != nil {
		return false, err
	}
	terms, err := a.trust.terms()
	if err != nil {
		return false, err
	}
	answer := policy.Judge(c, terms)
	for _, note := range answer.Notes {
		if aloud {
			a.note("trust.old", "%s", note)
		}
	}
	if !answer.Accepted {
		var problems diag.List
		for _, p := range answer.Problems {
			problems.Add(diag.Errorf("", diag.Range{}, "trust.refused", "%s", p))
		}
		a.report(problems, nil)
		return false, exitWith(exitBundle)
	}
	return answer.Verified, nil
}

// admit judges the bundles that were loaded, each with the signatures of its source; those beyond have none.
func (a *app) admit(bundles []*index.Bundle) error {
	if _, err := a.trustPolicy(); err != nil {
		return err
	}
	if _, err := a.trust.terms(); err != nil {
		return err
	}
	var refused error // which was printed
	for i, b := range bundles {
		c := &trust.Candidate{Name: b.Name, Version: b.Version, Digest: b.Digest, Embedded: b.Origin == catalog.OriginEmbedded && b.Verified}
		if i < len(a.signatures) {
			c.Signed = a.signatures[i]
		}
		verified, err := a.trusts(c, true)
		refused = errors.Join(refused, err)
		if !c.Embedded && err == nil {
			b.Verified = verified
		}
	}
	if refused == nil {
		return nil
	}
	return &exitError{code: codeOf(refused)}
}
