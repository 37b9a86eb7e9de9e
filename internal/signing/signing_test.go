package signing_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// edKey is a key made from a seed, and rsaKey a new one.
func edKey(t *testing.T, id string, seed byte) *signing.PrivateKey {
	t.Helper()
	return parse(t, id, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize)))
}

func rsaKey(t *testing.T, id string, bits int) (*signing.PrivateKey, error) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return signing.ParsePrivate(id, inPEM(t, key))
}

func parse(t *testing.T, id string, key any) *signing.PrivateKey {
	t.Helper()
	k, err := signing.ParsePrivate(id, inPEM(t, key))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func inPEM(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func small() *archive.Archive {
	return &archive.Archive{Files: []archive.File{
		{Path: ".manifest", Data: []byte("{}")}, {Path: "a/x.rego", Data: []byte("package a\n")}, {Path: "contractc.yaml", Data: []byte("kind: Bundle\n")},
	}}
}

func signed(t *testing.T, a *archive.Archive, expires string, keys ...*signing.PrivateKey) *archive.Archive {
	t.Helper()
	for _, k := range keys {
		files, err := signing.Sign(a, signing.Statement(a, "b", "1.0.0", "sha256:"+strings.Repeat("0", 64), expires), k)
		if err != nil {
			t.Fatal(err)
		}
		a = reread(t, files)
	}
	return a
}

func reread(t *testing.T, files []archive.File) *archive.Archive {
	t.Helper()
	data, err := archive.Write(files)
	if err != nil {
		t.Fatal(err)
	}
	a, err := archive.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func publics(keys ...*signing.PrivateKey) []*signing.PublicKey {
	var list []*signing.PublicKey
	for _, k := range keys {
		list = append(list, &k.PublicKey)
	}
	return list
}

// The same key gives the same bytes, with both algorithms, and several keys add up.
func TestSign(t *testing.T) {
	one, two := edKey(t, "one", 1), edKey(t, "two", 2)
	other, err := rsaKey(t, "rsa", 2048)
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range [][]*signing.PrivateKey{{one}, {other}, {one, two, other}} {
		a, again := signed(t, small(), "", keys...), signed(t, small(), "", keys...)
		if diff := cmp.Diff(a, again); diff != "" {
			t.Errorf("signing twice differs:\n%s", diff)
		}
		s, err := signing.Read(a)
		if err != nil {
			t.Fatal(err)
		}
		ids, err := s.Verify(publics(one, two, other))
		if err != nil || len(ids) != len(keys) {
			t.Errorf("%d keys signed, and %v are found: %v", len(keys), ids, err)
		}
	}
	twice := signed(t, signed(t, small(), "", one), "2027-01-01T00:00:00Z", one)
	if s, err := signing.Read(twice); err != nil || s.Statement.Expires == nil || len(s.Signatures()) != 2 {
		t.Errorf("the one key that signed cannot sign anew: %v", err)
	}
	both := signed(t, small(), "", one, two)
	if _, err := signing.Sign(both, signing.Statement(both, "b", "1.0.0", "sha256:"+strings.Repeat("1", 64), ""), one); err == nil {
		t.Error("the signature of another key is thrown away")
	}
	if _, err := rsaKey(t, "short", 1024); err == nil || !strings.Contains(err.Error(), "1024 bits") {
		t.Errorf("a short RSA key is taken: %v", err)
	}
}

// member replaces, adds or, without data, removes a member.
func member(a *archive.Archive, path string, data []byte) *archive.Archive {
	out := &archive.Archive{}
	for _, f := range a.Files {
		if f.Path != path {
			out.Files = append(out.Files, f)
		}
	}
	if data != nil {
		out.Files = append(out.Files, archive.File{Path: path, Data: data})
	}
	slices.SortFunc(out.Files, func(a, b archive.File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// inSignatures replaces a text in the signature file.
func inSignatures(t *testing.T, a *archive.Archive, old, with string) *archive.Archive {
	t.Helper()
	data, _ := a.File(signing.File)
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%q is not in the signature file", old)
	}
	return member(a, signing.File, bytes.ReplaceAll(data, []byte(old), []byte(with)))
}

// inToken replaces a text in a part of the token for OPA, and signs it again where there is a key.
func inToken(t *testing.T, a *archive.Archive, part int, old, with string) *archive.Archive {
	t.Helper()
	data, _ := a.File(signing.File)
	var s schema.BundleSignatures
	if err := s.UnmarshalJSON(data); err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(s.Signatures[0], ".")
	text, err := base64.RawURLEncoding.DecodeString(parts[part])
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%q is not in %s: %v", old, text, err)
	}
	changed := base64.RawURLEncoding.EncodeToString(bytes.ReplaceAll(text, []byte(old), []byte(with)))
	return inSignatures(t, a, parts[part], changed)
}

// Whatever is changed after the signature is refused, with the reason.
func TestTampered(t *testing.T) {
	one, two := edKey(t, "one", 1), edKey(t, "two", 2)
	good := signed(t, small(), "", one)
	data, _ := good.File(signing.File)
	for _, test := range []struct {
		name, want string
		a          *archive.Archive
	}{
		{"a changed file", `"contractc.yaml" is not what was signed`, member(good, "contractc.yaml", []byte("kind: Other\n"))},
		{"white space in the manifest", `".manifest" is not what was signed`, member(good, ".manifest", []byte("{ }"))},
		{"a file more", `"a/y.rego" is not among those that were signed`, member(good, "a/y.rego", []byte("package a\n"))},
		{"a file less", `"a/x.rego" was signed and is not in the archive`, member(good, "a/x.rego", nil)},
		{"a signature file in a folder", "is not at the root", member(good, "a/"+signing.File, data)},
		{"no signature at all", "unsigned", member(good, signing.File, nil)},
		{"no token for OPA", "not exactly one token", inSignatures(t, good, `"signatures": [
    "`, `"signatures": [
    "x", "`)},
		{"more than the two in the signature file", "plugin", inSignatures(t, good, `"envelope"`, `"plugin": "x", "envelope"`)},
		{"another key id in the envelope", `no trusted key has the id "three"`, inSignatures(t, good, `"keyid": "one"`, `"keyid": "three"`)},
		{"another key's id in the envelope", `under the key "two" is not that key's`, inSignatures(t, good, `"keyid": "one"`, `"keyid": "two"`)},
		{"another key id in the token", "names two keys", inToken(t, good, 0, `"one"`, `"two"`)},
		{"an unsigned token", `signed with "none"`, inToken(t, good, 0, "EdDSA", "none")},
		{"a token signed by a password", `signed with "HS256"`, inToken(t, good, 0, "EdDSA", "HS256")},
		{"a weaker hash", `hashed with "MD5"; only SHA-256 counts`, inToken(t, good, 1, "SHA-256", "MD5")},
		{"another file in the token", "lists other files than the envelope", inToken(t, good, 1, "a/x.rego", "a/y.rego")},
		{"claims beside the files", "makes other claims", inToken(t, good, 1, `"keyid":"one"`, `"keyid":"one","scope":"x"`)},
		{"another header", "holds other things", inToken(t, good, 0, `"typ":"JWT"`, `"typ":"JWT","jwk":"x"`)},
	} {
		s, err := signing.Read(test.a)
		switch {
		case err == nil && s == nil:
			err = fmt.Errorf("unsigned")
		case err == nil:
			_, err = s.Verify(publics(one, two))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	s, err := signing.Read(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(publics(two)); err == nil || !strings.Contains(err.Error(), `no trusted key has the id "one"`) {
		t.Errorf("without the key: %v", err)
	}
	if _, err := s.Verify(publics(edKey(t, "one", 3))); err == nil || !strings.Contains(err.Error(), "is not that of the key") {
		t.Errorf("another key under its id: %v", err)
	}
}

// What is no key is refused.
func TestKeys(t *testing.T) {
	key := edKey(t, "", 1)
	if len(key.ID) != 64 {
		t.Errorf("a key without a name is named %q", key.ID)
	}
	private := inPEM(t, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize)))
	for name, text := range map[string][]byte{
		"nothing": nil, "text": []byte("key"), "two keys": append(bytes.Clone(private), private...),
		"another block": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")}), "no key in it": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")}),
	} {
		if _, err := signing.ParsePrivate("", text); err == nil {
			t.Errorf("%s is a private key", name)
		}
		if _, err := signing.ParsePublic("", text); err == nil {
			t.Errorf("%s is a public key", name)
		}
	}
	if _, err := signing.ParsePublic("", private); err == nil {
		t.Error("a private key is taken for a public one")
	}
}
