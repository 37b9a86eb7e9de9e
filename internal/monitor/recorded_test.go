package monitor_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// recorded is a row of the recorded traces: a contract of another program with
// its parameters, a whole trace, and that program's verdict.
type recorded struct {
	ID           string
	Library      string
	ContractName string `json:"contract_name"`
	Params       map[string]any
	Events       []recordedEvent
	Expected     string
}

type recordedEvent struct {
	Effect     string
	Fields     map[string]any
	Provenance map[string]struct{ Schema, Field string }
}

// recordedLibrary is what the recorded catalogue says of a library.
type recordedLibrary struct {
	Requires []string
	Effects  map[string]struct {
		Precondition map[string]any
		Fields       map[string]string
		Markers      []string
		Updates      []struct {
			Fluent     string
			Key, Value map[string]any
		} `json:"state_updates"`
	}
	Contracts map[string]struct {
		Params  map[string]string
		Formula map[string]any
	}
	Fluents map[string]struct {
		Key, Value string
		Initial    any
	}
}

// sharedMarkers are the rows on which explicit lists of effect types decide
// otherwise than the reference's markers, which effects of any library may
// carry. In all of them a contract of filesystem counts what editor, grep or
// env did; the expected verdict rests on that alone.
func sharedMarkers() []string {
	const mixed = "extra/filesystem+editor+grep+env/filesystem."
	return []string{
		mixed + "read_only/4",         // edit_file and append_file count as writes
		mixed + "read_only/7",         // append_file counts as a write
		mixed + "no_reads/2",          // read_env counts as a read
		mixed + "only_read_under/2",   // read_env counts as a read, and has no path
		mixed + "only_read_under/5",   // grep counts as a read
		mixed + "never_read_under/5",  // read_env counts as a read, and has no path
		mixed + "never_read_under/7",  // read_env counts as a read, and has no path
		mixed + "never_write_under/6", // append_file counts as a write
		mixed + "writes_at_most/3",    // append_file and edit_file count as writes
	}
}

func TestRecordedTraces(t *testing.T) {
	libraries := recordedCatalogue(t)
	for _, name := range []string{"contract_traces.jsonl", "contract_traces_extra.jsonl"} {
		agree, differ := 0, []string{}
		for _, row := range recordedRows(t, name) {
			got := recordedVerdict(t, libraries, row)
			if slices.Contains(acceptable(row.Expected), got) {
				agree++
				if slices.Contains(sharedMarkers(), row.ID) {
					t.Errorf("%s agrees; it need not be listed", row.ID)
				}
				continue
			}
			differ = append(differ, row.ID)
			if !slices.Contains(sharedMarkers(), row.ID) {
				t.Errorf("%s is %s, expected %s", row.ID, got, row.Expected)
			}
		}
		t.Logf("%s: %d agree, %d differ by shared markers: %s", name, agree, len(differ), strings.Join(differ, " "))
	}
}

// acceptable are the verdicts that agree with a recorded one.
func acceptable(expected string) []schema.Verdict {
	switch expected {
	case "pass":
		return []schema.Verdict{schema.VerdictHolds}
	case "fail":
		return []schema.Verdict{schema.VerdictViolated}
	}
	return []schema.Verdict{schema.VerdictUnknown, schema.VerdictViolated}
}

func recordedFile(t *testing.T, elements ...string) []byte {
	data, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "..", "shared"}, elements...)...))
	if err != nil {
		t.Skip("the recorded cases are not here")
	}
	return data
}

func decode(t *testing.T, data []byte, into any) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		t.Fatal(err)
	}
}

func recordedCatalogue(t *testing.T) map[string]recordedLibrary {
	var catalogue struct{ Libraries map[string]recordedLibrary }
	decode(t, recordedFile(t, "notes", "contract_catalogue.json"), &catalogue)
	return catalogue.Libraries
}

