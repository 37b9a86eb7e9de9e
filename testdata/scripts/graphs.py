"""Reads what contractc exports with rdflib. The question is JSON on standard input,
the answer JSON on standard output; the argument says what is asked."""

import json
import re
import sys

from rdflib import BNode, Graph, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.compare import isomorphic
from rdflib.namespace import OWL, RDF, RDFS, XSD

EXPORT = Namespace("https://contractc.dev/export/v1/")


def parse(text):
    return Graph().parse(data=text, format="turtle")


def load(question):
    """Parses graphs, and says which of the triples asked for they hold. A triple's
    third part may be missing: then its objects are counted."""
    answer = {}
    for name, graph in question["graphs"].items():
        g = parse(graph)
        held = []
        for triple in question["triples"].get(name, []):
            terms = [URIRef(t) for t in triple] + [None] * (3 - len(triple))
            held.append(len(list(g.triples(tuple(terms)))))
        answer[name] = {"size": len(g), "held": held}
    return answer


def same(question):
    """Whether two graphs are isomorphic, one as Turtle and one as N-Triples."""
    return isomorphic(parse(question["turtle"]), Graph().parse(data=question["triples"], format="nt"))


def linked(question):
    """Turns JSON documents into graphs by a JSON-LD context."""
    base = "https://example.com/base/"
    names = sorted(question["documents"])
    nodes = [{"@id": f"{base}{i}", **question["documents"][n]} for i, n in enumerate(names)]
    text = json.dumps({"@context": question["context"], "@graph": nodes})
    whole = Graph().parse(data=text, format="json-ld", base=base)
    nodes = {n: f"{base}{i}" for i, n in enumerate(names)}
    return {n: {"node": iri, "graph": about(whole, URIRef(iri))} for n, iri in nodes.items()}


def expanded(question):
    """Turns JSON documents, each with its own JSON-LD context, into graphs."""
    out = {}
    for name, text in question["documents"].items():
        graph = Graph().parse(data=text, format="json-ld", base="https://example.com/base/")
        out[name] = graph.serialize(format="nt")
    return out


def about(graph, node):
    """What a graph says of a node and of the blank nodes that it leads to."""
    part, todo = Graph(), [node]
    while todo:
        for triple in graph.triples((todo.pop(), None, None)):
            if isinstance(triple[2], BNode) and triple not in part:
                todo.append(triple[2])
            part.add(triple)
    return part.serialize(format="nt")


# What is known of an individual: True, False, or None where neither follows.


def conjunction(values):
    values = list(values)
    if False in values:
        return False
    return None if None in values else True


def disjunction(values):
    return negation(conjunction(negation(v) for v in values))


def negation(v):
    return None if v is None else not v


