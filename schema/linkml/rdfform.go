package linkml

// rdfForm is what the values of a slot are in RDF.
type rdfForm uint8

const (
	asLiteral rdfForm = iota // a literal of the slot's datatype
	asJSON                   // a literal of type rdf:JSON: anything, and arrays
	asIRI                    // the IRI of another node: a reference, a value of an enum with meanings, an object identifier
	asNode                   // another node, which need not have an IRI
	asType                   // the slot designates the type: rdf:type says it
	asName                   // the identifier: the IRI of the node itself
	asEither                 // literals and nodes both
)

func (v *View) rdfForm(i *Induced) rdfForm {
	switch {
	case isTrue(i.Expr.DesignatesType):
		return asType
	case isTrue(i.Expr.Identifier):
		return asName
	case i.Expr.Array != nil:
		return asJSON
	case rangedByBranches(&i.Expr) && i.Any:
		return v.formOfBranches(i)
	}
	return v.formOf(i.Target)
}

// formOf is the form of values of a range.
func (v *View) formOf(t Target) rdfForm {
	switch {
	case t.Class != nil && t.Form == FormObject:
		return asNode
	case t.Class != nil:
		return asIRI
	case t.Any:
		return asJSON
	case t.Enum != nil && v.hasMeanings(t.Enum):
		return asIRI
	case t.Type != nil && v.namesNodes(t.Type):
		return asIRI
	}
	return asLiteral
}

// formOfBranches is the form that all ranges of a union have.
func (v *View) formOfBranches(i *Induced) rdfForm {
	if i.Expr.RangeExpression != nil {
		return asEither
	}
	var forms []rdfForm
	var walk func(e *SlotExpr)
	walk = func(e *SlotExpr) {
		if e.Range != nil && e != &i.Expr {
			forms = append(forms, v.formOf(v.branchTarget(e, i)))
		}
		for _, list := range [][]*SlotExpr{e.AnyOf, e.ExactlyOneOf, e.AllOf} {
			for _, b := range list {
				walk(b)
			}
		}
	}
	walk(&i.Expr)
	if len(forms) == 0 {
		return asNode
	}
	for _, f := range forms {
		if f != forms[0] {
			return asEither
		}
	}
	return forms[0]
}

// hasMeanings reports whether every value of an enum has an IRI of its own; then values are nodes, otherwise texts.
func (v *View) hasMeanings(e *Enum) bool {
	values := v.permissible(e)
	for _, p := range values {
		if p.Meaning == "" {
			return false
		}
	}
	return len(values) > 0
}

// namesNodes reports whether values of a type are IRIs of nodes.
func (v *View) namesNodes(t *Type) bool {
	b, _ := v.builtinOf(t)
	return b.name == "objectidentifier" || b.name == "nodeidentifier"
}
