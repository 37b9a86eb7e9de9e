package render

import (
	"slices"
	"strconv"

	"github.com/contractc/contractc/schema"
)

// decision writes the decision, its reasons, and whether the card can be
// approved.
func (c *composer) decision() {
	c.heading(decisionHeading)
	switch c.Outcome {
	case schema.OutcomeAllow:
		c.statement(1, decisionAllow)
	case schema.OutcomeAsk:
		c.statement(1, decisionAsk)
	default:
		c.statement(1, decisionDeny)
	}
	if !c.minimal {
		c.reasons()
	}
	c.obstacles()
}

func (c *composer) reasons() {
	for i := range c.in.Reasons {
		r := &c.in.Reasons[i]
		c.item(2, reasonMessage(r.Outcome), asSaid(r.Text))
		if r.Rule != nil {
			c.fact(3, labelRule, asName(*r.Rule))
		}
	}
	if c.in.Decision == schema.OutcomeAllow && c.Outcome == schema.OutcomeAsk {
		c.item(2, reasonCodeOnly)
	}
}

func reasonMessage(o schema.Outcome) messageID {
	switch o {
	case schema.OutcomeAllow:
		return reasonAllow
	case schema.OutcomeAsk:
		return reasonAsk
	}
	return reasonDeny
}

// obstacles writes everything that keeps the card from being approved, or that
// nothing does.
func (c *composer) obstacles() {
	before := len(c.blocks)
	if c.Outcome != schema.OutcomeAllow && c.Outcome != schema.OutcomeAsk {
		c.statement(1, decisionRefused)
	}
	if c.needed > 0 {
		c.statement(1, decisionCut, asWords(strconv.Itoa(c.needed)), asWords(strconv.Itoa(c.in.limit())))
	}
	if c.tooDeep {
		c.statement(1, decisionTooDeep, asWords(strconv.Itoa(maxDepth)))
	}
	if !toolName(c.in.Tool.Name) {
		c.statement(1, decisionToolName)
	}
	for _, name := range c.in.empty() {
		c.statement(1, decisionEmpty, asName(name))
	}
	if len(c.blocks) > before {
		return
	}
	c.Approvable = true
	c.statement(1, decisionApprovable)
}

// toolName reports the names that MCP gives to tools: 1 to 128 of the
// characters A-Z, a-z, 0-9, _, . and -.
func toolName(s string) bool {
	return len(s) <= 128 && plainName(s) && !slices.ContainsFunc([]byte(s), func(b byte) bool {
		return b == '/' || b == '@' || b == ':' || b == '+'
	})
}

func (in *CardInput) limit() int {
	if in.MaxBytes > 0 {
		return in.MaxBytes
	}
	return DefaultMaxBytes
}

// empty returns the names of the arguments that are empty, or absent, and must
// not be.
func (in *CardInput) empty() (names []string) {
	arguments, _ := in.Arguments.(map[string]any)
	for _, name := range in.NonEmpty {
		switch v := arguments[name].(type) {
		case nil:
			names = append(names, name)
		case string:
			if v == "" {
				names = append(names, name)
			}
		case []any:
			if len(v) == 0 {
				names = append(names, name)
			}
		case map[string]any:
			if len(v) == 0 {
				names = append(names, name)
			}
		}
	}
	return names
}
