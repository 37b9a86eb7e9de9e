package lint

import (
	"maps"
	"slices"
	"strings"

	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/internal/spelling"
)

// dataTree is what stands below data, by name: a map of what is further below, or any
// other value where nothing is known of that.
type dataTree map[string]any

// unknownData looks for parts of data that the rules of a rule folder read and that
// neither a module nor a document has: they are undefined, so that a rule says nothing,
// or not what it should. In libraries of ours such a name is refused when the bundle is
// loaded, and so is a function that nothing has.
func (p *Pass) unknownData() {
	for _, lib := range p.Libraries {
		if lib.Folder == nil {
			continue
		}
		src, _ := p.Catalog.FolderSource(lib)
		folder, modules := dataTree(src.Data), folderModules(src)
		for _, m := range modules {
			folder.addModule(m)
		}
		for i, m := range modules {
			if !src.Modules[i].IsTest() {
				p.unknownDataIn(m, folder)
			}
		}
	}
}

// folderModules parses the modules of a rule folder; nil stands for one that cannot be.
func folderModules(src regorules.FolderSource) []*rego.Module {
	modules := make([]*rego.Module, len(src.Modules))
	for i, m := range src.Modules {
		modules[i], _ = rego.ParseModuleWithOpts(m.Path, m.Text, rego.ParserOptions{RegoVersion: regorules.VersionOf(m.V0)})
	}
	return modules
}

// addModule adds the rules of a module. What is below a rule is not known.
func (k dataTree) addModule(m *rego.Module) {
	if m == nil {
		return
	}
	at := k
	for _, name := range refNames(m.Package.Path) {
		at = at.below(name)
	}
	for _, r := range m.Rules {
		if name, ok := r.Head.Ref()[0].Value.(rego.Var); ok {
			at[string(name)] = nil
		}
	}
}

// below is what stands below a name, made where it is not there yet.
func (k dataTree) below(name string) dataTree {
	found, there := k[name]
	if next, ok := found.(map[string]any); ok {
		return next
	}
	next := map[string]any{}
	if !there { // below a rule of that name nothing is known anyway
		k[name] = next
	}
	return next
}

// refNames are the names of a reference behind its head, as far as they are given.
func refNames(ref rego.Ref) []string {
	var list []string
	for _, part := range ref[min(1, len(ref)):] {
		name, ok := part.Value.(rego.String)
		if !ok {
			break
		}
		list = append(list, string(name))
	}
	return list
}

// lacks is how many of the names lead to the first that is not there, and the names that
// stand beside it; 0 where all are there.
func (k dataTree) lacks(path []string) (int, []string) {
	here := map[string]any(k)
	for i, name := range path {
		next, ok := here[name]
		if !ok {
			return i + 1, slices.Sorted(maps.Keys(here))
		}
		if here, ok = next.(map[string]any); !ok {
			return 0, nil
		}
	}
	return 0, nil
}

// unknownDataIn looks at all that a module reads of data, each name once.
func (p *Pass) unknownDataIn(m *rego.Module, have dataTree) {
	if m == nil {
		return
	}
	told, imported := map[string]bool{}, map[string]rego.Ref{}
	look := func(ref rego.Ref, at *rego.Location) {
		if head, ok := ref[0].Value.(rego.Var); ok && imported[string(head)] != nil {
			ref = imported[string(head)].Concat(ref[1:])
		}
		if len(ref) < 2 || !ref[0].Equal(rego.DefaultRootDocument) {
			return
		}
		path := refNames(ref)
		n, beside := have.lacks(path)
		name := "data." + strings.Join(path[:n], ".")
		if n == 0 || told[name] {
			return
		}
		told[name] = true
		f := Finding{Place: regoPlace(at), Message: "neither a module nor a document has " + name + ", so that it is undefined",
			Help: "correct the name; or put the document into a file called data.yaml or data.json, or one that contractc.yaml names as data of the folder"}
		if near, ok := spelling.Nearest(path[n-1], beside); ok {
			f.Help = "did you mean " + near + "?"
		}
		p.Report(f)
	}
	for _, i := range m.Imports {
		if ref, ok := i.Path.Value.(rego.Ref); ok {
			look(ref, i.Path.Location)
			imported[string(i.Name())] = ref
		}
	}
	for _, r := range m.Rules {
		rego.WalkTerms(r, func(t *rego.Term) bool {
			if ref, ok := t.Value.(rego.Ref); ok {
				look(ref, t.Location)
			}
			return false
		})
	}
}
