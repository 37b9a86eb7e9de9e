package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/verified"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) verifiedShowCommand() *cobra.Command {
	f := &verifiedFlags{}
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "Show a recorded word with its provenance",
		Long: `Show a recorded word: who says what of which program, on what it rests, and what
the contract says. Where the contract is not the one that was recorded, its text
is not shown, since the word was not about that.`,
		Args: exactArgs(1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error { return a.verifiedShow(args[0], f) },
	}
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) verifiedShow(file string, f *verifiedFlags) error {
	claim, err := a.readClaim(file)
	if err != nil {
		return err
	}
	if f.format == "json" {
		return a.writeJSON(claim)
	}
	digest, err := verified.Digest(claim)
	if err != nil {
		return err
	}
	contract, err := a.describeClaim(claim)
	if err != nil {
		return err
	}
	return a.writeText(claimText(claim, digest, contract))
}

// describeClaim is what the contract of a word says; without a description where
// it is not the one that was recorded.
func (a *app) describeClaim(c *schema.VerifiedClaim) (string, error) {
	from, err := a.catalog()
	if err != nil {
		return "", err
	}
	words, err := newRenderer(from, defaultLocale)
	if err != nil {
		return "", &exitError{code: exitBundle, err: err}
	}
	said := &render.Guarantee{Expression: c.Invocation.Expression, Invocation: &c.Invocation}
	check, err := verified.Check(c, from, verified.Present{})
	if err != nil {
		return "", err
	}
	trusted := true
	for _, p := range check.Parts {
		trusted = trusted && p.State != schema.ClaimStateDiffers
	}
	if g, problems := from.Rebind(&c.Invocation); trusted && !problems.HasErrors() {
		said.Constraint, said.Text, said.Scope, said.Trusted = g.Constraint, g.Contract.Text, g.Contract.Scope, true
	}
	return words.Describe(said), nil
}

// claimText writes a word for a person.
func claimText(c *schema.VerifiedClaim, digest, contract string) string {
	w := &textWriter{}
	target := "the program"
	if c.Target != nil {
		target = fmt.Sprintf("the program %q", *c.Target)
	}
	w.line("%q %q gave its word that %s meets %s", c.Prover, c.ProverVersion, target, c.Invocation.Expression)
	w.line("contractc did not check that; it is no verdict")
	w.line("program         %s", c.TargetDigest)
	w.line("proof           %s", c.ProofDigest)
	w.line("trusted source  %s", c.SourceDigest)
	w.line("contract        %s %s, %s", c.Invocation.Contract, c.Invocation.Version, c.Invocation.Digest)
	w.line("recorded as     %s", digest)
	w.WriteString(strings.TrimRight(contract, "\n") + "\n")
	return w.String()
}

// wordText writes what is found about a word for a person.
func wordText(c *schema.VerifiedClaimCheck) string {
	w := &textWriter{}
	for i := range c.Parts {
		p := &c.Parts[i]
		w.line("%s: %s%s", p.Part, stateWord(p.State), partReason(p))
	}
	word := map[schema.ClaimState]string{
		schema.ClaimStateMatches:  "is about these things; whether it is true, only the prover says",
		schema.ClaimStateDiffers:  "is about other things",
		schema.ClaimStateNotGiven: "may be about other things: not all of them were given",
	}[c.State]
	w.line("the word of %q %q %s", c.Prover, c.ProverVersion, word)
	return w.String()
}

func stateWord(s schema.ClaimState) string { return strings.ReplaceAll(string(s), "_", " ") }

func partReason(p *schema.CheckedPart) string {
	switch {
	case p.Reason != nil:
		return ", " + diag.Neutralise(*p.Reason)
	case p.State == schema.ClaimStateDiffers && p.Recorded != nil && p.Present != nil:
		return ", recorded " + *p.Recorded + ", now " + *p.Present
	}
	return ""
}
