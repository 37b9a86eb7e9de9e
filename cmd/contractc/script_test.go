package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/diag"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(removing{m}, map[string]func(){"contractc": main})
}

// TestScripts runs the txtar scripts of the command line. Beside testscript's
// own commands there are these:
//
//	exitcode CODE PROGRAM ARGS…   run a program that must exit with the code
//	bundle DIR                    copy the default bundle to a folder, data files only
//	replace FILE OLD NEW          replace a text that stands in a file exactly once
//	unescape FILE…                turn \xHH and \u{H…} in files into the bytes that they name
//	harmless FILE…                files hold no character that a terminal obeys or hides
//	contains FILE PART            a file holds the text of another one
//	getjson NAME FILE PATH        keep the text at a path of a JSON file, such as cards.0.digest, in an environment variable
//	setjson FILE PATH VALUE       set a value of a JSON file; VALUE is JSON
//	column FILE KEY               write the value of a key of every line of JSON, absent where there is none, to the file column
func TestScripts(t *testing.T) {
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("REPO", repo)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": exitcode,
			"bundle":   copyBundle,
			"replace":  replaceText,
			"unescape": unescapeFiles,
			"harmless": harmless,
			"contains": contains,
			"getjson":  getJSON,
			"setjson":  setJSON,
			"column":   column,
		},
	})
}

// exitcode runs a program and compares its exit code.
func exitcode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE PROGRAM ARGS…")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		failed, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = failed.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}

// copyBundle copies the data files of the default bundle.
func copyBundle(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: bundle DIR")
	}
	from, to := filepath.Join(ts.Getenv("REPO"), "policies"), ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) == ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(name, from))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	}))
}

// replaceText replaces a text in a file.
func replaceText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s holds the text %d times", args[0], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}

// unescapeFiles turns escapes into what they name, so that a script itself holds
// no hostile character.
func unescapeFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: unescape FILE…")
	}
	for _, name := range args {
		text, err := unescape(ts.ReadFile(name))
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// unescape replaces \xHH by the byte and \u{H…} by the character.
func unescape(text string) (string, error) {
	var b strings.Builder
	for text != "" {
		switch {
		case strings.HasPrefix(text, `\x`) && len(text) >= 4:
			n, err := strconv.ParseUint(text[2:4], 16, 8)
			if err != nil {
				return "", err
			}
			b.WriteByte(byte(n))
			text = text[4:]
		case strings.HasPrefix(text, `\u{`):
			digits, rest, _ := strings.Cut(text[3:], "}")
			n, err := strconv.ParseUint(digits, 16, 21)
			if err != nil {
				return "", err
			}
			b.WriteRune(rune(n))
			text = rest
		default:
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String(), nil
}

// harmless checks that files hold no hostile character but line breaks.
func harmless(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: harmless FILE…")
	}
	for _, name := range args {
		if at, r, found := hostileIn(ts.ReadFile(name)); found {
			ts.Fatalf("%s holds %U at byte %d", name, r, at)
		}
	}
}

// contains checks that a file holds the text of another one.
func contains(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] contains FILE PART")
	}
	if strings.Contains(ts.ReadFile(args[0]), ts.ReadFile(args[1])) == neg {
		ts.Fatalf("that %s holds the text of %s is %v", args[0], args[1], !neg)
	}
}

// getJSON keeps a text of a JSON file in an environment variable.
func getJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: getjson NAME FILE PATH")
	}
	var document any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &document))
	text, ok := at(ts, document, args[2]).(string)
	if !ok {
		ts.Fatalf("there is no text at %s of %s", args[2], args[1])
	}
	ts.Setenv(args[0], text)
}

// setJSON sets a value of a JSON file.
func setJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: setjson FILE PATH VALUE")
	}
	var document, v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &document))
	ts.Check(json.Unmarshal([]byte(args[2]), &v))
	path, last := args[1], args[1]
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		path, last = path[:i], path[i+1:]
		switch in := at(ts, document, path).(type) {
		case map[string]any:
			in[last] = v
		case []any:
			n, err := strconv.Atoi(last)
			ts.Check(err)
			in[n] = v
		}
	} else {
		document.(map[string]any)[last] = v
	}
	text, err := json.Marshal(document)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o644))
}

// column writes the value of a key of every line of JSON.
func column(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: column FILE KEY")
	}
	var out strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		document := map[string]json.RawMessage{}
		ts.Check(json.Unmarshal([]byte(line), &document))
		v, ok := document[args[1]]
		if !ok {
			v = json.RawMessage("absent")
		}
		out.Write(append(v, '\n'))
	}
	ts.Check(os.WriteFile(ts.MkAbs("column"), []byte(out.String()), 0o644))
}

// at follows a path of keys and indexes through a document.
func at(ts *testscript.TestScript, here any, path string) any {
	for _, step := range strings.Split(path, ".") {
		switch in := here.(type) {
		case map[string]any:
			here = in[step]
		case []any:
			n, err := strconv.Atoi(step)
			ts.Check(err)
			here = in[n]
		default:
			ts.Fatalf("there is no %s", path)
		}
	}
	return here
}

// hostileIn finds the first character that a terminal obeys, hides or moves, or
// a byte that is not UTF-8; line breaks are none.
func hostileIn(text string) (at int, r rune, found bool) {
	for i, r := range text {
		if r != '\n' && (diag.Hostile(r) || r == '\uFFFD') {
			return i, r, true
		}
	}
	return 0, 0, false
}
