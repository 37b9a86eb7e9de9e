package lower

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
	known, start := locate(".", w.smt.opt.Env.WorkingDirectory)
	if !known {
		w.line(`(assert (=> (not (str.prefixof "/" %s)) (not %s)))`, path, located)
		return
	}
	w.line(`(assert (=> (and (str.in_re %[1]s %[4]s) (not (str.prefixof "~" %[1]s)) (not (str.in_re %[1]s %[5]s))) (and %[2]s (= %[3]s (str.++ %[6]s %[1]s "/")))))`,
		path, located, location, smtCleanRelative, smtDrive, w.string(start, place{target: TargetSMT}))
}
