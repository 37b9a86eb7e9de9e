package coverage.domains_test

import data.coverage.domains

guarantee(symbol) := {"expression": symbol, "library": split(symbol, ".")[0], "symbol": symbol, "contract": symbol, "unrestricted": false}

unrestricted := object.union(guarantee("filesystem.no_guarantees"), {"unrestricted": true})

reported(wanted, guarantees, libraries) := reported_with(wanted, guarantees, libraries, [])

reported_with(wanted, guarantees, libraries, entailments) := found if {
	found := domains.coverage with input as {
		"action": {"type": "call_tool"},
		"effects": [{"effect": "ReadFile", "library": library} | some library in libraries],
		"guarantees": guarantees,
		"domains": {"filesystem": wanted},
		"entailments": entailments,
	}
}

asked := {"name": "filesystem", "recommended": ["filesystem.read_only", "filesystem.no_deletes"], "required": ["filesystem.only_read_under"]}

only_recommended := object.union(asked, {"required": []})

nothing_asked := {"name": "filesystem", "recommended": [], "required": []}

cases := {
	"nothing used": {"asked": asked, "guarantees": [], "libraries": [], "want": set()},
	"required before silent": {
		"asked": asked, "guarantees": [], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "required_gap", "detail": "filesystem.only_read_under"}},
	},
	"required before recommended": {
		"asked": asked, "guarantees": [guarantee("filesystem.read_only")], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "required_gap", "detail": "filesystem.only_read_under"}},
	},
	"recommended, each named once": {
		"asked": asked, "guarantees": [guarantee("filesystem.only_read_under")], "libraries": ["filesystem", "filesystem"],
		"want": {{"domain": "filesystem", "status": "recommended_gap", "detail": "filesystem.no_deletes, filesystem.read_only"}},
	},
	"silent before recommended": {
		"asked": only_recommended, "guarantees": [], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "silent_gap"}},
	},
	"no restriction addresses nothing": {
		"asked": only_recommended, "guarantees": [unrestricted], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "silent_gap"}},
	},
	"the same name elsewhere satisfies nothing": {
		"asked": asked, "guarantees": [guarantee("editor.only_read_under")], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "required_gap", "detail": "filesystem.only_read_under"}},
	},
	"a symbol that its library does not own satisfies nothing": {
		"asked": asked, "guarantees": [object.union(guarantee("filesystem.only_read_under"), {"library": "editor"})], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "required_gap", "detail": "filesystem.only_read_under"}},
	},
	"covered": {
		"asked": asked, "libraries": ["filesystem"],
		"guarantees": [guarantee("filesystem.only_read_under"), guarantee("filesystem.read_only"), guarantee("filesystem.no_deletes")],
		"want": {{"domain": "filesystem", "status": "covered"}},
	},
	"a domain that asks for nothing is covered by any restriction": {
		"asked": nothing_asked, "guarantees": [guarantee("filesystem.read_only")], "libraries": ["filesystem"],
		"want": {{"domain": "filesystem", "status": "covered"}},
	},
	"two domains": {
		"asked": nothing_asked, "guarantees": [guarantee("filesystem.read_only")], "libraries": ["filesystem", "editor"],
		"want": {{"domain": "filesystem", "status": "covered"}, {"domain": "editor", "status": "silent_gap"}},
	},
}

test_coverage[name] if {
	some name, case in cases
	reported(case.asked, case.guarantees, case.libraries) == case.want
}

test_an_effect_without_a_library_names_it_itself if {
	found := domains.coverage with input as {
		"action": {"type": "call_tool"},
		"effects": [{"effect": "web.Fetch"}],
		"guarantees": [],
		"domains": {},
		"entailments": [],
	}
	found == {{"domain": "web", "status": "silent_gap"}}
}

test_other_actions_have_no_coverage if {
	found := domains.coverage with input as {
		"action": {"type": "claim"},
		"effects": [{"effect": "ReadFile", "library": "filesystem"}],
		"guarantees": [],
		"domains": {},
		"entailments": [],
	}
	found == set()
}

implies(stated, implied) := {"stated": stated, "implied": implied}

