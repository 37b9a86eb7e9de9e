package policydiff

import (
	"slices"
	"strings"
	"sync"

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
	pinned  []string // rule sets that no flag may replace
	rego    *regoModules

	readers     []func() bool               // by what is read, see reads
	environment func() (*celenv.Env, error) // of rules in CEL; made at its first use
}

func newSide(of Side) *side {
	s := &side{Side: of, options: eval.MonitorOptions(of.Catalog)}
	for _, b := range of.Catalog.Bundles {
		s.pinned = append(s.pinned, b.PinnedRuleSets...)
	}
	var err error
	if s.sets, err = eval.RuleSets(of.Catalog); err != nil { // somebody must choose, and may choose any
		for _, b := range of.Catalog.Bundles {
			s.sets = append(s.sets, b.RuleSets...)
		}
	}
	s.rego = newRegoModules(of.Catalog)
	s.environment = sync.OnceValues(s.newRuleEnvironment)
	s.readers = s.newReaders()
	return s
}

// inForce reports whether a rule or fact that belongs to rule sets is in force.
func (s *side) inForce(sets []string) bool { return celenv.InForce(sets, s.sets) }

// mayApply reports whether a rule that belongs to rule sets is in force, or is
// where a flag chooses one of them, which no pin of another version forbids.
func (s *side) mayApply(sets []string) bool {
	return s.inForce(sets) || slices.ContainsFunc(sets, func(set string) bool {
		name, _, _ := strings.Cut(set, "@")
		return !slices.ContainsFunc(s.pinned, func(pin string) bool { return pin != set && strings.HasPrefix(pin, name+"@") })
	})
}

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
