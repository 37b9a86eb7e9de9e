package doc

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/diag"
)

// ReadYAML reads a file that is one YAML document, in the part of YAML that
// readers of version 1.1 and 1.2 understand alike. A plain scalar is null
// (empty, ~, null), a boolean (true, false), an integer within ±(2^53−1), a
// decimal such as 1.50 or a string; what some reader takes for something else
// is refused with the advice to quote it. Refused too: tags, anchors,
// aliases, directives, merge keys, keys that are not strings, duplicate keys,
// tabs between tokens, document markers other than one --- at the start,
// control characters and whatever exceeds a limit. A byte order mark at the
// start is skipped. An empty file is a Null.
//
// All problems that can be found together are reported together. The node is
// nil where the file is not YAML; otherwise it is returned even with errors,
// so that a caller can check more, and it may only be used for a decision if
// the list has no errors.
func ReadYAML(file string, src []byte, lim Limits) (*Node, diag.List) {
	lim = lim.orDefault()
	found := problems{file: file}
	if found.tooLong(len(src), lim.Bytes) {
		return nil, found.list
	}
	text := string(src)
	if list := badCharacters(file, text); len(list) > 0 {
		return nil, list
	}
	root, err := parseYAML(src)
	if err != nil {
		return nil, yamlErrors(file, text, err, lim)
	}
	r := newYAMLReader(file, text, lim)
	return r.document(root), r.found.sorted()
}

// parseYAML returns the first document of a file as the library's tree, nil
// for an empty file. A panic of the library becomes an error.
func parseYAML(src []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, fmt.Errorf("yaml: the YAML library failed: %v", p)
		}
	}()
	var n yaml.Node
	if err := yaml.Unmarshal(src, &n); err != nil {
		return nil, err
	}
	if n.Kind == 0 {
		return nil, nil
	}
	return &n, nil
}
