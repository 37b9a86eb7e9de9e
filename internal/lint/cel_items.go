package lint

import (
	"sync"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
)

// celItem is an item of a rule in CEL, with its condition where it has one.
type celItem struct {
	*celpolicy.Item
	condition *condition
	nested    bool // it stands in a rule within another
	place     Place
}

// conditionPlace is where the condition stands, the item where it has none.
func (i *celItem) conditionPlace() Place {
	if i.Condition == nil {
		return i.place
	}
	return Place{File: i.place.File, Range: i.Condition.Range()}
}

// eachCELRule calls f for every rule in CEL that decides or is shown.
func (p *Pass) eachCELRule(f func(lib *index.Library, r *index.Rule, src *celpolicy.Source)) {
	sources := p.read.cel()
	p.eachRule(func(lib *index.Library, r *index.Rule) {
		if src := sources[r.ID]; r.Language == index.CEL && src != nil && src.Rule != nil {
			f(lib, r, src)
		}
	})
}

// celItems are the items of a rule, in the order of the file: lists of those that
// are tried one after the other, the outermost first. They are parsed once.
func (p *Pass) celItems(src *celpolicy.Source) [][]celItem {
	p.read.mu.Lock()
	get := p.read.items[src]
	if get == nil {
		get = sync.OnceValue(func() [][]celItem {
			var lists [][]celItem
			celList(sharedConditions(), src.File, src.Rule, false, &lists)
			return lists
		})
		p.read.items[src] = get
	}
	p.read.mu.Unlock()
	return get()
}

func celList(parse conditions, file string, r *celpolicy.Rule, nested bool, lists *[][]celItem) {
	var list []celItem
	for i := range r.Items {
		item := &r.Items[i]
		out := celItem{Item: item, nested: nested, place: Place{file, item.Range}}
		if item.Condition != nil {
			if c, ok := parse.parse(*item.Condition); ok {
				out.condition = &c
			}
		}
		list = append(list, out)
	}
	*lists = append(*lists, list)
	for i := range r.Items {
		if r.Items[i].Rule != nil {
			celList(parse, file, r.Items[i].Rule, true, lists)
		}
	}
}
