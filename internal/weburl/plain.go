package weburl

import (
	"encoding/json"
	"strconv"
)

// Plain returns the parts as plain JSON values, null where one is not known.
func (u *URL) Plain() map[string]any {
	parts := map[string]any{
		"scheme": orNull(u.Scheme), "host": orNull(u.Host), "domain": orNull(u.Domain), "origin": orNull(u.Origin), "path": orNull(u.Path),
		"port": nil, "query": nil, "literal": nil, "user": nil,
	}
	if u.Host != "" {
		parts["literal"], parts["user"] = u.Literal, u.User
	}
	if u.Port != 0 {
		parts["port"] = json.Number(strconv.Itoa(u.Port))
	}
	if u.Parsed {
		parts["query"] = u.Query
	}
	return parts
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
