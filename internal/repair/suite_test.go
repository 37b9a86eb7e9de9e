package repair_test

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// twice are the texts that RFC 8259 allows and that hold a key twice. With two
// values there is no saying which is meant; with one, leaving it out is a repair.
func twice() map[string]repair.Class {
	return map[string]repair.Class{
		"y_object_duplicated_key.json":           "",
		"y_object_duplicated_key_and_value.json": repair.EqualDuplicates,
	}
}

// With all repairs off, a reader of JSON remains: what the suite rejects is
// refused, and what it accepts comes back without a repair. With them on, no text
// of it does harm.
func TestSuite(t *testing.T) {
	strict, mending := options(t, "claim@1"), options(t, "claim@2")
	count := map[string]int{}
	for _, line := range recorded.Lines(t, "json_test_suite.jsonl") {
		var c struct {
			Name, Expect string
			Base64       []byte
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		count[c.Expect]++
		req := repair.Request{Completeness: schema.CompletenessComplete}
		r := repair.Read(string(c.Base64), strict, req)
		check(t, string(c.Base64), req, r)
		class, exempt := twice()[c.Name]
		switch accepted := r.Refusal == nil; {
		case exempt:
			if accepted || r.Refusal.Class != class {
				t.Errorf("%s: %+v", c.Name, r.Refusal)
			}
		case c.Expect == "accept" && (!accepted || len(r.Edits) > 0), c.Expect == "reject" && accepted:
			t.Errorf("%s: %+v", c.Name, r)
		}
		check(t, string(c.Base64), req, repair.Read(string(c.Base64), mending, req))
	}
	if count["accept"] < 90 || count["reject"] < 180 {
		t.Errorf("%v cases", count)
	}
}
