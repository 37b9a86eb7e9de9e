package prove

import (
	"context"
	"errors"
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// ErrNotProved says that no solver finds a proof, each asked by itself.
var ErrNotProved = errors.New("no solver finds the proof by itself")

// Script returns the script in SMT-LIB of a proof: the question is proved where
// what it asserts cannot be met. The error is that of Answer, or a
// *lower.RefusalError.
func (p *Prover) Script(q Question) (string, error) {
	s, err := p.search(q)
	if err != nil {
		return "", err
	}
	if s.need.length > maxProof {
		return "", fmt.Errorf("a proof would have to look at traces of more than %d events", maxProof)
	}
	return s.script()
}

// Record proves that a contract implies another for all values of their
// parameters, asking each solver by itself, and returns the proof as it is
// recorded. The error is ErrNotProved, why there is no script, or a
// *solver.TimeoutError, since a solver that was stopped may have found it too.
func (p *Prover) Record(ctx context.Context, from *catalog.Catalog, stated, implied *index.Contract, engine string) (*schema.Proof, error) {
	q, open := Implication(Side{Contract: stated}, Side{Contract: implied})
	script, err := p.Script(q)
	if err != nil {
		return nil, err
	}
	out := &schema.Proof{
		Kind: schema.ProofKind, Format: schema.ProofFormat, Engine: engine,
		Stated: provedContract(stated), Implied: provedContract(implied),
		Parameters: OpenParameters(open), Grounds: from.Grounds(stated, implied), Script: canonical.DigestBytes([]byte(script)),
	}
	var failures []error
	for _, program := range p.Solvers {
		result, _, err := program.Check(ctx, solver.Limit{Effort: p.Timeout, Time: p.Timeout}, script, nil)
		var late *solver.TimeoutError
		if errors.As(err, &late) {
			return nil, late
		}
		if err != nil {
			failures = append(failures, err)
		}
		if err != nil || result != solver.Unsat {
			continue
		}
		version, err := program.Version(ctx)
		if err != nil {
			return nil, err
		}
		out.Solvers = append(out.Solvers, schema.ProofSolver{Name: program.Name, Version: version})
	}
	if len(out.Solvers) == 0 {
		return nil, errors.Join(append([]error{ErrNotProved}, failures...)...)
	}
	return out, nil
}

func provedContract(c *index.Contract) schema.ProvedContract {
	return schema.ProvedContract{Id: c.ID, Version: c.Version, Digest: c.Digest}
}

// OpenParameters are parameters as a document has them.
func OpenParameters(open []Parameter) []schema.OpenParameter {
	out := []schema.OpenParameter{}
	for _, p := range open {
		out = append(out, schema.OpenParameter{Name: p.Name, Type: p.Type.String(), Of: p.Of})
	}
	return out
}

// Recheck says of a recorded proof whether it is about the present contracts and
// is found again.
func (p *Prover) Recheck(ctx context.Context, from *catalog.Catalog, recorded *schema.Proof) (schema.CheckedProof, error) {
	out := schema.CheckedProof{Stated: recorded.Stated.Id, Implied: recorded.Implied.Id, State: schema.RecordedStateStale}
	if why := from.StaleProof(recorded); why != "" {
		out.Reason = &why
		return out, nil
	}
	q, _ := Implication(Side{Contract: from.Contract(recorded.Stated.Id)}, Side{Contract: from.Contract(recorded.Implied.Id)})
	script, err := p.Script(q)
	if err != nil || canonical.DigestBytes([]byte(script)) != recorded.Script {
		out.Reason = orNil("its script is not the one that this engine writes")
		return out, nil
	}
	answer, err := p.Answer(ctx, q)
	if err != nil {
		return out, err
	}
	out.State, out.Reason = schema.RecordedState(answer.Result), orNil(answer.Reason)
	if answer.Result == Refuted {
		out.Reason = orNil("there is a trace on which the first holds and the second does not")
	}
	return out, nil
}
