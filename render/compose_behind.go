package render

import (
	"strconv"

	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// coverage writes whether guarantees speak of the domains that the call uses.
func (c *composer) coverage() {
	c.heading(coverageHeading)
	if len(c.in.Coverage) == 0 {
		c.statement(1, coverageNone)
	}
	for i := range c.in.Coverage {
		e := &c.in.Coverage[i]
		c.item(1, coverageMessage(e.Status), asName(e.Domain))
		if e.Detail != nil {
			c.fact(2, labelDetail, asSaid(*e.Detail))
		}
	}
}

func coverageMessage(s schema.CoverageStatus) messageID {
	switch s {
	case schema.CoverageStatusCovered:
		return coverageCovered
	case schema.CoverageStatusEntailed:
		return coverageEntailed
	case schema.CoverageStatusRecommendedGap:
		return coverageRecommended
	case schema.CoverageStatusSilentGap:
		return coverageSilent
	case schema.CoverageStatusRequiredGap:
		return coverageRequired
	}
	return coverageUnmodelled
}

// rules writes the rules that the call broke, and those that only speak.
func (c *composer) rules() {
	if len(c.in.Violations)+len(c.in.Observations) == 0 {
		return
	}
	c.heading(rulesHeading)
	for _, list := range [2][]schema.Violation{c.in.Violations, c.in.Observations} {
		for i := range list {
			v := &list[i]
			c.item(1, ruleMessage(v.Severity), asName(v.Rule+"@"+v.Version), asSaid(v.Message))
			if v.Path != nil && *v.Path != "" {
				c.fact(2, labelPath, asQuote(*v.Path))
			}
		}
	}
}

func ruleMessage(s schema.Severity) messageID {
	switch s {
	case schema.SeverityAsk:
		return ruleAsk
	case schema.SeverityAllow:
		return ruleAllow
	case schema.SeverityWarn:
		return ruleWarn
	case schema.SeverityObserve:
		return ruleObserve
	}
	return ruleDeny
}

// reading writes how the reply was read, where there is something to say.
func (c *composer) reading() {
	if c.in.Completeness == schema.CompletenessComplete && len(c.in.Edits) == 0 {
		return
	}
	c.heading(readingHeading)
	switch c.in.Completeness {
	case schema.CompletenessComplete:
	case schema.CompletenessCut:
		c.statement(1, readingCut)
	default:
		c.statement(1, readingUnknown)
	}
	if len(c.in.Edits) > 0 {
		c.statement(1, readingEdits)
	}
	for i := range c.in.Edits {
		e := &c.in.Edits[i]
		c.item(2, readingEdit, asWords(strconv.FormatInt(e.Offset, 10)), asSaid(e.What), asSaid(e.Why))
	}
}

// who writes for whom the call is made, where that is given.
func (c *composer) who() {
	if c.in.Request == nil && c.in.Session == nil && c.in.Principal == nil {
		return
	}
	c.heading(whoHeading)
	c.given(labelRequest, c.in.Request)
	c.given(labelSession, c.in.Session)
	c.given(labelPrincipal, c.in.Principal)
}

// behind writes the bundles and the digests that the card rests on.
func (c *composer) behind() {
	c.heading(behindHeading)
	for _, b := range sortedBundles(c.in.Digests.Bundles) {
		c.bundle(&b)
	}
	d := &c.in.Digests
	c.digestOf(1, labelAction, c.in.ActionDigest)
	c.digestOf(1, labelToolSchema, c.in.Tool.SchemaDigest)
	c.digestOf(1, labelSchema, d.Schema)
	c.digestOf(1, labelRules, d.Rules)
	c.digestOf(1, labelContext, d.Context)
	c.digestOf(1, labelReply, d.Reply)
	c.digestOf(1, labelEvents, c.in.Events)
	c.digestOf(1, labelState, c.in.State)
	c.fact(1, labelEngine, asName(d.Engine))
	c.fact(1, labelUnicode, asName(unicodedata.Version))
	c.fact(1, labelRenderer, asName(Version))
	c.field(1, labelLocale)
	c.name(c.r.locale.id)
	c.words(" ")
	c.name(c.r.locale.version)
	c.end()
}

func (c *composer) bundle(b *schema.BundleIdentity) {
	c.statement(1, bundleIs, asName(b.Name), asName(b.Version), asName(b.Origin))
	c.fact(2, labelDigest, asName(b.Digest))
	verified, locked := bundleUnverified, bundleUnlocked
	if b.Verified {
		verified = bundleVerified
	}
	if b.Locked {
		locked = bundleLocked
	}
	c.statement(2, verified)
	c.statement(2, locked)
}
