package eval

import "testing"

// A value is not shown where it holds a secret, is part of one, or has its letters in
// another case.
func TestSecretValues(t *testing.T) {
	var hide secrets
	hide.add(object{"token": "Bearer aB\"cd<1234", "codes": []any{"hunter2"}})
	for _, v := range []any{
		"Bearer aB\"cd<1234", "x Bearer aB\"cd<1234 y", "bearer ab\"cd<1234", "aB\"c", "1234", "BEARER", "HUNTER2", []any{"a", "hunt"},
		object{"k": object{"l": "er2 hunter2"}}, object{"HUNTER2x": 1},
	} {
		if got := hide.ofPlain(v); got != hidden {
			t.Errorf("%v is shown as %s", v, got)
		}
	}
	for _, v := range []any{"", "123", "hun", "another text", true, nil, []any{"a", "er2"}, object{"put_object": "store"}} {
		if got := hide.ofPlain(v); got == hidden {
			t.Errorf("%v is not shown", v)
		}
	}
}
