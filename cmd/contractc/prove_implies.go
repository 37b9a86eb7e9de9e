package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// impliesFlags are the flags of prove implies.
type impliesFlags struct {
	proveFlags
	record string
	script bool
}

func (a *app) proveImpliesCommand() *cobra.Command {
	f := &impliesFlags{}
	c := &cobra.Command{
		Use:   "implies A B",
		Short: "Every trace on which A holds is one on which B holds",
		Long: `Prove that every trace on which A holds is one on which B holds.

A and B are contract expressions, or contracts without arguments, such as
filesystem.no_reads: then it is proved for all arguments. A parameter of the same
name and type in both has one value in both; every other one has any value of its
own. Where neither has arguments, it is proved in any environment: any working
directory, and provenance that is complete or not.

--record writes such a proof into a bundle, or into a file: with versions and
digests of both contracts and of what they speak of, the solvers that found it,
each by itself, and the digest of their script. Where the recorded digests are
those of the present contracts, a guarantee by A covers a recommendation of B.`,
		Args: exactArgs(2, "two expressions"),
		RunE: func(c *cobra.Command, args []string) error { return a.implies(orBackground(c.Context()), args, f) },
	}
	f.constraintFlags.add(c)
	f.solverFlags.add(c)
	formatFlag(c, &f.format, "text", "json")
	c.Flags().StringVar(&f.record, "record", "", "`DIR|FILE` to write the proof to: a bundle's folder, or a file named .yaml")
	c.Flags().BoolVar(&f.script, "script", false, "print the script in SMT-LIB of the proof and ask no solver")
	return c
}

func (a *app) implies(ctx context.Context, args []string, f *impliesFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	var sides [2]prove.Side
	for i, arg := range args {
		if sides[i], err = a.side(from, arg, f.imports); err != nil {
			return err
		}
	}
	question, open := prove.Implication(sides[0], sides[1])
	switch {
	case question.AnyEnv && (f.directory != "" || f.complete):
		return usagef("contracts without arguments are compared in any environment: leave --working-directory and --provenance-complete out")
	case f.record != "" && !question.AnyEnv:
		return usagef("--record is for contracts without arguments, such as filesystem.no_reads: what is recorded is proved for all arguments")
	case f.script:
		return a.script(from, question, f)
	}
	prover, err := f.prover(f.options(from))
	if err != nil {
		return err
	}
	answer, err := prover.Answer(ctx, question)
	if err != nil {
		return err
	}
	report, err := answer.Report(question, args, open, prover.Options)
	if err != nil {
		return err
	}
	if f.record != "" && answer.Result == prove.Proved {
		if report.Recorded, err = recordProof(ctx, prover, from, sides, f.record); err != nil {
			return err
		}
	}
	if err := a.writeProof(report, f.format); err != nil {
		return err
	}
	return exitWith(resultCode(answer.Result))
}

// recordProof finds a proof by each solver and writes it; it returns the name of
// the file.
func recordProof(ctx context.Context, prover *prove.Prover, from *catalog.Catalog, sides [2]prove.Side, target string) (*string, error) {
	proof, err := prover.Record(ctx, from, sides[0].Contract, sides[1].Contract, eval.Name)
	if errors.Is(err, prove.ErrNotProved) {
		return nil, &exitError{code: exitUndecided, err: err}
	}
	if err != nil {
		return nil, err
	}
	name, err := writeProofFile(target, from, proof)
	return &name, err
}

// side reads a contract expression, or a contract without arguments.
func (a *app) side(from *catalog.Catalog, expression string, imports []string) (prove.Side, error) {
	if strings.ContainsAny(expression, "()") {
		bound, err := a.bound(from, []string{expression}, imports)
		if err != nil {
			return prove.Side{}, err
		}
		return prove.Side{Constraint: bound[0].Constraint}, nil
	}
	aliases, err := parseImports(imports)
	if err != nil {
		return prove.Side{}, err
	}
	contract, problems := from.ContractNamed(expression, aliases)
	if problems.HasErrors() {
		a.reportExpressions(namedExpression(problems, expression))
		return prove.Side{}, exitWith(exitUsage)
	}
	return prove.Side{Contract: contract}, nil
}

// script prints what is asked of the solvers.
func (a *app) script(from *catalog.Catalog, q prove.Question, f *impliesFlags) error {
	text, err := (&prove.Prover{Options: f.options(from)}).Script(q)
	if err != nil {
		return refused(err)
	}
	return a.writeText(text)
}

// writeProofFile writes a proof into a bundle's folder, or into a file, and
// returns its name.
func writeProofFile(target string, from *catalog.Catalog, p *schema.Proof) (string, error) {
	name := target
	if filepath.Ext(target) != ".yaml" {
		folder, err := proofFolder(target, from, p)
		if err != nil {
			return "", err
		}
		name = filepath.Join(folder, filepath.FromSlash(catalog.ProofFile(p)))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", usagef("%w", err)
		}
	}
	if old, err := os.ReadFile(name); err == nil && !strings.HasPrefix(string(old), "kind: Proof\n") {
		return "", usagef("%q is there and is no recorded proof", name)
	}
	if err := replace.File(name, catalog.FormatProof(p), replace.Shared); err != nil {
		return "", usagef("%w", err)
	}
	return filepath.ToSlash(name), nil
}

// proofFolder is the folder of the library of one of the contracts, the implied
// one first, in a bundle.
func proofFolder(bundle string, from *catalog.Catalog, p *schema.Proof) (string, error) {
	if _, err := os.Stat(filepath.Join(bundle, "contractc.yaml")); err != nil {
		return "", usagef("--record: %q is neither the folder of a bundle nor a file named .yaml", bundle)
	}
	var libraries []string
	for _, id := range []string{p.Implied.Id, p.Stated.Id} {
		library := from.Contract(id).Library
		folder := filepath.Join(bundle, library)
		if _, err := os.Stat(filepath.Join(folder, "library.yaml")); err == nil {
			return folder, nil
		}
		libraries = append(libraries, library)
	}
	return "", usagef("--record: the bundle in %q has no library %s; name a file below proofs/ of one of its libraries", bundle, fmt.Sprintf("%q or %q", libraries[0], libraries[1]))
}
