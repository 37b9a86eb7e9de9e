// Package rdf holds RDF graphs and writes them as Turtle.
//
// A [Graph] is a list of named nodes; what has no name stands within the node that refers to it, so that a graph has one
// spelling and no labels of blank nodes: [Graph.Turtle] gives the same bytes for the same graph, in whatever order it was
// built. The grammar is that of RDF 1.1 Turtle.
package rdf
