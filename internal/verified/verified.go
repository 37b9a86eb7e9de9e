// Package verified records the word of a prover: that a program meets an
// invocation of a contract (the LinkML class VerifiedClaim).
//
// Entry points: Record makes the record of a word; Check compares what it was
// recorded about with what is there now, part by part.
//
// What is promised: a word stays a word. Nothing here is a verdict, and no digest
// that matches says that the prover was right; it says what the word is about.
package verified

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// Word is what a prover says, beside the invocation.
type Word struct {
	Prover, Version string
	Target          string // a name for the target; may be empty
	TargetDigest    string
	ProofDigest     string
	SourceDigest    string
}

// Record makes the record of a word about an invocation.
func Record(g *catalog.Guarantee, w Word) *schema.VerifiedClaim {
	c := &schema.VerifiedClaim{
		Format: schema.VerifiedClaimFormat, Invocation: g.Invocation, Prover: w.Prover, ProverVersion: w.Version,
		TargetDigest: w.TargetDigest, ProofDigest: w.ProofDigest, SourceDigest: w.SourceDigest,
	}
	if w.Target != "" {
		c.Target = &w.Target
	}
	return c
}

// Digest is the digest of a claim, over its canonical form.
func Digest(c *schema.VerifiedClaim) (string, error) { return canonical.DigestExact(c) }

// Present are the digests of what is given to compare; empty for what is not.
type Present struct{ Target, Proof, Source string }

// Check compares a claim with a catalog and with what is given. The error says
// that the claim has no canonical form.
func Check(c *schema.VerifiedClaim, from *catalog.Catalog, given Present) (*schema.VerifiedClaimCheck, error) {
	digest, err := Digest(c)
	if err != nil {
		return nil, err
	}
	out := &schema.VerifiedClaimCheck{Format: schema.VerifiedClaimCheckFormat, Claim: digest, Prover: c.Prover, ProverVersion: c.ProverVersion}
	out.Parts = append(invocation(&c.Invocation, from),
		compared(schema.ClaimPartTarget, c.TargetDigest, given.Target),
		compared(schema.ClaimPartProof, c.ProofDigest, given.Proof),
		compared(schema.ClaimPartSource, c.SourceDigest, given.Source))
	out.State = worst(out.Parts)
	return out, nil
}

// worst is the state of the whole.
func worst(parts []schema.CheckedPart) schema.ClaimState {
	for _, state := range []schema.ClaimState{schema.ClaimStateDiffers, schema.ClaimStateNotGiven} {
		if slices.ContainsFunc(parts, func(p schema.CheckedPart) bool { return p.State == state }) {
			return state
		}
	}
	return schema.ClaimStateMatches
}

// compared compares a recorded digest with that of what is given.
func compared(part schema.ClaimPart, recorded, present string) schema.CheckedPart {
	out := schema.CheckedPart{Part: part, State: schema.ClaimStateNotGiven, Recorded: &recorded}
	if present == "" {
		return out
	}
	out.Present, out.State = &present, schema.ClaimStateDiffers
	if present == recorded {
		out.State = schema.ClaimStateMatches
	}
	return out
}

// invocation compares the invocation with the contract of a catalog.
func invocation(in *schema.Invocation, from *catalog.Catalog) []schema.CheckedPart {
	contract := from.Contract(in.Contract)
	if contract == nil {
		reason := fmt.Sprintf("there is no contract %q", in.Contract)
		return []schema.CheckedPart{{Part: schema.ClaimPartContract, State: schema.ClaimStateDiffers, Recorded: &in.Digest, Reason: &reason}}
	}
	parts := []schema.CheckedPart{
		compared(schema.ClaimPartContract, in.Digest, contract.Digest),
		compared(schema.ClaimPartLibrary, in.SourceDigest, from.Library(contract.Library).Digest),
	}
	if contract.Version != in.Version {
		reason := fmt.Sprintf("the contract has version %s and was recorded at %q", contract.Version, in.Version)
		parts[0].State, parts[0].Reason = schema.ClaimStateDiffers, &reason
	}
	return append(parts, arguments(in, from))
}

// arguments binds the expression of an invocation again.
func arguments(in *schema.Invocation, from *catalog.Catalog) schema.CheckedPart {
	out := schema.CheckedPart{Part: schema.ClaimPartArguments, State: schema.ClaimStateMatches}
	differs := func(format string, args ...any) schema.CheckedPart {
		reason := fmt.Sprintf(format, args...)
		out.State, out.Reason = schema.ClaimStateDiffers, &reason
		return out
	}
	g, problems := from.Rebind(in)
	switch {
	case problems.HasErrors():
		return differs("the expression does not bind: %s", problems[0].Summary)
	case g.Invocation.Contract != in.Contract || g.Invocation.Symbol != in.Symbol || g.Invocation.TypeName != in.TypeName:
		return differs("the expression is one of the contract %q", g.Invocation.Contract)
	case !sameArguments(g.Invocation.Arguments, in.Arguments):
		return differs("the expression has other arguments")
	}
	return out
}

func sameArguments(a, b []schema.Argument) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}
