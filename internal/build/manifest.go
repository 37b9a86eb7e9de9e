package build

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// manifest writes OPA's .manifest, in which the revision is the bundle's digest. It is canonical JSON without a character beyond ASCII, so that the
// hash that OPA makes of its value is that of its bytes.
func manifest(b *index.Bundle, engine string, refused []schema.RefusedContract, at places) ([]byte, error) {
	metadata := schema.BundleManifest{
		Format: schema.BundleManifestFormat, Name: b.Name, Version: b.Version, Digest: b.Digest, Engine: engine, Vocabulary: schema.Digest(),
		RuleSets: RuleSets(b), Libraries: []string{}, NeedsCel: NeedsCEL(b), Refused: refused,
	}
	for _, lib := range b.Libraries {
		metadata.Libraries = append(metadata.Libraries, lib.ID)
	}
	written := map[string]any{"revision": b.Digest, "roots": texts(at.roots), "rego_version": 1, "metadata": map[string]any{"contractc": metadata}}
	if len(at.older) > 0 {
		versions := map[string]any{}
		for pattern, version := range at.older {
			versions[pattern] = version
		}
		written["file_rego_versions"] = versions
	}
	return canonical.Marshal(written)
}

// RuleSets are the rule sets that the generated decision is for: those that the bundle has in force or pins.
func RuleSets(b *index.Bundle) []string {
	list := append(append([]string{}, b.RuleSets...), b.PinnedRuleSets...)
	slices.Sort(list)
	return slices.Compact(list)
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
