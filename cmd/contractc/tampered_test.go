package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// tampering is a change of a signed archive, with what refuses it.
type tampering struct {
	name, want string
	old        bool // it is read where nothing is decided
	folder     bool // it is no archive
	file       string
	flags      []string
	stock      string // what opa eval -b says: accepted or refused
}

// deciding are the commands that load a bundle, each with arguments by which it does. FILE stands for the archive, for commands that name it
// otherwise than by --bundle, and OUT for a file to write.
func deciding() map[string][]string {
	const tour, shown = "../../testdata/tour/reply.txt", "../../testdata/tour/context.yaml"
	return map[string][]string{
		"eval":                  {tour, "--context", shown},
		"parse":                 {tour},
		"repair":                {tour},
		"check":                 {"output.report", tour},
		"enforce":               {"output.report", "--", "true"},
		"formula":               {"1 + 1"},
		"quote":                 {"x", "--document", tour},
		"bind":                  {"filesystem.read_only()"},
		"lower":                 {"filesystem.read_only()", "--to", "rego"},
		"trace":                 {tour, "-g", "filesystem.read_only()"},
		"catalog":               {},
		"catalog check":         {"--python", tour},
		"explain":               {"claim.arguments"},
		"docs":                  {"OUT"},
		"generate python":       {"--library", "filesystem"},
		"lint":                  {},
		"test":                  {},
		"lock":                  {"--check"},
		"build":                 {"-o", "OUT"},
		"sign":                  {"FILE", "--key", releaseKey, "-o", "OUT"},
		"push":                  {"FILE", "127.0.0.1:1/a:1"},
		"inspect":               {},
		"verify":                {"FILE"},
		"prompt":                {"output.report"},
		"prompt claim-contract": {},
		"prove satisfiable":     {"filesystem.read_only()"},
		"prove vacuous":         {"filesystem.read_only()"},
		"prove contradicts":     {"filesystem.read_only()", "filesystem.no_reads()"},
		"prove equivalent":      {"filesystem.read_only()", "filesystem.no_reads()"},
		"prove implies":         {"filesystem.read_only", "filesystem.no_reads"},
		"prove plan":            {"../../testdata/plans/money.yaml", "-g", "filesystem.read_only()"},
		"prove invariants":      {},
		"prove recorded":        {},
		"schema export":         {"--to", "owl"},
		"schema check":          {tour, "--provider", "openai"},
		"schema fit":            {tour, "--provider", "openai"},
		"verified record":       {"filesystem.read_only()", "--prover", "p@1", "--target", tour, "--proof", tour, "--source", tour},
		"verified show":         {"WORD"},
		"verified verify":       {"WORD", "--target", tour, "--proof", tour},
		"state show":            {"--state", "STATE"},
		"state add":             {"k", "--value", "1", "--state", "STATE"},
		"state explain":         {"k", "--state", "STATE"},
		"state result":          {"--state", "STATE", "--value", "1", "--call", "sha256:" + strings.Repeat("0", 64)},
		"state retract":         {"k", "--state", "STATE"},
		"state verify":          {"--state", "STATE"},
		"gate":                  {"FILE", "--no-cache"},
		"diff":                  {"FILE", "FILE"},
	}
}

// notDeciding are the commands that decide nothing with a bundle, each with the reason.
func notDeciding() map[string]string {
	const group = "it does nothing but name its commands"
	const files, stored = "it reads files and loads no bundle", "it shows what was stored, word for word"
	return map[string]string{
		"digest": "it prints a digest; TestScripts/bundles has what it refuses", "schema claim-contract": "it prints what is part of the program",
		"generate": group, "new": group, "prove": group, "schema": group, "state": group, "verified": group, "schema editor": "it prints schemas of files",
		"render": stored, "version": "it loads nothing", "help": "it loads nothing", "fmt": files, "schema validate": "it checks a file against the schema of its kind",
		"new bundle": "it writes a new folder", "new library": "it writes into a folder", "new rule": "it writes into a folder", "new contract": "it writes into a folder", "new output-contract": "it writes into a folder",
		"pull": "what it pulls is judged as push judges it; TestRegistry refuses there",
	}
}

// reading are the commands that read what has expired, and older versions, and say so.
func reading() []string { return []string{"inspect", "diff"} }

// ofArchives are the commands that take nothing but the file of an archive.
func ofArchives() []string { return []string{"push", "verify"} }