func recordedRows(t *testing.T, name string) []recorded {
	var rows []recorded
	lines := bufio.NewScanner(bytes.NewReader(recordedFile(t, "cases", name)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row recorded
		decode(t, lines.Bytes(), &row)
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("no rows in %s", name)
	}
	return rows
}

// TestRecordedPreconditions judges the preconditions at their edges.
func TestRecordedPreconditions(t *testing.T) {
	libraries := recordedCatalogue(t)
	rows := 0
	lines := bufio.NewScanner(bytes.NewReader(recordedFile(t, "cases", "preconditions.jsonl")))
	for lines.Scan() {
		var row struct {
			ID, Library string
			Event       recordedEvent
			OK          bool `json:"precondition_ok"`
		}
		decode(t, lines.Bytes(), &row)
		rows++
		want := monitor.False
		if row.OK {
			want = monitor.True
		}
		formula := libraries[row.Library].Effects[row.Event.Effect].Precondition
		if formula == nil {
			formula = map[string]any{"p": "true"}
		}
		p := translator{t, row.Library, libraries}.predicate(formula)
		e := recordedStep(t, libraries, row.Library, 0, row.Event)
		if got, err := monitor.EvalPredicate(p, e, monitor.Env{}); err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", row.ID, got, err, want)
		}
	}
	if rows == 0 {
		t.Error("no rows")
	}
}

func recordedVerdict(t *testing.T, libraries map[string]recordedLibrary, row recorded) schema.Verdict {
	library := libraries[row.Library]
	contract, ok := library.Contracts[row.ContractName]
	if !ok {
		t.Fatalf("%s: no contract %q", row.ID, row.ContractName)
	}
	tr := translator{t, row.Library, libraries}
	opt := monitor.Options{Parameters: map[string]schema.Value{}, Cells: tr.cells()}
	for name, typ := range contract.Params {
		opt.Parameters[name] = typed(t, row.Params[name], typ)
	}
	m, err := monitor.New(tr.constraint(contract.Formula), opt, monitor.Env{ProvenanceComplete: true})
	if err != nil {
		t.Fatalf("%s: %v", row.ID, err)
	}
	for i, e := range row.Events {
		m.Step(recordedStep(t, libraries, row.Library, i, e))
	}
	verdict, _, _ := m.Verdict(true)
	return verdict
}

// typed reads a plain value by the type that the catalogue names.
func typed(t *testing.T, plain any, typ string) schema.Value {
	types := map[string]value.Type{
		"str": {Kind: value.String}, "int": {Kind: value.Integer}, "bool": {Kind: value.Boolean},
		"list[str]": value.ListOf(value.Type{Kind: value.String}), "Row class": {Kind: value.ClassReference},
		"dict[str,object]": {Kind: value.Map}, "dict[str,object]|None": {Kind: value.Map},
	}
	known, ok := types[typ]
	v, err := value.FromPlain(plain, known)
	if !ok || err != nil {
		t.Fatalf("type %q: %v", typ, err)
	}
	return v
}

// recordedStep turns an event into one of the library that has its effect: the
// row's own, or the first in the order of their names.
func recordedStep(t *testing.T, libraries map[string]recordedLibrary, own string, index int, e recordedEvent) *monitor.Event {
	names := []string{own, "filesystem", "editor", "grep", "env"}
	for _, name := range names {
		effect, ok := libraries[name].Effects[e.Effect]
		if !ok {
			continue
		}
		out := &monitor.Event{Effect: name + "." + e.Effect, Index: index,
			Fields: map[string]schema.Value{}, Provenance: map[string]monitor.Origin{}}
		for field, plain := range e.Fields {
			out.Fields[field] = typed(t, plain, effect.Fields[field])
		}
		for field, from := range e.Provenance {
			out.Provenance[field] = monitor.Origin{Class: from.Schema, Column: from.Field}
		}
		return out
	}
	t.Fatalf("no library has %q", e.Effect)
	return nil
}

// translator turns the formulas of the recorded catalogue into the algebra. A
// marker becomes the list of the effects that carry it, of the contract's own
// library and of those that it requires, whose contracts it delegates to.
type translator struct {
	t         *testing.T
	name      string
	libraries map[string]recordedLibrary
}

