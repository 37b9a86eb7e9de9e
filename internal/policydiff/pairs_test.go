package policydiff_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// versions are two versions of a contract with the class of the change.
type versions struct {
	Name, Why, Class string
	Slow             bool // for solvers
	Parameters       map[string]string
	Old, New         yaml.Node
}

func readPairs(t *testing.T) []versions {
	t.Helper()
	text, err := os.ReadFile("testdata/pairs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Pairs []versions }
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if everyPair() {
		return file.Pairs
	}
	return slices.DeleteFunc(file.Pairs, func(v versions) bool { return v.Slow })
}

// everyPair reports whether the pairs that take long are compared too.
func everyPair() bool { return os.Getenv("CONTRACTC_SLOW_PAIRS") != "" }

// bundle is the bundle that the pairs are written in.
func bundle(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	source := os.DirFS("testdata/bundle")
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(source, name)
		out[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// change replaces a part of a file that stands in it once.
func change(t *testing.T, files fstest.MapFS, name, old, new string) {
	t.Helper()
	text := string(files[name].Data)
	if strings.Count(text, old) != 1 {
		t.Fatalf("%s holds %q %d times", name, old, strings.Count(text, old))
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
}

func load(t *testing.T, name string, files fs.FS) policydiff.Side {
	t.Helper()
	from, problems := eval.Load([]catalog.Source{{FS: files, Name: name, Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatalf("%s: %v", name, problems)
	}
	return policydiff.Side{Source: name, Catalog: from}
}

// contract adds a contract with its class to a bundle.
func contract(t *testing.T, files fstest.MapFS, name string, parameters map[string]string, constraint *yaml.Node) {
	t.Helper()
	var class, text strings.Builder
	fmt.Fprintf(&class, "  C_%s:\n    is_a: Contract\n    description: A contract.\n", name)
	if len(parameters) > 0 {
		class.WriteString("    attributes:\n")
	}
	for _, p := range slices.Sorted(maps.Keys(parameters)) {
		kind, multi := strings.CutSuffix(parameters[p], " list")
		fmt.Fprintf(&class, "      %s: {range: %s, required: true, multivalued: %t, description: A parameter.}\n", p, kind, multi)
		fmt.Fprintf(&text, " {%s}", p)
	}
	at := files["t/schema.yaml"]
	files["t/schema.yaml"] = &fstest.MapFile{Data: append(slices.Clone(at.Data), class.String()...)}
	written, err := yaml.Marshal(map[string]any{
		"kind": "Contract", "id": "t." + name, "version": "1.0.0", "symbol": name, "type_name": "C_" + name,
		"constraint": constraint, "text": "It is kept:" + text.String() + ".", "scope": []string{"Nothing else is covered."},
	})
	if err != nil {
		t.Fatal(err)
	}
	files["t/contracts/"+name+".yaml"] = &fstest.MapFile{Data: written}
}

func solvers(t *testing.T, names ...string) []solver.Solver {
	t.Helper()
	found, err := solver.Find(names...)
	if err != nil {
		t.Fatal(err)
	}
	if want := max(len(names), 1); len(found) < want {
		t.Fatalf("%d solvers of %d", len(found), want)
	}
	return found
}

func compare(t *testing.T, old, new policydiff.Side, with []solver.Solver) *schema.DiffReport {
	t.Helper()
	r, err := policydiff.Compare(context.Background(), old, new, policydiff.Options{Solvers: with, Timeout: 30 * time.Second, Parallel: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func classOf(r *schema.DiffReport, kind, id string) policydiff.Class {
	for _, c := range r.Changes {
		if c.Kind == kind && c.Id == id {
			return c.Class
		}
	}
	return policydiff.Unchanged
}

// comparePairs compares all pairs of a list at once.
func comparePairs(t *testing.T, list []versions, with []solver.Solver) *schema.DiffReport {
	t.Helper()
	old, new := bundle(t), bundle(t)
	for i := range list {
		contract(t, old, list[i].Name, list[i].Parameters, &list[i].Old)
		contract(t, new, list[i].Name, list[i].Parameters, &list[i].New)
	}
	return compare(t, load(t, "old", old), load(t, "new", new), with)
}

// Every pair has the class that is known by reasoning.
func TestPairs(t *testing.T) {
	list := readPairs(t)
	if len(list) < 45 {
		t.Errorf("there are only %d pairs", len(list))
	}
	r := comparePairs(t, list, solvers(t))
	for _, p := range list {
		switch got := classOf(r, "contract", "t."+p.Name); {
		case p.Slow && got == policydiff.Unknown:
			t.Logf("%s is not known in time", p.Name)
		case string(got) != p.Class:
			t.Errorf("%s is %s, and by reasoning %s: %s", p.Name, got, p.Class, p.Why)
		}
	}
	for _, c := range r.Changes {
		if c.Class == policydiff.Loosened && len(c.Witnesses) == 0 {
			t.Errorf("%s is loosened without a witness", c.Id)
		}
	}
	t.Logf("%d pairs, %d questions", len(list), r.Questions)
	if t.Failed() {
		t.Log(policydiff.Text(r))
	}
}

// z3 and cvc5, each by itself, give no two answers. Every sixth pair is asked
// here, and all of them by scripts/diffpairs.
func TestSolversAgree(t *testing.T) {
	list := readPairs(t)
	if !everyPair() {
		var some []versions
		for i := 0; i < len(list); i += 6 {
			some = append(some, list[i])
		}
		list = some
	}
	unknown := map[string]int{}
	reports := map[string]*schema.DiffReport{}
	for _, name := range []string{solver.Z3, solver.CVC5} {
		reports[name] = comparePairs(t, list, solvers(t, name))
	}
	for _, p := range list {
		for name, r := range reports {
			switch got := classOf(r, "contract", "t."+p.Name); {
			case got == policydiff.Unknown:
				unknown[name]++
				t.Logf("%s does not know of %s", name, p.Name)
			case string(got) == p.Class:
			case p.Class == string(policydiff.Incomparable) && got == policydiff.Loosened && open(r, p.Name):
				unknown[name]++
				t.Logf("%s knows one half of %s", name, p.Name)
			default:
				t.Errorf("%s says that %s is %s, and by reasoning it is %s", name, p.Name, got, p.Class)
			}
		}
	}
	t.Logf("%d pairs; not known: z3 %d, cvc5 %d", len(list), unknown[solver.Z3], unknown[solver.CVC5])
}

// open reports whether something is not known of a change.
func open(r *schema.DiffReport, name string) bool {
	for _, c := range r.Changes {
		if c.Id != "t."+name {
			continue
		}
		for _, a := range c.Aspects {
			if a.Class == policydiff.Unknown {
				return true
			}
		}
	}
	return false
}
