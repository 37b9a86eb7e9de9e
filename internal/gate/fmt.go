package gate

import (
	"bytes"
	"context"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/format"
	"github.com/contractc/contractc/schema"
)

// checkFormat holds the files of the bundle's folder against what the formatter
// would write. What is in no folder was formatted where it came from.
func checkFormat(_ context.Context, s *subject) (*result, error) {
	if s.Folder == "" {
		return &result{outcome: schema.GateOutcomeNotAsked, detail: "the bundle is no folder"}, nil
	}
	names, err := format.Find([]string{s.Folder})
	if err != nil {
		return nil, err
	}
	files, problems, err := format.Read(names)
	if err != nil {
		return nil, err
	}
	for _, d := range problems {
		if d.Code == format.CodeFault {
			return nil, problems
		}
	}
	r := passed(counted(len(files), "file", "files"))
	r.addDiagnostics(stepFormat, problems)
	for i := range files {
		if files[i].Differs() {
			r.add(ofFile(&files[i]))
		}
	}
	return r, nil
}

// ofFile is a file that the formatter would change, at the first line of it.
func ofFile(file *format.File) schema.GateFinding {
	help := "run contractc fmt on it"
	f := schema.GateFinding{
		Id: stepFormat + "." + unformatted, Level: schema.GateLevelDeny, Checked: true,
		Message: "the file is not as contractc fmt writes it", Help: &help,
	}
	setPlace(&f, file.Name, diag.At(diag.Position{Line: firstDifference(file.Before, file.After), Column: 1}))
	return f
}

// firstDifference is the first line in which two texts differ.
func firstDifference(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count(a[:n], []byte("\n"))
}
