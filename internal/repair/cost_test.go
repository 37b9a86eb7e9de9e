package repair_test

import (
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// hostile are texts of a size that make a careless repairer slow.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	return map[string]string{
		"brackets": fill("["), "braces": fill("{"), "keys": fill(`{"a":`), "pairs": fill("[]"), "objects": fill("{} "),
		"list": "[" + fill("0,"), "strings": fill(`"[`), "quotes": fill(`["`), "quote": fill(`"`), "commas": "[" + fill(","),
		"fences": fill("```"), "fenced": fill("```{}```"), "broken fences": fill("```{a```"), "prose": fill("It was {not} [JSON], but \"quoted\". "),
		"escapes": `{"a": "` + fill(`\`), "odd escapes": `{"a": "` + fill(`\q`) + `"}`, "controls": `{"a": "` + fill("\n") + `"}`,
		"bad bytes": `{"a": "` + fill("\xff") + `"}`, "bare": "[" + fill("a b, ") + "]", "one bare": "{a: " + fill("b ") + "}",
		"bare keys": "{" + fill("a:1,") + "}", "no commas": "[" + fill("1\n") + "]", "no colons": "{" + fill(`"a" 1 `),
		"inner quotes": `["` + fill(`a"b `) + `"]`, "inner commas": `["` + fill(`a",b`) + `"]`, "lost quotes": "{" + fill(`"a":"b,`), "lost": "[" + fill(`"a b,`),
		"lost keys": "{" + fill(`"a:1,`), "split": `{"a": "` + fill(`x: "`), "single": "[" + fill("'a, "), "mixed": "[" + fill("'\"`“"),
		"comments": "[" + fill("/* */1"), "line comments": fill("//\n"), "open comment": "[1,/*" + fill("*"), "spaces": "[" + fill("\u00a0") + "1]",
		"closers": fill("]"), "wrong": "[" + fill("}"), "extra": "[[1]" + fill("]},"), "nested wrong": fill("[{") + "}",
		"tuples": fill("("), "calls": fill("f("), "concatenation": `"a"` + fill(`+"a"`), "ellipsis": "[" + fill("...,") + "]",
		"values": fill("{}\n"), "digits": "[" + fill("9"), "zeros": "[0" + fill("0"), "escaped": `{\"a\": \"` + fill(`\\\"`), "duplicates": "{" + fill(`"a":1,`) + "}",
		"equal keys": "[" + fill(`{"a":1,"a":1},`), "many readings": "[" + fill("01,") + "]", "dots": fill("."), "equals": fill("{a="),
	}
}

// A text of 64 KiB takes a moment, whatever it holds; the time is the best of some.
func TestCost(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("times are not those of the program")
	}
	opt := options(t, "claim@2")
	for name, text := range hostile(64 << 10) {
		took := best(300*time.Millisecond, func() { repair.Read(text, opt, repair.Request{Completeness: schema.CompletenessComplete}) })
		if took > 300*time.Millisecond {
			t.Errorf("%s: %v", name, took)
		}
		t.Logf("%s: %v", name, took)
	}
}

// best is the shortest time of some calls; it stops at the first that is fast enough.
func best(enough time.Duration, work func()) time.Duration {
	took := time.Hour
	for attempt := 0; attempt == 0 || attempt < 10 && took > enough; attempt++ {
		start := time.Now()
		work()
		took = min(took, time.Since(start))
	}
	return took
}
