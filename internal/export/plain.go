package export

import (
	"encoding/json"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// plain is a value as the JSON that a record holds: nil, bool, string, json.Number, []any or map[string]any. Entries
// whose keys are no texts have the key's JSON as key.
func plain(v schema.Value) any {
	switch v := v.(type) {
	case *schema.BooleanValue:
		return v.Boolean
	case *schema.IntegerValue:
		return json.Number(v.Integer)
	case *schema.DecimalValue:
		return json.Number(v.Decimal)
	case *schema.EnumValue:
		return v.Text
	case *schema.ListValue:
		return plainItems(v.Items)
	case *schema.TupleValue:
		return plainItems(v.Items)
	case *schema.SetValue:
		return plainItems(v.Items)
	case *schema.MapValue:
		return plainMap(v)
	case nil, *schema.NoneValue:
		return nil
	}
	return value.Text(v)
}

func plainItems(items []schema.Value) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = plain(item)
	}
	return out
}

func plainMap(v *schema.MapValue) map[string]any {
	out := make(map[string]any, len(v.Entries))
	for _, e := range v.Entries {
		key, ok := plain(e.Key).(string)
		if !ok {
			text, _ := json.Marshal(plain(e.Key))
			key = string(text)
		}
		out[key] = plain(e.Value)
	}
	return out
}
