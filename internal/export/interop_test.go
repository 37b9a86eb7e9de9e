package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
)

const scripts = "../../testdata/scripts"

// python finds an interpreter that has rdflib: the first on the PATH, or Debian's.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import rdflib").Run() == nil {
			return name
		}
	}
	t.Fatal("no Python has rdflib; install it with: apt-get install python3-rdflib")
	return ""
}

// graphs asks the script that reads graphs with rdflib.
func graphs(t *testing.T, ask string, question, answer any) {
	t.Helper()
	talk(t, exec.Command(python(t), filepath.Join(scripts, "graphs.py"), ask), question, answer)
}

func talk(t *testing.T, cmd *exec.Cmd, question, answer any) {
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

// shaclCase is a graph that a SHACL engine validates.
type shaclCase struct {
	Name string `json:"name"`
	Data string `json:"data"`
}

// shaclResult is what it says of it.
type shaclResult struct {
	Conforms bool     `json:"conforms"`
	Results  []string `json:"results"`
}

// conform validates graphs with the SHACL engine that scripts/install-shacl-engine installs.
func conform(t *testing.T, shapes []byte, cases []shaclCase) map[string]shaclResult {
	t.Helper()
	lock, err := os.ReadFile(filepath.Join(scripts, "shacl", "package-lock.json"))
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
	cmd := exec.Command("node", filepath.Join(scripts, "shacl", "validate.mjs"))
	cmd.Env = append(os.Environ(), "SHACL_ENGINE="+engine)
	out := map[string]shaclResult{}
	talk(t, cmd, map[string]any{"shapes": string(shapes), "cases": cases}, &out)
	return out
}

// everything is a catalog of the default bundle and all example bundles.
func everything(t *testing.T) *catalog.Catalog {
	t.Helper()
	folders, err := filepath.Glob("../../testdata/bundles/*")
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no example bundles", err)
	}
	var sources []catalog.Source
	for _, f := range append([]string{"../../policies"}, folders...) {
		sources = append(sources, catalog.Source{FS: os.DirFS(f), Name: filepath.Base(f), Origin: catalog.OriginFolder})
	}
	c, problems := eval.Load(sources)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

func exportOf(t *testing.T, from *catalog.Catalog, libraries ...string) *Export {
	t.Helper()
	x, problems, err := OfCatalog(from, libraries)
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	return x
}
