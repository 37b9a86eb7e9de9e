// Package interop lets tests ask tools that are not ours about graphs: rdflib, and a SHACL engine. Without them a test fails
// and says how they are installed. Only tests import it.
package interop

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const scripts = "testdata/scripts"

// python finds an interpreter that has rdflib: the first on the PATH, or Debian's.
func python(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import rdflib").Run() == nil {
			return name
		}
	}
	t.Fatal("no Python has rdflib; install it with: apt-get install python3-rdflib")
	return ""
}

// Graphs asks testdata/scripts/graphs.py, which reads graphs with rdflib. root is the folder of the repository.
func Graphs(t testing.TB, root, ask string, question, answer any) {
	t.Helper()
	talk(t, exec.Command(python(t), filepath.Join(root, scripts, "graphs.py"), ask), question, answer)
}

func talk(t testing.TB, cmd *exec.Cmd, question, answer any) {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var out, wrong bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &out, &wrong
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, wrong.String())
	}
	if err := json.Unmarshal(out.Bytes(), answer); err != nil {
		t.Fatalf("%s: %v in %.300s", cmd, err, out.String())
	}
}

// Case is a graph that a SHACL engine validates, as Turtle; with shapes of its own where it has some.
type Case struct {
	Name   string `json:"name"`
	Data   string `json:"data"`
	Shapes string `json:"shapes,omitempty"`
}

// Result is what it says of it: each result is the node, the constraint and the path.
type Result struct {
	Conforms bool     `json:"conforms"`
	Results  []string `json:"results"`
}

// Conform validates graphs with the SHACL engine that scripts/install-shacl-engine installs.
func Conform(t testing.TB, root string, shapes []byte, cases []Case) map[string]Result {
	t.Helper()
	lock, err := os.ReadFile(filepath.Join(root, scripts, "shacl", "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	engine := filepath.Join(cache, "contractc", fmt.Sprintf("shacl-%.8x", sha256.Sum256(lock)))
	if _, err := os.Stat(filepath.Join(engine, "installed")); err != nil {
		t.Fatal("there is no SHACL engine; install it with: scripts/install-shacl-engine (it needs nodejs and npm)")
	}
	cmd := exec.Command("node", filepath.Join(root, scripts, "shacl", "validate.mjs"))
	cmd.Env = append(os.Environ(), "SHACL_ENGINE="+engine)
	out := map[string]Result{}
	talk(t, cmd, map[string]any{"shapes": string(shapes), "cases": cases}, &out)
	return out
}
