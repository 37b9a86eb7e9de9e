package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog/archive"
)

// A base that is an archive is held against its signatures, and against the file of
// trust where there is one; that it has expired or is an older version is no matter.
func TestGateBase(t *testing.T) {
	const bundle, keys = "../../testdata/gate/store", "../../testdata/keys/trust.yaml"
	signed := signedArchive(t, bundle)
	expired := signedArchive(t, bundle, "--expires", "2020-01-01T00:00:00Z", "--at", "2019-12-31T00:00:00Z")
	unsigned := filepath.Join(t.TempDir(), "unsigned.tar.gz")
	if out, problems := outputOf("", "build", bundle, "-o", unsigned); out == "" {
		t.Fatal(problems)
	}
	held, err := archive.Read(bytes.NewReader([]byte(readText(t, signed))))
	if err != nil {
		t.Fatal(err)
	}
	data, _ := held.File("contractc.yaml")
	changed, err := archive.Write(member(held, "contractc.yaml", append(bytes.Clone(data), '\n')))
	if err != nil {
		t.Fatal(err)
	}
	tampered := filepath.Join(t.TempDir(), "tampered.tar.gz")
	write(t, tampered, changed)
	for _, c := range []struct {
		base, want string
		flags      []string
	}{
		{signed, "", nil},
		{signed, "", []string{"--trust", keys}},
		{expired, "", []string{"--trust", keys}},
		{unsigned, "", nil},
		{unsigned, "error: store: the base: the bundle \"store\" is not signed", []string{"--trust", keys}},
		{tampered, "error: store: the base: ", nil},
		{tampered, "error: store: the base: ", []string{"--trust", keys}},
		{bundle, "", []string{"--trust", keys}},
	} {
		var out, problems bytes.Buffer
		args := append([]string{"gate", signed, "--base", c.base, "--cache", filepath.Join(t.TempDir(), "cache")}, c.flags...)
		code := run(args, strings.NewReader(""), &out, &problems)
		if want := map[bool]int{true: exitOK, false: exitBundle}[c.want == ""]; code != want || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v: exit code %d, %s%s; want %d and %q", args, code, out.String(), problems.String(), want, c.want)
		}
	}
}

// A day of --at is its end: what ends on it counts no more.
func TestTimeAt(t *testing.T) {
	for text, want := range map[string]string{"2026-11-30": "2026-11-30T23:59:59Z", "2026-11-30T12:00:00+02:00": "2026-11-30T10:00:00Z"} {
		if at, err := timeAt(text); err != nil || at.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v; want %s", text, at, err, want)
		}
	}
	for _, text := range []string{"2026-02-30", "tomorrow", "2026-11-30T12:00:00", " 2026-11-30"} {
		if at, err := timeAt(text); err == nil {
			t.Errorf("%q is %v", text, at)
		}
	}
}
