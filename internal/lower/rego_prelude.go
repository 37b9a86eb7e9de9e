package lower

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/value"
)

// prelude writes the functions that the rules call, in a fixed order.
func (w *regoWriter) prelude() string {
	if w.needs["list"] || w.needs["object_map"] || w.needs["integer"] {
		w.needs["known"] = true
	}
	var b strings.Builder
	for _, part := range []struct{ name, text string }{
		{"trace", regoTrace},
		{"closed", regoClosedRule},
		{"text", regoText},
		{"boolean", regoBoolean},
		{"integer", regoInteger},
		{"decimal", w.decimalFunctions()},
		{"list", regoList},
		{"object_map", regoMap},
		{"known", fmt.Sprintf(regoKnown, value.MaxInteger, value.MaxInteger)},
		{"path", w.pathFunctions()},
		{"given", w.givenRule()},
	} {
		if w.needs[part.name] {
			b.WriteString(part.text)
		}
	}
	if !w.needs["decimal"] {
		b.WriteString("refused := set()\n")
	}
	return b.String()
}

const regoTrace = `# The events with their positions. Without a list of events nothing is known.
trace := [object.union(e, {"at": i}) | some i, e in input.events] if {
	is_array(input.events)
}

`

const regoClosedRule = `# Whether no event follows.
closed if {
	input.closed == true
}

`

const regoText = `text(e, name) := e.fields[name] if {
	is_string(e.fields[name])
}

`

const regoBoolean = `boolean(e, name) := e.fields[name] if {
	is_boolean(e.fields[name])
}

`

const regoInteger = `# An integer that is known: written without a point or an exponent, within
# ±(2^53-1).
integer(e, name) := n if {
	n := e.fields[name];
	is_number(n);
	regex.match(` + "`^-?[0-9]+$`" + `, json.marshal(n));
	known_integer(n)
}

`

const regoKnown = `known_integer(n) if {
	n >= -%d;
	n <= %d
}

# Whether a list or an object holds a number that is not known.
unknown_within(v) if {
	some n;
	walk(v, [_, n]);
	is_number(n);
	regex.match(` + "`^-?[0-9]+$`" + `, json.marshal(n));
	not known_integer(n)
}

`

const regoList = `list(e, name) := v if {
	v := e.fields[name];
	is_array(v);
	not unknown_within(v)
}

`

const regoMap = `object_map(e, name) := v if {
	v := e.fields[name];
	is_object(v);
	not unknown_within(v)
}

`

// decimalFunctions read a decimal as an integer in units of 10^-scale, exactly.
func (w *regoWriter) decimalFunctions() string {
	return fmt.Sprintf(regoDecimal, w.scale, strings.Repeat("0", w.scale), regoSet(w.decimals))
}

const regoDecimal = `# A decimal as an integer in units of 10^-%[1]d.
decimal(e, name) := scaled(json.marshal(e.fields[name])) if {
	is_number(e.fields[name])
}

scaled(text) := signed(startswith(text, "-"), trim_left(concat("", [parts[0], places]), "0")) if {
	regex.match(` + "`^-?[0-9]+([.][0-9]+)?$`" + `, text);
	parts := split(trim_prefix(text, "-"), ".");
	fraction := trim_right(concat("", array.slice(parts, 1, 2)), "0");
	count(fraction) <= %[1]d;
	places := substring(concat("", [fraction, "%[2]s"]), 0, %[1]d)
}

signed(negative, digits) := to_number(digits) if {
	negative == false;
	digits != ""
}

signed(negative, digits) := 0 - to_number(digits) if {
	negative == true;
	digits != ""
}

signed(_, "") := 0

# Numbers that the module cannot hold; of a trace with one of them, the verdict
# is not to be used.
refused contains sprintf("event %%d: %%s has no exact form", [i, name]) if {
	some i, e in input.events;
	some name in %[3]s;
	is_number(e.fields[name]);
	not has_decimal(e, name)
}

has_decimal(e, name) if {
	_ = decimal(e, name)
}

`

// pathFunctions make paths canonical. A location is the names of directories
// down to the place, each with a slash behind it; it is undefined where it is
// not known where a path leads.
func (w *regoWriter) pathFunctions() string {
	text := regoPath
	if w.opt.AnyInput {
		text += fmt.Sprintf(regoRelative, "input.working_directory")
	} else if cwd := w.opt.Env.WorkingDirectory; cwd != "" {
		text += fmt.Sprintf(regoRelative, literal.Rego(cwd))
	}
	return text
}

const regoPath = `location(path) := canonical(path) if {
	plain(path);
	startswith(path, "/")
}

plain(path) if {
	path != "";
	regex.match(` + "`^(~|[A-Za-z]:)`" + `, path) == false;
	contains(path, "\u0000") == false;
	contains(path, "\\") == false;
	contains(path, "://") == false
}

# Where no ".." takes a name back, the names are those written.
canonical(path) := concat("", [concat("", [name, "/"]) | some i, name in names; kept(names, ups, i)]) if {
	names := [name | some name in split(path, "/"); name != ""; name != "."];
	ups := [count([1 | some k, name in names; k <= i; name == ".."]) | some i, _ in names]
}

# A name is kept unless, somewhere after it, more ".." than names have stood.
kept(names, ups, i) if {
	names[i] != "..";
	count([1 | some j, _ in names; j > i; 2 * (ups[j] - ups[i]) > j - i]) == 0
}

`

const regoRelative = `location(path) := canonical(concat("/", [%[1]s, path])) if {
	plain(path);
	startswith(path, "/") == false;
	plain(%[1]s);
	startswith(%[1]s, "/")
}

`
