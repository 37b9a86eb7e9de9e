package trust_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/internal/trust"
)

var zeros = "sha256:" + strings.Repeat("0", 64)

// pair returns a key made from a seed, and its public half in PEM, indented as in a block of YAML.
func pair(t *testing.T, id string, seed byte) (*signing.PrivateKey, string) {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := signing.ParsePrivate(id, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	if err != nil {
		t.Fatal(err)
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))
	return parsed, "      " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n      ") + "\n"
}

// policyText is a file of trust with the keys one, two and three.
func policyText(t *testing.T, bundles string) string {
	t.Helper()
	text := "kind: Trust\nformat: contractc/trust/v1\nkeys:\n"
	for i, id := range []string{"one", "two", "three"} {
		_, public := pair(t, id, byte(i+1))
		text += "  - id: " + id + "\n    public_key: |\n" + public
	}
	return text + "bundles:\n" + bundles
}

func policy(t *testing.T, bundles string) *trust.Policy {
	t.Helper()
	p, problems := trust.Read("trust.yaml", []byte(policyText(t, bundles)))
	if p == nil {
		t.Fatal(problems)
	}
	return p
}

// signedBy is the candidate b 1.2.0, signed by keys.
func signedBy(t *testing.T, expires string, ids ...string) *trust.Candidate {
	t.Helper()
	a := &archive.Archive{Files: []archive.File{{Path: "contractc.yaml", Data: []byte("x")}}}
	for _, id := range ids {
		key, _ := pair(t, id, byte(1+strings.Index("one two three", id)/4))
		files, err := signing.Sign(a, signing.Statement(a, "b", "1.2.0", zeros, expires), key)
		if err != nil {
			t.Fatal(err)
		}
		a = &archive.Archive{Files: files}
	}
	c := &trust.Candidate{Name: "b", Version: "1.2.0", Digest: zeros}
	var err error
	if c.Signed, err = signing.Read(a); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestJudge has an accepted and a refused case of each demand.
func TestJudge(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	ones := "sha256:" + strings.Repeat("1", 64)
	unsigned := &trust.Candidate{Name: "b", Version: "1.2.0", Digest: zeros}
	seen := func(version, digest string) string {
		return fmt.Sprintf("  - {name: b, signed: false, last_seen: [{name: b, version: %q, digest: %q}]}\n", version, digest)
	}
	other := signedBy(t, "", "one")
	other.Version = "1.3.0"
	for _, test := range []struct {
		name, bundles string
		c             *trust.Candidate
		terms         trust.Terms
		refused       string
		verified      bool
	}{
		{"signed", "  - {name: b, signed: true}\n", signedBy(t, "", "one"), trust.Terms{}, "", true},
		{"by an entry for every bundle", "  - {name: \"*\", signed: true}\n", signedBy(t, "", "two"), trust.Terms{}, "", true},
		{"without a signature", "  - {name: b, signed: true}\n", unsigned, trust.Terms{}, "is not signed, and must be by 1 signature", false},
		{"a signature that need not be", "  - {name: b, signed: false}\n", unsigned, trust.Terms{}, "", false},
		{"a signature of nobody that need not be", "  - {name: b, signed: false, keys: [two]}\n", signedBy(t, "", "one"), trust.Terms{}, "", false},
		{"a bundle that is not named", "  - {name: c, signed: false}\n", unsigned, trust.Terms{}, "does not speak of the bundle", false},
		{"embedded and not named", "  - {name: c, signed: true}\n", &trust.Candidate{Name: "b", Version: "1.2.0", Digest: zeros, Embedded: true}, trust.Terms{}, "", false},
		{"embedded and to be signed", "  - {name: b, signed: true}\n", &trust.Candidate{Name: "b", Version: "1.2.0", Digest: zeros, Embedded: true}, trust.Terms{}, "", false},
		{"by another key", "  - {name: b, signed: true, keys: [two]}\n", signedBy(t, "", "one"), trust.Terms{}, `no trusted key has the id "one"`, false},
		{"two of three", "  - {name: b, signed: true, threshold: 2}\n", signedBy(t, "", "one", "three"), trust.Terms{}, "", true},
		{"one of two", "  - {name: b, signed: true, threshold: 2}\n", signedBy(t, "", "one"), trust.Terms{}, "signed by 1 of the keys that may, and must be by 2", false},
		{"two of which one may", "  - {name: b, signed: true, threshold: 2, keys: [one, two]}\n", signedBy(t, "", "one", "three"), trust.Terms{}, "signed by 1 of the keys", false},
		{"for another version", "  - {name: b, signed: true}\n", other, trust.Terms{}, "the signature is for the bundle", false},
		{"before it expires", "  - {name: b, signed: true}\n", signedBy(t, "2026-11-30T12:00:01Z", "one"), trust.Terms{At: noon}, "", true},
		{"when it expires", "  - {name: b, signed: true}\n", signedBy(t, "2026-11-30T12:00:00Z", "one"), trust.Terms{At: noon}, "counted until 2026-11-30T12:00:00Z", true},
		{"expired, for reading", "  - {name: b, signed: true}\n", signedBy(t, "2026-11-30T12:00:00Z", "one"), trust.Terms{At: noon, Reading: true}, "", true},
		{"a pin", "  - {name: b, signed: false, pins: [\"" + zeros + "\"]}\n", unsigned, trust.Terms{}, "", false},
		{"another pin", "  - {name: b, signed: false, pins: [\"" + ones + "\"]}\n", unsigned, trust.Terms{}, "not the one that the file of trust pins", false},
		{"a pin of the command line", "  - {name: b, signed: false}\n", unsigned, trust.Terms{Pins: []string{ones, zeros}}, "", false},
		{"another pin of the command line", "  - {name: b, signed: false}\n", unsigned, trust.Terms{Pins: []string{ones}}, "not the one that --pin names", false},
		{"the version that was seen", seen("1.2.0", zeros), unsigned, trust.Terms{}, "", false},
		{"a later version", seen("1.1.9", ones), unsigned, trust.Terms{}, "", false},
		{"an older version", seen("1.10.0", ones), unsigned, trust.Terms{}, "has version 1.2.0, and 1.10.0 was seen already", false},
		{"an older version, wanted", seen("1.10.0", ones), unsigned, trust.Terms{Older: true}, "", false},
		{"an older version, for reading", seen("1.10.0", ones), unsigned, trust.Terms{Reading: true}, "", false},
		{"another content of the same version", seen("1.2.0", ones), unsigned, trust.Terms{}, "another content", false},
		{"much older", seen("99999999999999999999.0.0", ones), unsigned, trust.Terms{}, "was seen already", false},
	} {
		a := policy(t, test.bundles).Judge(test.c, test.terms)
		said := strings.Join(a.Problems, "\n")
		if a.Accepted != (test.refused == "") || !strings.Contains(said, test.refused) || a.Verified != test.verified {
			t.Errorf("%s: %+v, want verified=%v and %q", test.name, a, test.verified, test.refused)
		}
		if test.terms.Reading && len(a.Notes) != 1 {
			t.Errorf("%s: nothing says so: %+v", test.name, a)
		}
	}
	var none *trust.Policy
	if a := none.Judge(unsigned, trust.Terms{}); !a.Accepted || a.Verified {
		t.Errorf("without a policy: %+v", a)
	}
	if a := none.Judge(unsigned, trust.Terms{Pins: []string{ones}}); a.Accepted {
		t.Errorf("without a policy, another pin: %+v", a)
	}
}

// What is wrong with a file of trust is said, all at once.
func TestPolicyProblems(t *testing.T) {
	_, again := pair(t, "again", 1)
	text := policyText(t, strings.Join([]string{
		"  - {name: b, signed: true, threshold: 4}", "  - {name: b, signed: true}", "  - {name: c, signed: true, keys: [four]}",
		"  - {name: d, signed: true, threshold: 0}", "  - {name: e, signed: false, threshold: 1}", "  - {name: f, signed: true, keys: []}",
	}, "\n")+"\n")
	text = strings.Replace(text, "bundles:\n", "  - id: again\n    public_key: |\n"+again+"  - {id: broken, public_key: x}\nbundles:\n", 1)
	p, problems := trust.Read("trust.yaml", []byte(text))
	if p != nil {
		t.Fatal("the file is taken")
	}
	said := fmt.Sprint(problems)
	for _, want := range []string{
		"asks for 4 signatures and names 3", "the bundle \"b\" stands there twice", `names the key "four"`, "asks for 0 signatures",
		"has a threshold and need not be signed", `"f" asks for 1 signature and names 0`, `"again" stands there under another id too`, `"broken" cannot be used`,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing says %q:\n%s", want, said)
		}
	}
	for _, text := range []string{"", "kind: Bundle\n", "kind: Trust\nformat: x\nkeys: []\nbundles: []\n", "kind: Trust\nformat: contractc/trust/v1\nkeys: []\nbundles: []\nmore: 1\n"} {
		if p, _ := trust.Read("trust.yaml", []byte(text)); p != nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// What no bundle can have is refused: an entry with it would speak of none, and what
// it was to keep out would be taken by another entry, or as later than what was seen.
func TestPolicyOfNoBundle(t *testing.T) {
	seen := func(name, version, digest string) string {
		return fmt.Sprintf("  - {name: b, signed: false, last_seen: [{name: %q, version: %q, digest: %q}]}\n", name, version, digest)
	}
	for entry, want := range map[string]string{
		"  - {name: Acme, signed: true}\n":                                       `no bundle has the name "Acme"`,
		"  - {name: \"acme \", signed: true}\n":                                  `no bundle has the name "acme "`,
		"  - {name: acme-*, signed: true}\n":                                     `no bundle has the name "acme-*"`,
		"  - {name: b, signed: false, pins: []}\n":                               `the list of pins of the bundle "b" is empty`,
		"  - {name: b, signed: false, keys: []}\n":                               `the list of keys of the bundle "b" is empty`,
		"  - {name: b, signed: false, pins: [latest]}\n":                         `the pin "latest" is no digest`,
		"  - {name: b, signed: false, pins: [" + strings.ToUpper(zeros) + "]}\n": `is no digest`,
		seen("B", "1.0.0", zeros):                                                `has a name that none has: "B"`,
		seen("b", "", zeros):                                                     `was seen with "", which is no version`,
		seen("b", "1.0", zeros):                                                  `was seen with "1.0", which is no version`,
		seen("b", "01.0.0", zeros):                                               `was seen with "01.0.0", which is no version`,
		seen("b", "1.0.0-x", zeros):                                              `was seen with "1.0.0-x", which is no version`,
		seen("b", "1.0.0", "sha256"):                                             `was seen with "sha256", which is no digest`,
	} {
		p, problems := trust.Read("trust.yaml", []byte(policyText(t, entry)))
		if said := fmt.Sprint(problems); p != nil || !strings.Contains(said, want) {
			t.Errorf("%s: nothing says %q: %s", entry, want, said)
		}
	}
	for _, entry := range []string{"  - {name: b_2-c, signed: true}\n", seen("b_2-c", "0.10.0", zeros), "  - {name: b, signed: false, keys: [one], pins: [\"" + zeros + "\"]}\n"} {
		if p, problems := trust.Read("trust.yaml", []byte(policyText(t, entry))); p == nil {
			t.Errorf("%s: %v", entry, problems)
		}
	}
}

// The latest version that was seen never goes back.
func TestRecord(t *testing.T) {
	text := []byte(policyText(t, "  - {name: \"*\", signed: false}\n"))
	for _, step := range []struct {
		name, version string
		changed       bool
	}{{"b", "1.2.0", true}, {"b", "1.2.0", false}, {"b", "1.10.0", true}, {"b", "1.9.0", false}, {"c", "0.1.0", true}} {
		p, problems := trust.Read("trust.yaml", text)
		if p == nil {
			t.Fatal(problems)
		}
		next, changed, err := p.Record(&trust.Candidate{Name: step.name, Version: step.version, Digest: zeros})
		if err != nil || changed != step.changed {
			t.Fatalf("%+v: %v %v", step, changed, err)
		}
		if changed {
			text = next
		}
	}
	for _, want := range []string{`version: "1.10.0"`, `version: "0.1.0"`, "BEGIN PUBLIC KEY"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// What is recorded leaves the rest of the file as it is written, whatever form the
// list has; a file in JSON is written anew.
func TestRecordKeepsTheFile(t *testing.T) {
	digest := func(c string) string { return "sha256:" + strings.Repeat(c, 64) }
	first, second := digest("a"), digest("b")
	line := func(version, digest string) string {
		return fmt.Sprintf("{name: \"acme\", version: %q, digest: %q}", version, digest)
	}
	const head, tail = "# Whom we trust.\nkind: Trust\nformat: contractc/trust/v1 # the only one\nkeys: []\nbundles:\n", "  # all others\n  - name: \"*\"\n    signed: false\n"
	for _, c := range []struct{ name, old, want string }{
		{"no list", "  - name: acme # ours\n    signed: false # not yet\n", "  - name: acme # ours\n    signed: false # not yet\n    last_seen: [" + line("2.0.0", second) + "]\n"},
		{"an empty list", "  - name: acme\n    last_seen: [] # none\n    signed: false\n", "  - name: acme\n    last_seen: [" + line("2.0.0", second) + "] # none\n    signed: false\n"},
		{"an entry", "  - name: acme\n    last_seen: [" + line("1.0.0", first) + "] # by hand\n    signed: false\n", "  - name: acme\n    last_seen: [" + line("2.0.0", second) + "] # by hand\n    signed: false\n"},
		{"lines", "  - name: acme\n    signed: false\n    last_seen:\n      # taken by ann\n      - digest: " + first + "\n        version: 1.0.0 # old\n        name: acme\n", "  - name: acme\n    signed: false\n    last_seen:\n      # taken by ann\n      - digest: \"" + second + "\"\n        version: \"2.0.0\" # old\n        name: acme\n"},
	} {
		p, problems := trust.Read("trust.yaml", []byte(head+c.old+tail))
		if p == nil {
			t.Fatalf("%s: %v", c.name, problems)
		}
		text, changed, err := p.Record(&trust.Candidate{Name: "acme", Version: "2.0.0", Digest: second})
		if diff := cmp.Diff(head+c.want+tail, string(text)); err != nil || !changed || diff != "" {
			t.Errorf("%s: %t, %v (-want +got):\n%s", c.name, changed, err, diff)
		}
	}
	for _, old := range []string{
		`{"kind": "Trust", "format": "contractc/trust/v1", "keys": [], "bundles": [{"name": "*", "signed": false}]}`,
		head + "  - name: \"*\"\n    signed: false\n    last_seen:\n      - name: other\n        version: 1.0.0\n        digest: " + first + "\n",
		head + "  - name: \"*\"\n    signed: false\n    last_seen: [{name: other, version: 1.0.0, digest: \"" + first + "\"}]",
		head + "  - {name: \"*\", signed: false}\n",
	} {
		p, problems := trust.Read("trust.yaml", []byte(old))
		if p == nil {
			t.Fatal(problems)
		}
		text, changed, err := p.Record(&trust.Candidate{Name: "acme", Version: "2.0.0", Digest: second})
		if again, _ := trust.Read("trust.yaml", text); err != nil || !changed || again == nil {
			t.Fatalf("%s: %t, %v", text, changed, err)
		} else if answer := again.Judge(&trust.Candidate{Name: "acme", Version: "1.0.0", Digest: first}, trust.Terms{}); answer.Accepted {
			t.Errorf("an older version is accepted after:\n%s", text)
		}
		if strings.Contains(old, "last_seen") && !strings.Contains(string(text), "# the only one") {
			t.Errorf("the comments are gone:\n%s", text)
		}
	}
}

// Of several versions that were seen of a bundle, by hand in two entries, the latest
// counts, wherever it stands.
func TestSeenInTwoEntries(t *testing.T) {
	seen := func(version string) string {
		return fmt.Sprintf("last_seen: [{name: acme, version: %q, digest: %q}]", version, zeros)
	}
	for _, versions := range [][2]string{{"1.0.0", "2.0.0"}, {"2.0.0", "1.0.0"}} {
		text := "kind: Trust\nformat: contractc/trust/v1\nkeys: []\nbundles:\n  - {name: acme, signed: false, " + seen(versions[0]) + "}\n  - {name: \"*\", signed: false, " + seen(versions[1]) + "}\n"
		p, problems := trust.Read("trust.yaml", []byte(text))
		if p == nil {
			t.Fatal(problems)
		}
		if p.Judge(&trust.Candidate{Name: "acme", Version: "1.5.0", Digest: zeros}, trust.Terms{}).Accepted {
			t.Errorf("%v: 1.5.0 is accepted", versions)
		}
		next, changed, err := p.Record(&trust.Candidate{Name: "acme", Version: "2.1.0", Digest: zeros})
		if err != nil || !changed || !strings.Contains(string(next), "2.1.0") || strings.Contains(string(next), "2.0.0") {
			t.Errorf("%v: %t, %v\n%s", versions, changed, err, next)
		}
	}
}
