package catalog_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog/index"
)

func TestArgumentsRead(t *testing.T) {
	c := kitchen(t)
	field := func(sources ...string) *index.Mapping {
		f := index.MappedField{Name: "x"}
		for _, s := range sources {
			f.Sources = append(f.Sources, index.Expression{Source: s})
		}
		return &index.Mapping{Effects: []index.MappedEffect{{Effect: "kitchen.Heat", Fields: []index.MappedField{f}}}}
	}
	for name, tc := range map[string]struct {
		mapping *index.Mapping
		want    string
		all     bool
	}{
		"names, conditions and computed fields": {c.Map("oven", "heat"), "dish dry notes open place to", false},
		"items":                                 {c.Map("oven", "roast"), "dishes doors oven place remark", false},
		"members":                               {field("args.a.b + args['c'] + args.d[0]"), "a c d", false},
		"only whether it is there":              {field("has(args.a) && 'b' in args"), "a b", false},
		"in a macro":                            {field("args.a.filter(x, x != args.b)"), "a b", false},
		"by a computed name":                    {field("args[args.a]"), "a", true},
		"all of them":                           {field("size(args)"), "", true},
		"each of them":                          {field("args.all(k, k != 'x')"), "", true},
		"no expression":                         {field("args.a +"), "", true},
		"none":                                  {field("'x'"), "", false},
	} {
		names, all := c.ArgumentsRead(tc.mapping)
		if got := strings.Join(slices.Sorted(maps.Keys(names)), " "); all != tc.all || !all && got != tc.want {
			t.Errorf("%s: got %q, all %v", name, got, all)
		}
	}
}
