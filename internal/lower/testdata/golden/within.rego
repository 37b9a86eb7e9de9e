package contracts.within

import rego.v1

part_1(e) if {
	(e.effect in {"fs.Read", "fs.List"}) == false
}

part_1(e) if {
	startswith(location(text(e, "path")), location("src"))
}

holds if {
	every e in trace {
		part_1(e)
	}
}

part_2 if {
	some e in trace;
	e.effect in {"fs.Read", "fs.List"};
	startswith(location(text(e, "path")), location("src")) == false
}

violated if {
	part_2
}

doubt if {
	not violated;
	not holds
}

default verdict := "unknown"

verdict := "holds" if {
	trace;
	holds
}

verdict := "violated" if {
	trace;
	violated
}

# The events with their positions. Without a list of events nothing is known.
trace := [object.union(e, {"at": i}) | some i, e in input.events] if {
	is_array(input.events)
}

text(e, name) := e.fields[name] if {
	is_string(e.fields[name])
}

location(path) := canonical(path) if {
	plain(path);
	startswith(path, "/")
}

plain(path) if {
	path != "";
	regex.match(`^(~|[A-Za-z]:)`, path) == false;
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

location(path) := canonical(concat("/", ["/repo", path])) if {
	plain(path);
	startswith(path, "/") == false;
	plain("/repo");
	startswith("/repo", "/")
}

refused := set()
