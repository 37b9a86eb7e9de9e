package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// readProof reads a recorded proof.
func (l *libraryLoad) readProof(d *document) {
	var w schema.Proof
	if problems := w.Decode(l.display(d.file.path), d.node); problems.HasErrors() {
		l.diags.Add(problems...)
		return
	}
	at := d.at("implied").Start
	l.lib.Proofs = append(l.lib.Proofs, &index.Proof{File: d.file.path, Line: at.Line, Column: at.Column, Recorded: w})
}

// warnStaleProofs tells of every proof that counts for nothing.
func (l *loader) warnStaleProofs(c *Catalog) {
	l.eachLibrary(func(lib *libraryLoad) {
		for _, p := range lib.lib.Proofs {
			if why := c.StaleProof(&p.Recorded); why != "" {
				at := diag.Position{Line: p.Line, Column: p.Column}
				w := diag.Warningf(lib.display(p.File), diag.Range{Start: at, End: at}, "proof.stale", "the proof is not about the present contracts and counts for nothing: %s", why)
				l.diags.Add(w.WithDetail("record it again with contractc prove implies --record, or remove it"))
			}
		}
	})
}

// StaleProof says why a recorded proof is not about the present contracts; it is empty for one that is.
func (c *Catalog) StaleProof(p *schema.Proof) string {
	var contracts []*index.Contract
	for _, side := range []*schema.ProvedContract{&p.Stated, &p.Implied} {
		contract := c.Contract(side.Id)
		switch {
		case contract == nil:
			return fmt.Sprintf("there is no contract %s", quote(side.Id))
		case contract.Version != side.Version:
			return fmt.Sprintf("the contract %s has version %s and was proved at %s", quote(side.Id), contract.Version, side.Version)
		case contract.Digest != side.Digest:
			return fmt.Sprintf("the contract %s is not what it was", quote(side.Id))
		}
		contracts = append(contracts, contract)
	}
	return staleGrounds(c.Grounds(contracts...), p.Grounds)
}

// staleGrounds says how the present grounds differ from those of a proof.
func staleGrounds(present, proved []schema.ProofGround) string {
	for _, g := range present {
		switch i := slices.IndexFunc(proved, func(other schema.ProofGround) bool { return other.Kind == g.Kind && other.Id == g.Id }); {
		case i < 0:
			return fmt.Sprintf("it does not rest on the %s %s", g.Kind, quote(g.Id))
		case proved[i].Digest != g.Digest:
			return fmt.Sprintf("the %s %s is not what it was", g.Kind, quote(g.Id))
		}
	}
	if len(proved) != len(present) {
		return "it rests on what the contracts do not speak of"
	}
	return ""
}

// Entailment is a recorded proof about the present contracts: where the stated contract holds, so does the implied one.
type Entailment struct{ Stated, Implied string }

// Entailments returns what recorded proofs say that are about the present contracts, sorted, each once.
func (c *Catalog) Entailments() []Entailment {
	var list []Entailment
	for _, lib := range c.Libraries {
		for _, p := range lib.Proofs {
			if c.StaleProof(&p.Recorded) == "" {
				list = append(list, Entailment{p.Recorded.Stated.Id, p.Recorded.Implied.Id})
			}
		}
	}
	slices.SortFunc(list, func(a, b Entailment) int {
		if c := strings.Compare(a.Implied, b.Implied); c != 0 {
			return c
		}
		return strings.Compare(a.Stated, b.Stated)
	})
	return slices.Compact(list)
}

// Grounds are the effect types and state cells that contracts speak of, with their digests, sorted by kind and id, each once.
func (c *Catalog) Grounds(contracts ...*index.Contract) []schema.ProofGround {
	var effects, cells []string
	for _, contract := range contracts {
		e, s := spokenOf(contract.Constraint)
		effects, cells = append(effects, e...), append(cells, s...)
	}
	for _, e := range c.Effects {
		if slices.ContainsFunc(e.Assigns, func(a index.Assignment) bool { return slices.Contains(cells, a.Cell) }) {
			effects = append(effects, e.ID)
		}
	}
	out := []schema.ProofGround{}
	for _, id := range distinct(cells) {
		if cell := c.Cell(id); cell != nil {
			out = append(out, schema.ProofGround{Kind: "cell", Id: id, Digest: cell.Digest})
		}
	}
	for _, id := range distinct(effects) {
		if e := c.Effect(id); e != nil {
			out = append(out, schema.ProofGround{Kind: "effect", Id: id, Digest: e.Digest})
		}
	}
	return out
}

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// spokenOf lists the effect types and state cells that a constraint names.
func spokenOf(c schema.Constraint) (effects, cells []string) {
	switch c := c.(type) {
	case *schema.Empty:
		return slices.Clone(c.Set.Effects), nil
	case *schema.All:
		return slices.Clone(c.Set.Effects), nil
	case *schema.Exists:
		return slices.Clone(c.Set.Effects), nil
	case *schema.UniqueBy:
		return slices.Clone(c.Set.Effects), nil
	case *schema.Count:
		return slices.Clone(c.Set.Effects), nil
	case *schema.Sum:
		return slices.Clone(c.Set.Effects), nil
	case *schema.ExistsPair:
		return slices.Concat(c.Left.Effects, c.Right.Effects), nil
	case *schema.StateAll:
		return nil, []string{c.Cell}
	case *schema.StateAt:
		return nil, []string{c.Cell}
	case *schema.Not:
		return spokenOf(c.Operand)
	case *schema.And:
		return spokenOfAll(c.Operands)
	case *schema.Or:
		return spokenOfAll(c.Operands)
	}
	return nil, nil
}

func spokenOfAll(operands []schema.Constraint) (effects, cells []string) {
	for _, operand := range operands {
		e, s := spokenOf(operand)
		effects, cells = append(effects, e...), append(cells, s...)
	}
	return effects, cells
}
