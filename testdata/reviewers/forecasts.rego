# METADATA
# title: Forecasts
package filesystem.forecasts

# METADATA
# title: A forecast is read with somebody's consent
# custom:
#   id: filesystem.forecasts
#   version: 1.0.0
#   severity: ask
#   actions: [call_tool]
#   why: A forecast moves markets.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("%q is a forecast", [effect.fields.path]),
	"path": "/args/path",
} if {
	input.action.type == "call_tool"
	some effect in input.effects
	contains(effect.fields.path, "forecast")
}
