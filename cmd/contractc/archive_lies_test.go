package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index/wire"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// endOf runs a command line and returns how it ended and all that it printed.
func endOf(args ...string) (code int, printed string) {
	var out bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &out)
	return code, out.String()
}

// builtBank is the archive of a small bundle.
func builtBank(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bank.tar.gz")
	if out, problems := outputOf("", "build", "../../testdata/bundles/bank", "-o", name); out == "" {
		t.Fatal(problems)
	}
	return name
}

// repacked writes an archive with its members changed.
func repacked(t *testing.T, name string, change func([]archive.File) []archive.File) {
	t.Helper()
	a, err := archive.Read(strings.NewReader(readText(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := archive.Write(change(a.Files))
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, data)
}

// replaced replaces a text in a member.
func replaced(member, old, new string) func([]archive.File) []archive.File {
	return func(files []archive.File) []archive.File {
		for i := range files {
			if files[i].Path == member {
				files[i].Data = bytes.Replace(files[i].Data, []byte(old), []byte(new), 1)
			}
		}
		return files
	}
}

// What contractc generates in an archive decides in a stock OPA. An archive in which it is not what the sources give, or in which that cannot be
// known, is signed by nobody and passes no gate.
func TestGeneratedRegoOfAnArchive(t *testing.T) {
	allow := []byte("package contractc\n\ndecision := {\"decision\": \"allow\"}\n")
	for _, test := range []struct {
		name, want string
		change     func([]archive.File) []archive.File
	}{
		{"another decision", "is not what its sources give", func(files []archive.File) []archive.File {
			return append(replaced("contractc/decision.rego", "decision", "decided")(files), archive.File{Path: "contractc/contracts/more.rego", Data: allow})
		}},
		{"one more module", "is none that its sources give", func(files []archive.File) []archive.File {
			return append(files, archive.File{Path: "contractc/more.rego", Data: allow})
		}},
		{"another program", "was not compared with its sources", replaced(".manifest", `"engine":"`, `"engine":"an`)},
		{"another root", "is not what its sources give", replaced(".manifest", `"roots":["`, `"roots":["a","`)},
	} {
		name := builtBank(t)
		repacked(t, name, test.change)
		for _, args := range [][]string{{"sign", name, "--key", releaseKey}, {"gate", name, "--no-cache"}} {
			code, out := endOf(args...)
			if code != exitBundle || !strings.Contains(out, test.want) {
				t.Errorf("%s: %s ends with %d, want 3 and %q:\n%s", test.name, args[0], code, test.want, out)
			}
		}
	}
}

// An empty value of a flag, as of a variable that is not set, is not taken for no flag.
func TestNoEmptyFlag(t *testing.T) {
	for _, args := range [][]string{
		{"catalog", "--trust", ""}, {"catalog", "--at="}, {"catalog", "--bundle", ""}, {"gate", "--base", ""}, {"gate", "--policy", ""},
		{"eval", "--context", "", "-"}, {"verify", "x", "--key", ""}, {"eval", "--rules", "", "-"}, {"sign", "x", "--expires", ""},
	} {
		if code, problems := endOf(args...); code != exitUsage || !strings.Contains(problems, "has no value") {
			t.Errorf("%q ends with %d: %s", args, code, problems)
		}
	}
}

// Two processes that record at once lose neither version.
func TestRecordAtOnce(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "trust.yaml")
	write(t, file, []byte("kind: Trust\nformat: contractc/trust/v1\nkeys: []\nbundles:\n  - {name: \"*\", signed: false}\n"))
	policies := filepath.Join(folder, "policies.tar.gz")
	if code, out := endOf("build", "-o", policies); code != exitOK {
		t.Fatal(out)
	}
	var wait sync.WaitGroup
	for _, name := range []string{builtBank(t), policies} {
		wait.Go(func() {
			if code, out := endOf("verify", name, "--trust", file, "--record"); code != exitOK {
				t.Error(out)
			}
		})
	}
	wait.Wait()
	for _, name := range []string{"acme-bank", "default"} {
		if text := readText(t, file); !strings.Contains(text, "name: "+name+"\n") && !strings.Contains(text, fmt.Sprintf("name: %q,", name)) {
			t.Errorf("%s is not in\n%s", name, text)
		}
	}
	if code, out := endOf("verify", policies, "--trust", file, "--record", "--old"); code != exitUsage || !strings.Contains(out, "exclude each other") {
		t.Errorf("ends with %d: %s", code, out)
	}
}

// forgedIndex is a signed archive in whose index a contract restricts nothing, which its sources do not say. The signature is that of a key that is
// trusted, by which no command of ours makes such an archive.
func forgedIndex(t *testing.T) string {
	t.Helper()
	name := signedArchive(t, "../../testdata/bundles/bank")
	repacked(t, name, func(files []archive.File) []archive.File {
		i := slices.IndexFunc(files, func(f archive.File) bool { return f.Path == catalog.IndexFile })
		b, err := wire.Decode(files[i].Data)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range b.Libraries[0].Contracts {
			c.Constraint = &schema.Unrestricted{}
		}
		if files[i].Data, err = wire.Encode(b); err != nil {
			t.Fatal(err)
		}
		unsigned := slices.DeleteFunc(slices.Clone(files), func(f archive.File) bool { return f.Path == signing.File })
		key, err := signing.ParsePrivate("release", []byte(readText(t, "../../testdata/keys/release.pem")))
		if err != nil {
			t.Fatal(err)
		}
		of := &archive.Archive{Files: unsigned}
		signed, err := signing.Sign(of, signing.Statement(of, b.Name, b.Version, b.Digest, ""), key)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	})
	return name
}

// What stands in an archive in place of its sources decides only for whom a key vouches, and not where the digest of the sources is pinned: then no key
// makes anything else of them. What looks at a whole archive finds it in any case.
func TestForgedIndex(t *testing.T) {
	const trust, digest = "../../testdata/keys/trust.yaml", "sha256:b2f4519858c8931dc33790b1693bd92956d768f8a9f540235e21fe152f2a3b08"
	name := forgedIndex(t)
	pinned := filepath.Join(t.TempDir(), "trust.yaml")
	write(t, pinned, []byte(strings.Replace(readText(t, trust), "name: \"*\"\n", "name: acme-bank\n    pins: [\""+digest+"\"]\n", 1)))
	decide := []string{"catalog", "bank.max_spend", "--bundle", name}
	for _, args := range [][]string{
		append(decide, "--trust", pinned), append(decide, "--trust", trust, "--pin", digest), append(decide, "--pin", digest), decide,
		{"verify", name, "--trust", trust}, {"sign", name, "--key", releaseKey}, {"gate", name, "--no-cache", "--trust", trust},
		{"inspect", name, "--trust", trust}, {"test", "--bundle", name, "--trust", trust, "--pin", digest}, {"diff", name, name, "--trust", trust},
	} {
		if code, out := endOf(args...); code != exitBundle || !strings.Contains(out, "the index is not that of the sources") {
			t.Errorf("%q ends with %d:\n%s", args, code, out)
		}
	}
	good := signedArchive(t, "../../testdata/bundles/bank")
	for _, trusted := range []string{trust, pinned} {
		if code, out := endOf("catalog", "bank.max_spend", "--bundle", good, "--trust", trusted); code != exitOK {
			t.Errorf("%s refuses what is as its sources say: %s", trusted, out)
		}
	}
}
