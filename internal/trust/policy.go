package trust

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// Policy is a file of trust that was read.
type Policy struct {
	source schema.Trust
	keys   []*signing.PublicKey
	text   []byte    // of the file
	node   *doc.Node // what was read of it
}

// maxKeys bounds keys and bundles of a file.
const maxEntries = 1_000

// Read reads a file of kind Trust, in YAML or JSON. It returns every problem at once; the policy is nil where there are errors.
func Read(file string, text []byte) (*Policy, diag.List) {
	n, problems := doc.ReadYAML(file, text, doc.Limits{})
	if problems.HasErrors() {
		return nil, problems
	}
	p := &Policy{text: text, node: n}
	problems.Add(p.source.Decode(file, n)...)
	if problems.HasErrors() {
		return nil, problems
	}
	c := &checker{file: file, node: n, policy: p}
	c.check()
	problems.Add(c.problems...)
	if problems.Sort(); problems.HasErrors() {
		return nil, problems
	}
	return p, problems
}

// OfKeys is the policy that every bundle is signed by a number of keys.
func OfKeys(keys []*signing.PublicKey, threshold int) *Policy {
	n := int64(threshold)
	return &Policy{keys: keys, source: schema.Trust{
		Kind: schema.TrustKind, Format: schema.TrustFormat, Bundles: []schema.TrustedBundle{{Name: anyBundle, Signed: true, Threshold: &n}},
	}}
}

// anyBundle is the name that stands for every bundle that has no entry of its own.
const anyBundle = "*"

// checker finds what is wrong with a policy.
type checker struct {
	file     string
	node     *doc.Node
	policy   *Policy
	problems diag.List
}

func (c *checker) report(list string, i int, detail, format string, args ...any) {
	at := diag.Range{}
	if n := c.node.Get(list); n != nil && i < len(n.Items) {
		at = n.Items[i].Range
	}
	c.problems.Add(diag.Errorf(c.file, at, "trust.policy", format, args...).WithDetail("%s", detail))
}

func (c *checker) check() {
	s := &c.policy.source
	switch {
	case s.Kind != schema.TrustKind || s.Format != schema.TrustFormat:
		c.report("", 0, "write kind: "+schema.TrustKind+" and format: "+schema.TrustFormat, "the file is of another kind or format")
	case len(s.Keys) > maxEntries || len(s.Bundles) > maxEntries:
		c.report("", 0, "leave out what is not needed", "there are more than %d keys or bundles", maxEntries)
	default:
		c.keys()
		for i := range s.Bundles {
			c.bundle(i)
		}
	}
}

func (c *checker) keys() {
	for i, k := range c.policy.source.Keys {
		key, err := signing.ParsePublic(k.Id, []byte(k.PublicKey))
		switch {
		case err != nil:
			c.report("keys", i, "write the key as openssl pkey -pubout prints it", "the key %q cannot be used: %v", k.Id, err)
		case k.Id == "":
			c.report("keys", i, "name it", "a key has no id")
		case slices.ContainsFunc(c.policy.keys, func(o *signing.PublicKey) bool { return o.ID == k.Id }):
			c.report("keys", i, "name each key once", "two keys have the id %q", k.Id)
		case slices.ContainsFunc(c.policy.keys, func(o *signing.PublicKey) bool { return o.Same(key) }):
			c.report("keys", i, "name each key once", "the key %q stands there under another id too, so that it would count twice", k.Id)
		default:
			c.policy.keys = append(c.policy.keys, key)
		}
	}
}

func (c *checker) bundle(i int) {
	b := &c.policy.source.Bundles[i]
	for _, id := range b.Keys {
		if !slices.ContainsFunc(c.policy.source.Keys, func(k schema.TrustedKey) bool { return k.Id == id }) {
			c.report("bundles", i, "add it to keys, or take the id away", "the bundle %q names the key %q, which is not there", b.Name, id)
		}
	}
	keys := len(c.policy.keysFor(b))
	switch n := thresholdOf(b); {
	case slices.ContainsFunc(c.policy.source.Bundles[:i], func(o schema.TrustedBundle) bool { return o.Name == b.Name }):
		c.report("bundles", i, "write each bundle once", "the bundle %q stands there twice", b.Name)
	case n < 1:
		c.report("bundles", i, "ask for at least 1", "the bundle %q asks for %d signatures", b.Name, n)
	case b.Signed && int64(keys) < n:
		c.report("bundles", i, "add keys, or ask for fewer", "the bundle %q asks for %s and names %d that can be used", b.Name, signatures(n), keys)
	case !b.Signed && b.Threshold != nil:
		c.report("bundles", i, "write signed: true, or leave threshold out", "the bundle %q has a threshold and need not be signed", b.Name)
	}
	c.written(i)
}

