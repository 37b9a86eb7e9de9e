package lower

import "fmt"

// Regular languages of paths. A name is what may stand between two slashes of a
// path that is canonical already.
const (
	smtHexDigit = `(re.union (re.range "0" "9") (re.range "a" "f"))`

	smtNameChar  = `(re.union (re.range "\u{1}" ".") (re.range "0" "[") (re.range "]" "\u{2ffff}"))`
	smtNameStart = `(re.union (re.range "\u{1}" "-") (re.range "0" "[") (re.range "]" "\u{2ffff}"))`
	smtName      = `(re.union (re.++ ` + smtNameStart + ` (re.* ` + smtNameChar + `)) ` +
		`(re.++ (str.to_re ".") ` + smtNameStart + ` (re.* ` + smtNameChar + `)) ` +
		`(re.++ (str.to_re "..") (re.+ ` + smtNameChar + `)))`

	smtLocation      = `(re.* (re.++ ` + smtName + ` (str.to_re "/")))`
	smtCleanAbsolute = `(re.+ (re.++ (str.to_re "/") ` + smtName + `))`
	smtCleanRelative = `(re.++ ` + smtName + ` (re.* (re.++ (str.to_re "/") ` + smtName + `)))`
	smtDrive         = `(re.++ (re.union (re.range "A" "Z") (re.range "a" "z")) (str.to_re ":") re.all)`
)

// locationOf asserts what is known of a path and where it leads. Of a path that
// is not canonical it says too little, which can hide no trace: what is unsat
// stays so, and a witness is judged by the monitor.
func (w *smtWriter) locationOf(path, located, location string) {
	w.line("(assert (=> %s (str.in_re %s %s)))", located, location, smtLocation)
	w.line(`(assert (=> (str.in_re %s %s) (and %s (= (str.++ "/" %s) (str.++ %s "/")))))`, path, smtCleanAbsolute, located, location, path)
	w.line(`(assert (=> (= %s "/") (and %s (= %s ""))))`, path, located, location)
	w.line(`(assert (=> (or (= %[1]s "") (str.prefixof "~" %[1]s) (str.contains %[1]s "\u{0}") (str.contains %[1]s "\u{5c}") (str.contains %[1]s "://") (str.in_re %[1]s %[3]s)) (not %[2]s)))`,
		path, located, smtDrive)
	if w.smt.opt.AnyEnv {
		return // a relative path leads anywhere
	}
	known, start := locate(".", w.smt.opt.Env.WorkingDirectory)
	if !known {
		w.line(`(assert (=> (not (str.prefixof "/" %s)) (not %s)))`, path, located)
		return
	}
	w.line(`(assert (=> (and (str.in_re %[1]s %[4]s) (not (str.prefixof "~" %[1]s)) (not (str.in_re %[1]s %[5]s))) (and %[2]s (= %[3]s (str.++ %[6]s %[1]s "/")))))`,
		path, located, location, smtCleanRelative, smtDrive, w.string(start, place{target: TargetSMT}))
}

// plainPath says that a path has one of the forms of which it is known exactly
// where they lead: canonical already, a name that is taken back by "..", a
// relative one that leaves the working directory, or one that leads nowhere
// known.
func (w *smtWriter) plainPath(i int, f smtField) string {
	path, located, location := f.symbol(i, ""), f.symbol(i, ".located"), f.symbol(i, ".location")
	before, name, after := f.symbol(i, ".before"), f.symbol(i, ".name"), f.symbol(i, ".after")
	for _, part := range []string{before, name, after} {
		w.line("(declare-const %s String)", part)
	}
	forms := []string{
		fmt.Sprintf("(str.in_re %s %s)", path, smtCleanAbsolute),
		fmt.Sprintf(`(= %s "/")`, path),
		fmt.Sprintf(`(= %s "")`, path),
		fmt.Sprintf(`(str.prefixof "~" %s)`, path),
		fmt.Sprintf(`(and (= %s (str.++ "/" %s %s "/../" %s)) (str.in_re %s %s) (str.in_re %s %s) (str.in_re %s %s) %s (= %s (str.++ %s %s "/")))`,
			path, before, name, after, before, smtLocation, name, smtName, after, smtCleanRelative, located, location, before, after),
	}
	if known, start := locate("..", w.smt.opt.Env.WorkingDirectory); known {
		forms = append(forms, fmt.Sprintf(`(and (= %s (str.++ %s "/../../" %s)) (str.in_re %s %s) (str.in_re %s %s) %s (= %s (str.++ %s %s "/")))`,
			path, name, after, name, smtName, after, smtCleanRelative, located, location, w.string(start, f.at), after))
	}
	relative := fmt.Sprintf("(and (str.in_re %[1]s %[2]s) (not (str.in_re %[1]s %[3]s)))", path, smtCleanRelative, smtDrive)
	return smtJoin("or", append(forms, relative))
}
