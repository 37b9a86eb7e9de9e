package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/internal/verified"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) verifiedCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "verified",
		Short: "Record and show a prover's word that a program meets a contract",
		Long: `Record and show the word of a prover that a program meets a contract, and compare
digests. contractc judges events and plans, and no programs: the word stays the
prover's, and is never a verdict.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return usagef("say what to do with the word, such as contractc verified show FILE; contractc verified --help lists it")
		},
	}
	c.AddCommand(a.verifiedRecordCommand(), a.verifiedShowCommand(), a.verifiedVerifyCommand())
	return c
}

// verifiedFlags say what a word is about: files, or their digests.
type verifiedFlags struct {
	target, proof, source string
	prover                string
	imports               []string
	out                   string
	format                string
}

// parts adds the flags that name files.
func (f *verifiedFlags) parts(c *cobra.Command) {
	c.Flags().StringVar(&f.target, "target", "", "`FILE|DIGEST` of the program that the word is about")
	c.Flags().StringVar(&f.proof, "proof", "", "`FILE|DIGEST` of what the prover gave for a proof")
	c.Flags().StringVar(&f.source, "source", "", "`FILE|DIGEST` of the trusted source")
}

func (a *app) verifiedRecordCommand() *cobra.Command {
	f := &verifiedFlags{}
	c := &cobra.Command{
		Use:   "record EXPRESSION --prover NAME@VERSION --target T --proof P --source S",
		Short: "Record the word that a program meets a contract expression",
		Long: `Record the word of a prover that a program meets a contract expression. Target,
proof and trusted source are files, of which the digest is taken, or digests
written sha256: and 64 hex digits.`,
		Args: exactArgs(1, "one expression"),
		RunE: func(_ *cobra.Command, args []string) error { return a.verifiedRecord(args[0], f) },
	}
	f.parts(c)
	c.Flags().StringVar(&f.prover, "prover", "", "`NAME@VERSION` of the prover")
	c.Flags().StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for the first name of the expression (repeats)")
	c.Flags().StringVarP(&f.out, "output", "o", "", "`FILE` to write the record to, in place of standard output")
	writes(c, "output", writesFile)
	return c
}

func (a *app) verifiedRecord(expression string, f *verifiedFlags) error {
	name, version, ok := strings.Cut(f.prover, "@")
	if !ok || name == "" || version == "" {
		return usagef("say which prover gave its word, such as --prover prover@1.2.3")
	}
	given, err := f.present(true)
	if err != nil {
		return err
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	bound, err := a.bound(from, []string{expression}, f.imports)
	if err != nil {
		return err
	}
	word := verified.Word{Prover: name, Version: version, TargetDigest: given.Target, ProofDigest: given.Proof, SourceDigest: given.Source}
	if !isDigest(f.target) {
		word.Target = filepath.ToSlash(f.target)
	}
	claim := verified.Record(bound[0], word)
	if f.out == "" {
		return a.writeJSON(claim)
	}
	text, err := encodeJSON(claim, "  ")
	if err != nil {
		return err
	}
	if err := replace.File(f.out, text, replace.Shared); err != nil {
		return usagef("%w", err)
	}
	return nil
}

// present takes the digests of what is given. All must be where whole is set.
func (f *verifiedFlags) present(whole bool) (verified.Present, error) {
	var out verified.Present
	for _, part := range []struct {
		flag, from string
		into       *string
	}{{"--target", f.target, &out.Target}, {"--proof", f.proof, &out.Proof}, {"--source", f.source, &out.Source}} {
		if part.from == "" && !whole {
			continue
		}
		if part.from == "" {
			return out, usagef("%s is missing: a file, or its digest", part.flag)
		}
		digest, err := digestOf(part.from)
		if err != nil {
			return out, usagef("%s: %w", part.flag, err)
		}
		*part.into = digest
	}
	return out, nil
}

func isDigest(text string) bool { return regexp.MustCompile(`^sha256:[0-9a-f]{64}$`).MatchString(text) }

// maxDigested bounds a file whose digest is taken, in bytes.
const maxDigested = 4 << 30

// digestOf is the digest of a file, or the digest that is written.
func digestOf(name string) (string, error) {
	if isDigest(name) {
		return name, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(file, maxDigested+1))
	if err != nil {
		return "", err
	}
	if n > maxDigested {
		return "", usagef("%q is larger than the limit of %d bytes", name, int64(maxDigested))
	}
	return canonical.Prefix + hex.EncodeToString(h.Sum(nil)), nil
}

// readClaim reads the record of a word. What is wrong with it is printed.
func (a *app) readClaim(name string) (*schema.VerifiedClaim, error) {
	n, text, err := a.readDocument(name)
	if err != nil {
		return nil, err
	}
	var claim schema.VerifiedClaim
	if problems := claim.Decode(name, n); problems.HasErrors() {
		a.report(problems, oneFile(name, text))
		return nil, exitWith(exitUsage)
	}
	return &claim, nil
}

func (a *app) verifiedVerifyCommand() *cobra.Command {
	f := &verifiedFlags{}
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Compare what a recorded word is about with what is there now",
		Long: `Compare what a recorded word is about with the contract in the bundles, and with
the target, proof and trusted source that are given.

Exit codes: 0 all matches, 2 something differs, 4 something was not given. That
all matches says that the word is about these things, and not that it is true.`,
		Args: exactArgs(1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error { return a.verifiedVerify(args[0], f) },
	}
	f.parts(c)
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) verifiedVerify(file string, f *verifiedFlags) error {
	claim, err := a.readClaim(file)
	if err != nil {
		return err
	}
	given, err := f.present(false)
	if err != nil {
		return err
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	check, err := verified.Check(claim, from, given)
	if err != nil {
		return err
	}
	check.Bundles = eval.Identities(from)
	if f.format == "json" {
		err = a.writeJSON(check)
	} else {
		err = a.writeText(wordText(check))
	}
	if err != nil {
		return err
	}
	return exitWith(claimCode(check.State))
}

func claimCode(s schema.ClaimState) int {
	switch s {
	case schema.ClaimStateMatches:
		return exitOK
	case schema.ClaimStateDiffers:
		return exitNo
	}
	return exitUndecided
}