// What a bundle can have, by its schema. An entry with anything else would speak of
// no bundle, or compare with nothing, and what it was to refuse would be taken.
var (
	bundleName    = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)
	bundleVersion = regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$`)
	bundleDigest  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// written looks at how names, versions and digests of an entry are written.
func (c *checker) written(i int) {
	const names, digests = "write it as contractc.yaml does", "write it as contractc digest prints it"
	b := &c.policy.source.Bundles[i]
	if b.Name != anyBundle && !bundleName.MatchString(b.Name) {
		c.report("bundles", i, names+", or * for every other bundle", "no bundle has the name %q", b.Name)
	}
	if b.Pins != nil && len(b.Pins) == 0 {
		c.report("bundles", i, "name the digests that are taken, or leave pins out to take any", "the list of pins of the bundle %q is empty", b.Name)
	}
	if b.Keys != nil && len(b.Keys) == 0 {
		c.report("bundles", i, "name the keys that may sign it, or leave keys out for all", "the list of keys of the bundle %q is empty", b.Name)
	}
	for _, pin := range b.Pins {
		if !bundleDigest.MatchString(pin) {
			c.report("bundles", i, digests, "the pin %q is no digest", pin)
		}
	}
	for _, s := range b.LastSeen {
		switch {
		case !bundleName.MatchString(s.Name):
			c.report("bundles", i, names, "a bundle that was seen has a name that none has: %q", s.Name)
		case !bundleVersion.MatchString(s.Version):
			c.report("bundles", i, "write three numbers, such as 1.0.0", "the bundle %q was seen with %q, which is no version", s.Name, s.Version)
		case !bundleDigest.MatchString(s.Digest):
			c.report("bundles", i, digests, "the bundle %q was seen with %q, which is no digest", s.Name, s.Digest)
		}
	}
}

func signatures(n int64) string {
	if n == 1 {
		return "1 signature"
	}
	return fmt.Sprintf("%d signatures", n)
}

func thresholdOf(b *schema.TrustedBundle) int64 {
	if b.Threshold == nil {
		return 1
	}
	return *b.Threshold
}

// keysFor are the keys that may sign a bundle.
func (p *Policy) keysFor(b *schema.TrustedBundle) []*signing.PublicKey {
	if b.Keys == nil {
		return p.keys
	}
	var list []*signing.PublicKey
	for _, k := range p.keys {
		if slices.Contains(b.Keys, k.ID) {
			list = append(list, k)
		}
	}
	return list
}

// entry finds what is asked of a bundle; nil where the policy does not speak of it.
func (p *Policy) entry(name string) *schema.TrustedBundle {
	for _, wanted := range []string{name, anyBundle} {
		for i := range p.source.Bundles {
			if p.source.Bundles[i].Name == wanted {
				return &p.source.Bundles[i]
			}
		}
	}
	return nil
}

// Pinned reports whether the policy says which digests a bundle may have.
func (p *Policy) Pinned(name string) bool {
	if p == nil {
		return false
	}
	entry := p.entry(name)
	return entry != nil && len(entry.Pins) > 0
}

// seen finds the latest version that was taken of a bundle, in whatever entry it stands; nil where none was.
func (p *Policy) seen(name string) *schema.SeenBundle {
	var latest *schema.SeenBundle
	for i := range p.source.Bundles {
		for j := range p.source.Bundles[i].LastSeen {
			s := &p.source.Bundles[i].LastSeen[j]
			if s.Name == name && (latest == nil || compareVersions(s.Version, latest.Version) > 0) {
				latest = s
			}
		}
	}
	return latest
}
