package regorules

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// builtinsText is the judgement on every built-in of OPA.
//
//go:embed builtins.txt
var builtinsText string

// Judgement is what we decided about one of OPA's built-in functions.
type Judgement struct {
	Name   string
	Allow  bool
	Reason string
}

// Builtins returns the judgement on every built-in function that somebody has
// judged, in the order of the data file builtins.txt. It fails when that file
// does not have the form "allow|deny NAME REASON", or names one twice.
func Builtins() ([]Judgement, error) { return parseBuiltins(builtinsText) }

func parseBuiltins(text string) ([]Judgement, error) {
	var judged []Judgement
	seen := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		j, err := parseJudgement(line)
		if err != nil {
			return nil, fmt.Errorf("builtins.txt:%d: %w", i+1, err)
		}
		if seen[j.Name] {
			return nil, fmt.Errorf("builtins.txt:%d: %q is judged twice", i+1, j.Name)
		}
		seen[j.Name] = true
		judged = append(judged, j)
	}
	return judged, nil
}

func parseJudgement(line string) (Judgement, error) {
	word, rest, _ := strings.Cut(line, " ")
	if word != "allow" && word != "deny" {
		return Judgement{}, fmt.Errorf("%q is neither allow nor deny", word)
	}
	name, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	reason = strings.TrimSpace(reason)
	if name == "" || reason == "" {
		return Judgement{}, fmt.Errorf("a name and a reason are needed in %q", line)
	}
	return Judgement{Name: name, Allow: word == "allow", Reason: reason}, nil
}

// denied maps the name of each built-in that is not allowed to the reason.
// One that nobody has judged is denied too.
func denied(judged []Judgement) map[string]string {
	reasons := make(map[string]string, len(ast.Builtins))
	for _, b := range ast.Builtins {
		reasons[b.Name] = "nobody has judged it"
	}
	for _, j := range judged {
		if j.Allow {
			delete(reasons, j.Name)
		} else {
			reasons[j.Name] = j.Reason
		}
	}
	return reasons
}

// capabilities returns what OPA's compiler may use: Rego v1, the allowed
// built-ins, no host to fetch anything from.
func capabilities(judged []Judgement) *ast.Capabilities {
	no := denied(judged)
	c := &ast.Capabilities{
		Features: []string{ast.FeatureKeywordsInRefs, ast.FeatureRegoV1, ast.FeatureTemplateStrings},
		AllowNet: []string{},
	}
	for _, b := range ast.Builtins {
		if _, isDenied := no[b.Name]; !isDenied {
			c.Builtins = append(c.Builtins, b)
		}
	}
	return c
}

// dialect is what a parser of a version of Rego may take: in the older one the
// words of the newer one are imported.
func dialect(caps *ast.Capabilities, v0 bool) *ast.Capabilities {
	if !v0 {
		return caps
	}
	older := *caps
	older.FutureKeywords = ast.CapabilitiesForThisVersion(ast.CapabilitiesRegoVersion(ast.RegoV0)).FutureKeywords
	older.Features = append(slices.Clone(caps.Features), ast.FeatureRefHeadStringPrefixes, ast.FeatureRefHeads, ast.FeatureRegoV1Import)
	return &older
}
