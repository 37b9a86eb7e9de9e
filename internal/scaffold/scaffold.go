// Package scaffold writes examples that work: a copy of the default bundle, a
// bundle without a library, and in a bundle's folder a library, a rule, a contract or an output contract, each with
// its tests.
//
// Nothing that exists is overwritten. What is added to a file is added as text,
// so that its comments stay.
package scaffold

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/editor"
	"github.com/contractc/contractc/policies"
)

//go:embed templates
var templates embed.FS

// Error says why an example cannot be written where it should.
type Error struct{ Message string }

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func refusef(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// name is what a library, rule or symbol may be called in an example.
var name = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Bundle writes a copy of the default bundle into a new folder, with first lines in
// which editors find schemas, and returns the files that it wrote, relative to dir.
func Bundle(dir string) ([]string, error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return nil, refusef("the folder %q is not empty", dir)
	}
	w := &writer{dir: dir}
	err := fs.WalkDir(policies.FS, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) == ".go" {
			return err
		}
		text, err := fs.ReadFile(policies.FS, file)
		if err != nil {
			return err
		}
		return w.write(file, string(text))
	})
	if err != nil {
		return nil, err
	}
	if err := w.commit(); err != nil {
		return nil, err
	}
	_, err = editor.Mark(dir)
	return w.files, err
}

// bundleName is what a bundle may be called.
var bundleName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// Empty writes a bundle without a library into a new folder, named like the folder.
func Empty(dir string) ([]string, error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return nil, refusef("the folder %q is not empty", dir)
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	own := filepath.Base(whole)
	if !bundleName.MatchString(own) {
		return nil, refusef("the bundle is named like its folder, and %q is no name of a bundle: use small letters, digits, _ and -, a letter first", own)
	}
	w := &writer{dir: dir}
	if err := w.one("templates/empty/contractc.yaml", "contractc.yaml", strings.NewReplacer("{bundle}", own)); err != nil {
		return nil, err
	}
	return w.files, w.commit()
}

// Library writes a library with an effect type, its mapping and precondition, a
// contract and cases, and names it in contractc.yaml.
func Library(dir, library string) ([]string, error) {
	if !name.MatchString(library) {
		return nil, refusef("%q is no name of a library: use small letters, digits and _, a letter first", library)
	}
	w := &writer{dir: dir}
	if _, err := os.Lstat(filepath.Join(dir, library)); err == nil {
		return nil, refusef("there is a folder %q in %q", library, dir)
	}
	if err := w.addLibrary(library); err != nil {
		return nil, err
	}
	if err := w.template("templates/library", library, strings.NewReplacer("{library}", library, "{Library}", camel(library))); err != nil {
		return nil, err
	}
	return w.files, w.commit()
}

// Rule writes a rule in CEL, named LIBRARY.NAME, and cases for it.
func Rule(dir, id string) ([]string, error) {
	library, own, err := split(dir, id)
	if err != nil {
		return nil, err
	}
	w, r := &writer{dir: dir}, strings.NewReplacer("{library}", library, "{name}", own)
	for _, file := range [][2]string{{"templates/rule/rule.yaml", "/rules/"}, {"templates/rule/tests.yaml", "/tests/"}} {
		if err := w.one(file[0], library+file[1]+own+".yaml", r); err != nil {
			return nil, err
		}
	}
	return w.files, w.commit()
}

// Contract writes a contract that bounds the number of calls of the library's
// first effect type, named LIBRARY.SYMBOL, and its class.
func Contract(dir, id string) ([]string, error) {
	library, symbol, err := split(dir, id)
	if err != nil {
		return nil, err
	}
	w := &writer{dir: dir}
	effect, err := w.firstEffect(library)
	if err != nil {
		return nil, err
	}
	class := camel(library) + camel(symbol)
	r := strings.NewReplacer("{library}", library, "{symbol}", symbol, "{Class}", class, "{Effect}", effect)
	if err := w.one("templates/contract/contract.yaml", library+"/contracts/"+symbol+".yaml", r); err != nil {
		return nil, err
	}
	if err := w.addClass(library, class); err != nil {
		return nil, err
	}
	return w.files, w.commit()
}

// OutputContract writes an output contract, named LIBRARY.SYMBOL, with examples.
func OutputContract(dir, id string) ([]string, error) {
	library, symbol, err := split(dir, id)
	if err != nil {
		return nil, err
	}
	w, r := &writer{dir: dir}, strings.NewReplacer("{library}", library, "{symbol}", symbol)
	if err := w.one("templates/output_contract/output.yaml", library+"/outputs/"+symbol+".yaml", r); err != nil {
		return nil, err
	}
	return w.files, w.commit()
}

// split takes LIBRARY.NAME apart and requires the library's folder.
func split(dir, id string) (library, own string, err error) {
	library, own, ok := strings.Cut(id, ".")
	if !ok || !name.MatchString(library) || !name.MatchString(own) {
		return "", "", refusef("write LIBRARY.NAME in small letters, such as filesystem.no_drafts, not %q", id)
	}
	if _, err := os.Stat(filepath.Join(dir, library, "library.yaml")); err != nil {
		return "", "", refusef("there is no library %q in %q; contractc new library makes one", library, dir)
	}
	return library, own, nil
}

