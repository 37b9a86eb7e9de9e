package lint_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/lint"
)

// partsBundle is a bundle with one contract, whose constraint and examples are
// given, over effects with fields of several types and a state cell.
func partsBundle(t *testing.T, class, constraint, examples string) catalog.Source {
	t.Helper()
	const dir = "testdata/vacuous-contract/good/"
	files := fstest.MapFS{}
	for _, name := range []string{"contractc.yaml", "store/library.yaml", "store/schema.yaml"} {
		text, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	text, parameters := string(files["store/schema.yaml"].Data), ""
	if class == "StorePlain" {
		text = text[:strings.Index(text, "  StoreOnlyPutUnder:")] + "  StorePlain: {is_a: Contract, description: A contract without parameters.}\n"
	} else {
		parameters = " {root} {most} {dir} {row}"
		text += `      most: {range: integer, required: true, minimum_value: 0, description: A number.}
      dir: {range: Directory, required: true, description: A directory.}
      row: {range: ClassReference, required: true, description: A class.}
`
	}
	files["store/schema.yaml"].Data = []byte(text + `  Drop:
    is_a: EffectEvent
    description: An object is taken out.
    attributes:
      path: {required: true, description: Where it was.}
  Resize:
    is_a: EffectEvent
    description: An object gets another size.
    attributes:
      path: {required: true, description: Where it is.}
      bytes: {range: integer, required: true, minimum_value: 1, maximum_value: 100, description: How large it is then.}
      cost: {range: decimal, required: true, minimum_value: 0.5, description: What it costs.}
      by: {range: integer, required: true, description: By how much.}
      done: {range: boolean, required: true, description: Whether it was done.}
      kind: {range: Kind, description: Of which kind it is.}
enums:
  Kind: {description: A kind of object., permissible_values: {file: {}, link: {}}}
`)
	files["store/effects.yaml"] = &fstest.MapFile{Data: []byte(`kind: Effects
effects:
  PutObject:
    version: 1.0.0
    function: put_object
    sentence: "Puts an object at {path}."
    assigns: [{cell: last, key: event.path, value: "'put'"}]
  Drop:
    version: 1.0.0
    function: drop
    sentence: "Drops the object at {path}."
    assigns: [{cell: last, key: event.path, value: "'dropped'"}]
  Resize:
    version: 1.0.0
    function: resize
    sentence: "Resizes the object at {path} to {bytes}, by {by}, for {cost}, {done}."
cells:
  last: {key_type: string, value_type: string, initial: none}
`)}
	files["store/contracts/odd.yaml"] = &fstest.MapFile{Data: []byte("kind: Contract\nid: store.odd\nversion: 1.0.0\nsymbol: odd\ntype_name: " + class +
		"\ntext: \"It is odd." + parameters + "\"\nderived: x\nscope: [None.]\nconstraint:\n  " + constraint + "\n" + examples)}
	return catalog.Source{FS: files, Name: "b", Origin: catalog.OriginFolder}
}

// foundInParts are the findings of the rules about contradictory and vacuous
// contracts, and how much is not checked.
func foundInParts(t *testing.T, source catalog.Source, solvers bool) (found []string, skipped []lint.NotChecked) {
	t.Helper()
	s := subject(t, source)
	if !solvers {
		s.Prover, s.NoProver = nil, "there is none"
	}
	rules := slices.DeleteFunc(lint.Rules(), func(r lint.Rule) bool { return !strings.HasSuffix(r.ID, "-contract") })
	result := lint.Run(context.Background(), s, rules)
	for _, f := range result.Findings {
		id, _, _ := strings.Cut(f.Rule.ID, "-")
		found = append(found, fmt.Sprintf("%s %s %s", id, textAt(t, source, f.Place), f.Message))
	}
	return found, result.NotChecked
}

// textAt is what stands at a place: an expression, the form of a constraint, or -
// for the id of the contract.
func textAt(t *testing.T, source catalog.Source, at lint.Place) string {
	t.Helper()
	text, err := fs.ReadFile(source.FS, strings.TrimPrefix(at.File, "b/"))
	if err != nil {
		t.Fatal(err)
	}
	start, end := at.Range.Start, at.Range.End
	if start == end {
		return "-"
	}
	if start.Line != end.Line {
		t.Fatalf("the place has several lines: %v", at)
	}
	there := strings.Split(string(text), "\n")[start.Line-1][start.Column-1 : end.Column-1]
	if form, _, is := strings.Cut(there, ":"); is && strings.HasPrefix(there, "{") {
		return form[1:]
	}
	return there
}

// TestParts asks about every form of constraint: what can never be met, by itself
// or by an event that it is about, what restricts nothing, and what is as it should
// be.
func TestParts(t *testing.T) {
	const (
		put    = `{version: 1.0.0, effects: [PutObject]}`
		resize = `{version: 1.0.0, effects: [Resize]}`
		never  = `size(event.path) < 0`
		always = `size(event.path) >= 0`
	)
	where := func(filter string) string {
		return `{version: 1.0.0, effects: [PutObject, Drop], where: "` + filter + `"}`
	}
	for _, test := range []struct{ name, constraint, want string }{
		{"empty", `empty: {set: ` + put + `}`, ""},
		{"empty, a filter that none meets", `empty: {set: ` + where(never) + `}`, `contradictory "` + never + `" no event meets the filter` + "; vacuous - no trace violates the contract"},
		{"empty, a filter that all meet", `empty: {set: ` + where(always) + `}`, `vacuous "` + always + `" every event meets the filter`},
		{"empty, a filter", `empty: {set: ` + where("event.path == '/'") + `}`, ""},

		{"all", `all: {set: ` + put + `, predicate: "size(event.path) < 1"}`, ""},
		{"all, met by none", `all: {set: ` + put + `, predicate: "size(event.path) < 0"}`, `contradictory "size(event.path) < 0" no event of the set can meet the predicate`},
		{"all, false", `all: {set: ` + put + `, predicate: "false"}`, `contradictory "false" no event of the set can meet the predicate`},
		{"all, parts that exclude each other", `all: {set: ` + put + `, predicate: "event.path.startsWith('/a') && event.path.endsWith('/b') && size(event.path) < 3"}`, `contradictory "event.path.startsWith('/a') && event.path.endsWith('/b') && size(event.path) < 3" no event`},
		{"all, parts that fit", `all: {set: ` + put + `, predicate: "event.path.startsWith('/a') && event.path.endsWith('/b') && size(event.path) < 5"}`, ""},
		{"all, a value that the schema does not permit", `all: {set: ` + resize + `, predicate: "event.bytes > 100"}`, ""},
		{"all, met by all", `all: {set: ` + put + `, predicate: "` + always + `"}`, "vacuous - no trace violates the contract"},
		{"all, a filter that excludes the predicate", `all: {set: ` + where("event.path.startsWith('/a')") + `, predicate: "event.path.startsWith('/b')"}`, `contradictory "event.path.startsWith('/b')" no event`},
		{"all, of truth values", `all: {set: ` + resize + `, predicate: "event.done && !event.done"}`, `contradictory "event.done && !event.done" no event`},
		{"all, of sums", `all: {set: ` + resize + `, predicate: "event.by + 1 < event.by"}`, `contradictory "event.by + 1 < event.by" no event`},
		{"all, in a list", `all: {set: ` + put + `, predicate: "event.path in ['/a', '/b'] && event.path.contains('c')"}`, `contradictory "event.path in ['/a', '/b'] && event.path.contains('c')" no event`},
		{"all, a pattern", `all: {set: ` + put + `, predicate: "event.path.matches('^/[a-z]+$') && event.path.contains('1')"}`, `contradictory "event.path.matches('^/[a-z]+$') && event.path.contains('1')" no event`},

		{"all, a value of an enumeration", `all: {set: ` + resize + `, predicate: "event.kind == 'file'"}`, ""},
		{"all, every value of an enumeration", `all: {set: ` + resize + `, predicate: "event.kind in ['file', 'link']"}`, "vacuous - no trace violates the contract"},
		{"all, no value of an enumeration", `all: {set: ` + resize + `, predicate: "event.kind != 'file' && event.kind != 'link'"}`, `contradictory "event.kind != 'file' && event.kind != 'link'" no event`},

		{"exists", `exists: {set: ` + put + `, predicate: "event.path == '/x'"}`, ""},
		{"exists, any", `exists: {set: ` + put + `, predicate: "true"}`, ""},
		{"exists, met by none", `exists: {set: ` + put + `, predicate: "` + never + `"}`, "contradictory - no trace meets the contract"},
		{"exists, met by all", `exists: {set: ` + put + `, predicate: "` + always + `"}`, `vacuous "` + always + `" every event of the set meets the predicate`},

		{"unique", `unique_by: {set: ` + put + `, key: event.path}`, ""},
		{"unique, one key", `unique_by: {set: ` + where("event.path == '/a'") + `, key: event.path}`, ""},
		{"unique, a filter that none meets", `unique_by: {set: ` + where(never) + `, key: event.path}`, `contradictory "` + never + `" no event meets the filter` + "; vacuous - no trace"},

		{"count", `count: {set: ` + put + `, op: le, bound: "0"}`, ""},
		{"count, met by none", `count: {set: ` + put + `, op: lt, bound: "0"}`, "contradictory - no trace meets the contract"},
		{"count, met by all", `count: {set: ` + put + `, op: ge, bound: "0"}`, "vacuous - no trace violates the contract"},
		{"count, a filter that all meet", `count: {set: ` + where(always) + `, op: le, bound: "3"}`, `vacuous "` + always + `" every event meets the filter`},

		{"sum", `sum: {set: ` + resize + `, field: bytes, op: le, bound: "1"}`, ""},
		{"sum, met by no event", `sum: {set: ` + resize + `, field: bytes, op: lt, bound: "1"}`, `contradictory "1" no event of the set can meet this part`},
		{"sum, met by none", `sum: {set: ` + resize + `, field: bytes, op: lt, bound: "0"}`, "contradictory - no trace meets the contract"},
		{"sum, met by all", `sum: {set: ` + resize + `, field: bytes, op: ge, bound: "0"}`, "vacuous - no trace violates the contract"},
		{"sum, of decimals", `sum: {set: ` + resize + `, field: cost, op: le, bound: "0.5"}`, ""},
		{"sum, of decimals, met by no event", `sum: {set: ` + resize + `, field: cost, op: le, bound: "0.4"}`, "contradictory \"0.4\" no event of the set can meet this part"},
		{"sum, with a filter, met by no event", `sum: {set: {version: 1.0.0, effects: [Resize], where: "event.bytes > 10"}, field: bytes, op: le, bound: "10"}`, `contradictory "10" no event of the set can meet this part`},
		{"sum, of any sign", `sum: {set: ` + resize + `, field: by, op: lt, bound: "0"}`, ""},

		{"a pair", `exists_pair: {left: ` + put + `, right: ` + where("event.path != '/'") + `, key: event.path}`, ""},
		{"a pair, met by none", `exists_pair: {left: ` + where("event.path == '/a'") + `, right: ` + where("event.path == '/b'") + `, key: event.path}`, "contradictory - no trace meets the contract"},
		{"a pair, a filter that all meet", `exists_pair: {left: ` + put + `, right: ` + where(always) + `, key: event.path}`, `vacuous "` + always + `" every event meets the filter`},

		{"state", `state_all: {cell: last, predicate: "event.value != 'dropped'"}`, ""},
		{"state, of no event", `state_all: {cell: last, predicate: "event.value == 'none'"}`, `contradictory "event.value == 'none'" no event that sets the cell can meet the predicate`},
		{"state, met by none", `state_all: {cell: last, predicate: "event.value == 'put'"}`, "contradictory - no trace meets the contract"},
		{"state, met by all", `state_all: {cell: last, predicate: "size(event.value) > 0"}`, "vacuous - no trace violates the contract"},
		{"state at", `state_at: {cell: last, key: "'/a'", op: ne, value: "'put'"}`, ""},
		{"state at, met by none", `state_at: {cell: last, key: "'/a'", op: eq, value: "'gone'"}`, "contradictory - no trace meets the contract"},
		{"state at, met by all", `state_at: {cell: last, key: "'/a'", op: ne, value: "'gone'"}`, "vacuous - no trace violates the contract"},

		{"and", `all_of: [{all: {set: ` + put + `, predicate: "event.path.startsWith('/a')"}}, {empty: {set: ` + resize + `}}]`, ""},
		{"and, parts that exclude each other", `all_of: [{all: {set: ` + put + `, predicate: "event.path.startsWith('/a')"}}, {all: {set: ` + put + `, predicate: "event.path.startsWith('/b')"}}]`,
			"contradictory all no event that this part is about can meet the contract; contradictory all no event that this part is about"},
		{"and, an event that another part forbids", `all_of: [{unique_by: {set: ` + put + `, key: event.path}}, {empty: {set: ` + put + `}}]`, "contradictory unique_by no event that this part is about can meet the contract"},
		{"and, a part that restricts nothing", `all_of: [{empty: {set: ` + resize + `}}, {all: {set: ` + put + `, predicate: "` + always + `"}}]`, "vacuous all no trace violates this part"},
		{"and, together met by none", `all_of: [{exists: {set: ` + put + `, predicate: "true"}}, {empty: {set: ` + put + `}}]`, "contradictory - no trace meets the contract"},
		{"or", `any_of: [{all: {set: ` + put + `, predicate: "event.path.startsWith('/a')"}}, {exists: {set: ` + resize + `, predicate: "event.done"}}]`, ""},
		{"or, a part that is met by none", `any_of: [{all: {set: ` + put + `, predicate: "event.path.startsWith('/a')"}}, {exists: {set: ` + put + `, predicate: "` + never + `"}}]`, "contradictory exists no trace meets this part"},
		{"or, a part that no event meets", `any_of: [{all: {set: ` + put + `, predicate: "` + never + `"}}, {exists: {set: ` + resize + `, predicate: "event.done"}}]`, `contradictory "` + never + `" no event of the set can meet the predicate`},
		{"or, parts that are met by all together", `any_of: [{empty: {set: ` + put + `}}, {exists: {set: ` + put + `, predicate: "true"}}]`, "vacuous - no trace violates the contract"},
		{"not", `negated: {exists: {set: ` + put + `, predicate: "event.path == '/x'"}}`, ""},
		{"not, of what is met by none", `negated: {exists: {set: ` + put + `, predicate: "` + never + `"}}`, "contradictory exists no trace meets this part; vacuous - no trace violates the contract"},
		{"not, of what all events meet", `negated: {exists: {set: ` + put + `, predicate: "` + always + `"}}`, `vacuous "` + always + `" every event of the set meets the predicate`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			source := partsBundle(t, "StorePlain", test.constraint, "")
			found, skipped := foundInParts(t, source, true)
			if len(skipped) > 0 || !eachBegins(found, test.want) {
				t.Errorf("found %q, want %q; not checked: %+v", found, test.want, skipped)
			}
			found, skipped = foundInParts(t, source, false)
			if len(found) > 0 || test.want != "" && len(skipped) == 0 || len(skipped) > 2 {
				t.Errorf("without solvers: %q, not checked: %+v", found, skipped)
			}
		})
	}
}

