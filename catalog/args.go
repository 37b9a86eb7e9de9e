package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/contractc/contractc/catalog/index"
)

// maxArgsDepth bounds the nesting of arguments that expressions read.
const maxArgsDepth = 64

// ErrNoArgument says that an expression needs an argument that the call does not have.
var ErrNoArgument = errors.New("the call has no such argument")

// Performed is an effect that a call would have, its fields as plain JSON values. A field whose value is not known is left out: its argument is
// absent or null, or several arguments that stand for each other are given.
type Performed struct {
	Effect *index.Effect
	Fields map[string]any
}

// maxItems bounds how often one effect is performed by one call.
const maxItems = 10_000

// Call is a call of a tool: its identity, the namespace empty where it has none, and its arguments as plain JSON.
type Call struct {
	Namespace, Tool string
	Args            map[string]any
}

// call is what expressions of a mapping are evaluated over.
type call struct {
	Call
	item any
	each bool // item is one of the items of a list
}

// Perform applies the mapping of a tool to the arguments of a call of it; see PerformCall.
func (c *Catalog) Perform(ctx context.Context, m *index.Mapping, args map[string]any) ([]Performed, error) {
	return c.PerformCall(ctx, m, Call{m.Namespace, m.Tool, args})
}

// PerformCall applies a mapping to a call: what effects it would have, in order. A condition or list that cannot be evaluated, for want of an
// argument too, and any failure but an absent argument of a field, are errors: the caller must not take them for no effect.
func (c *Catalog) PerformCall(ctx context.Context, m *index.Mapping, of Call) ([]Performed, error) {
	list := make([]Performed, 0, len(m.Effects))
	for i := range m.Effects {
		mapped := &m.Effects[i]
		items, err := c.items(ctx, mapped, of)
		if err != nil {
			return nil, fmt.Errorf("mapping %s, line %d: %w", m.ID, mapped.Each.Line, err)
		}
		for _, in := range items {
			performed, holds, err := c.perform(ctx, mapped, in)
			if err != nil {
				return nil, fmt.Errorf("mapping %s: %w", m.ID, err)
			}
			if holds {
				list = append(list, performed)
			}
		}
	}
	return list, nil
}

// items is what an effect is performed for: the call alone, or each item of a list.
func (c *Catalog) items(ctx context.Context, mapped *index.MappedEffect, of Call) ([]call, error) {
	if mapped.Each == nil {
		return []call{{Call: of}}, nil
	}
	v, err := c.evaluate(ctx, mapped.Each, call{Call: of})
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	switch {
	case !ok:
		return nil, fmt.Errorf("each is no list")
	case len(list) > maxItems:
		return nil, fmt.Errorf("the list has more than %d items", maxItems)
	}
	items := make([]call, len(list))
	for i, item := range list {
		items[i] = call{of, item, true}
	}
	return items, nil
}

// perform is one performance of an effect; holds is false where its condition is not met.
func (c *Catalog) perform(ctx context.Context, mapped *index.MappedEffect, in call) (p Performed, holds bool, err error) {
	if mapped.When != nil {
		if holds, err = c.condition(ctx, mapped.When, in); err != nil || !holds {
			return p, false, atLine(mapped.When, err)
		}
	}
	p = Performed{Effect: c.effects[mapped.Effect], Fields: make(map[string]any, len(mapped.Fields))}
	for i := range mapped.Fields {
		if err := c.field(ctx, &mapped.Fields[i], in, p.Fields); err != nil {
			return p, false, err
		}
	}
	return p, true, nil
}

func atLine(e *index.Expression, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("line %d: %w", e.Line, err)
}

// field sets a field to the value of the one source that the call gives.
func (c *Catalog) field(ctx context.Context, f *index.MappedField, in call, fields map[string]any) error {
	given := 0
	for i := range f.Sources {
		v, err := c.evaluate(ctx, &f.Sources[i], in)
		if errors.Is(err, ErrNoArgument) || err == nil && v == nil {
			continue
		}
		if err != nil {
			return atLine(&f.Sources[i], err)
		}
		fields[f.Name] = v
		given++
	}
	if given > 1 {
		delete(fields, f.Name) // which of them the tool heeds is not known
	}
	return nil
}

func (c *Catalog) condition(ctx context.Context, e *index.Expression, in call) (bool, error) {
	v, err := c.evaluate(ctx, e, in)
	if err != nil {
		return false, err
	}
	holds, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("the condition is neither true nor false")
	}
	return holds, nil
}

// Holds reports whether a condition over the arguments of a call, without an item, is met. Its error says that it could not be evaluated.
func (c *Catalog) Holds(ctx context.Context, e *index.Expression, of Call) (bool, error) {
	return c.condition(ctx, e, call{Call: of})
}

