package shell_test

import "testing"

func TestArguments(t *testing.T) {
	table := programs(t)
	for _, c := range []struct {
		written, option, path string // empty: none; ?: not known
	}{
		{`x`, ``, `x`}, {`/etc/passwd`, ``, `/etc/passwd`}, {`../x`, ``, `../x`}, {`..`, ``, `..`}, {`.`, ``, `.`}, {`''`, ``, ``}, {`-`, ``, ``}, {`--`, `--`, ``}, {`-l`, `-l`, ``}, {`-n10`, `-n10`, ``}, {`--oneline`, `--oneline`, ``},
		{`--output=/home/u/.bashrc`, `--output`, `/home/u/.bashrc`}, {`--output=`, `--output`, ``}, {`-o=/x`, `-o=/x`, `/x`}, {`if=/dev/sda`, ``, `/dev/sda`}, {`a=b=/x`, ``, `?`},
		{`-I/usr/include`, `-I/usr/include`, `?`}, {`-C..`, `-C..`, `?`}, {`host:/etc/passwd`, ``, `?`}, {`@/etc/passwd`, ``, `?`}, {`@..`, ``, `?`}, {`https://a.b/c`, ``, `?`}, {`HEAD:../x`, ``, `?`}, {`s/a/b/`, ``, `s/a/b/`}, {`'s,/etc,x,'`, ``, `?`},
		{`a/b=c`, ``, `a/b=c`}, {`"a b"`, ``, `a b`}, {`"/a b"`, ``, `?`}, {`$x`, `?`, `?`}, {`"$x"`, `?`, `?`}, {`*`, `?`, `?`}, {`~`, `?`, `?`}, {`~/x`, `?`, `?`}, {`'~/x'`, ``, `?`},
	} {
		r := table.Text("a "+c.written, "")
		if len(r.Arguments) != 1 {
			t.Fatalf("%s has %d arguments", c.written, len(r.Arguments))
		}
		a := r.Arguments[0]
		if orQuestion(a.Option) != c.option || orQuestion(a.Path) != c.path {
			t.Errorf("%s: option %s, path %s, want %s and %s", c.written, orQuestion(a.Option), orQuestion(a.Path), c.option, c.path)
		}
	}
}
