package render

import (
	"fmt"
	"strings"
)

// alternatives are groups of messages of which a reader must tell which one
// stands on a card: each says what another of its group denies.
func alternatives() [][]messageID {
	return [][]messageID{
		{decisionAllow, decisionAsk, decisionDeny},
		{decisionApprovable, decisionRefused, decisionCut, decisionTooDeep, decisionToolName, decisionEmpty},
		{reasonAllow, reasonAsk, reasonDeny},
		{verdictHolds, verdictViolated, verdictUnknown, verdictPending},
		{coverageCovered, coverageEntailed, coverageRecommended, coverageSilent, coverageRequired, coverageUnmodelled},
		{ruleDeny, ruleAsk, ruleAllow, ruleWarn, ruleObserve},
		{bundleVerified, bundleUnverified},
		{bundleLocked, bundleUnlocked},
		{guaranteesHeading, effectsHeading, callHeading, wordsHeading, coverageHeading},
		{reportAccepted, reportRejected, reportMalformed, reportIgnored},
		{reportAllow, reportAsk, reportDeny},
	}
}

// checkAlternatives refuses a locale in which two messages that exclude each
// other read the same.
func (loc *locale) checkAlternatives() (wrong LocaleErrors) {
	for _, group := range alternatives() {
		seen := map[string]messageID{}
		for _, id := range group {
			text := loc.reading(id)
			if other, twice := seen[text]; twice {
				wrong = append(wrong, &LocaleError{messages[id].id, fmt.Errorf("it reads as %q does", messages[other].id)})
				continue
			}
			seen[text] = id
		}
	}
	return wrong
}

// reading is a message as a reader takes it in: its words without regard to case,
// spaces and final points, its slots by name.
func (loc *locale) reading(id messageID) string {
	var b strings.Builder
	for _, p := range loc.texts[id] {
		if p.slot != "" {
			b.WriteString(" {" + p.slot + "} ")
		}
		b.WriteString(p.words)
	}
	return strings.Trim(strings.Join(strings.Fields(strings.ToLower(b.String())), " "), " .")
}