// leaves are the names of all commands that do something, but for completion.
func leaves(c *cobra.Command, path string, visit func(string)) {
	for _, sub := range c.Commands() {
		name := strings.TrimSpace(path + " " + sub.Name())
		if sub.Name() == "completion" || sub.Hidden {
			continue
		}
		if sub.RunE != nil || sub.Run != nil {
			visit(name)
		}
		leaves(sub, name, visit)
	}
}

// member replaces, adds or, without data, removes a member of an archive.
func member(a *archive.Archive, path string, data []byte) []archive.File {
	var out []archive.File
	for _, f := range a.Files {
		if f.Path != path {
			out = append(out, f)
		}
	}
	if data != nil {
		out = append(out, archive.File{Path: path, Data: data})
	}
	return out
}

// weaker are the signatures with another hash named for every file.
func weaker(t *testing.T, signatures []byte) []byte {
	t.Helper()
	var s schema.BundleSignatures
	if err := s.UnmarshalJSON(signatures); err != nil {
		t.Fatal(err)
	}
	part := strings.Split(s.Signatures[0], ".")[1]
	claims, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	changed := base64.RawURLEncoding.EncodeToString(bytes.ReplaceAll(claims, []byte("SHA-256"), []byte("MD5")))
	return bytes.ReplaceAll(signatures, []byte(part), []byte(changed))
}

