package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a command reads is not what it writes, under whatever name, and no file is
// written twice: every file is as it was.
func TestNoLostFile(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "bank"), os.DirFS("../../testdata/bundles/bank")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	kept := map[string]string{"reply.json": `{"actions": []}`, "context.yaml": "mode: declared\n", "key.pem": "key", "report": "an older one", "bank/contractc.yaml": ""}
	for name, text := range kept {
		if text == "" {
			kept[name] = readText(t, name)
		} else {
			write(t, name, []byte(text))
		}
	}
	for link, to := range map[string]string{"link.yaml": "context.yaml", "there": ".", "other": "report"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"test bank --output junit=bank/contractc.yaml", "is there already, in the bundle bank"},
		{"test bank --output junit=there/bank/contractc.yaml", "is there already, in the bundle bank"},
		{"lint --bundle bank --output json=bank/contractc.yaml", "is there already, in the bundle bank"},
		{"gate bank --output json=bank/contractc.yaml", "is there already, in the bundle bank"},
		{"lint --context context.yaml --output json=context.yaml", "is read by the same command"},
		{"lint --context context.yaml --output json=link.yaml", "is read by the same command"},
		{"lint --context context.yaml --output json=" + filepath.Join(folder, "context.yaml"), "is read by the same command"},
		{"lint bank --output json=report --output tap=there/report", "is written twice"},
		{"lint bank --output json=other --output tap=report", "is written twice"},
		{"lint bank --output json=new --output tap=there/new", "is written twice"},
		{"lint bank --output json=- --output tap=-", "standard output"},
		{"eval reply.json --save reply.json", "is read by the same command"},
		{"eval reply.json --context context.yaml --save ./context.yaml", "is read by the same command"},
		{"build bank -o bank/contractc.yaml", "is there already, in the bundle bank"},
		{"sign report --key a=key.pem -o key.pem", "is read by the same command"},
		{"schema export --to owl --trace reply.json -o reply.json", "is read by the same command"},
	} {
		code, out := endOf(strings.Fields(c.args)...)
		if code != exitUsage || !strings.Contains(out, c.want) {
			t.Errorf("contractc %s ends with %d: %s", c.args, code, out)
		}
		for name, text := range kept {
			if got := readText(t, name); got != text {
				t.Fatalf("contractc %s makes of %s %.80q", c.args, name, got)
			}
		}
	}
	if code, out := endOf("lint", "bank", "--output", "json=report", "--output", "tap=new"); code == exitUsage || readText(t, "report") == kept["report"] {
		t.Errorf("an older report is not replaced: %d, %s", code, out)
	}
}

// A flag that would do nothing, and a folder without a name, are errors of usage.
func TestNothingIgnored(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"test", "--mutate", "--property-traces", "5"}, {"test", "--mutant-timeout", "1ms"}, {"test", "--solver-timeout", "1ms"},
		{"docs", ""}, {"docs", "--check", ""},
	} {
		if code, out := endOf(args...); code != exitUsage {
			t.Errorf("contractc %q ends with %d: %.300s", args, code, out)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}
