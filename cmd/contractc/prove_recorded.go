package main

import (
	"context"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// recordedFlags are the flags of prove recorded.
type recordedFlags struct {
	solverFlags
	format string
}

func (a *app) proveRecordedCommand() *cobra.Command {
	f := &recordedFlags{}
	c := &cobra.Command{
		Use:   "recorded [DIR...]",
		Short: "The recorded proofs of bundles are about the present contracts, and are found again",
		Long: `Check the recorded proofs of the bundles in the folders: that their digests are
those of the present contracts and of what these speak of, that the script is the
one of which the digest was recorded, and that the solvers find each of them again.

Exit codes: 0 all are, 2 one is not, or there is none, 4 it is not known of one.`,
		RunE: func(c *cobra.Command, args []string) error {
			a.bundles = append(a.bundles, args...)
			return a.recorded(orBackground(c.Context()), f)
		},
	}
	f.solverFlags.add(c)
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) recorded(ctx context.Context, f *recordedFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	of := eval.MonitorOptions(from)
	prover, err := f.prover(lower.Options{Facts: of.Facts, Cells: of.Cells})
	if err != nil {
		return err
	}
	report := &schema.RecordedProofs{Format: schema.RecordedProofsFormat, Bundles: eval.Identities(from)}
	for _, lib := range from.Libraries {
		for _, p := range lib.Proofs {
			checked, err := prover.Recheck(ctx, from, &p.Recorded)
			if err != nil {
				return err
			}
			checked.File = from.Display(lib, p.File)
			report.Proofs = append(report.Proofs, checked)
		}
	}
	if f.format == "json" {
		err = a.writeJSON(report)
	} else {
		err = a.writeText(recordedText(report))
	}
	if err != nil {
		return err
	}
	return exitWith(recordedCode(report))
}

// recordedCode is the exit code of the check of recorded proofs.
func recordedCode(r *schema.RecordedProofs) int {
	if len(r.Proofs) == 0 {
		return exitNo
	}
	code := exitOK
	for i := range r.Proofs {
		switch r.Proofs[i].State {
		case schema.RecordedStateStale, schema.RecordedStateRefuted:
			code = worstCode(code, exitNo)
		case schema.RecordedStateUnknown:
			code = worstCode(code, exitUndecided)
		}
	}
	return code
}

// recordedText writes what is found about recorded proofs.
func recordedText(r *schema.RecordedProofs) string {
	w := &textWriter{}
	for i := range r.Proofs {
		p := &r.Proofs[i]
		w.line("%s: %s implies %s: %s", p.File, p.Stated, p.Implied, p.State)
		if p.Reason != nil {
			w.line("  because %s", *p.Reason)
		}
	}
	if len(r.Proofs) == 0 {
		w.line("nothing tested: no proof is recorded")
	}
	return w.String()
}