// eachBegins reports whether there are as many findings as are wanted, and each
// begins as it should.
func eachBegins(found []string, want string) bool {
	list := strings.Split(want, "; ")
	if want == "" {
		list = nil
	}
	slices.Sort(found)
	slices.Sort(list)
	return slices.EqualFunc(found, list, strings.HasPrefix)
}

// TestPartsWithParameters requires that a part is found only where it is so for all
// arguments, and not for those of the examples alone.
func TestPartsWithParameters(t *testing.T) {
	const put = `{version: 1.0.0, effects: [PutObject]}`
	part := func(predicate string) string {
		return `all_of: [{all: {set: ` + put + `, predicate: "event.path.startsWith(params.root) && size(event.path) <= params.most + 7 && (event.path.within(params.dir) || event.path.comesFrom(params.row, 'a'))"}}, {all: {set: {version: 1.0.0, effects: [Drop]}, predicate: "` + predicate + `"}}]`
	}
	examples := `defaults: {root: "", most: 3, dir: /srv, row: store.Drop}
examples:
  - events: [{effect: PutObject, fields: {path: /srv/x}}]
counter_examples:
  - events: [{effect: PutObject, fields: {path: /srv/long/path}}]
`
	for _, test := range []struct{ name, constraint, want string }{
		{"restricts nothing with the default", part("event.path.startsWith(params.root)"), ""},
		{"restricts nothing with any", part("event.path.startsWith(params.root) || params.most >= 0"), "vacuous all no trace violates this part"},
		{"met by no event with the default", part("event.path.startsWith(params.root) && params.most > 5"), ""},
		{"lies in no directory", part("event.path.within(params.dir) && !event.path.within(params.dir)"), `contradictory "event.path.within(params.dir) && !event.path.within(params.dir)" no event of the set`},
		{"comes from a row", part("event.path.comesFrom(params.row, 'a') && !event.path.comesFrom(params.row, 'a')"), `contradictory "event.path.comesFrom(params.row, 'a') && !event.path.comesFrom(params.row, 'a')" no event of the set`},
		{"comes from one of two rows", part("event.path.comesFrom(params.row, 'a') || event.path.comesFrom(params.row, 'b')"), ""},
		{"lies in a directory", part("event.path.within(params.dir)"), ""},
		{"met by no event with any", part("event.path.startsWith(params.root) && size(event.path) < params.most - params.most"), `contradictory "event.path.startsWith(params.root) && size(event.path) < params.most - params.most" no event of the set`},
	} {
		found, skipped := foundInParts(t, partsBundle(t, "StoreOnlyPutUnder", test.constraint, examples), true)
		if len(skipped) > 0 || !eachBegins(found, test.want) {
			t.Errorf("%s: found %q, want %q; not checked: %+v", test.name, found, test.want, skipped)
		}
	}
}
