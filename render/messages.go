package render

import "strings"

// A message is a fixed text of cards: its id in the locale file and the names
// of its slots, separated by spaces.
type message struct{ id, slotNames string }

func (m message) slots() []string { return strings.Fields(m.slotNames) }

// A messageID is the place of a message in the table.
type messageID int

const (
	cardTitle messageID = iota

	decisionHeading
	decisionAllow
	decisionAsk
	decisionDeny
	decisionApprovable
	decisionRefused
	decisionCut
	decisionTooDeep
	decisionToolName
	decisionEmpty
	reasonAllow
	reasonAsk
	reasonDeny
	reasonCodeOnly

	callHeading
	callNoArguments
	callContents
	noteScripts
	noteLookalike
	noteMore
	noteHost
	secretText
	secretValue
	secretDigest
	valueUnknown
	valueTooDeep
	valueCut

	wordsHeading
	wordsAgent

	effectsHeading
	effectsNone
	effectSame
	noDescription
	descriptionBroken

	guaranteesHeading
	guaranteesNone
	parameterDefault
	parameterWritten
	derivedMissing
	derivedUnbound
	verdictHolds
	verdictViolated
	verdictUnknown
	verdictPending
	verdictEvents
	proofRecorded

	coverageHeading
	coverageNone
	coverageCovered
	coverageEntailed
	coverageRecommended
	coverageSilent
	coverageRequired
	coverageUnmodelled

	rulesHeading
	ruleDeny
	ruleAsk
	ruleAllow
	ruleWarn
	ruleObserve

	readingHeading
	readingCut
	readingUnknown
	readingEdits
	readingEdit

	whoHeading

	behindHeading
	bundleIs
	bundleVerified
	bundleUnverified
	bundleLocked
	bundleUnlocked

	labelTool
	labelArgument
	labelField
	labelArguments
	labelRule
	labelPath
	labelEffect
	labelExpression
	labelContract
	labelParameter
	labelDerived
	labelVerdict
	labelReason
	labelScope
	labelDetail
	labelRequest
	labelSession
	labelPrincipal
	labelDigest
	labelAction
	labelToolSchema
	labelSchema
	labelRules
	labelContext
	labelReply
	labelEvents
	labelState
	labelEngine
	labelUnicode
	labelRenderer
	labelLocale
	labelCard

	whyViolated
	whyUnknown
	whyUnmodelled
	whyCoverageRequired
	whyCoverageSilent
	whyCoverageRecommended
	whyNoGuarantee
	whyNoAllowRule
	whyEffectUnknown
	whyEffectUnreadable
	whyUnread
	whyField
	whyCut
	whyFailure

	reportFailure
	reportUnusable
	reportEmpty
	reportAction
	reportUntyped
	reportAccepted
	reportRejected
	reportMalformed
	reportIgnored
	reportAllow
	reportAsk
	reportDeny
	reportAt
	reportGuarantees
	reportGuarantee
	reportTurn
	reportUnasked
	reportState
	reportChange
	reportOut
	reportRederive

	messageCount = int(reportRederive) + 1
)

