package eval

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// Version is the version of the engine. It is in every digest.
const Version = "0.1.0"

// Name is the engine as digests and cards name it.
const Name = "contractc/" + Version

// DefaultDeadline is how long one turn may take.
const DefaultDeadline = 2 * time.Second

// Options configure an engine. Zero values mean the defaults.
type Options struct {
	// RuleSets take the place of the bundle's own of the same name, such as
	// claim@1. A bundle may pin a set, which none can then replace.
	RuleSets []string
	// Deadline is how long one turn may take.
	Deadline time.Duration
	// CostLimit stops a CEL evaluation; 0 for the default.
	CostLimit uint64
	// Only are the ids of the rules that are asked, such as one of two that are
	// compared; all where it is nil. Nothing is decided with such an engine.
	Only []string
	// Functions change the domain functions; tests use it to make one fail.
	Functions func(*celenv.Functions)
	// Like is an engine of another catalog, whose compiled rules are taken over
	// where they are the same elements; nil for none.
	Like *Engine
	// Observe is told what rules do; nil for nothing.
	Observe *Observe
}

// Observe remembers what rules in both languages do. It may be shared by several
// engines.
type Observe struct {
	CEL  *celpolicy.Observer
	Rego *regorules.Coverage
}

// observer is what CEL rules tell what they do.
func (o *Observe) observer() *celpolicy.Observer {
	if o == nil {
		return nil
	}
	return o.CEL
}

// coverage is what Rego rules tell what they do.
func (o *Observe) coverage() *regorules.Coverage {
	if o == nil {
		return nil
	}
	return o.Rego
}

// Engine judges turns with the rules and contracts of a catalog. It may be used
// by several goroutines at once.
type Engine struct {
	catalog   *catalog.Catalog
	sets      []string
	deadline  time.Duration
	rules     *ruleSet
	rego      *regorules.Engine
	folders   []*folder // rules that are taken as they are
	reading   reply.Options
	repairs   repair.Options
	feedback  Feedback
	functions celenv.Functions
	order     map[string]int64 // of rules that give one, by id
	judged    map[string]bool  // types of action that a rule in force can refuse
	reads     sync.Map         // *index.Mapping → readArguments
	quotes    func() (*quote.Options, error)

	domains    []schema.InputDomain
	entailed   []schema.InputEntailment
	vocabulary *vocabulary
	secrets    map[*index.Mapping][]string    // arguments that are never shown
	tables     map[string]func() (any, error) // by id; each is read at its first use
	base       schema.Digests
}

