package policydiff

import (
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// Side is one of two versions that are compared.
type Side struct {
	Source  string // as it was named
	Catalog *catalog.Catalog
}

// side is a version with what its contracts are judged with.
type side struct {
	Side
	options monitor.Options
	sets    []string // rule sets in force
	rego    *regoModules
}

func newSide(of Side) *side {
	s := &side{Side: of, options: eval.MonitorOptions(of.Catalog)}
	for _, b := range of.Catalog.Bundles {
		s.sets = append(s.sets, b.RuleSets...)
	}
	s.rego = newRegoModules(of.Catalog)
	return s
}

// inForce reports whether a rule or fact that belongs to rule sets is in force.
func (s *side) inForce(sets []string) bool { return celenv.InForce(sets, s.sets) }

// required reports whether a library requires a contract.
func (s *side) required(contract string) bool {
	return slices.ContainsFunc(s.Catalog.Libraries, func(l *index.Library) bool { return slices.Contains(l.Required, contract) })
}

// report is the side as a document has it.
func (s *side) report() schema.DiffSide {
	out := schema.DiffSide{Source: s.Source, Bundles: []schema.BundleIdentity{}}
	for _, b := range s.Catalog.Bundles {
		out.Bundles = append(out.Bundles, schema.BundleIdentity{Name: b.Name, Version: b.Version, Digest: b.Digest, Origin: b.Origin, Verified: b.Verified, Locked: b.Locked})
	}
	return out
}
