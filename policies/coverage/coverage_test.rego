package coverage.domains_test

import data.coverage.domains

guarantee(symbol) := {"expression": symbol, "library": split(symbol, ".")[0], "symbol": symbol, "unrestricted": false}

unrestricted := object.union(guarantee("filesystem.no_guarantees"), {"unrestricted": true})

reported(wanted, guarantees, libraries) := found if {
	found := domains.coverage with input as {
		"action": {"type": "call_tool"},
		"effects": [{"effect": "ReadFile", "library": library} | some library in libraries],
		"guarantees": guarantees,
		"domains": {"filesystem": wanted},
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
	}
	found == {{"domain": "web", "status": "silent_gap"}}
}

test_other_actions_have_no_coverage if {
	found := domains.coverage with input as {
		"action": {"type": "claim"},
		"effects": [{"effect": "ReadFile", "library": "filesystem"}],
		"guarantees": [],
		"domains": {},
	}
	found == set()
}
