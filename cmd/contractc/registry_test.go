package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog/archive"
)

// registry starts Debian's registry on a free port of this machine, with more
// configuration, and returns its address.
func registry(t *testing.T, more string) string {
	t.Helper()
	binary, err := exec.LookPath("docker-registry")
	if err != nil {
		t.Fatal("there is no docker-registry; install it: apt-get install -y docker-registry")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	folder := t.TempDir()
	config := filepath.Join(folder, "config.yml")
	write(t, config, []byte(fmt.Sprintf("version: 0.1\nlog: {level: error, accesslog: {disabled: true}}\nstorage: {filesystem: {rootdirectory: %q}}\nhttp: {addr: %q}\n%s", folder, address, more)))
	var said bytes.Buffer
	cmd := exec.Command(binary, "serve", config)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for range 300 {
		if r, err := http.Get("http://" + address + "/v2/"); err == nil {
			r.Body.Close()
			return address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("docker-registry does not answer: %s", said.String())
	return ""
}

// TestRegistry pushes to a real registry and pulls from it. What is not trusted is not written.
func TestRegistry(t *testing.T) {
	host := registry(t, "")
	file := signedArchive(t, "../../testdata/bundles/bank")
	tag := host + "/policies/bank:1.0.0"
	out, problems := outputOf("", "push", file, tag, "--trust", "../../testdata/keys/trust.yaml")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[1], host+"/policies/bank@sha256:") {
		t.Fatalf("push printed %q: %s", out, problems)
	}
	pinned, to := lines[1], filepath.Join(t.TempDir(), "pulled.tar.gz")
	if again, _ := outputOf("", "push", file, tag); again != out {
		t.Errorf("pushing again printed %q", again)
	}
	out, problems = outputOf("", "pull", pinned, "-o", to, "--trust", "../../testdata/keys/trust.yaml")
	if !strings.HasPrefix(out, "pulled acme-bank 1.0.0, verified\n") || readText(t, to) != readText(t, file) {
		t.Errorf("pull printed %q: %s", out, problems)
	}
	digest, _ := outputOf("", "digest", file)
	if out, _ := outputOf("", "pull", pinned, "-o", to, "--pin", strings.TrimSpace(digest)); !strings.HasPrefix(out, "pulled acme-bank 1.0.0, pinned, no signature was verified\n") {
		t.Errorf("pull --pin printed %q", out)
	}
	if out, _ := outputOf("", "pull", pinned, "-o", to, "--unverified"); !strings.Contains(out, "unverified") {
		t.Errorf("pull --unverified printed %q", out)
	}
	if out, problems = outputOf("", "diff", "oci:"+pinned, "../../testdata/bundles/bank"); !strings.HasPrefix(out, "unchanged: oci:"+pinned+" (acme-bank 1.0.0) -> ") {
		t.Errorf("diff printed %q: %s", out, problems)
	}
	if out, problems = outputOf("", "gate", "../../testdata/bundles/bank", "--base", "oci:"+pinned, "--no-cache"); !strings.Contains(out, "diff    passed       0 changes since oci:"+pinned) {
		t.Errorf("gate printed %q: %s", out, problems)
	}
	other, zeros := filepath.Join(t.TempDir(), "other.tar.gz"), strings.Repeat("0", 64)
	strict := filepath.Join(t.TempDir(), "strict.yaml")
	write(t, strict, []byte(strings.Replace(readText(t, "../../testdata/keys/trust.yaml"), "name: default", "name: acme-bank", 1)))
	for _, test := range []struct {
		code int
		want string
		args []string
	}{
		{exitUsage, "say by what to verify", []string{"pull", pinned, "-o", other}},
		{exitUsage, "is a folder; build it first", []string{"push", "../../testdata/bundles/bank", tag}},
		{exitUsage, "names no tag and no digest: write HOST/NAME:TAG", []string{"push", file, host + "/policies/bank"}},
		{exitUsage, "a tag can be moved", []string{"pull", tag, "-o", other, "--unverified"}},
		{exitUsage, "say where the archive goes", []string{"pull", pinned, "--unverified"}},
		{exitUsage, "is no reference", []string{"pull", "nowhere", "-o", other, "--unverified"}},
		{exitUsage, "not found", []string{"pull", host + "/policies/bank@sha256:" + zeros, "-o", other, "--unverified"}},
		{exitUsage, "push to a tag", []string{"push", file, pinned}},
		{exitBundle, "which is not the one that --pin names", []string{"pull", pinned, "-o", other, "--pin", "sha256:" + zeros}},
		{exitBundle, "signed by 1 of the keys that may, and must be by 2", []string{"pull", pinned, "-o", other, "--trust", strict}},
		{exitBundle, "signed by 1 of the keys that may, and must be by 2", []string{"push", file, tag, "--trust", strict}},
		{exitUsage, "go together", []string{"push", file, tag, "--user", "ann"}},
	} {
		var out, said bytes.Buffer
		if code := run(test.args, strings.NewReader(""), &out, &said); code != test.code || !strings.Contains(said.String(), test.want) {
			t.Errorf("%v: exit code %d, %s; want %d, %q", test.args, code, said.String(), test.code, test.want)
		}
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("what was refused was written")
	}
	garbage := filepath.Join(t.TempDir(), "garbage.tar.gz")
	data, err := archive.Write([]archive.File{{Path: "contractc.yaml", Data: []byte("kind: Bundle\n")}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, garbage, data)
	if code := run([]string{"push", garbage, tag}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); code != exitBundle {
		t.Errorf("what is no bundle is pushed: exit code %d", code)
	}
}

// TestRegistryPassword pushes to a registry that asks who somebody is, and takes the
// base of a gate and a version of a diff from it. Without the right name and password
// nothing is judged, and the password is never shown.
func TestRegistryPassword(t *testing.T) {
	const password = "open sesame"
	folder := t.TempDir()
	users, right, wrong := filepath.Join(folder, "htpasswd"), filepath.Join(folder, "right"), filepath.Join(folder, "wrong")
	write(t, users, []byte("ann:$2b$05$abcdefghijklmnopqrstuupx2xBUC4954936wVIjyyPHmUBFu0wCW\n"))
	write(t, right, []byte(password+"\n"))
	write(t, wrong, []byte(password+"!\n"))
	t.Setenv("REGISTRY_PASSWORD", password)
	host := registry(t, fmt.Sprintf("auth: {htpasswd: {realm: policies, path: %q}}\n", users))
	const bundle = "../../testdata/bundles/bank"
	file := signedArchive(t, bundle)
	out, problems := outputOf("", "push", file, host+"/policies/bank:1.0.0", "--user", "ann", "--password", right)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 {
		t.Fatalf("push printed %q: %s", out, problems)
	}
	base := "oci:" + lines[1]
	gate, passed := slices.Clip([]string{"gate", bundle, "--base", base, "--no-cache"}), "diff    passed       0 changes since "+base
	for _, test := range []struct {
		code int // of its own, where it is not the gate's answer
		want string
		args []string
	}{
		{exitNo, passed, append(gate, "--user", "ann", "--password", right)},
		{exitNo, passed, append(gate, "--user", "ann", "--password", "env:REGISTRY_PASSWORD")},
		{exitUsage, "asks for a user and a password", gate},
		{exitUsage, "401: ", append(gate, "--user", "ann", "--password", wrong)},
		{exitUsage, "401: ", append(gate, "--user", "bob", "--password", right)},
		{exitUsage, "go together", append(gate, "--user", "ann")},
		{exitUsage, "go together", append(gate, "--password", right)},
		{exitUsage, "no such file", append(gate, "--user", "ann", "--password", filepath.Join(folder, "none"))},
		{exitUsage, "REGISTRY_NONE", append(gate, "--user", "ann", "--password", "env:REGISTRY_NONE")},
		{exitUsage, "without slashes", []string{"gate", bundle, "--base", "oci://" + lines[1], "--no-cache"}},
		{exitOK, "unchanged: " + base, []string{"diff", base, bundle, "--user", "ann", "--password", right}},
		{exitUsage, "say --user NAME", []string{"diff", base, bundle}},
		{exitUsage, "say --user NAME", []string{"pull", lines[1], "-o", filepath.Join(folder, "none"), "--unverified"}},
		{exitUsage, "401: ", []string{"push", file, host + "/policies/bank:2.0.0", "--user", "ann", "--password", wrong}},
	} {
		code, out := endOf(test.args...)
		if code != test.code || !strings.Contains(out, test.want) || strings.Contains(out, password) {
			t.Errorf("%v: exit code %d, want %d and %q: %s", test.args, code, test.code, test.want, out)
		}
	}
}
