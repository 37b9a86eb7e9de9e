package shell_test

import "testing"

func TestArguments(t *testing.T) {
	table := programs(t)
	for _, c := range []struct {
		written, option, path string // of path: - where it names none, ? where that is not known
	}{
		{`x`, ``, `x`}, {`/etc/passwd`, ``, `/etc/passwd`}, {`../x`, ``, `../x`}, {`..`, ``, `..`}, {`.`, ``, `.`}, {`''`, ``, `-`}, {`-`, ``, `-`}, {`--`, `--`, `-`}, {`-l`, `-l`, `-`}, {`-n10`, `-n10`, `-`}, {`--oneline`, `--oneline`, `-`},
		{`--output=/home/u/.bashrc`, `--output`, `/home/u/.bashrc`}, {`--output=`, `--output`, `-`}, {`-o=/x`, `-o=/x`, `/x`}, {`if=/dev/sda`, ``, `/dev/sda`}, {`a=b=/x`, ``, `?`},
		{`-I/usr/include`, `-I/usr/include`, `?`}, {`-C..`, `-C..`, `?`}, {`host:/etc/passwd`, ``, `?`}, {`@/etc/passwd`, ``, `?`}, {`@..`, ``, `?`}, {`https://a.b/c`, ``, `?`}, {`HEAD:../x`, ``, `?`}, {`s/a/b/`, ``, `s/a/b/`}, {`'s,/etc,x,'`, ``, `?`},
		{`a/b=c`, ``, `a/b=c`}, {`"a b"`, ``, `a b`}, {`"/a b"`, ``, `?`}, {`$x`, `?`, `?`}, {`"$x"`, `?`, `?`}, {`*`, `?`, `?`}, {`~`, `?`, `?`}, {`~/x`, `?`, `?`}, {`'~/x'`, ``, `?`},
	} {
		r := table.Text("a "+c.written, "")
		if len(r.Arguments) != 1 {
			t.Fatalf("%s has %d arguments", c.written, len(r.Arguments))
		}
		a := r.Arguments[0]
		path := orQuestion(a.Path)
		if a.NamesPath != nil && !*a.NamesPath {
			path = "-"
		}
		if orQuestion(a.Option) != c.option || path != c.path {
			t.Errorf("%s: option %s, path %s, want %s and %s", c.written, orQuestion(a.Option), path, c.option, c.path)
		}
	}
}
