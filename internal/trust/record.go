package trust

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Record returns the text of the file with a bundle as the latest that was seen, and whether that changes it. An earlier version never takes the
// place of a later one. Comments of the file are not kept.
func (p *Policy) Record(c *Candidate) (text []byte, changed bool, err error) {
	entry := p.entry(c.Name)
	if entry == nil {
		return nil, false, nil
	}
	now := schema.SeenBundle{Name: c.Name, Version: c.Version, Digest: c.Digest}
	switch seen := p.seen(c.Name); {
	case seen == nil:
		entry.LastSeen = append(entry.LastSeen, now)
	case compareVersions(c.Version, seen.Version) < 0 || *seen == now:
		return nil, false, nil
	default:
		*seen = now
	}
	data, err := p.source.MarshalJSON()
	if err != nil {
		return nil, false, err
	}
	n, problems := doc.ReadJSON("trust", data, doc.Limits{})
	if problems.HasErrors() {
		return nil, false, problems
	}
	return n.YAML(), true, nil
}
