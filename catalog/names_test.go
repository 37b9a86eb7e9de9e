package catalog_test

import "testing"

func TestNames(t *testing.T) {
	c := kitchen(t)
	for name, want := range map[string]string{"kitchen": "kitchen", "tools.kitchen.contracts": "kitchen", "tools.pantry-1.contracts": "pantry"} {
		if lib, err := c.LibraryNamed(name); err != nil || lib.ID != want {
			t.Errorf("the library %s is %v, %v", name, lib, err)
		}
	}
	for name, want := range map[string]string{
		"nowhere":      `no library has the name "nowhere"`,
		"tools.shared": `the module "tools.shared" is exposed by the libraries kitchen and pantry; say which is meant`,
	} {
		if lib, err := c.LibraryNamed(name); err == nil || err.Error() != want {
			t.Errorf("the library %s is %v, %v", name, lib, err)
		}
	}
	for _, tc := range [][3]string{
		{"Row", "kitchen", "kitchen.Row"}, {"kitchen.Row", "pantry", "kitchen.Row"}, {"tools.kitchen.rows.Row", "", "kitchen.Row"},
		{"Row", "pantry", ""}, {"Row", "", ""}, {"tools.shared.Row", "", ""}, {"nowhere.Row", "", ""}, {"kitchen.Bow", "kitchen", ""},
	} {
		class, err := c.ClassNamed(tc[0], tc[1])
		if got := map[bool]string{true: "", false: tc[2]}[err != nil]; got != tc[2] || err == nil && class.ID != tc[2] {
			t.Errorf("the class %s, seen from %q, is %v, %v", tc[0], tc[1], class, err)
		}
	}
	if e, err := c.EffectNear("Heat", "pantry"); err != nil || e.ID != "kitchen.Heat" {
		t.Errorf("the nearest Heat is %v, %v", e, err)
	}
	if e, err := c.EffectNear("Heat", "nowhere"); err == nil {
		t.Errorf("an unknown library has %v", e)
	}
}
