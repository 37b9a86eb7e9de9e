package bigbundle

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// library is what the templates of one library are filled with.
type library struct {
	Name      string // lib_00
	Class     string // Lib00
	Effects   []*effect
	Contracts []*contract
	Rego      []*rule
	CEL       []*rule
}

// effectsPerLibrary is the number of effect types of a library.
const effectsPerLibrary = 5

// effect is an effect type with its tool.
type effect struct {
	Library, Class, Tool string
	Version, Mapping     string // versions
	Sentence             string
	NotEmpty             bool // it has one more precondition
}

// Long is a path that is longer than that precondition admits.
func (e *effect) Long() string { return "/" + strings.Repeat("x", 1000) }

// rule is a rule with its tests; what is below its folder is not touched.
type rule struct {
	ID, Name, Tool, Folder string
	Version, Severity      string
	Message, Why           string
}

func newLibrary(i, contracts, rego, cel int) *library {
	l := &library{Name: fmt.Sprintf("lib_%02d", i), Class: fmt.Sprintf("Lib%02d", i)}
	for k := range effectsPerLibrary {
		l.Effects = append(l.Effects, &effect{
			Library: l.Name, Class: fmt.Sprintf("Put%d", k), Tool: fmt.Sprintf("%s_put_%d", l.Name, k),
			Version: "1.0.0", Mapping: "1.0.0", Sentence: "Puts an object of the kind {kind} at {path}.",
		})
	}
	for k := range contracts {
		l.Contracts = append(l.Contracts, newContract(l, k))
	}
	for k := range rego {
		l.Rego = append(l.Rego, l.rule("rego", k))
	}
	for k := range cel {
		l.CEL = append(l.CEL, l.rule("cel", k))
	}
	return l
}

func (l *library) rule(language string, k int) *rule {
	name := fmt.Sprintf("%s_%02d", language, k)
	return &rule{
		ID: l.Name + "." + name, Name: name, Tool: l.Effects[k%effectsPerLibrary].Tool, Folder: fmt.Sprintf("/%s/%02d/", language, k),
		Version: "1.0.0", Severity: "deny", Message: fmt.Sprintf("the folder %d of %s is kept as it is", k, l.Name), Why: "What lies there was reviewed as it is.",
	}
}

// files are the files of the library.
func (l *library) files() []File {
	at := func(name, from string, with any) File { return File{l.Name + "/" + name, fill(from, with)} }
	files := []File{at("library.yaml", "library.yaml", l), at("schema.yaml", "schema.yaml", l), at("effects.yaml", "effects.yaml", l)}
	for _, c := range l.Contracts {
		files = append(files, at("contracts/"+c.Symbol+".yaml", "contract.yaml", c))
	}
	if len(l.Rego) > 0 {
		files = append(files, at("folders.rego", "folders.rego", l), at("folders_test.rego", "folders_test.rego", l))
	}
	for _, r := range l.CEL {
		files = append(files, at("rules/"+r.Name+".yaml", "rule.yaml", r))
	}
	return append(files, at("tests/folders.yaml", "cases.yaml", l))
}

// fill fills a template; what it is filled with has all that it names.
func fill(name string, with any) string {
	t := template.Must(template.New(name).Delims("<<", ">>").ParseFS(templates, "templates/"+name))
	var b strings.Builder
	if err := t.Execute(&b, with); err != nil {
		panic(err) // a mistake of the template, which a test would find
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
