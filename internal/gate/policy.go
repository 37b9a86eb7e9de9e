package gate

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Policy is a gate file: which findings deny, and which may pass until when.
type Policy struct {
	file       string
	digest     string
	written    schema.GatePolicy
	levels     []diag.Range // places of the levels
	exceptions []diag.Range // places of the exceptions
}

// ReadPolicy reads a gate file. With errors in the list there is no policy.
func ReadPolicy(file string, text []byte) (*Policy, diag.List) {
	n, problems := doc.ReadYAML(file, text, doc.DefaultLimits())
	if problems.HasErrors() {
		return nil, problems
	}
	p := &Policy{file: file, digest: canonical.DigestBytes(text)}
	view, err := linkml.LoadFS(schema.FS, "gate_policy.yaml")
	if err != nil {
		panic(err) // the files are in the program
	}
	if problems.Add(view.Validate("GatePolicy", n, linkml.ValidateOptions{File: file})...); !problems.HasErrors() {
		problems.Add(p.written.Decode(file, n)...)
	}
	if problems.HasErrors() {
		return nil, problems
	}
	p.levels, p.exceptions = places(n.Get("levels")), places(n.Get("exceptions"))
	problems.Add(p.check()...)
	if problems.HasErrors() {
		return nil, problems
	}
	return p, problems
}

func places(list *doc.Node) []diag.Range {
	var all []diag.Range
	if list != nil {
		for _, item := range list.Items {
			all = append(all, item.Range)
		}
	}
	return all
}

// check finds what no reader of the form would: a step that does not exist, a
// finding that no policy moves, a list of paths that is empty, a day that is none.
func (p *Policy) check() diag.List {
	var list diag.List
	for i, l := range p.written.Levels {
		list.Add(p.checkMatch(p.levels[i], l.Finding, l.Paths, l.Paths != nil)...)
	}
	for i, e := range p.written.Exceptions {
		list.Add(p.checkMatch(p.exceptions[i], e.Finding, e.Paths, e.Paths != nil)...)
		if _, err := time.Parse(time.DateOnly, e.Until); err != nil {
			list.Add(diag.Errorf(p.file, p.exceptions[i], "gate.day", "there is no day %q", e.Until).WithDetail("write the last day on which it holds, such as \"2027-01-31\""))
		}
		if step, _, _ := strings.Cut(e.Finding, "."); step == stepPolicy {
			list.Add(diag.Errorf(p.file, p.exceptions[i], "gate.fixed", "there is no exception from %q", e.Finding).WithDetail("give the exception a later end, or remove it"))
		}
	}
	return list
}

func (p *Policy) checkMatch(at diag.Range, finding string, paths []string, listed bool) diag.List {
	var list diag.List
	step, _, _ := strings.Cut(finding, ".")
	switch {
	case step == stepBundle || step == stepTrust:
		list.Add(diag.Errorf(p.file, at, "gate.fixed", "a bundle that cannot be used is denied, whatever a gate file says of %q", finding).WithDetail("mend the bundle, or the file of trust"))
	case !slices.Contains(stepNames(), step):
		list.Add(diag.Errorf(p.file, at, "gate.step", "there is no finding %q", finding).WithDetail("ids begin with one of %s", strings.Join(stepNames()[1:], ", ")))
	case !exists(finding):
		list.Add(diag.Errorf(p.file, at, "gate.finding", "there is no finding %q", finding).WithDetail("%s", meant(finding)))
	}
	if listed && len(paths) == 0 {
		list.Add(diag.Errorf(p.file, at, "gate.paths", "the list of paths is empty, so it would match nothing").WithDetail("name paths, or leave it out for all"))
	}
	return list
}

func stepNames() []string {
	var names []string
	for _, s := range steps() {
		names = append(names, s.name)
	}
	return append(names, stepPolicy)
}

// matches reports whether a finding is one that a gate file names. The path is
// from the bundle's root.
func matches(f *schema.GateFinding, name, finding string, paths []string, subject *string) bool {
	if prefix, ok := strings.CutSuffix(finding, "*"); ok {
		if !strings.HasPrefix(f.Id, prefix) {
			return false
		}
	} else if f.Id != finding {
		return false
	}
	if subject != nil && textOf(f.Subject) != *subject {
		return false
	}
	return paths == nil || f.File != nil && slices.ContainsFunc(paths, func(p string) bool { return matchPath(p, name) })
}

// matchPath matches a path against a pattern, segment by segment; ** stands for
// any number of segments. The last ** that was met takes as many as it needs.
func matchPath(pattern, name string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(name, "/")
	i, j, any, taken := 0, 0, -1, 0
	for j < len(have) {
		switch {
		case i < len(want) && want[i] == "**":
			any, taken = i, j
			i++
		case i < len(want) && matchSegment(want[i], have[j]):
			i, j = i+1, j+1
		case any >= 0:
			taken++
			i, j = any+1, taken
		default:
			return false
		}
	}
	for i < len(want) && want[i] == "**" {
		i++
	}
	return i == len(want)
}

func matchSegment(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
