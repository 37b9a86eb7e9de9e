package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/internal/trust"
	"github.com/contractc/contractc/schema"
)

// addTrust judges the bundles that were loaded by the file of trust, with the
// signatures of their archives. It depends on the time and on what was seen
// before, so it is done in every run.
func (q *Request) addTrust(out *schema.GateReport) {
	r := &result{outcome: schema.GateOutcomeNotAsked, detail: "neither a file of trust nor a pin is named"}
	if q.Trust != nil || len(q.Terms.Pins) > 0 || q.hasArchive() || q.Base != nil && q.Base.Source.Archive != nil {
		r = passed(counted(len(out.Bundles), "bundle", "bundles"))
	}
	if len(out.Bundles) == 0 {
		r.outcome, r.detail = schema.GateOutcomeNotChecked, "the bundle cannot be loaded"
		r.whole(q.Sources)
	}
	for i := range out.Bundles {
		r.judge(q, &out.Bundles[i], q.Sources[i])
	}
	r.judgeBase(q)
	out.Steps = append(out.Steps, schema.GateStep{Name: stepTrust, Outcome: r.outcome, Detail: r.detail})
	for i := range r.findings {
		r.findings[i].Step = stepTrust
	}
	out.Findings = append(out.Findings, r.findings...)
}

// hasArchive reports whether a bundle is an archive, whose signatures must be
// right even where nobody asks for them.
func (q *Request) hasArchive() bool {
	return slices.ContainsFunc(q.Sources, func(s catalog.Source) bool { return s.Archive != nil })
}

// whole adds which archives, none of which can be loaded, are not what was signed:
// that may be why they cannot.
func (r *result) whole(sources []catalog.Source) {
	for _, src := range sources {
		if src.Archive == nil {
			continue
		}
		if _, err := signing.Read(src.Archive); err != nil {
			r.refuse(&schema.BundleIdentity{Name: src.Name}, src.Name, err.Error())
		}
	}
}

// judge adds what keeps one bundle from being trusted.
func (r *result) judge(q *Request, b *schema.BundleIdentity, src catalog.Source) {
	c := &trust.Candidate{Name: b.Name, Version: b.Version, Digest: b.Digest, Embedded: b.Origin == catalog.OriginEmbedded}
	if src.Archive != nil {
		signed, err := signing.Read(src.Archive)
		if err != nil {
			r.refuse(b, src.Name, err.Error())
			return
		}
		c.Signed = signed
	}
	answer := q.Trust.Judge(c, q.Terms)
	for _, problem := range answer.Problems {
		r.refuse(b, src.Name, problem)
	}
	if !c.Embedded {
		b.Verified = answer.Verified && answer.Accepted
	}
	if answer.Verified && len(answer.Keys) > 0 {
		r.detail = strings.Join([]string{r.detail, fmt.Sprintf("%s signed by %s", b.Name, strings.Join(answer.Keys, ", "))}, "; ")
	}
}

// judgeBase adds what keeps an archive from being trusted with which the bundle is
// compared: a base that somebody loosened hides what is looser. It is read only, so
// that it may have expired and is an older version.
func (r *result) judgeBase(q *Request) {
	if q.Base == nil || q.Base.Source.Archive == nil {
		return
	}
	src := q.Base.Source
	identity, problems := catalog.Identity(src)
	if problems.HasErrors() {
		return // the step diff says that it cannot be loaded
	}
	b := &schema.BundleIdentity{Name: identity.Name}
	signed, err := signing.Read(src.Archive)
	if err != nil {
		r.refuse(b, q.Base.Name, "the base: "+err.Error())
		return
	}
	c := &trust.Candidate{Name: identity.Name, Version: identity.Version, Digest: identity.Digest, Signed: signed}
	for _, problem := range q.Trust.Judge(c, trust.Terms{At: q.Terms.At, Reading: true}).Problems {
		r.refuse(b, q.Base.Name, "the base: "+problem)
	}
}

func (r *result) refuse(b *schema.BundleIdentity, file, problem string) {
	r.add(schema.GateFinding{
		Id: stepTrust + ".refused", Level: schema.GateLevelDeny, Checked: true,
		Subject: &b.Name, File: &file, Message: problem,
	})
}
