package policydiff

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
)

// folder is the rule folder of a rule, nil for a rule of ours.
func (s *side) folder(r *index.Rule) *index.RuleFolder {
	if lib := s.Catalog.Library(r.Library); lib != nil {
		return lib.Folder
	}
	return nil
}

// changedFolderRule compares a rule of a folder that is taken as it is. What such a
// rule is rests on all modules and data of its folder: on rules of its name, on
// helpers, and on what exceptions take back.
func (d *differ) changedFolderRule(c *change, old, new *index.Rule) {
	before, after := d.old.folder(old), d.new.folder(new)
	if before == nil || after == nil {
		c.note(Unknown, "it is of a rule folder in one version only")
		return
	}
	noteScope(c, new.Metadata.Severity, "the tool", before.Tools, after.Tools)
	if before.Input != after.Input || before.Pointer != after.Pointer || before.Parse != after.Parse {
		c.note(Unknown, "it read %s and reads %s", readWords(before), readWords(after))
	}
	was, is := d.old.Catalog.Library(old.Library), d.new.Catalog.Library(new.Library)
	if was.RegoV0 != is.RegoV0 {
		c.note(Unknown, "its folder is read as another version of Rego")
	}
	if !slices.Equal(before.Data, after.Data) {
		c.note(Unknown, "other files of its folder are data")
	}
	x, y := d.old.heldFiles(was), d.new.heldFiles(is)
	for _, name := range union(slices.Collect(maps.Keys(x)), slices.Collect(maps.Keys(y))) {
		if x[name] != y[name] {
			c.note(Unknown, "the file %q of its folder changed, and what it says may rest on it", name)
		}
	}
}

func readWords(f *index.RuleFolder) string {
	text := string(f.Input)
	if f.Pointer != "" {
		text += " at " + f.Pointer
	}
	if f.Parse != "" {
		text += " as " + string(f.Parse)
	}
	return text
}

// heldFiles are the digests of the files of a rule folder that its rules may rest
// on: modules and what may be data.
func (s *side) heldFiles(lib *index.Library) map[string]string {
	files := map[string]string{}
	for _, f := range s.Catalog.Bundle(lib).Files {
		folder, _, _ := strings.Cut(f.Path, "/")
		if folder == lib.ID && slices.Contains([]string{".rego", ".json", ".yaml", ".yml"}, path.Ext(f.Path)) {
			files[f.Path] = f.Digest
		}
	}
	return files
}
