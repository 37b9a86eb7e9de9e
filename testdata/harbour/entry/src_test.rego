package harbourentry

test_missing_paper {
	results := violation with input as {"review": {"object": {"name": "Alda", "papers": {}}}, "parameters": {"papers": ["health"]}}
	count(results) == 1
}

test_exempt {
	results := violation with input as {"review": {"object": {"name": "Pilot 3"}}, "parameters": {"papers": ["health"], "exempt": ["Pilot*"]}}
	count(results) == 0
}
