package lint

import "github.com/contractc/contractc/catalog/index"

// eachRule calls f for every rule that decides or is shown; coverage rules report
// and break nothing.
func (p *Pass) eachRule(f func(lib *index.Library, r *index.Rule)) {
	for _, lib := range p.Libraries {
		for _, r := range lib.Rules {
			if !r.Coverage {
				f(lib, r)
			}
		}
	}
}
