package filesystem.forecasts_test

import data.filesystem.forecasts

messages(path) := {found.message |
	some found in forecasts.violation with input as {
		"action": {"type": "call_tool"},
		"effects": [{"effect": "filesystem.ReadFile", "fields": {"path": path}}],
	}
}

test_a_forecast if messages("docs/forecast.md") == {"\"docs/forecast.md\" is a forecast"}

test_another_file if messages("docs/report.md") == set()
