package linkml

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

func (r *reader) readClass(name string, at diag.Range, body *doc.Node) *Class {
	c := &Class{Element: r.element(name, at)}
	c.Expr.At = at
	r.metaslots("class_definition", body, func(key string, v *doc.Node) bool {
		return r.elementField(&c.Element, key, v) || r.classField(c, key, v) || r.classBody(c, key, v)
	})
	return c
}

func (r *reader) classField(c *Class, key string, v *doc.Node) bool {
	switch key {
	case "is_a":
		c.IsA = r.ref(v)
	case "mixins":
		c.Mixins = r.refs(v)
	case "abstract":
		c.Abstract = r.flag(v)
	case "mixin":
		c.Mixin = r.flag(v)
	case "tree_root":
		c.TreeRoot = r.flag(v)
	case "class_uri":
		c.ClassURI = r.text(v)
	case "alias":
		c.Alias = r.text(v)
	case "instantiates":
		c.Instantiates = r.texts(v)
	case "extra_slots":
		r.readExtraSlots(c, v)
	default:
		return false
	}
	return true
}

func (r *reader) classBody(c *Class, key string, v *doc.Node) bool {
	switch key {
	case "slots":
		c.Slots = r.refs(v)
	case "attributes":
		c.Attributes = r.slots(v, "slot_definition")
	case "slot_usage":
		c.SlotUsage = r.slots(v, "slot_definition")
	case "unique_keys":
		r.named(v, "unique_key_name", func(name string, at diag.Range, body *doc.Node) {
			c.UniqueKeys = append(c.UniqueKeys, r.readUniqueKey(name, at, body))
		})
	case "rules":
		r.each(v, func(item *doc.Node) { c.Rules = append(c.Rules, r.readRule(item)) })
	case "classification_rules":
		// They say which class an instance could also be given; they make nothing invalid. Read for their mistakes only.
		r.each(v, func(item *doc.Node) { r.readClassExpr(item) })
	default:
		return r.classExprField(&c.Expr, key, v)
	}
	return true
}

// readExtraSlots reads extra_slots: {allowed: bool}. A range expression for the extra slots is not supported.
func (r *reader) readExtraSlots(c *Class, v *doc.Node) {
	r.metaslots("extra_slots_expression", v, func(key string, v *doc.Node) bool {
		if key == "allowed" {
			c.ExtraSlots = r.boolean(v)
			return true
		}
		return false
	})
}

func (r *reader) readUniqueKey(name string, at diag.Range, body *doc.Node) UniqueKey {
	u := UniqueKey{Name: name, At: at}
	r.metaslots("unique_key", body, func(key string, v *doc.Node) bool {
		switch key {
		case "unique_key_name":
			r.text(v)
		case "unique_key_slots":
			u.Slots = r.texts(v)
		case "consider_nulls_inequal":
			u.ConsiderNullsInequal = r.boolean(v)
		default:
			return false
		}
		return true
	})
	if len(u.Slots) == 0 {
		r.errorf(at, CodeShape, "the unique key %q names no slots", name).detail("Add unique_key_slots: [slot, …].")
	}
	return u
}

func (r *reader) readRule(n *doc.Node) *Rule {
	rule := &Rule{At: n.Range}
	r.metaslots("class_rule", n, func(key string, v *doc.Node) bool {
		switch key {
		case "preconditions":
			rule.Pre = r.readClassExpr(v)
		case "postconditions":
			rule.Post = r.readClassExpr(v)
		case "elseconditions":
			rule.Else = r.readClassExpr(v)
		case "bidirectional":
			rule.Bidirectional = r.flag(v)
		case "open_world":
			rule.OpenWorld = r.flag(v)
		case "deactivated":
			rule.Deactivated = r.flag(v)
		default:
			return false
		}
		return true
	})
	return rule
}

func (r *reader) readClassExpr(n *doc.Node) *ClassExpr {
	e := &ClassExpr{At: n.Range}
	r.nested(n, func() {
		r.metaslots("anonymous_class_expression", n, func(key string, v *doc.Node) bool { return r.classExprField(e, key, v) })
	})
	return e
}

func (r *reader) classExprField(e *ClassExpr, key string, v *doc.Node) bool {
	switch key {
	case "is_a":
		e.IsA = r.ref(v)
	case "slot_conditions":
		e.Conditions = r.slots(v, "slot_definition")
	case "any_of":
		e.AnyOf = r.classExprs(v)
	case "all_of":
		e.AllOf = r.classExprs(v)
	case "exactly_one_of":
		e.ExactlyOneOf = r.classExprs(v)
	case "none_of":
		e.NoneOf = r.classExprs(v)
	default:
		return false
	}
	return true
}

func (r *reader) classExprs(n *doc.Node) []*ClassExpr {
	out := []*ClassExpr{}
	r.each(n, func(item *doc.Node) { out = append(out, r.readClassExpr(item)) })
	return out
}