func (tr translator) cells() []monitor.Cell {
	kinds := map[string]value.Kind{"str": value.String, "bool": value.Boolean, "int": value.Integer}
	var cells []monitor.Cell
	library := tr.libraries[tr.name]
	for name, fluent := range library.Fluents {
		cell := monitor.Cell{Name: name, KeyKind: kinds[fluent.Key], ValueKind: kinds[fluent.Value],
			Initial: typed(tr.t, fluent.Initial, fluent.Value)}
		for effect, e := range library.Effects {
			for _, update := range e.Updates {
				if update.Fluent == name {
					cell.Assignments = append(cell.Assignments, monitor.Assignment{
						Effect: tr.name + "." + effect, Key: tr.term(update.Key), Value: tr.term(update.Value)})
				}
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

func (tr translator) constraint(f map[string]any) schema.Constraint {
	switch f["op"] {
	case "unrestricted":
		return &schema.Unrestricted{}
	case "empty":
		return &schema.Empty{Set: tr.set(f["set"])}
	case "all":
		return &schema.All{Set: tr.set(f["set"]), Predicate: tr.predicate(f["pred"])}
	case "unique":
		return &schema.UniqueBy{Set: tr.set(f["set"]), Key: tr.term(f["key"])}
	case "shares_value":
		return &schema.ExistsPair{Left: tr.set(f["left"]), Right: tr.set(f["right"]), Key: tr.term(f["key"])}
	case "state_all":
		return &schema.StateAll{Cell: f["fluent"].(string), Predicate: tr.predicate(f["pred"])}
	case "state_at":
		return &schema.StateAt{Cell: f["fluent"].(string), Key: tr.term(f["key"]), Op: op(f), Value: tr.term(f["value"])}
	case "compare":
		left := f["left"].(map[string]any)
		if left["agg"] == "count" {
			return &schema.Count{Set: tr.set(left["set"]), Op: op(f), Bound: tr.term(f["right"])}
		}
		of := left["of"].(map[string]any)["field"].(string)
		return &schema.Sum{Set: tr.set(left["set"]), Field: of, Op: op(f), Bound: tr.term(f["right"])}
	}
	tr.t.Fatalf("formula %v", f)
	return nil
}

func op(f map[string]any) schema.Comparison {
	return map[string]schema.Comparison{"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[f["cmp"].(string)]
}

func (tr translator) set(plain any) schema.EffectSet {
	f := plain.(map[string]any)
	selected := f["select"].(map[string]any)
	set := effects()
	if name, ok := selected["effect"].(string); ok {
		set.Effects = append(set.Effects, tr.name+"."+name)
	}
	for _, library := range append([]string{tr.name}, tr.libraries[tr.name].Requires...) {
		for name, effect := range tr.libraries[library].Effects {
			if marker, ok := selected["marker"].(string); ok && slices.Contains(effect.Markers, marker) {
				set.Effects = append(set.Effects, library+"."+name)
			}
		}
	}
	if f["where"] != nil {
		set.Where = tr.predicate(f["where"])
	}
	return set
}

func (tr translator) predicate(plain any) schema.Predicate {
	f := plain.(map[string]any)
	switch f["p"] {
	case "true":
		return truth(true)
	case "not":
		return not(tr.predicate(f["arg"]))
	case "and":
		return and(tr.predicates(f["args"])...)
	case "or":
		return or(tr.predicates(f["args"])...)
	case "cmp":
		return compare(tr.term(f["left"]), op(f), tr.term(f["right"]))
	case "in":
		return in(tr.term(f["item"]), tr.term(f["set"]))
	case "startswith":
		return startsWith(tr.term(f["of"]), tr.term(f["prefix"]))
	case "contains":
		return contains(tr.term(f["of"]), tr.term(f["needle"]))
	case "from_column":
		of := f["of"].(map[string]any)["field"].(string)
		return &schema.ComesFrom{Field: of, ClassTerm: tr.term(f["schema"]), Column: tr.term(f["field"])}
	}
	tr.t.Fatalf("predicate %v", f)
	return nil
}

func (tr translator) predicates(plain any) []schema.Predicate {
	var operands []schema.Predicate
	for _, arg := range plain.([]any) {
		operands = append(operands, tr.predicate(arg))
	}
	return operands
}

func (tr translator) term(plain any) schema.Term {
	f := plain.(map[string]any)
	for kind, of := range f {
		switch kind {
		case "field":
			return field(of.(string))
		case "param":
			return param(of.(string))
		case "len":
			return size(tr.term(of))
		case "lit":
			v, err := value.FromPlain(of, value.Any())
			if err != nil {
				tr.t.Fatal(err)
			}
			return lit(v)
		}
	}
	tr.t.Fatalf("term %v", f)
	return nil
}
