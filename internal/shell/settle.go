package shell

import (
	"path"
	"slices"
	"strings"
)

// place is how much a reading holds at some time.
type place struct{ commands, arguments, inputs, outputs int }

func (r *reader) mark() place {
	return place{len(r.out.Commands), len(r.out.Arguments), len(r.out.Inputs), len(r.out.Outputs)}
}

// settle applies what is known at the end of a text to all that it does: names
// that it gives another meaning, and the directory in which it runs.
func (r *reader) settle(from place, directory string) {
	kept := r.out.Commands[:from.commands]
	for _, c := range r.out.Commands[from.commands:] {
		if slices.Contains(r.declared, c.Name) {
			r.unknown(c.Text, redefined)
			continue
		}
		kept = append(kept, c)
	}
	r.out.Commands = kept
	for i := range r.out.Arguments[from.arguments:] {
		r.place(&r.out.Arguments[from.arguments+i].Path, directory)
	}
	for i := range r.out.Inputs[from.inputs:] {
		r.place(&r.out.Inputs[from.inputs+i].Path, directory)
	}
	for i := range r.out.Outputs[from.outputs:] {
		r.place(&r.out.Outputs[from.outputs+i].Path, directory)
	}
}

// place gives a relative path its directory; it is not known where the text may
// change that.
func (r *reader) place(at **string, directory string) {
	if *at == nil || **at == "" || strings.HasPrefix(**at, "/") {
		return
	}
	switch {
	case r.moves > 0 || r.lost:
		*at = nil
	case directory != "":
		joined := path.Join(directory, **at)
		*at = &joined
	}
}
