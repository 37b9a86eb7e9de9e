package report

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// Where results and changes are in SARIF.
type (
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// sarifLocation is the place of a result: a file, or what it is about, such as a
// contract expression.
func (r *Report) sarifLocation(f *Result) sarifLocation {
	if isFile(f.File) {
		return sarifLocation{Physical: &sarifPhysical{r.sarifArtifact(f.File), sarifRegionOf(f.Range)}}
	}
	name := f.File
	if name == "" {
		name = f.title()
	}
	if f.Range.Known() {
		name += ":" + f.Range.Start.String()
	}
	return sarifLocation{Logical: []sarifLogical{{diag.Neutralise(name)}}}
}

// sarifArtifact names a file; a relative name is from the report's base.
func (r *Report) sarifArtifact(file string) sarifArtifact {
	uri := r.uri(file)
	if strings.HasPrefix(uri, fileScheme) {
		return sarifArtifact{URI: uri}
	}
	return sarifArtifact{uri, sarifRoot}
}

// sarifRegionOf is a range, nil where it is not known. Its end is behind the
// last character in both.
func sarifRegionOf(at diag.Range) *sarifRegion {
	if !at.Known() {
		return nil
	}
	region := &sarifRegion{StartLine: at.Start.Line, StartColumn: at.Start.Column}
	if !at.End.Before(at.Start) {
		region.EndLine, region.EndColumn = at.End.Line, at.End.Column
	}
	return region
}

func (r *Report) sarifFixes(f *Result) []sarifFix {
	var list []sarifFix
	for _, fix := range f.Fixes {
		if slices.ContainsFunc(fix.Edits, func(e Edit) bool { return !isFile(e.File) }) {
			continue // an expression is no artifact that a viewer could change
		}
		list = append(list, sarifFix{sarifText{sarifMessage(diag.Neutralise(fix.Description))}, r.sarifChanges(fix.Edits)})
	}
	return list
}

// sarifChanges are edits by file, in the order of the edits.
func (r *Report) sarifChanges(edits []Edit) []sarifChange {
	var list []sarifChange
	for _, e := range edits {
		change := sarifReplacement{sarifDeleted(e.Range), sarifText{e.Text}}
		if n := len(list); n > 0 && list[n-1].Artifact == r.sarifArtifact(e.File) {
			list[n-1].Replacements = append(list[n-1].Replacements, change)
			continue
		}
		list = append(list, sarifChange{r.sarifArtifact(e.File), []sarifReplacement{change}})
	}
	return list
}

// sarifDeleted is the stretch that an edit takes away. A region without an end
// would go to the end of its line, so that of a place alone ends where it begins.
func sarifDeleted(at diag.Range) sarifRegion {
	if at.End.Before(at.Start) {
		at.End = at.Start
	}
	return *sarifRegionOf(at)
}