// New makes an engine. The error says which rule set or table of the bundle
// cannot be used.
func New(from *catalog.Catalog, opt Options) (*Engine, error) {
	e := &Engine{catalog: from, deadline: opt.Deadline}
	if e.deadline <= 0 {
		e.deadline = DefaultDeadline
	}
	var err error
	if e.sets, err = chooseSets(from, opt.RuleSets); err != nil {
		return nil, err
	}
	for _, step := range []func(Options) error{e.prepareTables, e.prepareReading, e.prepareFeedback, e.prepareCEL, e.prepareRego, e.prepareFolders, e.prepareEffects, e.prepareDigests} {
		if err := step(opt); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Catalog returns the catalog that the engine judges with.
func (e *Engine) Catalog() *catalog.Catalog { return e.catalog }

// RuleSets returns the rule sets in force, sorted.
func (e *Engine) RuleSets() []string { return slices.Clone(e.sets) }

// LeniencyTable is the id of the table that says how replies are read.
const LeniencyTable = "claim.leniencies"

// prepareReading reads how replies are read.
func (e *Engine) prepareReading(Options) error {
	if _, ok := e.tables[LeniencyTable]; !ok {
		return fmt.Errorf("no bundle has the table %q, so no reply can be read; load the default bundle beside yours, as --bundle embedded does", LeniencyTable)
	}
	values, err := e.tableOf(LeniencyTable)
	if err != nil {
		return err
	}
	if e.reading, err = reply.Decode(values, e.claimSet()); err != nil {
		return err
	}
	if err := e.prepareRepairs(); err != nil {
		return err
	}
	e.reading.Repairs = &e.repairs
	return nil
}

func (e *Engine) prepareCEL(opt Options) error {
	e.rules = &ruleSet{
		catalog: e.catalog, rules: map[stageType]*actionRules{},
		facts: map[string][]*celenv.Fact{}, made: map[*index.Rule]*celenv.Rule{}, types: map[string]bool{},
	}
	if e.sharesCEL(opt.Like) {
		e.takeCEL(opt.Like)
	} else if err := e.makeCEL(opt); err != nil {
		return err
	}
	for _, kind := range celenv.ActionTypes() {
		e.rules.types[kind] = true
	}
	e.order, e.judged = map[string]int64{}, judgedTypes(e.RulesInForce())
	for _, r := range e.catalog.Rules {
		if r.Metadata.Order != nil {
			e.order[r.ID] = *r.Metadata.Order
		}
		if r.Language == index.CEL && inForce(r.Metadata.Sets, e.sets) && (opt.Only == nil || slices.Contains(opt.Only, r.ID)) {
			e.rules.all = append(e.rules.all, r)
		}
	}
	for _, f := range e.catalog.Facts {
		if inForce(f.Sets, e.sets) {
			e.rules.fact = append(e.rules.fact, f)
		}
	}
	return nil
}

// makeCEL makes the environment of the rules in CEL.
func (e *Engine) makeCEL(opt Options) (err error) {
	functions := domain.Functions(e.tableOf, e.claimSet())
	if opt.Functions != nil {
		opt.Functions(&functions)
	}
	e.functions = functions
	e.quotes = sync.OnceValues(func() (*quote.Options, error) { return domain.Quotes(e.tableOf, e.claimSet()) })
	e.rules.env, err = celenv.New(celenv.Options{Functions: functions, CostLimit: opt.CostLimit, Observer: opt.Observe.observer()})
	return err
}

func (e *Engine) prepareRego(opt Options) error {
	if opt.Only == nil && e.sharesRego(opt.Like) {
		e.rego = opt.Like.rego
		return nil
	}
	sources, modules, err := regoOf(e.catalog)
	if err != nil {
		return err
	}
	e.rego, err = regorules.New(sources, modules, regorules.Options{Sets: e.sets, Only: opt.Only, Coverage: opt.Observe.coverage()})
	return err
}

// regoOf returns the Rego modules of a catalog.
func regoOf(from *catalog.Catalog) ([]regorules.Source, []regorules.Description, error) {
	var sources []regorules.Source
	var modules []regorules.Description
	for _, lib := range from.Libraries {
		for _, m := range lib.Rego {
			text, err := from.Text(lib, m.File)
			if err != nil {
				return nil, nil, err
			}
			sources = append(sources, regorules.Source{Path: m.Path, Library: lib.ID, Text: string(text), V0: lib.RegoV0})
			modules = append(modules, m.Description)
		}
	}
	return sources, modules, nil
}

// prepareEffects makes the tables by which calls become events.
func (e *Engine) prepareEffects(Options) error {
	e.vocabulary, e.secrets = newVocabulary(e.catalog), secretsOf(e.catalog)
	for _, lib := range e.catalog.Libraries {
		if len(lib.Effects) > 0 {
			e.domains = append(e.domains, schema.InputDomain{Name: lib.ID, Recommended: lib.Recommended, Required: lib.Required})
		}
	}
	for _, p := range e.catalog.Entailments() {
		e.entailed = append(e.entailed, schema.InputEntailment{Stated: p.Stated, Implied: p.Implied})
	}
	return nil
}

func (e *Engine) prepareDigests(Options) error {
	var err error
	e.base = schema.Digests{Engine: Name, Unicode: unicodedata.Version, Bundles: Identities(e.catalog)}
	slices.SortFunc(e.base.Bundles, func(a, b schema.BundleIdentity) int { return strings.Compare(a.Digest, b.Digest) })
	if e.base.Schema, err = canonical.Digest(schemaElements(e.catalog)); err != nil {
		return err
	}
	e.base.Rules, err = canonical.Digest(e.ruleElements())
	return err
}

// Identities are the bundles of a catalog with their digests.
func Identities(from *catalog.Catalog) []schema.BundleIdentity {
	list := make([]schema.BundleIdentity, 0, len(from.Bundles))
	for _, b := range from.Bundles {
		list = append(list, schema.BundleIdentity{
			Name: b.Name, Version: b.Version, Digest: b.Digest, Origin: b.Origin, Verified: b.Verified, Locked: b.Locked,
		})
	}
	return list
}

// element names one part of a bundle with its content.
func element(kind string, e *index.Element) object {
	return object{"kind": kind, "id": e.ID, "version": e.Version, "digest": e.Digest}
}

// schemaElements is what the vocabulary's digest is of: every class of the
// libraries, and the core vocabulary.
func schemaElements(from *catalog.Catalog) []any {
	list := []any{object{"kind": "core", "digest": schema.Digest()}}
	for _, c := range from.Classes {
		list = append(list, element("class", &c.Element))
	}
	return list
}

// ruleElements is what the rules' digest is of: all rules and facts in force.
func (e *Engine) ruleElements() []any {
	list := []any{object{"kind": "sets", "sets": texts(e.sets)}}
	for _, r := range e.catalog.Rules {
		if inForce(r.Metadata.Sets, e.sets) {
			list = append(list, element("rule", &r.Element))
		}
	}
	for _, f := range e.catalog.Facts {
		list = append(list, element("fact", &f.Element))
	}
	for _, t := range e.catalog.Tables {
		list = append(list, element("table", &t.Element))
	}
	return list
}

// digests are those of everything behind a decision.
func (e *Engine) digests(c *Context, t *Turn) schema.Digests {
	d := e.base
	d.Context, d.Reply = c.Digest, canonical.DigestBytes(t.Reply)
	return d
}
