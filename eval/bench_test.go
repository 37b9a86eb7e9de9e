package eval_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// gcPercent is how the program is set to collect.
const gcPercent = 400

// BenchmarkTurn is a warm turn of one call of a modelled tool with two
// guarantees in force: the context is ready, and the rules are compiled. "judge"
// ends with the decision, "card" with the decision document, the card and its
// digest.
func BenchmarkTurn(b *testing.B) {
	isRego := func(name string) bool { return path.Ext(name) == ".rego" }
	four := map[string]string{"claim/four.rego": fourRules}
	for _, bundle := range []struct {
		name string
		from func() *catalog.Catalog
	}{
		{"default", func() *catalog.Catalog { return embeddedCatalog(b) }},
		{"cel", func() *catalog.Catalog { return without(b, isRego, nil) }},
		{"rego4", func() *catalog.Catalog { return without(b, isRego, four) }},
	} {
		b.Run(bundle.name+"/judge", func(b *testing.B) { benchmarkTurn(b, bundle.from(), false) })
		b.Run(bundle.name+"/card", func(b *testing.B) { benchmarkTurn(b, bundle.from(), true) })
	}
}

// fourRules are four Rego rules for calls, which all look at the call and none
// of which fires.
var fourRules = "package claim.four\n" +
	callRule("secret", `some effect in input.effects; endswith(effect.fields.path, ".pem")`) +
	callRule("hidden", `some effect in input.effects; contains(effect.fields.path, "/.")`) +
	callRule("again", `some event in input.events; event.effect == "filesystem.ReadFile"; event.fields.path == input.action.args.path`) +
	callRule("unlisted", `count([tool | some tool in input.context.tools; tool.name == input.action.tool]) == 0`)

func callRule(name, body string) string {
	return fmt.Sprintf(`
# METADATA
# title: A rule to be timed
# custom:
#   id: claim.four_%[1]s
#   version: 1.0.0
#   severity: deny
#   actions: [call_tool]
violation contains {"id": rego.metadata.rule().custom.id, "message": "%[1]s"} if {
	input.action.type == "call_tool"
	%[2]s
}
`, name, body)
}

func embeddedCatalog(b *testing.B) *catalog.Catalog {
	b.Helper()
	from, err := catalog.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	return from
}

// without is the default bundle without some files and with others.
func without(b *testing.B, drop func(name string) bool, files map[string]string) *catalog.Catalog {
	b.Helper()
	bundle := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || drop(name) {
			return err
		}
		text, err := fs.ReadFile(policies.FS, name)
		bundle[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range files {
		bundle[name] = &fstest.MapFile{Data: []byte(text)}
	}
	from, problems := eval.Load([]catalog.Source{{FS: bundle, Name: "bundle", Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		b.Fatal(problems)
	}
	return from
}

func benchmarkTurn(b *testing.B, from *catalog.Catalog, card bool) {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	e := engine(b, from, eval.Options{})
	c := ready(b, e, tools, "filesystem.only_read_under('docs/')", "filesystem.read_only()")
	renderer := english(b, from)
	turn := &eval.Turn{Reply: []byte(call("read_file", `{"path": "docs/forecast.md"}`))}
	want := e.Judge(context.Background(), c, turn)
	if outcome, ok := want.Outcome(); want.Failure != nil || !ok || outcome != schema.OutcomeAsk {
		b.Fatalf("the call is not asked: %s, %v", outcome, want.Failure)
	}
	b.ReportAllocs()
	for b.Loop() {
		result := e.Judge(context.Background(), c, turn)
		if card {
			if t := renderer.Turn(result); len(t.Cards) != 1 {
				b.Fatal("there is no card")
			}
		}
	}
}

// english is a renderer with the words of the bundle.
func english(b *testing.B, from *catalog.Catalog) *render.Renderer {
	b.Helper()
	words := from.Locale("en")
	r, err := render.New(&schema.Locale{Kind: "Locale", Id: words.ID, Version: words.Version, Messages: words.Messages}, words.Digest)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// BenchmarkFirstTurn is what a process does once for the tour, after its start:
// the engine, the context, the rules of four types of action compiled, the
// decision and the card.
func BenchmarkFirstTurn(b *testing.B) {
	from := embeddedCatalog(b)
	renderer := english(b, from)
	source, reply := file(b, "../testdata/tour/context.yaml"), file(b, "../testdata/tour/reply.txt")
	b.ReportAllocs()
	for b.Loop() {
		e := engine(b, from, eval.Options{})
		result := e.Judge(context.Background(), ready(b, e, source), &eval.Turn{Reply: []byte(reply)})
		if t := renderer.Turn(result); result.Failure != nil || len(t.Cards) != 1 {
			b.Fatal(result.Failure)
		}
	}
}

func file(b *testing.B, name string) string {
	b.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}