class Reasoner:
    """Says whether an individual is in a class expression, by the meaning of OWL 2,
    of individuals that are asserted to be different and of functional properties."""

    def __init__(self, graph):
        self.g = graph
        self.different = set()
        for node in graph.subjects(RDF.type, OWL.AllDifferent):
            self.different.update(self.list(graph.value(node, OWL.distinctMembers)))

    def list(self, node):
        return list(Collection(self.g, node))

    def member(self, x, c):
        if c == OWL.Thing:
            return True
        if c == OWL.Nothing:
            return False
        if isinstance(c, URIRef):
            if (x, RDF.type, c) in self.g:
                return True
            definition = self.g.value(c, OWL.equivalentClass)
            return None if definition is None else self.member(x, definition)
        for word, join in ((OWL.intersectionOf, conjunction), (OWL.unionOf, disjunction)):
            parts = self.g.value(c, word)
            if parts is not None:
                return join(self.member(x, p) for p in self.list(parts))
        complement = self.g.value(c, OWL.complementOf)
        if complement is not None:
            return negation(self.member(x, complement))
        return self.restriction(x, c)

    def restriction(self, x, c):
        p = self.g.value(c, OWL.onProperty)
        values = list(self.g.objects(x, p))
        if p == EXPORT.hasEvent:
            return self.events(x, c, values)
        assert len(values) <= 1, f"{p} has several values"
        if not values:
            return None
        wanted = self.g.value(c, OWL.hasValue)
        if wanted is not None:
            return values[0].eq(wanted) if values[0].datatype == wanted.datatype else values[0].value == wanted.value
        return self.literal(values[0], self.g.value(c, OWL.someValuesFrom))

    def closed(self, x, values):
        for c in self.g.objects(x, RDF.type):
            if self.g.value(c, OWL.onProperty) == EXPORT.hasEvent:
                all_of = self.g.value(c, OWL.allValuesFrom)
                return [] == values if all_of == OWL.Nothing else set(values) == set(self.list(self.g.value(all_of, OWL.oneOf)))
        return False

    def events(self, x, c, values):
        assert len(values) < 2 or set(values) <= self.different, "events are not told apart"
        closed = self.closed(x, values)
        all_of, some_of = self.g.value(c, OWL.allValuesFrom), self.g.value(c, OWL.someValuesFrom)
        if all_of is not None:
            known = conjunction(self.member(e, all_of) for e in values)
            return known if closed or known is False else None
        if some_of is not None:
            known = disjunction(self.member(e, some_of) for e in values)
            return known if closed or known is True else None
        of = self.g.value(c, OWL.onClass)
        known = [self.member(e, of) for e in values]
        least = known.count(True)
        most = least + known.count(None) if closed else float("inf")
        return self.count(c, least, most)

    def count(self, c, least, most):
        for word, low, high in (
            (OWL.maxQualifiedCardinality, False, True),
            (OWL.minQualifiedCardinality, True, False),
            (OWL.qualifiedCardinality, True, True),
        ):
            bound = self.g.value(c, word)
            if bound is None:
                continue
            n, parts = int(bound), []
            if high:
                parts.append(True if most <= n else False if least > n else None)
            if low:
                parts.append(True if least >= n else False if most < n else None)
            return conjunction(parts)
        raise AssertionError("a restriction says nothing")

    def literal(self, v, d):
        if d == RDFS.Literal:
            return True
        if isinstance(d, URIRef):
            return v.datatype == d or (d == XSD.string and v.datatype is None)
        options = self.g.value(d, OWL.oneOf)
        if options is not None:
            return any(v.value == o.value and type(v.value) is type(o.value) for o in self.list(options))
        base = self.g.value(d, OWL.onDatatype)
        if not (self.literal(v, base) or (base == XSD.decimal and v.datatype == XSD.integer)):
            return False
        return all(self.facet(v, f) for f in self.list(self.g.value(d, OWL.withRestrictions)))

    def facet(self, v, f):
        ((word, bound),) = self.g.predicate_objects(f)
        text, value, limit = str(v), v.value, bound.value
        return {
            XSD.pattern: lambda: re.fullmatch(str(bound), text) is not None,
            XSD.length: lambda: len(text) == limit,
            XSD.minLength: lambda: len(text) >= limit,
            XSD.maxLength: lambda: len(text) <= limit,
            XSD.minInclusive: lambda: value >= limit,
            XSD.maxInclusive: lambda: value <= limit,
            XSD.minExclusive: lambda: value > limit,
            XSD.maxExclusive: lambda: value < limit,
        }[word]()


def meets(question):
    """Says of executions whether they are in classes, and that nothing but classes of
    executions is below the class of executions."""
    g = parse(question["graph"])
    reasoner = Reasoner(g)
    answers = [reasoner.member(URIRef(c["execution"]), URIRef(c["class"])) for c in question["cases"]]
    return {"answers": answers}


if __name__ == "__main__":
    commands = {"load": load, "same": same, "linked": linked, "expanded": expanded, "meets": meets}
    print(json.dumps(commands[sys.argv[1]](json.load(sys.stdin))))
