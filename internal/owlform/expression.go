package owlform

import (
	"math/big"

	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/schema"
)

func class() *rdf.Node { return rdf.Blank().Add(rdf.Type, rdf.OWL+"Class") }

func restriction(property rdf.IRI) *rdf.Node {
	return rdf.Blank().Add(rdf.Type, rdf.OWL+"Restriction").Add(rdf.OWL+"onProperty", property)
}

func not(x rdf.Term) rdf.Term {
	switch x {
	case thing:
		return nothing
	case nothing:
		return thing
	}
	return class().Add(rdf.OWL+"complementOf", x)
}

// intersection of no classes is everything.
func intersection(list ...rdf.Term) rdf.Term { return join("intersectionOf", thing, nothing, list) }

// union of no classes is nothing.
func union(list ...rdf.Term) rdf.Term { return join("unionOf", nothing, thing, list) }

// join leaves out the neutral class, and is the absorbing one where that is among the list.
func join(word, neutral, absorbing rdf.IRI, list []rdf.Term) rdf.Term {
	var parts rdf.List
	for _, x := range list {
		switch x {
		case absorbing:
			return absorbing
		case neutral:
		default:
			parts = append(parts, x)
		}
	}
	switch len(parts) {
	case 0:
		return neutral
	case 1:
		return parts[0]
	}
	return class().Add(rdf.OWL+word, parts)
}

// only is the class of executions all of whose events are of a class.
func only(events rdf.Term) rdf.Term {
	return restriction(HasEvent).Add(rdf.OWL+"allValuesFrom", events)
}

func some(property rdf.IRI, values rdf.Term) rdf.Term {
	return restriction(property).Add(rdf.OWL+"someValuesFrom", values)
}

func has(property rdf.IRI, v rdf.Term) rdf.Term {
	return restriction(property).Add(rdf.OWL+"hasValue", v)
}

func qualified(word rdf.IRI, n string, of rdf.Term) rdf.Term {
	return restriction(HasEvent).Add(rdf.OWL+word, rdf.Literal{Text: n, Datatype: rdf.XSD + "nonNegativeInteger"}).Add(rdf.OWL+"onClass", of)
}

// counted is the class of executions whose number of events of a class compares with n, which may be negative.
func counted(op schema.Comparison, n *big.Int, of rdf.Term) rdf.Term {
	one := big.NewInt(1)
	switch op {
	case schema.ComparisonLe:
		return bounded("maxQualifiedCardinality", n, of, nothing)
	case schema.ComparisonLt:
		return bounded("maxQualifiedCardinality", new(big.Int).Sub(n, one), of, nothing)
	case schema.ComparisonGe:
		return bounded("minQualifiedCardinality", n, of, thing)
	case schema.ComparisonGt:
		return bounded("minQualifiedCardinality", new(big.Int).Add(n, one), of, thing)
	case schema.ComparisonEq:
		return bounded("qualifiedCardinality", n, of, nothing)
	case schema.ComparisonNe:
		return not(bounded("qualifiedCardinality", n, of, nothing))
	}
	return nothing
}

// bounded is below where the bound is negative, which no number of events is.
func bounded(word rdf.IRI, n *big.Int, of rdf.Term, below rdf.IRI) rdf.Term {
	if n.Sign() < 0 {
		return below
	}
	return qualified(word, n.String(), of)
}

// datatype is a data range of literals of a datatype within facets.
func datatype(base rdf.IRI, facets ...facet) rdf.Term {
	limits := make(rdf.List, len(facets))
	for i, f := range facets {
		limits[i] = rdf.Blank().Add(rdf.XSD+f.word, f.value)
	}
	return rdf.Blank().Add(rdf.Type, rdf.RDFS+"Datatype").Add(rdf.OWL+"onDatatype", base).Add(rdf.OWL+"withRestrictions", limits)
}

type facet struct {
	word  rdf.IRI
	value rdf.Term
}

func oneOf(values rdf.List) rdf.Term {
	return rdf.Blank().Add(rdf.Type, rdf.RDFS+"Datatype").Add(rdf.OWL+"oneOf", values)
}
