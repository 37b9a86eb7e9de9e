package lint

import "github.com/contractc/contractc/schema"

// Rule looks for one thing.
type Rule struct {
	// ID is stable, in lower case with hyphens.
	ID string

	// Severity is that of its findings.
	Severity schema.DiagnosticSeverity

	// Summary says in one line what is wrong where it finds something.
	Summary string

	// Check looks at what the pass is about and reports to it.
	Check func(*Pass)
}

// Page is the page about the rule, from the root of the repository.
func (r *Rule) Page() string { return "docs/lint/" + r.ID + ".md" }

// Rules returns all rules, in the order in which they look.
func Rules() []Rule {
	return []Rule{
		prefixWithoutSlash(),
		vacuousContract(),
		contradictoryContract(),
		reviewedSentence(),
		missingExample(),
		wrongExample(),
		missingCase(),
		missingReason(),
		hiddenCharacter(),
		unversionedChange(),
		neverFires(),
		shadowed(),
		missingMessage(),
		unsafeBuiltin(),
		guardNotInBody(),
		unpinnedEffectSet(),
		unknownName(),
		brokenTests(),
		unused(),
		confusableName(),
		unanchoredPattern(),
		widePermission(),
		brokenInvariant(),
		unguardedRead(),
	}
}
