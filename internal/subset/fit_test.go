package subset_test

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/tree"
)

func TestTry(t *testing.T) {
	for _, name := range []string{"anthropic", "openai", "gemini"} {
		p, err := subset.DecodeProfile(recorded.Table(t, "providers/tables/"+name+".yaml"))
		if err != nil {
			t.Fatal(name, err)
		}
		words := &subset.Words{}
		env, err := subset.NewEnvironment()
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range []string{
			`{"type":"object","properties":{"x":{"type":"integer","minimum":1,"description":"count"},"o":{"type":"string","pattern":"^a(?=b)"},"l":{"type":"array","items":{"type":"string","minLength":2},"minItems":2,"uniqueItems":true},"m":{"type":"object","additionalProperties":{"type":"integer","maximum":3}},"u":{"oneOf":[{"type":"string","maxLength":3},{"type":"null"}]},"k":{"const":"z"},"e":{"enum":["a",null,{"a":1}]},"next":{"$ref":"#"}},"required":["x"]}`,
		} {
			n, list := doc.ReadJSON("t", []byte(src), doc.DefaultLimits())
			if list.HasErrors() {
				t.Fatal(list)
			}
			d, list := tree.Read("t", n)
			if list.HasErrors() {
				t.Fatal(list)
			}
			fit, err := p.Fit(d, words, env)
			if err != nil {
				t.Fatal(err)
			}
			b, _ := json.MarshalIndent(fit.Schema, "", " ")
			t.Logf("%s\n%s", name, b)
			for _, r := range fit.Rules {
				t.Logf("rule %s %s: %s", r.ID, r.At, r.Expression)
			}
			for _, l := range fit.Lost {
				t.Logf("lost %s %s %s", l.Kind, l.Reason, l.At)
			}
			t.Log(fit.Absent)
			for _, l := range fit.Refusals {
				t.Logf("refused %+v", l)
			}
		}
	}
}
