package gate

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// What the ids of findings end with where it is no name of something else.
const (
	notChecked       = "not-checked" // something could not be looked at
	unformatted      = "unformatted"
	nothingTested    = "nothing"
	skipped          = "skipped"
	unversioned      = "unversioned" // a change under an unchanged version
	versionAdvice    = "version"
	exceptionExpired = "exception-expired"
	exceptionUnused  = "exception-unused"
)

// findingIDs are the ids that findings have, apart from those that hold the code
// of a reader, such as test.yaml.syntax.
func findingIDs() []string {
	var ids []string
	add := func(step string, names ...string) {
		for _, name := range names {
			ids = append(ids, step+"."+name)
		}
	}
	for _, rule := range lint.Rules() {
		add(stepLint, rule.ID)
	}
	add(stepLint, notChecked)
	add(stepFormat, unformatted)
	for _, kind := range schema.TestKindValues() {
		add(stepTest, string(kind))
	}
	add(stepTest, nothingTested, skipped)
	ids = append(ids, catalog.LockCodes()...)
	for _, class := range schema.ChangeClassValues() {
		add(stepDiff, string(class))
	}
	add(stepDiff, notChecked, unversioned, versionAdvice)
	add(stepPolicy, exceptionExpired, exceptionUnused)
	return ids
}

// exists reports whether there can be a finding with an id, or with one of the ids
// that a pattern such as lint.* stands for.
func exists(finding string) bool {
	step, name, _ := strings.Cut(finding, ".")
	if strings.Contains(name, ".") && step != stepLint && step != stepDiff && step != stepPolicy {
		return true // the code of a reader
	}
	prefix, pattern := strings.CutSuffix(finding, "*")
	return slices.ContainsFunc(findingIDs(), func(id string) bool {
		return id == finding || pattern && strings.HasPrefix(id, prefix)
	})
}

// meant is what to write instead of an id that no finding has.
func meant(finding string) string {
	if near, ok := spelling.Nearest(strings.TrimSuffix(finding, "*"), findingIDs()); ok {
		return "did you mean " + near + "?"
	}
	step, _, _ := strings.Cut(finding, ".")
	var of []string
	for _, id := range findingIDs() {
		if strings.HasPrefix(id, step+".") {
			of = append(of, id)
		}
	}
	return "the ids of this step are " + strings.Join(of, ", ")
}