both_proved := [
	implies("filesystem.no_writes", "filesystem.read_only"),
	implies("filesystem.no_writes", "filesystem.no_deletes"),
]

entailed_cases := {
	"entailed where proofs cover all that is recommended": {
		"asked": only_recommended, "guarantees": [guarantee("filesystem.no_writes")], "entailments": both_proved,
		"want": {{"domain": "filesystem", "status": "entailed", "detail": "filesystem.no_deletes by filesystem.no_writes; filesystem.read_only by filesystem.no_writes"}},
	},
	"entailed where a proof covers what is not in force": {
		"asked": only_recommended,
		"guarantees": [guarantee("filesystem.read_only")],
		"entailments": [implies("filesystem.read_only", "filesystem.no_deletes")],
		"want": {{"domain": "filesystem", "status": "entailed", "detail": "filesystem.no_deletes by filesystem.read_only"}},
	},
	"entailed by a guarantee of another library": {
		"asked": object.union(only_recommended, {"recommended": ["filesystem.read_only"]}),
		"guarantees": [guarantee("sandbox.frozen")],
		"entailments": [implies("sandbox.frozen", "filesystem.read_only")],
		"want": {{"domain": "filesystem", "status": "entailed", "detail": "filesystem.read_only by sandbox.frozen"}},
	},
	"by each contract from which it follows": {
		"asked": object.union(only_recommended, {"recommended": ["filesystem.read_only"]}),
		"guarantees": [guarantee("b.two"), guarantee("a.one"), guarantee("a.one")],
		"entailments": [implies("b.two", "filesystem.read_only"), implies("a.one", "filesystem.read_only")],
		"want": {{"domain": "filesystem", "status": "entailed", "detail": "filesystem.read_only by a.one, b.two"}},
	},
	"a gap where a proof covers a part": {
		"asked": only_recommended, "guarantees": [guarantee("filesystem.no_writes")],
		"entailments": [implies("filesystem.no_writes", "filesystem.no_deletes")],
		"want": {{"domain": "filesystem", "status": "recommended_gap", "detail": "filesystem.read_only"}},
	},
	"a gap of other libraries where a proof covers a part": {
		"asked": only_recommended, "guarantees": [guarantee("sandbox.frozen")],
		"entailments": [implies("sandbox.frozen", "filesystem.no_deletes")],
		"want": {{"domain": "filesystem", "status": "recommended_gap", "detail": "filesystem.read_only"}},
	},
	"a proof from a contract that is not in force covers nothing": {
		"asked": only_recommended, "guarantees": [guarantee("filesystem.only_read_under")], "entailments": both_proved,
		"want": {{"domain": "filesystem", "status": "recommended_gap", "detail": "filesystem.no_deletes, filesystem.read_only"}},
	},
	"a proof from a contract of the same name elsewhere covers nothing": {
		"asked": only_recommended, "guarantees": [guarantee("editor.no_writes")], "entailments": both_proved,
		"want": {{"domain": "filesystem", "status": "silent_gap"}},
	},
	"a proof from what restricts nothing covers nothing": {
		"asked": only_recommended, "guarantees": [unrestricted],
		"entailments": [implies("filesystem.no_guarantees", "filesystem.read_only"), implies("filesystem.no_guarantees", "filesystem.no_deletes")],
		"want": {{"domain": "filesystem", "status": "silent_gap"}},
	},
	"what is required is not covered by a proof": {
		"asked": asked, "guarantees": [guarantee("filesystem.no_reads")],
		"entailments": [implies("filesystem.no_reads", "filesystem.only_read_under")],
		"want": {{"domain": "filesystem", "status": "required_gap", "detail": "filesystem.only_read_under"}},
	},
	"covered where all is in force, whatever is proved": {
		"asked": only_recommended, "guarantees": [guarantee("filesystem.read_only"), guarantee("filesystem.no_deletes")], "entailments": both_proved,
		"want": {{"domain": "filesystem", "status": "covered"}},
	},
}

test_entailed[name] if {
	some name, case in entailed_cases
	reported_with(case.asked, case.guarantees, ["filesystem"], case.entailments) == case.want
}
