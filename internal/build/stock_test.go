package build_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/build"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// turnCount is how many turns are judged; scripts/prove-stock judges all 500 of the proof.
var turnCount = flag.Int("turns", 120, "how many turns a stock opa judges")

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// Rules that allow, in both languages: the default bundle has none.
const (
	regoAllows = `package filesystem.allows

# METADATA
# title: Reading under docs is allowed
# custom:
#   id: filesystem.reads_docs
#   version: 1.0.0
#   severity: allow
#   actions: [call_tool]
violation contains {"id": rego.metadata.rule().custom.id, "message": "it only reads under docs"} if {
	input.action.type == "call_tool"
	input.action.tool == "read_file"
	startswith(input.action.args.path, "docs/")
}
`
	celAllows = `name: Listing is allowed
metadata: {id: claim.lists, version: 1.0.0, severity: allow, actions: [call_tool]}
rule:
  match:
    - condition: input.action.tool == "list_directory"
      output: '"it only lists"'
`
)

// A rule folder in the older Rego, with a helper and data of its own: a stock opa loads it, and takes what its rules found from the input.
const (
	olderRules = `package watch

import data.lengths
import data.limits

deny[msg] {
	is_string(input.path)
	lengths.of(input.path) % limits.every == 0
	msg := sprintf("the length of %s", [input.path])
}
`
	olderHelper = `package lengths

of(text) = n {
	n := count(text)
}
`
	olderFolders = `
rule_folders:
  - {folder: older, rego_version: 0, input: arguments, data: [limits.yaml]}
`
)

