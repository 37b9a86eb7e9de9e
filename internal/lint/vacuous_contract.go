package lint

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// vacuousContract finds contracts that no trace violates. A counter-example that
// the monitor judges violated shows that one is not; a solver is asked only
// where there is none.
func vacuousContract() Rule {
	return Rule{
		ID: "vacuous-contract", Severity: schema.DiagnosticSeverityError,
		Summary: "A contract holds of every trace, so it restricts nothing.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				if c.Unrestricted() || p.isShown(c, schema.VerdictViolated) {
					return
				}
				p.asked(lib, c, prove.Vacuous, prove.Proved, Finding{
					Message: "no trace violates the contract", Help: "a contract that restricts nothing gives false comfort: mend the constraint, or say unrestricted",
				})
			})
		},
	}
}

// isShown reports whether an example has a verdict when it is judged.
func (p *Pass) isShown(c *index.Contract, want schema.Verdict) bool {
	tracer, examples := p.read.tracer(), p.examples(c)
	for _, list := range [][]catalog.Example{examples.Good, examples.Bad} {
		for i := range list {
			if verdict, _, err := tracer.Example(&list[i]); err == nil && verdict == want {
				return true
			}
		}
	}
	return false
}

// asked asks a solver about a contract with the arguments of its examples, its
// defaults where there are none, and reports where the answer is the one that is
// looked for for all of them.
func (p *Pass) asked(lib *index.Library, c *index.Contract, kind prove.Kind, found prove.Result, f Finding) {
	f.Place = p.elementPlace(lib, &c.Element)
	if p.Prover == nil {
		p.Skip(f.Place, p.NoProver)
		return
	}
	instances := p.instances(c)
	if len(instances) == 0 {
		p.Skip(f.Place, "no example gives arguments for its parameters")
		return
	}
	for _, constraint := range instances {
		answer, err := p.Prover.Answer(p.Context, prove.Question{Kind: kind, Constraints: []schema.Constraint{constraint}})
		switch {
		case err != nil:
			p.Skip(f.Place, err.Error())
			return
		case answer.Result == prove.Unknown:
			p.Skip(f.Place, answer.Reason)
			return
		case answer.Result != found:
			return
		}
	}
	p.Report(f)
}

// instances are the constraints of a contract's examples; of a contract without
// parameters, its own.
func (p *Pass) instances(c *index.Contract) []schema.Constraint {
	if len(c.Parameters) == 0 {
		return []schema.Constraint{c.Constraint}
	}
	var list []schema.Constraint
	examples := p.examples(c)
	for _, e := range append(examples.Good, examples.Bad...) {
		list = append(list, e.Constraint)
	}
	return list
}
