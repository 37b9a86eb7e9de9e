package scaffold

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// small is a bundle with one library, whose files are given.
func small(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{
		"contractc.yaml":    "kind: Bundle\nlibraries:\n  - shop\n",
		"shop/library.yaml": "kind: Library\n", "shop/effects.yaml": "effects:\n  Buy: {}\n", "shop/schema.yaml": "classes:\n  Buy: {}\n",
	}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		target := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// texts are the files below a folder, without the schemas for editors.
func texts(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || strings.HasPrefix(name, ".contractc/") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		b.WriteString(name + "\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The library stands behind the last one, however the list is written.
func TestLibraryIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"libraries:\n- shop # sells\nname: a-b\n":       "libraries:\n- shop # sells\n- depot\nname: a-b\n",
		"libraries:\n    - shop":                        "libraries:\n    - shop\n    - depot\n",
		"libraries:\n  -\n    shop\nname: a-b\n":        "libraries:\n  -\n    shop\n  - depot\nname: a-b\n",
		"\ufefflibraries:\r\n  - shop\r\nname: a\r\n":   "\ufefflibraries:\r\n  - shop\r\n  - depot\nname: a\r\n",
		"libraries: []\nname: a-b\n":                    "libraries:\n  - depot\nname: a-b\n",
		"libraries:\nname: a-b\n":                       "libraries:\n  - depot\nname: a-b\n",
		"name: a-b":                                     "name: a-b\nlibraries:\n  - depot\n",
		"libraries: [shop, \"a\"] # two\nname: a-b\n":   "libraries: [shop, \"a\", depot] # two\nname: a-b\n",
		"libraries:\n  - depot\n  - shop\n":             "libraries:\n  - depot\n  - shop\n",
		"libraries:\n  - \"shop\" # - x\n  # end\nx: 1": "libraries:\n  - \"shop\" # - x\n  - depot\n  # end\nx: 1",
	} {
		dir := small(t, map[string]string{"contractc.yaml": text})
		if _, err := Library(dir, "depot"); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "contractc.yaml")); err != nil || string(got) != want {
			t.Errorf("%q becomes %q (%v), want %q", text, got, err, want)
		}
	}
}

// What cannot be written whole is not written at all.
func TestNothingIsHalfWritten(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		write func(dir string) ([]string, error)
	}{
		{"tests is a file", map[string]string{"shop/tests": ""}, func(dir string) ([]string, error) { return Rule(dir, "shop.cheap") }},
		{"a case is there", map[string]string{"shop/tests/cheap.yaml": "x"}, func(dir string) ([]string, error) { return Rule(dir, "shop.cheap") }},
		{"a class is there", map[string]string{"shop/schema.yaml": "classes:\n  ShopAB: {}\n"}, func(dir string) ([]string, error) { return Contract(dir, "shop.a_b") }},
		{"classes in brackets", map[string]string{"shop/schema.yaml": "classes: {Buy: {}}\n"}, func(dir string) ([]string, error) { return Contract(dir, "shop.a_b") }},
		{"libraries that are no list", map[string]string{"contractc.yaml": "libraries: shop\n"}, func(dir string) ([]string, error) { return Library(dir, "depot") }},
		{"a list over lines", map[string]string{"contractc.yaml": "libraries:\n  - \"sh\n    op\"\n"}, func(dir string) ([]string, error) { return Library(dir, "depot") }},
		{"a folder is not empty", map[string]string{}, Bundle},
		{"a folder is not empty, for an empty bundle", map[string]string{}, Empty},
	} {
		dir := small(t, c.files)
		before := texts(t, dir)
		if _, err := c.write(dir); err == nil {
			t.Errorf("%s: it is written", c.name)
		}
		if after := texts(t, dir); after != before {
			t.Errorf("%s: the folder is another:\n%s", c.name, after)
		}
	}
}

// A link in the bundle does not lead out of it.
func TestNoLinkIsFollowed(t *testing.T) {
	for _, link := range []string{"shop/rules", "shop/tests", ".contractc", "contractc.yaml"} {
		dir, other := small(t, nil), small(t, nil)
		before := texts(t, other)
		name := filepath.Join(dir, link)
		to := other
		if link == "contractc.yaml" {
			to = filepath.Join(other, link)
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
		_, rule := Rule(dir, "shop.cheap")
		_, library := Library(dir, "depot")
		if rule == nil && library == nil || texts(t, other) != before {
			t.Errorf("the link %s is followed: %v, %v", link, rule, library)
		}
	}
}
