package lint

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/schema"
)

// prefixWithoutSlash finds path prefixes that do not end with a slash: they
// admit what lies beside a directory, too. The witness is a solver's.
func prefixWithoutSlash() Rule {
	return Rule{
		ID: "prefix-without-slash", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A path prefix without a slash at its end is not containment.",
		Check: func(p *Pass) {
			for _, lib := range p.Libraries {
				for _, c := range lib.Contracts {
					p.prefixDefaults(lib, c)
				}
			}
			for i := range p.Guarantees {
				p.prefixArguments(&p.Guarantees[i])
			}
		},
	}
}

// prefixDefaults looks at the defaults of a contract's parameters.
func (p *Pass) prefixDefaults(lib *index.Library, c *index.Contract) {
	for _, parameter := range c.Parameters {
		prefix, ok := prefixText(parameter.Default)
		if !ok {
			continue
		}
		at := Place{File: p.Catalog.Display(lib, c.File)}
		if n := p.Document(lib, c.File).Get("defaults").Get(parameter.Name); n != nil {
			at.Range = n.Range
		}
		p.prefix(at, c, parameter.Name, prefix)
	}
}

// prefixArguments looks at the arguments of a guarantee. Those that were left
// out are the contract's matter.
func (p *Pass) prefixArguments(g *Guarantee) {
	for _, argument := range g.Invocation.Arguments {
		if prefix, ok := prefixText(argument.Value); ok && !argument.Defaulted {
			p.prefix(argumentPlace(g, argument.Name), g.Contract, argument.Name, prefix)
		}
	}
}

// prefixText is the text of a path prefix, or of one that begins as a URL does.
func prefixText(v schema.Value) (string, bool) {
	switch v := v.(type) {
	case *schema.PathPrefixValue:
		return v.Prefix, true
	case *schema.StringValue:
		return v.String, strings.HasPrefix(v.String, "http://") || strings.HasPrefix(v.String, "https://")
	}
	return "", false
}

// prefix looks at one prefix of a contract.
func (p *Pass) prefix(at Place, c *index.Contract, parameter, prefix string) {
	if prefix == "" || strings.HasSuffix(prefix, "/") {
		return // the empty text admits every path, and says so on the card
	}
	for _, s := range startsIn(c.Constraint, false) {
		if term, ok := s.prefix.(*schema.ParameterTerm); !ok || term.Parameter != parameter {
			continue
		}
		p.beside(at, s, prefix)
		return
	}
}

// beside asks for a path that begins with the prefix and does not lie below it.
func (p *Pass) beside(at Place, s start, prefix string) {
	if p.Prover == nil {
		p.Skip(at, p.NoProver)
		return
	}
	answer, err := p.Prover.Answer(p.Context, prove.Question{Kind: prove.Satisfiable, Constraints: []schema.Constraint{besideQuestion(s, prefix)}})
	switch {
	case err != nil:
		p.Skip(at, err.Error())
	case answer.Result != prove.Proved || len(answer.Trace) != 1:
		p.Skip(at, "no path was found: "+answer.Reason)
	default:
		path, _ := answer.Trace[0].Fields[s.field].(*schema.StringValue)
		if path == nil {
			p.Skip(at, "the path that was found is no text")
			return
		}
		p.Report(prefixFinding(at, s, prefix, path.String))
	}
}

// besideQuestion is that there is such a path, of a form that a person takes for
// one: the prefix, letters, and a name.
func besideQuestion(s start, prefix string) schema.Constraint {
	of := func() schema.Term { return &schema.FieldTerm{Field: s.field} }
	text := func(t string) schema.Term { return &schema.LiteralTerm{Literal: &schema.StringValue{String: t}} }
	return &schema.Exists{Set: schema.EffectSet{Version: "1.0.0", Effects: s.effects[:1]}, Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{
		&schema.StartsWith{Of: of(), Prefix: text(prefix)},
		&schema.PredicateNot{Operand: &schema.StartsWith{Of: of(), Prefix: text(prefix + "/")}},
		&schema.PredicateNot{Operand: &schema.Compare{Left: of(), Op: schema.ComparisonEq, Right: text(prefix)}},
		&schema.Matches{Of: of(), Pattern: "^" + regexp.QuoteMeta(prefix) + "[a-z]+/x$"},
	}}}
}

func prefixFinding(at Place, s start, prefix, path string) Finding {
	verb := "admits"
	if s.denied {
		verb = "forbids"
	}
	return Finding{
		Place: at, Witness: path,
		Message: fmt.Sprintf("the prefix %q is not containment: it %s %q too", prefix, verb, path),
		Help:    prefixHelp(prefix),
		Fix:     slashed(at, prefix),
	}
}

// slashed is a fix that ends a prefix with a slash; it means less than before.
func slashed(at Place, prefix string) *Fix {
	if !at.Range.Known() || !at.Range.Start.Before(at.Range.End) {
		return nil
	}
	return replace("end the prefix with a slash", false, at, fmt.Sprintf("%q", prefix+"/"))
}

func prefixHelp(prefix string) string {
	if strings.Contains(prefix, "://") {
		return fmt.Sprintf("end it with a slash, as %q, so that the host or folder ends there", prefix+"/")
	}
	return fmt.Sprintf("where it is a directory, end it with a slash, as %q, or state a contract of containment, such as only_read_within, which also settles paths with \"..\"", prefix+"/")
}

// argumentPlace is where an argument of a guarantee stands.
func argumentPlace(g *Guarantee, parameter string) Place {
	at := Place{File: g.File}
	call, err := pyexpr.ParseCall(g.Invocation.Expression, pyexpr.Limits{})
	if err != nil {
		return at
	}
	for i, argument := range call.Args {
		named := argument.Name != nil && argument.Name.Text == parameter
		if named || argument.Name == nil && i < len(g.Contract.Parameters) && g.Contract.Parameters[i].Name == parameter {
			at.Range = g.spanRange(argument.Value.At())
		}
	}
	return at
}

// spanRange is where a part of the expression stands in its file.
func (g *Guarantee) spanRange(s pyexpr.Span) diag.Range {
	if g.Node != nil {
		return diag.Range{Start: g.Node.At(s.Start), End: g.Node.At(s.End)}
	}
	return diag.Range{Start: catalog.PositionIn(g.Invocation.Expression, s.Start), End: catalog.PositionIn(g.Invocation.Expression, s.End)}
}
