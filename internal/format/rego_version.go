package format

import (
	"io/fs"
	"path"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// RegoVersion is the version of Rego in which a module of a bundle is written,
// 0 or 1: what its library or rule folder says, else what the bundle says, else
// 1. What cannot be read says nothing; lint reports it.
func RegoVersion(bundle fs.FS, name string) int {
	root := readTree(bundle, "contractc.yaml")
	folder, _, nested := strings.Cut(name, "/")
	if nested {
		if v, ok := versionOf(readTree(bundle, path.Join(folder, "library.yaml"))); ok {
			return v
		}
		if v, ok := versionOf(ruleFolder(root, folder)); ok {
			return v
		}
	}
	if v, ok := versionOf(root); ok {
		return v
	}
	return 1
}

func ruleFolder(root *doc.Node, folder string) *doc.Node {
	list := root.Get("rule_folders")
	if list == nil {
		return nil
	}
	for _, item := range list.Items {
		if name := item.Get("folder"); name != nil && name.Text == folder {
			return item
		}
	}
	return nil
}

func versionOf(n *doc.Node) (int, bool) {
	v := n.Get("rego_version")
	switch {
	case v == nil || v.Kind != doc.Number:
		return 0, false
	case v.Text == "0":
		return 0, true
	}
	return 1, v.Text == "1"
}

func readTree(bundle fs.FS, name string) *doc.Node {
	if info, err := fs.Stat(bundle, name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := fs.ReadFile(bundle, name)
	if err != nil {
		return nil
	}
	n, problems := doc.ReadYAML(name, text, doc.Limits{})
	if problems.HasErrors() {
		return nil
	}
	return n
}
