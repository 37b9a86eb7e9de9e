package lower_test

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

func patterns() []string {
	return []string{
		"^/a", ".", "é$", "", "^$", "^(a|b)*$", "(?i)k", "(?i)ſ|É", "[^a-z/]", `\d+`, `\pL`, `(?s)^.{2,3}$`, "a?b+c*", "^[[:^ascii:]]", `^/a$|b`,
		`(?s)^(.*[/\\])?\.\.([/\\].*)?$`, `^\x{1f600}`, `[\x{10000}-\x{10ffff}]`, `[\x{30000}-\x{10ffff}]`, `\bx`, `(?m)^a`, "a(^b|c)", "(^/a|b)c?", `x$y`, "(a|b$)", `\C`, "(?U)a+?", `[^\n]`,
	}
}

func (w world) predicate(t *rapid.T, depth int) schema.Predicate {
	choice := rapid.IntRange(0, 16).Draw(t, "predicate")
	if depth == 0 {
		choice %= 13
	}
	switch choice {
	case 0:
		return truth(rapid.Bool().Draw(t, "truth"))
	case 1:
		return w.inList(t, depth)
	case 2:
		return in(w.term(t, rapid.SampledFrom([]value.Kind{value.String, value.String, value.Integer, value.Boolean, value.Decimal, value.Directory, value.Enum}).Draw(t, "element"), depth), field("tags"))
	case 3:
		return contains(w.term(t, value.String, depth), w.part(t, depth))
	case 4:
		return startsWith(w.term(t, value.String, depth), w.part(t, depth))
	case 5:
		return endsWith(w.term(t, value.String, depth), w.part(t, depth))
	case 6, 7:
		return within(w.place(t, depth), w.place(t, depth))
	case 8:
		return matches(w.term(t, value.String, depth), rapid.SampledFrom(patterns()).Draw(t, "pattern"))
	case 9:
		return comesFrom(rapid.SampledFrom([]string{"path", "in"}).Draw(t, "from"), "db.Row", rapid.SampledFrom([]string{"email", "name"}).Draw(t, "column"))
	case 10, 11, 12:
		kind := kinds[rapid.SampledFrom(fieldNames).Draw(t, "type")]
		return compare(w.term(t, kind, depth), comparisons(t, kind), w.term(t, kind, depth))
	case 13, 14:
		return not(w.predicate(t, depth-1))
	case 15:
		return and(w.predicates(t, depth-1)...)
	}
	return or(w.predicates(t, depth-1)...)
}

// inList draws membership in a literal of any kind that has members.
func (w world) inList(t *rapid.T, depth int) schema.Predicate {
	name := rapid.SampledFrom([]string{"path", "amount", "price", "flag", "blob", "tags", "where", "dir", "mode", "colour"}).Draw(t, "member")
	members := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) schema.Value {
		for {
			of := name
			if kinds[name] == value.Enum {
				of = rapid.SampledFrom(namesOf(value.Enum)).Draw(t, "enumeration")
			}
			v := w.fieldValue(t, of)
			if i, ok := v.(*schema.IntegerValue); !ok || len(i.Integer) < 3 {
				return v
			}
		}
	}), 0, 3).Draw(t, "members")
	if name == "tags" || name == "where" {
		members = []schema.Value{list(str("/a")), list(str("b"), num(1))}
		if name == "where" {
			members = []schema.Value{dict(str("a"), num(1)), dict()}
		}
	}
	collection := []schema.Value{list(members...), tuple(members...), setOf(members...)}[rapid.IntRange(0, 2).Draw(t, "collection")]
	return in(w.term(t, kinds[name], depth), lit(collection))
}

// part draws a text to look for.
func (w world) part(t *rapid.T, depth int) schema.Term {
	if rapid.Bool().Draw(t, "prefix") {
		return lit(prefix(w.text(t, "prefix")))
	}
	return w.term(t, value.String, depth)
}

// place draws a path.
func (w world) place(t *rapid.T, depth int) schema.Term {
	if rapid.Bool().Draw(t, "directory") {
		return lit(dir(rapid.SampledFrom([]string{"/a", "/", "b", "/a/../b", ".", "/a/", "~"}).Draw(t, "place")))
	}
	return w.term(t, rapid.SampledFrom([]value.Kind{value.String, value.Directory}).Draw(t, "place"), depth)
}

func (w world) predicates(t *rapid.T, depth int) []schema.Predicate {
	operands := make([]schema.Predicate, rapid.IntRange(0, 3).Draw(t, "operands"))
	for i := range operands {
		operands[i] = w.predicate(t, depth)
	}
	return operands
}

