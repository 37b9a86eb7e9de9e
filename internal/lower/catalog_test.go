package lower_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// refusedContracts are the contracts that a reader refuses, and why: a field of
// any type has no encoding that two readers would compare alike.
func refusedContracts() map[string]lower.Reason {
	return map[string]lower.Reason{"email_from_db.only_where": lower.ReasonUntyped}
}

// TestCatalog gives every reader the examples of every contract, of the default
// bundle and of the example bundles.
func TestCatalog(t *testing.T) {
	from := wholeCatalog(t)
	of := eval.MonitorOptions(from)
	opt := lower.Options{Facts: of.Facts, Cells: of.Cells, Env: monitor.Env{ProvenanceComplete: true}}
	readers, count, examples := allReaders(t), newTally(), 0
	for _, contract := range from.Contracts {
		given := from.Examples(contract.ID)
		if given == nil {
			continue
		}
		for _, e := range append(given.Good, given.Bad...) {
			events := exampleTrace(e)
			m, err := monitor.New(e.Constraint, of, opt.Env)
			if err != nil {
				t.Fatalf("%s: %v", contract.ID, err)
			}
			for _, event := range events {
				m.Step(event)
			}
			open, _, _ := m.Verdict(false)
			closed, _, _ := m.Verdict(true)
			examples++
			readsBack(t, contract.ID, e.Constraint)
			for _, r := range readers {
				got, err := readExample(r, e, opt, events)
				var refused *lower.RefusalError
				switch want := (verdicts{open, closed}); {
				case errors.As(err, &refused):
					if refusedContracts()[contract.ID] != refused.Code {
						t.Errorf("%s: %v", contract.ID, err)
					}
					count.refused[r.name()+" "+string(refused.Code)+" "+refused.Kind]++
				case err != nil:
					t.Errorf("%s, %s: %v", contract.ID, r.name(), err)
				case got != want:
					t.Errorf("%s at %s:%d: %s says %v, the monitor %v", contract.ID, e.File, e.Line, r.name(), got, want)
				default:
					count.compared[r.name()]++
				}
			}
		}
	}
	t.Logf("%d contracts, %d examples, agreed %v, refused %v", len(from.Contracts), examples, count.compared, count.refused)
	if examples < 100 {
		t.Errorf("only %d examples", examples)
	}
}

func readExample(r reader, e catalog.Example, opt lower.Options, events []*monitor.Event) (verdicts, error) {
	j, err := r.lower(e.Constraint, opt)
	if err != nil {
		return verdicts{}, err
	}
	return j.judge(events)
}

// readsBack holds the derived sentence of a constraint, the fifth reader, against
// the constraint that it is read as. A sentence does not tell the versions of
// sets; all are of the first version here.
func readsBack(t *testing.T, contract string, c schema.Constraint) {
	t.Helper()
	opt := render.SentenceOptions{Library: contract[:strings.IndexByte(contract, '.')]}
	sentence, err := render.Sentence(c, opt)
	if err != nil {
		t.Errorf("%s: %v", contract, err)
		return
	}
	back, err := render.ParseSentence(sentence, opt)
	if err != nil || show(back) != show(c) {
		t.Errorf("%s: %s reads back as %s, %v", contract, sentence, show(back), err)
	}
}

func wholeCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	folders, err := filepath.Glob("../../testdata/bundles/*")
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no example bundles", err)
	}
	var sources []catalog.Source
	for _, folder := range append([]string{"../../policies"}, folders...) {
		sources = append(sources, catalog.Source{FS: os.DirFS(folder), Name: folder, Origin: catalog.OriginFolder})
	}
	from, problems := eval.Load(sources)
	if from == nil {
		t.Fatal(problems)
	}
	return from
}

// exampleTrace are the events of an example. Provenance names the class and the
// column, as a class reference does.
func exampleTrace(e catalog.Example) []*monitor.Event {
	events := make([]*monitor.Event, len(e.Events))
	for i, event := range e.Events {
		events[i] = &monitor.Event{Effect: event.Effect.ID, Fields: event.Fields, Index: i}
		from, _ := event.Provenance.(map[string]any)
		for field, origin := range from {
			o, _ := origin.(map[string]any)
			class, _ := o["schema"].(string)
			column, _ := o["field"].(string)
			if events[i].Provenance == nil {
				events[i].Provenance = map[string]monitor.Origin{}
			}
			events[i].Provenance[field] = monitor.Origin{Class: event.Effect.Library + "." + class, Column: column}
		}
	}
	return events
}
