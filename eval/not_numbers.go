package eval

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// RuleNumber is the rule of the engine by which an action with a number that
// JSON has not (NaN, Infinity) is malformed under every version of the rules:
// it has no canonical form, and rules cannot read it.
const RuleNumber = "contractc.number"

// notNumber is a number that JSON has not, with its JSON pointer.
type notNumber struct{ path, text string }

// violation says what is wrong with the action of a type that holds it. To a
// call it is one of several ways to have inexact arguments.
func (n notNumber) violation(kind string) schema.Violation {
	rule := RuleNumber
	if kind == "call_tool" {
		rule = RuleExact
	}
	return schema.Violation{
		Rule: rule, Version: Version, Severity: schema.SeverityDeny,
		Message: fmt.Sprintf("%s is not a JSON number", n.text),
	}
}

// withoutNotNumbers makes texts of the numbers in a tree that JSON has not, and
// returns the first of them; ok is false where there is none. The reader of
// replies limits the depth.
func withoutNotNumbers(n *doc.Node) (first notNumber, ok bool) {
	switch n.Kind {
	case doc.Number:
		if ok = strings.ContainsAny(n.Text, "NIni"); ok {
			n.Kind, first.text = doc.String, n.Text
		}
	case doc.List:
		for i, item := range n.Items {
			if found, bad := withoutNotNumbers(item); bad && !ok {
				first, ok = notNumber{"/" + strconv.Itoa(i) + found.path, found.text}, true
			}
		}
	case doc.Map:
		for i := range n.Fields {
			if found, bad := withoutNotNumbers(n.Fields[i].Value); bad && !ok {
				first, ok = notNumber{"/" + pointerPart(n.Fields[i].Key) + found.path, found.text}, true
			}
		}
	}
	return first, ok
}

// pointerPart writes a key as a part of a JSON pointer (RFC 6901).
func pointerPart(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }
