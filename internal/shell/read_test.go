package shell_test

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/shell"
)

// What every simple command is made of, and what stands around it.
func TestText(t *testing.T) {
	table := programs(t)
	check(t, func(text string) *shell.Reading { return table.Text(text, "") }, [][2]string{
		{``, ``},
		{`# only a comment`, ``},
		{`ls -la src`, `ls[-la,src]`},
		{`/bin/ls`, `/bin/ls[]`}, {`/ls`, `/ls[] hidden:ls`},
		{"a\nb", `a[] b[] op:;`},
		{"a; b && c || d | e |& f & g", `a[] b[] c[] d[] e[] f[] g[] op:; op:&& op:|| op:| op:|& op:&`},
		{`! a`, `a[] op:!`},
		{`(a; b)`, `a[] b[] op:( op:;`},
		{`{ a; }`, `a[] op:{`},
		{`if a; then b; elif c; then d; else e; fi`, `a[] b[] c[] d[] e[] op:if`},
		{`while a; do b; done`, `a[] b[] op:while`},
		{`for x in a b; do c; done`, `c[] x=? op:for`},
		{`case x in a) b;; *) c;; esac`, `b[] c[] op:case`},
		{`time a`, `a[] op:time`},
		{`[[ -f x && $y == z* ]] && a`, `a[] op:[[ op:&&`},
		// words
		{`a "b c" 'd"e' f\ g "h\"i" "j\k" '' ""`, `a[b c,d"e,f g,h"i,j\k,,]`},
		{`"a" b`, `a[b]`}, {`a"b"'c'`, `abc[]`}, {`\ls`, `ls[]`},
		{"l\\\ns a\\\nb", `ls[ab]`},
		{`echo a#b`, `echo[a#b]`},
		{`find . {} -name x`, `find[.,{},-name,x]`},
		{`test a = b`, `test[a,=,b]`}, {`[ a == b ]`, `[[a,==,b,]]`},
		// what is computed makes a word unknown
		{`echo $x`, `echo[?]`}, {`echo "$x"`, `echo[?]`}, {`echo $(ls)`, `ls[] echo[?] $command`}, {"echo `ls`", `ls[] echo[?] $command`},
		{`echo "$(ls | wc)"`, `ls[] wc[] echo[?] $command op:|`}, {`diff <(a) <(b)`, `a[] b[] diff[?] $process $process`},
		{`echo *.txt`, `echo[?]`}, {`echo a?`, `echo[?]`}, {`echo [ab]`, `echo[?]`}, {`echo {a,b}`, `echo[?]`}, {`echo ~/x`, `echo[?]`}, {`echo if=~/x`, `echo[?]`},
		{`echo =ls`, `echo[?]`}, {`echo $'a'`, `echo[?]`}, {`echo $"x"`, `echo[?]`}, {`echo $((1 + 2))`, `echo[?]`}, {"echo a\u00a0b", `echo[?]`},
		{`echo "*" '~' \* "{a,b}" a~b`, `echo[*,~,*,{a,b},a~b]`},
		// redirections
		{`cat < /etc/shadow`, `cat[] </etc/shadow`}, {`a > b >> c 2> d >| f &> e`, `a[] >b >>c >d >f >e`}, {`a <> b`, `a[] <b >b`},
		{`a 2>&1 >&2 <&- 3>&1-`, `a[]`}, {`a >& b`, `a[] >b`}, {`a > "$x"`, `a[] >?`}, {`a > *`, `a[] >?`}, {`a >! b`, `a[b] >?`}, {`> a`, `>a`}, {`a $(< b)`, `a[?] <b $command`},
		{"cat <<E > out\nhi $(b)\nE", `cat[] b[] >out $command`}, {"cat <<'E'\n$(b)\nE", `cat[]`}, {`a <<< "$(b)"`, `a[] b[] $command`},
		{`(a) > b; { c; } > d`, `a[] c[] >b >d op:( op:; op:{`}, {`a > /dev/tcp/h/1`, `a[] >/dev/tcp/h/1`},
		// variables
		{`x=1`, `x=1`}, {`x= y="a b" z=$q w+=1`, `x= y=a b z=? w=?`}, {`LANG=C a`, `a[] LANG=C`}, {`x=(1 "$(b)")`, `b[] x=? $command`},
		{`read -r x y`, `read[-r,x,y] x=? y=?`}, {`export LANG=C`, `export[?] LANG=C`}, {`readonly x=1`, `readonly[?] x=1`},
		{`printf '%s' "$x"`, `printf[?]`}, {`printf -v x a`, `printf[-v,x,a] x=?`}, {`echo ${x:=a}`, `echo[?] x=?`}, {`a {fd}> b`, `a[] fd=? >b`},
		{`test -n "$x"`, `test[?]`}, {`[ "$x" = y ]`, `[[?]`}, {`set -euo pipefail`, `set[-euo,pipefail]`},
		{`[[ 1 -eq 2 ]]`, `op:[[`},
	})
}

// What a shell computes when it runs is unknown, and never nothing.
func TestUnknown(t *testing.T) {
	table := programs(t)
	for _, text := range []string{
		`$x`, `"$x" a`, `$(echo rm) a`, "`echo rm` a", `r*`, `{rm,x}`, `~/x`, `=ls`, `$'\x72m' x`, `a=b $x`, `@(rm)`,
		`eval "$x"`, `eval ls`, `source x`, `. x`, `alias ls=rm`, `trap 'rm x' EXIT`, `enable -f x y`, `command eval x`, `builtin . x`, `\eval ls`, `"eval" ls`,
		`shopt -s expand_aliases`, `set -a`, `set -k`, `set -- $x`, `hash -p /tmp/x ls`,
		`ls() { rm x; }; ls`, `function ls { rm x; }; ls`, `f() { a; }; /bin/f`,
		`PATH=/tmp ls`, `PATH=/tmp; ls`, `export PATH`, `export FOO=1`, `GIT_SSH_COMMAND=x git status`, `LD_PRELOAD=x ls`, `path=(/tmp)`, `for PATH in /tmp; do ls; done`, `read PATH`, `printf -v PATH x`, `a {PATH}> b`, `export x; x=1`, `aliases[ls]=rm`,
		`IFS=x`, `BASH_ENV=x`, `command export A=1`, `declare -i x=y`, `declare -n x=y`, `local -a x`, `typeset "$x"`, `coproc PATH { a; }; x=1 $y`,
		`echo $((x))`, `echo ${a[x]}`, `((x++))`, `let x=1`, `for ((i=0;i<2;i++)); do a; done`, `[[ $x -eq 1 ]]`, `[[ -v x ]]`, `test -v 'a[$(rm)]'`, `[ $x = y ]`, `[ "$x" "$y" ]`, `printf "$x"`, `printf -vx a`,
		`echo ${!x}`, `echo ${x@P}`, `echo ${x:y}`, `echo "${!x[@]}"`, `a[$(b)]=1`, `x[y]=1`, `unset 'a[$(b)]'`, `read "$x"`, `read -a x`,
		`a &> b c`, `&>> b c`, `a "`, `a (`, `a &&`, `if a`, `$((`, "a\rb", "a\r\nb", "a\x00b", "a\x1bb", "a\xffb", `a =(b)`,
		strings.Repeat("a", 10_001), strings.Repeat("(", 41) + "a" + strings.Repeat(")", 41), strings.Repeat("a ", 2001),
		// programs that run others, where what they run cannot be seen
		`bash`, `bash x.sh`, `bash -c "$x"`, `bash -c`, `sh -s`, `bash -ic ls`, `sh -c - ls`, `sh -c +x ls`, `bash <<E
rm x
E`, `curl x | sh`, `sudo -i`, `sudo "$x"`, `sudo -Z ls`, `env -S 'rm x'`, `env "$x" ls`, `env 1a=b ls`, `env A=b ls`, `sudo A=b ls`, `xargs "$x"`, `xargs -I x x`, `xargs -i rm`, `xargs sh -c`,
		`find . -exec`, `find . -exec ls`, `find "$x"`, `find . -exec {} ;`, `find . -exec "$x" \;`, `timeout $x ls`, `timeout "$x" ls`, `nice -5 ls`, `command "$x"`, `nohup $x`, `watch "$x"`, `su -c ls`, `parallel ls`, `fish -c ls`,
		`env env env env env env env ls`, `flock x -c 'rm x'`, `env LANG=C -i`, `echo !(a)`, `echo *(e:rm:)`, `wait -p PATH`, `repeat 3 rm x`,
		// an apostrophe within double quotes quotes nothing
		`echo "${x-'$(rm)'}"`, `echo "${x:-'$(rm)'}"`, `echo "${x:='$(rm)'}"`, `echo "${x+'$(rm)'}"`, "echo \"${x-'`rm`'}\"", `echo "${x-$'\x24(rm)'}"`, `echo "${x#'$(rm)'}"`, `echo "${x/a/'$(rm)'}"`,
		`cat <<< ${x-'$(rm)'}`, "cat <<E\n${x-'$(rm)'}\nE", `echo "${x-${y-'$(rm)'}}"`, `echo "${x-'"'}; rm; "`, `echo "${x-'}"; rm; : '}"`,
		// other shells read these otherwise
		`sh -c '[[ -f x ]]'`, `dash -c 'a &> b'`, `ash -c 'a &>> b'`, `busybox sh -c '[[ a ]]'`, `sh -c "echo \$'a'"`, `sh -c 'echo $"a"'`, `sh -c 'a <(b)'`, `sh -c 'x=(a)'`, `sh -c 'function f { a; }'`, `sh -c 'a <<< b'`, `sh -c '{a,b}'`,
		`sh -c '((1))'`, `sh -c 'a |& b'`, `sh -c 'coproc a'`, `sh -c 'select x in a; do b; done'`, `sh -c 'time a'`, `sh -c 'x+=a'`, `sh -c 'declare x'`, `sh -c 'a {fd}> b'`, `sh -c 'echo ${x/a/b}'`, `zsh -c '[[ a ]]'`, `mksh -c 'a &> b'`, `watch 'a &> b'`,
		`time -- rm`, `time -p -- rm`, `sh -c 'time -- rm'`, `-x rm`,
		`jobs -x rm`, `compgen -C rm`, `compgen -W '$(rm)'`, `compgen -F f`, `complete -C rm x`, `mapfile -C rm x`, `readarray -C rm x`, `trap rm EXIT`, `fc -s`, `bind -x rm`, `enable -f x y`, `hash -p /x y`,
		// shells by other names
		`rbash -c "$x"`, `posh -c '[[ a ]]'`, `lksh -c '[[ a ]]'`, `oksh x`, `osh -c a`, `es -c a`, `bash-static x`, `bash5 x`, `bash.exe x`, `Bash.EXE x`, `bash.EXE x`, `sh.exe -c '[[ a ]]'`, `mysh -c a`, `newsh5 -lc a`, `foosh --command=a`, `foosh "$x"`,
	} {
		if r := table.Text(text, ""); len(r.Unknown) == 0 {
			t.Errorf("%q is taken for known: %s", text, summary(r))
		}
	}
}

// A program that runs others is listed with what it runs.
func TestWrappers(t *testing.T) {
	table := programs(t)
	check(t, func(text string) *shell.Reading { return table.Text(text, "") }, [][2]string{
		{`sudo rm -rf x`, `sudo[] rm[-rf,x]`}, {`sudo -u root -n -- rm x`, `sudo[-u,root,-n,--] rm[x]`}, {`sudo -uroot rm`, `sudo[-uroot] rm[]`}, {`sudo --user=root rm`, `sudo[--user=root] rm[]`},
		{`env -i LANG=C rm x`, `env[-i,LANG=C] rm[x] LANG=C`}, {`env`, `env[]`}, {`env - rm`, `env[-] rm[]`},
		{`nohup nice -n 5 timeout -k 1 10 rm x`, `nohup[] nice[-n,5] timeout[-k,1,10] rm[x]`}, {`timeout -k "$t" 10 rm x`, `timeout[?] rm[x]`},
		{`command rm`, `command[] rm[]`}, {`command -v rm`, `command[-v,rm]`}, {`exec rm`, `exec[] rm[]`}, {`exec > x`, `exec[] >x`}, {`builtin cd x`, `builtin[] cd[x]`},
		{`xargs rm -f`, `xargs[] rm[?]`}, {`xargs`, `xargs[] echo[?]`}, {`xargs -0 -n 1 -I{} cp {} x`, `xargs[-0,-n,1,-I{}] cp[?]`}, {`xargs -I % sh -c 'a'`, `xargs[-I,%] sh[-c] a[]`},
		{`find . -name '*.o' -exec rm {} +`, `find[.,-name,*.o,-exec] rm[?]`}, {`find . -exec a \; -o -execdir b ';'`, `find[.,-exec,-o,-execdir] a[] b[]`}, {`find . -type f`, `find[.,-type,f]`},
		{`sh -c 'a; b > c'`, `sh[-c] a[] b[] >c op:;`}, {`bash -lc "git status"`, `bash[-lc] git[status]`}, {`bash -euo pipefail -c 'a' x y`, `bash[-euo,pipefail,-c,x,y] a[]`}, {`sh -c 'sh -c "rm x"'`, `sh[-c] sh[-c] rm[x]`},
		{`watch -n 1 a '; b'`, `watch[-n,1] a[] b[] op:;`}, {`flock x a`, `flock[x] a[]`}, {`busybox rm x`, `busybox[] rm[x]`},
		{`python3 x.py`, `python3[x.py] hidden:python3`}, {`python3.11 -c x`, `python3.11[-c,x] hidden:python3.11`}, {`env python x`, `env[] python[x] hidden:python`}, {`git status`, `git[status]`}, {`git -c a=b log`, `git[-c,a=b,log] hidden:git`},
		{`git commit -m x`, `git[commit,-m,x] hidden:git`}, {`sort --compress-prog=x y`, `sort[--compress-prog=x,y] hidden:sort`}, {`sort "$x"`, `sort[?] hidden:sort`},
		{`./x.sh`, `./x.sh[] hidden:x.sh`}, {`/tmp/git status`, `/tmp/git[status] hidden:git`}, {`/usr/bin/git status`, `/usr/bin/git[status]`}, {`x/sudo rm`, `x/sudo[] rm[] hidden:sudo`}, {`numactl rm`, `numactl[rm] hidden:numactl`},
		{`sh -c 'a "${x:-b}" 2>&1 | c && (d) > e'`, `sh[-c] a[?] c[] d[] >e op:| op:&& op:(`}, {`bash -c '[[ a ]] && b'`, `bash[-c] b[] op:[[ op:&&`}, {`bash5 -c a`, `bash5[-c] a[]`}, {`rbash -c a`, `rbash[-c] a[]`}, {`bash.exe -c a`, `bash.exe[-c] a[]`}, {`posh -c a`, `posh[-c] a[]`},
		{`echo "${x-'a b'}"`, `echo[?]`}, {`echo "$(a '$x' b)"`, `a[$x,b] echo[?] $command`}, {`echo ${x-'$(rm)'}`, `echo[?]`}, {`jobs -l`, `jobs[-l]`},
		{`find . -execdir sh -c 'a > b' \; -exec sh -c 'c > d' \;`, `find[.,-execdir,-exec] sh[-c] a[] sh[-c] c[] >? >d`}, {`find . -okdir sh -c 'a < b' \;`, `find[.,-okdir] sh[-c] a[] <?`}, {`chroot /x sh -c 'a > /b'`, `chroot[/x] sh[-c] a[] hidden:chroot >?`},
		{`f() { a; }; b`, `a[] b[] op:function op:{ op:;`},
	})
}

// Some programs run others with some options and subcommands only.
func TestHides(t *testing.T) {
	table := programs(t)
	hides := map[bool][]string{
		true: {
			`gcc -fplugin=./x.so a.c`, `gcc -specs=x a.c`, `gcc -wrapper x a.c`, `gcc @file`, `gcc-13 -fplugin=x`, `gcc -Wl,-plugin,x a.c`, `ld -plugin=./x`, `ld -plugin x`, `ld --plugin=x`, `openssl -engine=x`, `openssl s_client --engine x`,
			`ip netn exec x rm`, `ip net e x rm`, `ip -netns x link`, `pidstat -e rm`, `ssh-keygen -D x`,
			`git merge-index rm a`, `git remote-ext x y`, `git remote update`, `git add -e`, `git add -p`, `git notes edit`, `git branch --edit-description`, `git tag -s x`, `git commit`, `git rebase -i`, `git rebase -x rm`, `git bisect run rm`, `git difftool`, `git mergetool`,
			`git filter-branch`, `git submodule foreach rm`, `git -c a=b status`, `git -ca=b status`, `git --exec-path=x status`, `git --git-dir=x status`, `git-shell -c x`, `git-anything`, `git anything`, `git -C x fetch`, `git "$x"`,
			`editor x`, `pager x`, `sensible-editor x`, `sensible-pager x`, `run-mailcap x`, `vim.basic x`, `vim.tiny x`, `original-awk x`, `mise exec rm`, `asdf exec rm`, `pyenv exec rm`, `rbenv exec rm`, `rye run rm`, `pixi run rm`, `volta run rm`, `doppler run rm`, `lerna exec rm`, `lerna run x`,
			`coverage run x`, `scons`, `bmake`, `systemd-nspawn rm`, `systemd-inhibit rm`, `systemd-cat rm`, `apptainer exec x rm`, `mispipe rm x`, `pee rm`, `libtool --mode=execute rm`, `python3.exe x`, `envdir x rm`,
		},
		false: {`gcc -c a.c -o a.o`, `git`, `git --version`, `git -C x status`, `git --no-pager log -p`, `git log fetch`, `git add x`, `git remote -v`, `git branch`, `git tag`, `ip addr`, `openssl version`, `pidstat 1`},
	}
	for want, list := range hides {
		for _, text := range list {
			if r := table.Text(text, ""); want != (len(r.Hidden) > 0) {
				t.Errorf("%q hides what it runs: want %t of %s", text, want, summary(r))
			}
		}
	}
}

// A list of words is a program as it is, which no shell reads.
func TestWords(t *testing.T) {
	table := programs(t)
	check(t, func(text string) *shell.Reading { return table.Words(strings.Split(text, "|"), "") }, [][2]string{
		{`ls|*|$x`, `ls[*,$x]`}, {`bash|-lc|git status; ls > x`, `bash[-lc] git[status] ls[] >x op:;`}, {`sudo|rm|x y`, `sudo[] rm[x y]`}, {``, `[]`}, {"a|b\x00", "unknown:a b\x00"},
		{strings.Repeat("a", 10_001), "unknown:" + strings.Repeat("a", 10_001)},
	})
}

// A relative path starts where the text runs.
func TestDirectory(t *testing.T) {
	table := programs(t)
	for _, c := range [][3]string{
		{`a > b`, "", `>b`}, {`a > b`, "/d", `>/d/b`}, {`a > /x`, "/d", `>/x`}, {`a > ../b`, "/d/e", `>/d/b`}, {`a > b`, "e", `>e/b`},
		{`cd /d && a > b`, "", `>/d/b`}, {`cd /d && a > b && c > e`, "/x", `>/d/b`}, {`cd d && a > b`, "", `>?`}, {`cd /d; a > b`, "", `>?`}, {`cd /d || a > b`, "", `>?`}, {`a > b; cd /`, "", `>?`},
		{`cd /d && cd /e && a > b`, "", `>?`}, {`cd /d && a > b & c`, "", `>?`}, {`pushd /d && a > b`, "", `>?`}, {`command cd /d && a > b`, "", `>?`}, {`cd "$x" && a > b`, "", `>?`},
		{`eval x; a > b`, "", `>?`}, {`cd /d && eval x > b`, "", `>?`}, {`cd /d && a > /b`, "", `>/b`}, {`CDPATH=/ cd /d && a > b`, "", `>?`},
		{`bash -c 'a > b'`, "/d", `>/d/b`}, {`bash -c 'cd /d && a > b'`, "/x", `>/d/b`}, {`bash -c 'cd d; a > b'`, "/x", `>?`}, {`cd /; bash -c 'a > b'`, "/x", `>?`}, {`cd /d && bash -c 'a > b'`, "/x", `>/d/b`},
	} {
		r := table.Text(c[0], c[1])
		if len(r.Outputs) == 0 || ">"+orQuestion(r.Outputs[0].Path) != c[2] {
			t.Errorf("%s in %q: %s, want %s", c[0], c[1], summary(r), c[2])
		}
	}
}
