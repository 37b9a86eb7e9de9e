package doc

import "github.com/contractc/contractc/internal/diag"

// maxProblems is how many problems of one file are listed.
const maxProblems = 100

// problems collects the problems of one file and counts those that are too
// many to be listed.
type problems struct {
	file  string
	list  diag.List
	count int
}

func (p *problems) add(r diag.Range, code, detail, format string, args ...any) {
	p.count++
	if len(p.list) < maxProblems {
		p.list.Add(diag.Errorf(p.file, r, code, format, args...).WithDetail("%s", detail))
	}
}

// tooLong reports a file of size bytes that exceeds a limit.
func (p *problems) tooLong(size, limit int) bool {
	if size <= limit {
		return false
	}
	p.add(diag.Range{}, CodeLimitBytes, "split the file or shorten it", "%d bytes, more than the limit of %d", size, limit)
	return true
}

// sorted returns the list in the order of the file; the last entry says how
// many are missing.
func (p *problems) sorted() diag.List {
	cut := p.count - len(p.list)
	p.list.Sort()
	if cut > 0 {
		p.list.Add(diag.Errorf(p.file, diag.Range{}, CodeLimitProblems, "%d more problems in this file", cut).
			WithDetail("correct the ones above first"))
	}
	return p.list
}
