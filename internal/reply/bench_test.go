package reply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/reply"
)

const size = 64 << 10

// hostile are texts of 64 KiB that make a careless reader slow or large.
func hostile() map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	return map[string]string{
		"brackets":    fill("["),
		"braces":      fill("{"),
		"keys":        fill(`{"a":`),
		"pairs":       fill("[]"),
		"objects":     fill("{} "),
		"actions":     fill(answer("x")),
		"list":        "[" + fill("0,") + "0]",
		"cut list":    `{"actions":[` + fill(answer("x")+","),
		"strings":     fill(`"[`),
		"quotes":      fill(`["`),
		"both ways":   `["[",` + fill(`",",`),
		"fences":      fill("```"),
		"fenced":      fill("```{}```"),
		"prose":       fill("It was {not} really [JSON] at all, but \"quoted\". "),
		"backslashes": `{"a": "` + fill(`\\`),
		"escapes":     `{"actions": "` + fill(`\u0061`) + `"}`,
		"surrogates":  `{"actions": ["` + fill(`\ud800`) + `"]}`,
		"NaN":         `{"actions": [` + fill("NaN,") + `0]}`,
		"bad bytes":   `{"actions": [{"type": "call_tool", "args": {"a": "` + fill("\xff") + `"}}]}`,
		"python":      fill("{'a': "),
		"python list": "{'actions': [" + fill("0x1,") + "]}",
		"args":        `{"type": "call_tool", "args": "` + fill(`[0,`) + `"}`,
		"args list":   `{"type": "call_tool", "args": "[` + fill(`0,`) + `0]"}`,
		"digits":      "[" + fill("9"),
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile() {
		for _, set := range []string{"claim@1", "claim@2"} {
			opt := options(b, set)
			b.Run(name+"/"+set, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := reply.Read([]byte(text), opt); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func tenActions() string {
	var list []string
	for i := range 10 {
		list = append(list, fmt.Sprintf(`{"type": "claim", "key": "growth:%d", "value": 4.65, "claim": "It grew", "follows_from": ["a", "b"], "formula": "({a} - {b}) / {b} * 100", "confidence": "90%%"}`, i))
	}
	return "Here:\n```json\n{\"actions\": [" + strings.Join(list, ",\n") + "]}\n```"
}

func BenchmarkRead(b *testing.B) {
	text := []byte(tenActions())
	opt := options(b, "claim@2")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if r, err := reply.Read(text, opt); err != nil || len(r.Actions) != 10 {
			b.Fatal(err, r)
		}
	}
}