// camel writes a name such as put_note as PutNote.
func camel(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// template writes all files of a template's folder into a folder.
func (w *writer) template(from, to string, r *strings.Replacer) error {
	return fs.WalkDir(templates, from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return w.one(file, to+strings.TrimPrefix(file, from), r)
	})
}

// one writes one file of a template.
func (w *writer) one(from, to string, r *strings.Replacer) error {
	text, err := fs.ReadFile(templates, from)
	if err != nil {
		return err
	}
	return w.write(to, r.Replace(string(text)))
}

// document reads a YAML file of the folder.
func (w *writer) document(file string) (string, *doc.Node, error) {
	shown := filepath.Join(w.dir, filepath.FromSlash(file))
	info, err := os.Lstat(shown)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%q is no regular file", shown)
	}
	if err != nil {
		return "", nil, err
	}
	text, err := os.ReadFile(shown)
	if err != nil {
		return "", nil, err
	}
	n, problems := doc.ReadYAML(shown, text, doc.DefaultLimits())
	return string(text), n, problems.Err()
}

// insert puts lines behind the line in which a byte offset lies; added says whether
// what is read then holds them and is else as it was.
func (w *writer) insert(file, text string, offset int, lines string, added func(*doc.Node) bool) error {
	end := len(text)
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i + 1
	}
	head := text[:end]
	if !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	return w.splice(file, head+text[end:], len(head), len(head), lines, added)
}

// splice puts words in the place of those between two byte offsets; added says whether
// what is read then holds them and is else as it was.
func (w *writer) splice(file, text string, from, to int, words string, added func(*doc.Node) bool) error {
	out := text[:from] + words + text[to:]
	n, problems := doc.ReadYAML(file, []byte(out), doc.DefaultLimits())
	if problems.HasErrors() || !added(n) {
		return refusef("%s is written in a way in which nothing can be added; write this yourself:\n%s", file, words)
	}
	w.files = append(w.files, file)
	w.edits = append(w.edits, content{file, out})
	return nil
}

// addLibrary names a library in contractc.yaml, as the last one.
func (w *writer) addLibrary(library string) error {
	text, n, err := w.document("contractc.yaml")
	if err != nil {
		return refusef("%q is no bundle: %v; contractc new bundle makes one", w.dir, err)
	}
	list := n.Get("libraries")
	if list != nil && slices.ContainsFunc(list.Items, func(item *doc.Node) bool { return item.Text == library }) {
		return nil // it is named there already
	}
	before := 0
	if list != nil {
		before = len(list.Items)
	}
	added := func(now *doc.Node) bool {
		got := now.Get("libraries")
		return now.Field("libraries") != nil && len(got.Items) == before+1 && got.Items[before].Text == library && (list == nil || len(now.Fields) == len(n.Fields))
	}
	switch {
	case list == nil:
		return w.splice("contractc.yaml", text, len(text), len(text), endOfLine(text)+"libraries:\n  - "+library+"\n", added)
	case list.Kind != doc.List && list.Kind != doc.Null:
		return refusef("contractc.yaml: libraries are a list, not %s", list.Kind)
	case before == 0:
		return w.splice("contractc.yaml", text, len(strings.TrimRight(text[:list.Offset], " ")), list.EndOffset, "\n  - "+library, added)
	}
	last := list.Items[before-1]
	if strings.HasPrefix(text[list.Offset:], "[") {
		return w.splice("contractc.yaml", text, last.EndOffset, last.EndOffset, ", "+library, added)
	}
	indent := strings.Repeat(" ", list.Range.Start.Column-1)
	return w.insert("contractc.yaml", text, last.Offset, indent+"- "+library+"\n", added)
}

// endOfLine ends the last line of a text that does not end it.
func endOfLine(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return ""
	}
	return "\n"
}

// firstEffect is the first effect type of a library's effects.yaml.
func (w *writer) firstEffect(library string) (string, error) {
	_, n, err := w.document(library + "/effects.yaml")
	if err != nil {
		return "", err
	}
	effects := n.Get("effects")
	if effects == nil || len(effects.Fields) == 0 {
		return "", refusef("the library %q has no effect type that a contract could speak of", library)
	}
	return effects.Fields[0].Key, nil
}

// addClass adds the class of a contract to a library's schema, as the first one.
func (w *writer) addClass(library, class string) error {
	file := library + "/schema.yaml"
	text, n, err := w.document(file)
	if err != nil {
		return err
	}
	classes := n.Field("classes")
	if classes == nil || len(classes.Value.Fields) == 0 || strings.HasPrefix(text[classes.Value.Offset:], "{") {
		return refusef("write the classes in %q one a line", file)
	}
	if classes.Value.Get(class) != nil {
		return refusef("there is a class %s in %q", class, file)
	}
	lines, err := fs.ReadFile(templates, "templates/contract/class.yaml")
	if err != nil {
		return err
	}
	return w.insert(file, text, classes.KeyOffset, strings.ReplaceAll(string(lines), "{Class}", class), func(now *doc.Node) bool {
		got := now.Get("classes")
		return len(now.Fields) == len(n.Fields) && got != nil && len(got.Fields) == len(classes.Value.Fields)+1 && got.Get(class) != nil
	})
}
