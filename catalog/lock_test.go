package catalog_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
)

// copiedFiles are the files of the kitchen bundle in memory.
func copiedFiles(t testing.TB) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	folder := os.DirFS("testdata/kitchen")
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(folder, name)
		m[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// copied is the kitchen bundle in memory, with a lock of its content.
func copied(t *testing.T) fstest.MapFS {
	t.Helper()
	m := copiedFiles(t)
	c, problems := loadFS(m)
	if c == nil {
		t.Fatal(problems)
	}
	m["contractc.lock"] = &fstest.MapFile{Data: catalog.FormatLock(catalog.Lock(c.Bundles[0]))}
	return m
}

// edit replaces a text in a file, which must be there.
func edit(t *testing.T, m fstest.MapFS, name, old, new string) {
	t.Helper()
	text := string(m[name].Data)
	if !strings.Contains(text, old) {
		t.Fatalf("%s does not hold %q", name, old)
	}
	m[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
}

func TestLock(t *testing.T) {
	cases := []struct{ name, file, old, new, want string }{
		{"unchanged", "kitchen/library.yaml", "", "", ""},
		{"a comment", "kitchen/contracts/budget.yaml", "kind:", "# a comment\nkind:", ""},
		{"white space in CEL", "kitchen/contracts/budget.yaml", "params.degrees + 1", "params.degrees+1", ""},
		{"a text", "kitchen/contracts/budget.yaml", "All heat together", "All heat", "lock.changed contract kitchen.budget, lock.changed template kitchen.budget"},
		{"a text with its version", "kitchen/contracts/budget.yaml", "version: 1.0.0\nsymbol: budget\ntype_name: KitchenBudget", "version: 1.0.1\nsymbol: budget\ntype_name: KitchenBudget", "lock.version contract kitchen.budget, lock.version template kitchen.budget"},
		{"a constraint", "kitchen/contracts/budget.yaml", "params.degrees + 1", "params.degrees + 2", "lock.changed contract kitchen.budget"},
		{"a set", "kitchen/contracts/no_heat.yaml", "[Heat]", "[Heat, Open]", "lock.changed contract kitchen.no_heat"},
		{"a scope", "kitchen/contracts/no_heat.yaml", "Doors are", "No door is", "lock.changed contract kitchen.no_heat"},
		{"a default", "kitchen/contracts/all.yaml", "limit: 7", "limit: 8", "lock.changed contract kitchen.all"},
		{"a mapping", "kitchen/effects.yaml", "'oven '", "'stove '", "lock.changed mapping kitchen.heat"},
		{"a sentence", "kitchen/effects.yaml", "Opens {door}", "Opens the {door}", "lock.changed effect kitchen.Open, lock.changed template kitchen.Open"},
		{"a secret", "kitchen/effects.yaml", "secret: [notes]", "secret: []", "lock.changed effect kitchen.Heat"},
		{"an initial value", "kitchen/effects.yaml", "initial: true", "initial: false", "lock.changed cell kitchen.shut"},
		{"a bound of a type", "kitchen/schema.yaml", "maximum_value: 100", "maximum_value: 90", "lock.changed class kitchen.KitchenAll, lock.changed contract kitchen.all"},
		{"a value of an enumeration", "kitchen/schema.yaml", "cake: {}", "cake: {}\n      pie: {}", "lock.changed class kitchen.Heat, lock.changed class kitchen.KitchenAll, lock.changed contract kitchen.all"},
		{"a name that is gone", "contractc.lock", `id: "kitchen.Row"`, `id: "kitchen.Rows"`, "lock.added class kitchen.Row, lock.removed class kitchen.Rows"},
		{"an entry twice", "contractc.lock", "entries:\n", "entries:\n  - {kind: class, id: kitchen.Row, version: 9.0.0, digest: \"sha256:0000000000000000000000000000000000000000000000000000000000000000\"}\n", "lock.version class kitchen.Row, lock.duplicate class kitchen.Row"},
		{"no lock", "contractc.lock", "kind: Lock", "kind: Luck", "unreadable"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			m := copied(t)
			edit(t, m, tc.file, tc.old, tc.new)
			c, problems := loadFS(m)
			if c == nil {
				t.Fatal(details(problems))
			}
			found := c.CheckLock(c.Bundles[0])
			var words []string
			for _, d := range found {
				word := "unreadable"
				if strings.HasPrefix(d.Code, "lock.") {
					word = d.Code + " " + subject(d.Summary)
				}
				words = append(words, word)
				if d.Detail == "" {
					t.Errorf("%s does not say what to do", d)
				}
			}
			if got := strings.Join(words, ", "); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if c.Bundles[0].Locked != (len(found) == 0) {
				t.Errorf("locked is %t with %d findings", c.Bundles[0].Locked, len(found))
			}
		})
	}
}

// subject is the kind and the id that a message of the lock names.
func subject(summary string) string {
	for _, kind := range []string{"class", "cell", "contract", "effect", "mapping", "precondition", "rule", "template"} {
		for _, written := range []string{kind, `"` + kind + `"`} {
			if _, rest, ok := strings.Cut(summary, "the "+written+` "`); ok {
				id, _, _ := strings.Cut(rest, `"`)
				return kind + " " + id
			}
		}
	}
	return summary
}

func TestMissingLock(t *testing.T) {
	c, problems := loadFS(small())
	if c == nil {
		t.Fatal(problems)
	}
	if found := c.CheckLock(c.Bundles[0]); c.Bundles[0].Locked || len(found) != 1 || found[0].Code != "lock.missing" {
		t.Errorf("locked is %t: %v", c.Bundles[0].Locked, found)
	}
}

// A Rego rule's digest covers its own text and what it may rest on, not its neighbours.
func TestRegoRuleDigests(t *testing.T) {
	rule := func(id, message string) string {
		return "\n# METADATA\n# title: T\n# custom:\n#   id: a." + id + "\n#   version: 1.0.0\n#   severity: deny\n#   actions: [call_tool]\n" +
			"violation contains v if {\n\tinput.action.type == \"call_tool\"\n\tbig(input.action.tool)\n\tv := {\"id\": rego.metadata.rule().custom.id, \"message\": \"" + message + "\"}\n}\n"
	}
	digests := func(x, y, limit string) (string, string) {
		c, problems := loadFS(with("a/r.rego", "package a.r\n"+rule("x", x)+rule("y", y)+"\nbig(s) if count(s) > "+limit+"\n"))
		if c == nil {
			t.Fatal(details(problems))
		}
		return c.Rule("a.x").Digest, c.Rule("a.y").Digest
	}
	x, y := digests("one", "two", "3")
	if x2, y2 := digests("other", "two", "3"); x2 == x || y2 != y {
		t.Error("a rule's message must change its own digest and no other")
	}
	if x2, y2 := digests("one", "two", "4"); x2 == x || y2 == y {
		t.Error("a function that rules call must change their digests")
	}
	if x2, y2 := digests("one", "two", "3 # big"); x2 != x || y2 != y {
		t.Error("a comment outside rules changes digests")
	}
}