// messages is the table of all messages, in the order of their numbers.
var messages = [messageCount]message{
	cardTitle: {"card.title", ""},

	decisionHeading:    {"decision.heading", ""},
	decisionAllow:      {"decision.allow", ""},
	decisionAsk:        {"decision.ask", ""},
	decisionDeny:       {"decision.deny", ""},
	decisionApprovable: {"decision.approvable", ""},
	decisionRefused:    {"decision.refused", ""},
	decisionCut:        {"decision.cut", "needed limit"},
	decisionTooDeep:    {"decision.too_deep", "limit"},
	decisionToolName:   {"decision.tool_name", ""},
	decisionEmpty:      {"decision.empty", "name"},
	reasonAllow:        {"reason.allow", "text"},
	reasonAsk:          {"reason.ask", "text"},
	reasonDeny:         {"reason.deny", "text"},
	reasonCodeOnly:     {"reason.code_only", ""},

	callHeading:     {"call.heading", ""},
	callNoArguments: {"call.no_arguments", ""},
	callContents:    {"call.contents", ""},
	noteScripts:     {"note.scripts", "scripts"},
	noteLookalike:   {"note.lookalike", "character ascii"},
	noteMore:        {"note.more", "count"},
	noteHost:        {"note.host", "host"},
	secretText:      {"secret.text", "count"},
	secretValue:     {"secret.value", ""},
	secretDigest:    {"secret.digest", "digest"},
	valueUnknown:    {"value.unknown", ""},
	valueTooDeep:    {"value.too_deep", ""},
	valueCut:        {"value.cut", "count"},

	wordsHeading: {"words.heading", ""},
	wordsAgent:   {"words.agent", ""},

	effectsHeading:    {"effects.heading", ""},
	effectsNone:       {"effects.none", ""},
	effectSame:        {"effect.same", "name"},
	noDescription:     {"description.none", ""},
	descriptionBroken: {"description.broken", "reason"},

	guaranteesHeading: {"guarantees.heading", ""},
	guaranteesNone:    {"guarantees.none", ""},
	parameterDefault:  {"parameter.default", ""},
	parameterWritten:  {"parameter.written", "source"},
	derivedMissing:    {"derived.missing", "kind"},
	derivedUnbound:    {"derived.unbound", ""},
	verdictHolds:      {"verdict.holds", ""},
	verdictViolated:   {"verdict.violated", ""},
	verdictUnknown:    {"verdict.unknown", ""},
	verdictPending:    {"verdict.pending", ""},
	verdictEvents:     {"verdict.events", "events"},
	proofRecorded:     {"proof.recorded", "prover version program proof"},

	coverageHeading:     {"coverage.heading", ""},
	coverageNone:        {"coverage.none", ""},
	coverageCovered:     {"coverage.covered", "domain"},
	coverageEntailed:    {"coverage.entailed", "domain"},
	coverageRecommended: {"coverage.recommended_gap", "domain"},
	coverageSilent:      {"coverage.silent_gap", "domain"},
	coverageRequired:    {"coverage.required_gap", "domain"},
	coverageUnmodelled:  {"coverage.unmodelled", "domain"},

	rulesHeading: {"rules.heading", ""},
	ruleDeny:     {"rule.deny", "rule message"},
	ruleAsk:      {"rule.ask", "rule message"},
	ruleAllow:    {"rule.allow", "rule message"},
	ruleWarn:     {"rule.warn", "rule message"},
	ruleObserve:  {"rule.observe", "rule message"},

	readingHeading: {"reading.heading", ""},
	readingCut:     {"reading.cut", ""},
	readingUnknown: {"reading.unknown", ""},
	readingEdits:   {"reading.edits", ""},
	readingEdit:    {"reading.edit", "offset what why"},

	whoHeading: {"who.heading", ""},

	behindHeading:    {"behind.heading", ""},
	bundleIs:         {"bundle.is", "name version origin"},
	bundleVerified:   {"bundle.verified", ""},
	bundleUnverified: {"bundle.unverified", ""},
	bundleLocked:     {"bundle.locked", ""},
	bundleUnlocked:   {"bundle.unlocked", ""},

	labelTool:       {"label.tool", ""},
	labelArgument:   {"label.argument", "name"},
	labelField:      {"label.field", "name"},
	labelArguments:  {"label.arguments", ""},
	labelRule:       {"label.rule", ""},
	labelPath:       {"label.path", ""},
	labelEffect:     {"label.effect", ""},
	labelExpression: {"label.expression", ""},
	labelContract:   {"label.contract", ""},
	labelParameter:  {"label.parameter", "name"},
	labelDerived:    {"label.derived", ""},
	labelVerdict:    {"label.verdict", ""},
	labelReason:     {"label.reason", ""},
	labelScope:      {"label.scope", ""},
	labelDetail:     {"label.detail", ""},
	labelRequest:    {"label.request", ""},
	labelSession:    {"label.session", ""},
	labelPrincipal:  {"label.principal", ""},
	labelDigest:     {"label.digest", ""},
	labelAction:     {"label.action", ""},
	labelToolSchema: {"label.tool_schema", ""},
	labelSchema:     {"label.schema", ""},
	labelRules:      {"label.rules", ""},
	labelContext:    {"label.context", ""},
	labelReply:      {"label.reply", ""},
	labelEvents:     {"label.events", ""},
	labelState:      {"label.state", ""},
	labelEngine:     {"label.engine", ""},
	labelUnicode:    {"label.unicode", ""},
	labelRenderer:   {"label.renderer", ""},
	labelLocale:     {"label.locale", ""},
	labelCard:       {"label.card", ""},

	whyViolated:            {"why.guarantee_violated", "expression"},
	whyUnknown:             {"why.guarantee_unknown", "expression"},
	whyUnmodelled:          {"why.unmodelled", "tool"},
	whyCoverageRequired:    {"why.required_gap", "domain"},
	whyCoverageSilent:      {"why.silent_gap", "domain"},
	whyCoverageRecommended: {"why.recommended_gap", "domain"},
	whyNoGuarantee:         {"why.no_guarantee", ""},
	whyNoAllowRule:         {"why.no_allow_rule", ""},
	whyEffectUnknown:       {"why.effect_unknown", "subject"},
	whyEffectUnreadable:    {"why.effect_unreadable", "mapping"},
	whyUnread:              {"why.argument_unread", "name"},
	whyField:               {"why.field_unread", "name"},
	whyCut:                 {"why.cut", ""},
	whyFailure:             {"why.failure", ""},

	reportFailure:    {"report.failure", "reason"},
	reportUnusable:   {"report.unusable", "reason"},
	reportEmpty:      {"report.empty", ""},
	reportAction:     {"report.action", "number type name"},
	reportUntyped:    {"report.untyped", "number"},
	reportAccepted:   {"report.accepted", ""},
	reportRejected:   {"report.rejected", ""},
	reportMalformed:  {"report.malformed", ""},
	reportIgnored:    {"report.ignored", ""},
	reportAllow:      {"report.allow", ""},
	reportAsk:        {"report.ask", ""},
	reportDeny:       {"report.deny", ""},
	reportAt:         {"report.at", "place"},
	reportGuarantees: {"report.guarantees", ""},
	reportGuarantee:  {"report.guarantee", "expression verdict"},
	reportTurn:       {"report.turn", ""},
	reportUnasked:    {"report.unasked", ""},
	reportState:      {"report.state", ""},
	reportChange:     {"report.change", "text"},
	reportOut:        {"report.out", "name"},
	reportRederive:   {"report.rederive", "key instruction"},
}
