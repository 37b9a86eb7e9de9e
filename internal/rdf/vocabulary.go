package rdf

// The namespaces of the vocabularies that exports are written in.
const (
	RDF  IRI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	RDFS IRI = "http://www.w3.org/2000/01/rdf-schema#"
	XSD  IRI = "http://www.w3.org/2001/XMLSchema#"
	OWL  IRI = "http://www.w3.org/2002/07/owl#"
	SH   IRI = "http://www.w3.org/ns/shacl#"
	SKOS IRI = "http://www.w3.org/2004/02/skos/core#"
)

// Type is the predicate rdf:type.
const Type = RDF + "type"

// Vocabularies returns the prefixes under which these namespaces are known.
func Vocabularies() []Prefix {
	return []Prefix{{"rdf", RDF}, {"rdfs", RDFS}, {"xsd", XSD}, {"owl", OWL}, {"sh", SH}, {"skos", SKOS}}
}
