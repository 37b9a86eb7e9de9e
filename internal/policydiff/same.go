package policydiff

import (
	"encoding/json"
	"reflect"
)

// marshal is the JSON of a value.
func marshal(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// sameJSON reports whether two values are known to be the same as JSON.
func sameJSON(a, b any) bool {
	x, errX := marshal(a)
	y, errY := marshal(b)
	return errX == nil && errY == nil && x == y
}

// sameMeaning reports whether two constraints are the same but for the versions
// of their sets.
func sameMeaning(a, b any) bool {
	x, okX := unversioned(a)
	y, okY := unversioned(b)
	return okX && okY && reflect.DeepEqual(x, y)
}

func unversioned(v any) (any, bool) {
	text, err := json.Marshal(v)
	var tree any
	if err != nil || json.Unmarshal(text, &tree) != nil {
		return nil, false
	}
	return withoutVersions(tree), true
}

// withoutVersions takes the version from every set of effect types.
func withoutVersions(tree any) any {
	switch t := tree.(type) {
	case map[string]any:
		if _, isSet := t["effects"]; isSet {
			delete(t, "version")
		}
		for name := range t {
			t[name] = withoutVersions(t[name])
		}
	case []any:
		for i := range t {
			t[i] = withoutVersions(t[i])
		}
	}
	return tree
}