// allowing is the default bundle with rules that allow, and a rule folder.
func allowing(t testing.TB) (*catalog.Catalog, *archive.Archive) {
	t.Helper()
	files := fstest.MapFS{"filesystem/allows.rego": {Data: []byte(regoAllows)}, "claim/rules/lists.yaml": {Data: []byte(celAllows)}}
	from, problems := eval.Load([]catalog.Source{{FS: os.DirFS("../../policies"), Origin: catalog.OriginFolder}})
	if from == nil {
		t.Fatal(problems)
	}
	for _, f := range from.Sources(from.Bundles[0]) {
		files[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	files["contractc.yaml"].Data = append(files["contractc.yaml"].Data, olderFolders...)
	for name, text := range map[string]string{"rules.rego": olderRules, "lib/lengths.rego": olderHelper, "limits.yaml": "limits: {every: 4}\n"} {
		files["older/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	from, problems = eval.Load([]catalog.Source{{FS: files, Origin: catalog.OriginFolder}})
	if from == nil {
		t.Fatal(problems)
	}
	members, err := build.Archive(from, from.Bundles[0], eval.Name)
	if err != nil {
		t.Fatal(err)
	}
	return from, &archive.Archive{Files: members}
}

// TestStockOPA lets a stock opa verify and load the built bundle, and decide on turns with it. Where everything is in its input it decides as the
// engine does, with the same verdicts; where what CEL computes is left out it says incomplete.
func TestStockOPA(t *testing.T) {
	from, built := allowing(t)
	opa := serve(t, built)
	e, err := eval.New(from, eval.Options{Deadline: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	list := turns(*turnCount)
	for i, turn := range list {
		compareTurn(t, e, opa, i, turn, counts)
	}
	for _, name := range []string{"outcome allow", "outcome ask", "outcome deny", "outcome accepted", "outcome rejected", "verdict holds", "verdict violated", "verdict unknown"} {
		if counts[name] == 0 {
			t.Errorf("%s was seen %d times", name, counts[name])
		}
	}
	if counts["compared"] < len(list) || counts["incomplete"] < len(list)/5 {
		t.Errorf("%d decisions were compared and %d were incomplete", counts["compared"], counts["incomplete"])
	}
	t.Logf("%d turns: %v", len(list), counts)
}

func compareTurn(t *testing.T, e *eval.Engine, opa *server, i int, turn turn, counts map[string]int) {
	t.Helper()
	c := contextFrom(t, e, turn.context)
	inputs, result, err := e.ComputedInputs(context.Background(), c, &eval.Turn{Reply: []byte(turn.reply)})
	if err != nil {
		t.Fatal(err)
	}
	for n, input := range inputs {
		if input == nil {
			continue
		}
		ours, theirs := answerOf(result.Actions[n]), opa.decide(t, input)
		counts["compared"]++
		counts["outcome "+ours.Outcome]++
		for _, v := range ours.Guarantees {
			counts["verdict "+v]++
		}
		if diff := cmp.Diff(ours, theirs.answer); diff != "" {
			t.Errorf("turn %d, action %d (-engine +opa):\n%s\n%s\n%v\n%v", i, n, diff, turn.reply, theirs.Missing, theirs.Reasons)
		}
		if i%10 == 0 {
			without(t, opa, input, counts)
		}
	}
}

// without leaves a part of what CEL computes out, another each time. What the action needs nothing of may be left out.
func without(t *testing.T, opa *server, input map[string]any, counts map[string]int) {
	t.Helper()
	whole := input["computed"].(map[string]any)
	isCall := input["action"].(map[string]any)["type"] == "call_tool"
	for _, part := range []string{"computed", "bundles", "rule_sets", "rules", "guarantees", "reasons", "facts"} {
		less, computed := maps.Clone(input), maps.Clone(whole)
		less["computed"] = computed
		delete(less, part)
		delete(computed, part)
		if part == "computed" {
			delete(less, part)
		}
		if part == "guarantees" && less[part] == nil {
			less[part] = input[part]
		}
		if part == "guarantees" && len(whole[part].([]any)) == 0 || part == "reasons" && !isCall {
			continue
		}
		counts["incomplete"]++
		if got := opa.decide(t, less); got.Outcome != "incomplete" || len(got.Missing) == 0 {
			t.Errorf("without %s: %+v", part, got)
		}
	}
}

// answer is what both say of an action.
type answer struct {
	Outcome    string   `json:"outcome"`
	Guarantees []string `json:"guarantees"`
}

func answerOf(a *eval.Action) answer {
	out := answer{Outcome: "rejected", Guarantees: []string{}}
	switch {
	case a.Call != nil:
		out.Outcome = string(a.Call.Decision)
	case a.Accepted:
		out.Outcome = "accepted"
	}
	if a.Call != nil {
		for _, v := range a.Call.Verdicts {
			out.Guarantees = append(out.Guarantees, string(v.Verdict))
		}
	}
	return out
}

func contextFrom(t testing.TB, e *eval.Engine, text string) *eval.Context {
	t.Helper()
	n, problems := doc.ReadJSON("context.json", []byte(text), doc.Limits{})
	var source schema.Context
	if !problems.HasErrors() {
		problems = source.Decode("context.json", n)
	}
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	c, problems := e.NewContext(source)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return c
}

// server is a stock opa that has loaded a bundle.
type server struct{ url string }

// stockOPA builds opa at the version that the product links.
func stockOPA(t testing.TB) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "opa")
	if out, err := exec.Command("bash", "../../scripts/build-opa", binary).CombinedOutput(); err != nil {
		t.Fatalf("scripts/build-opa: %v\n%s", err, out)
	}
	return binary
}

// serve signs an archive and starts opa, which verifies it.
func serve(t *testing.T, a *archive.Archive) *server {
	t.Helper()
	binary, file := stockOPA(t), filepath.Join(t.TempDir(), "bundle.tar.gz")
	private, err := os.ReadFile("../../testdata/keys/release.pem")
	if err != nil {
		t.Fatal(err)
	}
	key, err := signing.ParsePrivate("release", private)
	if err != nil {
		t.Fatal(err)
	}
	members, err := signing.Sign(a, signing.Statement(a, "default", "1.0.0", "sha256:", ""), key)
	if err != nil {
		t.Fatal(err)
	}
	data, err := archive.Write(members)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	var said bytes.Buffer
	cmd := exec.Command(binary, "run", "--server", "--addr", address, "--disable-telemetry", "--log-level", "error",
		"--verification-key", "../../testdata/keys/release.pub", "--verification-key-id", "release", "--signing-alg", "EdDSA", "--bundle", file)
	cmd.Stderr, cmd.Stdout = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill(); <-ended })
	s := &server{"http://" + address}
	s.wait(t, ended, &said)
	return s
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// wait waits until opa answers.
func (s *server) wait(t *testing.T, ended chan error, said fmt.Stringer) {
	t.Helper()
	for range 600 {
		if r, err := http.Get(s.url + "/health"); err == nil {
			r.Body.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("opa run ended: %v\n%s", err, said)
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("opa run does not answer")
}

// stockAnswer is the decision of the generated module.
type stockAnswer struct {
	answer
	Missing []string `json:"missing"`
	Reasons []any    `json:"reasons"`
}

func (s *server) decide(t *testing.T, input map[string]any) stockAnswer {
	t.Helper()
	text, err := json.Marshal(map[string]any{"input": input})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Post(s.url+"/v1/data/contractc/decision?strict-builtin-errors=true", "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ Result *stockAnswer }
	if err := json.Unmarshal(body, &out); err != nil || out.Result == nil {
		t.Fatalf("opa answered %s: %v", body, err)
	}
	if input["action"].(map[string]any)["type"] != "call_tool" {
		out.Result.Guarantees = []string{}
	}
	return *out.Result
}