// Evaluate returns the value of an expression over the arguments of a call as plain JSON. The error is ErrNoArgument where the expression names an
// argument, or a member of one, that is not there. An expression that only names an argument, or applies a function that takes a text apart, needs no
// CEL; any other is compiled at its first use.
func (c *Catalog) Evaluate(ctx context.Context, e *index.Expression, args map[string]any) (any, error) {
	return c.evaluate(ctx, e, call{Call: Call{Args: args}})
}

func (c *Catalog) evaluate(ctx context.Context, e *index.Expression, in call) (any, error) {
	switch {
	case e.Item:
		return follow(e.Path, in.item)
	case e.Tool:
		return follow(e.Path, in.tool())
	case e.Function != "":
		return c.apply(e, in.Args)
	case e.Path != nil:
		return follow(e.Path, in.Args)
	}
	p, ok := c.programs.Load(e)
	if !ok {
		p, _ = c.programs.LoadOrStore(e, c.language().compile(e.Source, in.each))
	}
	return p.(*argsProgram).eval(ctx, in)
}

// apply applies a function that takes a text apart.
func (c *Catalog) apply(e *index.Expression, args map[string]any) (any, error) {
	v, err := follow(e.Path, args)
	if err != nil {
		return nil, err
	}
	reader := c.language().readers.Reader(e.Function)
	if reader == nil {
		return nil, fmt.Errorf("there is no function %q", e.Function)
	}
	if v, err = reader(v); err != nil {
		return nil, err
	}
	return follow(e.Member, v)
}

// tool is the identity of the tool as expressions see it; the namespace is absent where there is none.
func (in *call) tool() map[string]any {
	tool := map[string]any{"name": in.Tool}
	if in.Namespace != "" {
		tool["namespace"] = in.Namespace
	}
	return tool
}

func follow(path []string, v any) (any, error) {
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, ErrNoArgument
		}
		if v, ok = m[name]; !ok {
			return nil, ErrNoArgument
		}
	}
	return v, nil
}

// evaluationError tells an absent argument from any other failure; cel-go has no type for it, but the wording of its own constant.
func evaluationError(err error, out ref.Val) error {
	if e, ok := out.(*types.Err); ok {
		err = e
	}
	const noSuchKey = "no such key"
	if text := err.Error(); len(text) >= len(noSuchKey) && text[:len(noSuchKey)] == noSuchKey {
		return ErrNoArgument
	}
	return fmt.Errorf("the expression fails: %q", err.Error())
}

// toCEL copies plain JSON with numbers as CEL has them. An integer beyond 64 bits has none: an expression that uses it fails.
func toCEL(v any, depth int) (any, error) {
	if depth > maxArgsDepth {
		return nil, fmt.Errorf("the arguments are nested more than %d deep", maxArgsDepth)
	}
	switch v := v.(type) {
	case json.Number:
		return celNumber(string(v)), nil
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			member, err := toCEL(item, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = member
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			member, err := toCEL(item, depth+1)
			if err != nil {
				return nil, err
			}
			out[name] = member
		}
		return out, nil
	case nil:
		return types.NullValue, nil
	}
	return v, nil
}

func celNumber(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, ".eE") {
		return x
	}
	return types.NewErr("a number is beyond what CEL computes with")
}

// fromCEL returns a CEL value as plain JSON.
func fromCEL(v ref.Val, depth int) (any, error) {
	if depth > maxArgsDepth {
		return nil, fmt.Errorf("the value is nested more than %d deep", maxArgsDepth)
	}
	switch v := v.(type) {
	case types.Null:
		return nil, nil
	case types.Bool:
		return bool(v), nil
	case types.String:
		return string(v), nil
	case types.Int:
		return json.Number(strconv.FormatInt(int64(v), 10)), nil
	case types.Uint:
		return json.Number(strconv.FormatUint(uint64(v), 10)), nil
	case types.Double:
		return doubleNumber(float64(v))
	case traits.Mapper:
		return mapFromCEL(v, depth)
	case traits.Lister:
		return listFromCEL(v, depth)
	}
	return nil, fmt.Errorf("a value of the type %q is no JSON", v.Type().TypeName())
}

func doubleNumber(x float64) (any, error) {
	if x-x != 0 {
		return nil, fmt.Errorf("the number is not finite")
	}
	text, err := json.Marshal(x)
	return json.Number(text), err
}

func listFromCEL(v traits.Lister, depth int) (any, error) {
	out := []any{}
	for it := v.Iterator(); it.HasNext() == types.True; {
		item, err := fromCEL(it.Next(), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

func mapFromCEL(v traits.Mapper, depth int) (any, error) {
	out := map[string]any{}
	for it := v.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		name, ok := key.(types.String)
		if !ok {
			return nil, fmt.Errorf("a key of a map is no text")
		}
		item, err := fromCEL(v.Get(key), depth+1)
		if err != nil {
			return nil, err
		}
		out[string(name)] = item
	}
	return out, nil
}
