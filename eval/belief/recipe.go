package belief

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// recipe is how a belief that is out was derived.
type recipe struct {
	place  int // of the revision that went out
	how    *schema.Derivation
	inputs []string // keys, none twice, without its own
}

// recipe is the last derivation of a key that lost its support. There is none
// for a key that is held, that was no conclusion, or that was retracted itself.
func (b *Base) recipe(key string) (*recipe, bool) {
	place := b.last(key)
	if place < 0 || b.support[place].held {
		return nil, false
	}
	list := b.state.Revisions[place].Justifications
	for i := len(list) - 1; i >= 0; i-- {
		if d, ok := list[i].(*schema.Derivation); ok && d.Withdrawn == nil {
			return &recipe{place, d, b.inputs(key, d)}, true
		}
	}
	return nil, false
}

func (b *Base) inputs(key string, d *schema.Derivation) []string {
	inputs := []string{}
	for _, place := range b.antecedents(d) {
		if input := b.state.Revisions[place].Key; input != key && !slices.Contains(inputs, input) {
			inputs = append(inputs, input)
		}
	}
	return inputs
}

// rederivations are all beliefs that are to be derived again, inputs first.
func (b *Base) rederivations() []schema.Rederivation {
	recipes := map[string]*recipe{}
	var keys []string
	for _, key := range b.keys {
		if r, ok := b.recipe(key); ok {
			recipes[key] = r
			keys = append(keys, key)
		}
	}
	visible := b.visible()
	list := make([]schema.Rederivation, 0, len(keys))
	for _, key := range inputsFirst(keys, recipes) {
		list = append(list, b.rederivation(key, recipes[key], visible))
	}
	return list
}

func (b *Base) rederivation(key string, r *recipe, visible []int) schema.Rederivation {
	out := schema.Rederivation{
		Key: key, Reference: b.nameOf(r.place), Instruction: key, Formula: r.how.Formula,
		Inputs: r.inputs, Missing: []string{}, AttemptsLeft: b.rules.table.Attempts,
	}
	if claim := b.state.Revisions[r.place].Claim; claim != nil && *claim != "" {
		out.Instruction = *claim
	}
	for _, input := range r.inputs {
		if _, shown := slices.BinarySearch(visible, b.last(input)); !shown {
			out.Missing = append(out.Missing, input)
		}
	}
	if i, ok := attemptsAt(b.state.Attempts, key); ok {
		out.AttemptsLeft = max(0, out.AttemptsLeft-b.state.Attempts[i].Attempts)
	}
	return out
}

// inputsFirst orders keys so that those that others are derived from come
// first. Where keys wait for each other in a circle, one of them begins it.
func inputsFirst(keys []string, recipes map[string]*recipe) []string {
	users, open := map[string][]string{}, map[string]int{}
	for _, key := range keys {
		for _, input := range recipes[key].inputs {
			if recipes[input] != nil {
				users[input] = append(users[input], key)
				open[key]++
			}
		}
	}
	ordered := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return open[key] > 0 })
	for i := 0; ; i++ {
		if i == len(ordered) {
			if i == len(keys) {
				return ordered
			}
			first := beginsCircle(keys, recipes, open)
			open[first] = 0
			ordered = append(ordered, first)
		}
		for _, user := range users[ordered[i]] {
			if open[user] > 0 {
				if open[user]--; open[user] == 0 {
					ordered = append(ordered, user)
				}
			}
		}
	}
}

// beginsCircle finds, of keys that wait for others, one that waits only for
// those that wait for it: the one that waits for the fewest.
func beginsCircle(keys []string, recipes map[string]*recipe, open map[string]int) (first string) {
	fewest := len(keys) + 1
	for _, key := range keys {
		if open[key] == 0 {
			continue
		}
		seen, queue := map[string]bool{key: true}, []string{key}
		for i := 0; i < len(queue); i++ {
			for _, input := range recipes[queue[i]].inputs {
				if open[input] > 0 && !seen[input] {
					seen[input] = true
					queue = append(queue, input)
				}
			}
		}
		if len(queue) < fewest {
			first, fewest = key, len(queue)
		}
	}
	return first
}