func (w world) set(t *rapid.T) schema.EffectSet {
	least := min(1, rapid.IntRange(0, 9).Draw(t, "least"))
	names := rapid.SliceOfN(rapid.SampledFrom(effectNames), least, 4).Draw(t, "effects")
	if rapid.Bool().Draw(t, "filtered") {
		return where(w.predicate(t, 1), names...)
	}
	return effects(names...)
}

func cellNames() []string {
	return []string{"door", "level", "switch", "rate", "pair", "latch", "still", "lamp", "lamp"}
}

// entry draws a literal key and a literal value of a cell.
func (w world) entry(t *rapid.T, cell string) (key, val schema.Term) {
	for _, c := range cells() {
		if c.Name == cell {
			return lit(w.ofKind(t, c.KeyKind)), lit(w.ofKind(t, c.ValueKind))
		}
	}
	return nil, nil
}

func (w world) ofKind(t *rapid.T, kind value.Kind) schema.Value {
	names := namesOf(kind)
	if kind == value.Enum {
		return w.fieldValue(t, rapid.SampledFrom(names).Draw(t, "enumeration"))
	}
	return w.fieldValue(t, names[0])
}

// statePredicate draws a predicate over key and value of a cell.
func (w world) statePredicate(t *rapid.T, cell string) schema.Predicate {
	key, want := w.entry(t, cell)
	kind := value.KindOf(want.(*schema.LiteralTerm).Literal)
	p := compare(field("value"), comparisons(t, kind), want)
	switch rapid.IntRange(0, 4).Draw(t, "state predicate") {
	case 0:
		return or(p, eq(field("key"), key))
	case 1:
		return or(p, not(eq(field("key"), key)))
	case 2:
		return and(p, eq(field("key"), field("key")))
	}
	return p
}

// bound draws what a count or a sum is compared with.
func (w world) bound(t *rapid.T, kind value.Kind) schema.Term {
	if rapid.IntRange(0, 5).Draw(t, "sort of bound") == 0 {
		return add(lit(num(1)), lit(w.integer(t, "bound")))
	}
	if kind == value.Decimal {
		return lit(w.decimal(t, "bound"))
	}
	return lit(w.integer(t, "bound"))
}

// leaf draws a constraint without operands.
func (w world) leaf(t *rapid.T) schema.Constraint {
	cell := rapid.SampledFrom(cellNames()).Draw(t, "cell")
	keyKind := kinds[rapid.SampledFrom(fieldNames).Draw(t, "key")]
	switch rapid.IntRange(0, 13).Draw(t, "kind") {
	case 0:
		return &schema.StateAll{Cell: cell, Predicate: w.statePredicate(t, cell)}
	case 1:
		return &schema.Empty{Set: w.set(t)}
	case 2, 3:
		return &schema.All{Set: w.set(t), Predicate: w.predicate(t, 2)}
	case 4:
		return &schema.Exists{Set: w.set(t), Predicate: w.predicate(t, 2)}
	case 5:
		return &schema.UniqueBy{Set: w.set(t), Key: w.term(t, keyKind, 1)}
	case 6:
		return &schema.Count{Set: w.set(t), Op: comparisons(t, value.Integer), Bound: w.bound(t, value.Integer)}
	case 7, 8:
		name := rapid.SampledFrom([]string{"amount", "a b"}).Draw(t, "summed")
		return &schema.Sum{Set: w.set(t), Field: name, Op: comparisons(t, value.Integer), Bound: w.bound(t, value.Integer)}
	case 9:
		return &schema.Sum{Set: w.set(t), Field: "price", Op: comparisons(t, value.Decimal), Bound: lit(w.decimal(t, "bound"))}
	case 10:
		return &schema.ExistsPair{Left: w.set(t), Right: w.set(t), Key: w.term(t, keyKind, 1)}
	case 11:
		return &schema.StateAll{Cell: cell, Predicate: w.statePredicate(t, cell)}
	case 13:
		return &schema.Unrestricted{}
	}
	key, want := w.entry(t, cell)
	return &schema.StateAt{Cell: cell, Key: key, Op: comparisons(t, value.KindOf(want.(*schema.LiteralTerm).Literal)), Value: want}
}

func (w world) constraint(t *rapid.T, depth int) schema.Constraint {
	choice := rapid.IntRange(0, 6).Draw(t, "constraint")
	if depth == 0 || choice <= 3 {
		return w.leaf(t)
	}
	if choice == 4 {
		return &schema.Not{Operand: w.constraint(t, depth-1)}
	}
	operands := make([]schema.Constraint, rapid.IntRange(0, 3).Draw(t, "operands"))
	for i := range operands {
		operands[i] = w.constraint(t, depth-1)
	}
	if choice == 5 {
		return &schema.And{Operands: operands}
	}
	return &schema.Or{Operands: operands}
}
