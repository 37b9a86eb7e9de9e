package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirect reads one redirection. Those of descriptors and of texts open no
// file.
func (r *reader) redirect(x *syntax.Redirect) {
	if x.Op == syntax.WordHdoc {
		r.quotedExpansion(x.Word)
	} else {
		r.expansion(x.Word)
	}
	r.quotedExpansion(x.Hdoc)
	if x.N != nil && strings.HasPrefix(x.N.Value, "{") {
		r.assign(strings.Trim(x.N.Value, "{}"), nil, false)
	}
	switch x.Op {
	case syntax.RdrIn:
		r.reads(x.Word)
	case syntax.RdrInOut:
		r.reads(x.Word)
		r.writes(x.Word, false)
	case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll:
		r.writes(x.Word, false)
	case syntax.AppOut, syntax.AppAll:
		r.writes(x.Word, true)
	case syntax.DplOut:
		if !isDescriptor(x.Word) {
			r.writes(x.Word, false)
		}
	case syntax.DplIn:
		if !isDescriptor(x.Word) {
			r.reads(x.Word)
		}
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
	default:
		r.unknown(r.source, unparsed)
	}
}

func (r *reader) reads(w *syntax.Word) {
	r.out.Inputs = append(r.out.Inputs, Input{fileOf(w)})
}

func (r *reader) writes(w *syntax.Word, appends bool) {
	r.out.Outputs = append(r.out.Outputs, Output{fileOf(w), appends})
}

// fileOf is the file that a word names. An exclamation mark is a part of the
// operator in some shells, and the file is the word that follows.
func fileOf(w *syntax.Word) *string {
	if l := literal(w); l.known && l.text != "!" {
		return &l.text
	}
	return nil
}

// isDescriptor reports whether a word surely names a file descriptor, with a
// minus where it is moved or closed.
func isDescriptor(w *syntax.Word) bool {
	l := literal(w)
	digits := strings.TrimSuffix(l.text, "-")
	return l.known && l.text != "" && strings.Trim(digits, "0123456789") == ""
}