// packed is an archive that no writer of ours makes.
func packed(t *testing.T, name string, size int64) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	w := tar.NewWriter(z)
	err := w.WriteHeader(&tar.Header{Name: name, Size: size, Typeflag: tar.TypeReg, Mode: 0o644})
	_, copied := io.CopyN(w, zeros{}, size)
	if err := errors.Join(err, copied, w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func tamperings(t *testing.T) []tampering {
	t.Helper()
	good := signedArchive(t, "../../testdata/bundles/bank", "--expires", "2100-01-01T00:00:00Z")
	read, err := archive.Read(strings.NewReader(readText(t, good)))
	if err != nil {
		t.Fatal(err)
	}
	signatures, _ := read.File(signing.File)
	moved := append(member(read, signing.File, nil), archive.File{Path: "bank/" + signing.File, Data: signatures})
	file := func(files []archive.File) string {
		data, err := archive.Write(files)
		if err != nil {
			t.Fatal(err)
		}
		return saved(t, data)
	}
	trusted := readText(t, "../../testdata/keys/trust.yaml")
	seen := strings.Replace(trusted, "name: \"*\"\n    signed: true", "name: acme-bank\n    signed: true\n    last_seen: [{name: acme-bank, version: 2.0.0, digest: \"sha256:"+strings.Repeat("0", 64)+"\"}]", 1)
	back := filepath.Join(t.TempDir(), "seen.yaml")
	write(t, back, []byte(seen))
	const policy = "../../testdata/keys/trust.yaml"
	common := []string{"--trust", policy, "--at", "2026-12-01T00:00:00Z"}
	list := append(tamperedArchives(t, read, common), tamperedSignatures(t, read, common)...)
	return append(list, []tampering{
		{name: "a changed file", want: "is not what was signed", file: file(member(read, "bank/library.yaml", []byte("kind: Library\nname: bank\nversion: 1.0.0\n"))), flags: common, stock: "accepted"},
		{name: "a changed index", want: "is not what was signed", file: file(member(read, "contractc/index", []byte("x"))), flags: common, stock: "accepted"},
		{name: "an added file", want: "is not among those that were signed", file: file(member(read, "bank/more.rego", []byte("package contractc.more\n"))), flags: common, stock: "accepted"},
		{name: "a removed file", want: "was signed and is not in the archive", file: file(member(read, "bank/contracts/max_spend.yaml", nil)), flags: common, stock: "accepted"},
		{name: "a renamed signature file", want: "is not at the root", file: file(moved), flags: common, stock: "accepted"},
		{name: "a removed signature", want: "is not signed", file: file(member(read, signing.File, nil)), flags: common, stock: "accepted"},
		{name: "a weaker hash", want: "only SHA-256 counts", file: file(member(read, signing.File, weaker(t, signatures))), flags: common, stock: "accepted"},
		{name: "an expired signature", want: "counted until", old: true, file: good, flags: []string{"--trust", policy, "--at", "2100-01-01T00:00:00Z"}, stock: "accepted"},
		{name: "an older version", want: "was seen already", old: true, file: good, flags: []string{"--trust", back, "--at", "2026-12-01T00:00:00Z"}, stock: "accepted"},
		{name: "another pin", want: "not the one that --pin names", file: good, flags: append([]string{"--pin", "sha256:" + strings.Repeat("0", 64)}, common...), stock: "accepted"},
		{name: "a path outside the archive", want: "not that of a file within the archive", file: saved(t, packed(t, "../a.rego", 10)), flags: common, stock: "refused"},
		{name: "a folder in its place", want: "is not signed", folder: true, file: "../../testdata/bundles/bank", flags: common, stock: "accepted"},
		{name: "a bomb", want: "unpacks to more than", file: saved(t, packed(t, "a", 60<<20)), flags: common, stock: "accepted"},
	}...)
}

func saved(t *testing.T, data []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bundle.tar.gz")
	write(t, name, data)
	return name
}

// filled are the arguments of a command with the archive in its place, and what the command would write.
func filled(t *testing.T, args []string, word, file string) (out, writes []string) {
	t.Helper()
	named, folder := false, t.TempDir()
	for _, a := range args {
		switch a {
		case "FILE":
			a, named = file, true
		case "OUT", "STATE":
			a = filepath.Join(folder, a)
			writes = append(writes, a)
		case "WORD":
			a = word
		}
		out = append(out, a)
	}
	if named {
		return out, writes
	}
	return append([]string{"--bundle", file}, out...), writes
}

// hidesTrust reports whether a command has a flag of the name of one of trust.
func hidesTrust(c *cobra.Command) bool {
	return slices.ContainsFunc([]string{"trust", "pin", "at", "allow-older"}, func(name string) bool { return c.LocalNonPersistentFlags().Lookup(name) != nil })
}

// TestTampered requires that every command that decides with a bundle refuses a signed one that was tampered with. A new command fails it until it
// stands in one of the two lists.
func TestTampered(t *testing.T) {
	word := filepath.Join(t.TempDir(), "word.json")
	const tour = "../../testdata/tour/reply.txt"
	outputOf("", "verified", "record", `filesystem.only_read_under("docs/")`, "--prover", "prover@1", "--target", tour, "--proof", tour, "--source", tour, "--output", word)
	list, ran := tamperings(t), 0
	root := (&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}).root()
	leaves(root, "", func(name string) {
		args, decides := deciding()[name]
		if c, _, err := root.Find(strings.Fields(name)); err != nil || hidesTrust(c) {
			t.Errorf("%s has a flag of its own in the place of a global one of trust (%v)", name, err)
		}
		if _, other := notDeciding()[name]; other == decides {
			t.Errorf("say in deciding or in notDeciding whether the command %q decides with a bundle", name)
		}
		if !decides {
			return
		}
		for _, c := range list {
			var out bytes.Buffer
			filledIn, writes := filled(t, args, word, c.file)
			line := append(slices.Clone(c.flags), append(strings.Fields(name), filledIn...)...)
			code := run(line, strings.NewReader(""), &out, &out)
			wanted, want, reads := exitBundle, c.want, c.old && slices.Contains(reading(), name)
			if c.folder && slices.Contains(ofArchives(), name) {
				wanted, want = exitUsage, "is a folder"
			}
			if ran++; !strings.Contains(out.String(), want) || reads == (code == wanted) {
				t.Errorf("%s: %s: exit code %d, %q is wanted in\n%.300s", name, c.name, code, want, out.String())
			}
			for _, file := range writes {
				if _, err := os.Lstat(file); err == nil {
					t.Errorf("%s: %s: %q was written", name, c.name, file)
				}
			}
		}
	})
	if ran < 1800 {
		t.Errorf("only %d runs", ran)
	}
}

// TestTamperedForOPA shows what a stock opa eval -b, which verifies nothing, says of the same files.
func TestTamperedForOPA(t *testing.T) {
	opa := filepath.Join(t.TempDir(), "opa")
	if out, err := exec.Command("bash", "../../scripts/build-opa", opa).CombinedOutput(); err != nil {
		t.Fatalf("scripts/build-opa: %v\n%s", err, out)
	}
	for _, c := range tamperings(t) {
		out, err := exec.Command(opa, "eval", "-b", c.file, "1 == 1").CombinedOutput()
		said := "accepted"
		if err != nil {
			said = "refused"
		}
		if said != c.stock {
			t.Errorf("%s: opa eval -b %s it, want %s\n%.300s", c.name, said, c.stock, out)
		}
	}
	if _, err := os.Stat(opa); err != nil {
		t.Fatal(err)
	}
}
