package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/internal/bigbundle"
)

// prepareBig builds both programs and writes a bundle with a thousand contracts
// and a thousand rules, half of them in Rego. opa is given the Rego alone.
func prepareBig(dir string) ([]*program, error) {
	contractc, opa, err := buildBoth(dir)
	if err != nil {
		return nil, err
	}
	bundle, rego := filepath.Join(dir, "bundle"), filepath.Join(dir, "rego")
	for _, f := range bigbundle.Files(bigbundle.Thousand()) {
		if err := write(filepath.Join(bundle, f.Path), f.Text); err != nil {
			return nil, err
		}
		if strings.HasSuffix(f.Path, ".rego") {
			if err := write(filepath.Join(rego, f.Path), f.Text); err != nil {
				return nil, err
			}
		}
	}
	return []*program{
		{name: "contractc lint", args: []string{contractc, "lint", bundle}},
		{name: "contractc test, 4,600 tests", args: []string{contractc, "test", bundle}},
		{name: "contractc docs", args: []string{contractc, "docs", filepath.Join(dir, "docs"), "--bundle", bundle}, silent: true},
		{name: "opa check --strict, the Rego", args: []string{opa, "check", "--strict", rego}, silent: true},
		{name: "opa test, the Rego, 500 tests", args: []string{opa, "test", rego}},
	}, nil
}

// write writes a file and the folders above it.
func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
