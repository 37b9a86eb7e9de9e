package lint

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/render"
)

// hiddenNames looks at names as they are read, escapes and all: those of elements,
// and those that rules compare with. A text may need such a character; a name does
// not.
func (p *Pass) hiddenNames() {
	for _, lib := range p.Libraries {
		for _, file := range p.Catalog.Files(lib) {
			if strings.HasSuffix(file, ".yaml") && !strings.Contains(file, "/tests/") && p.hasEscapes(lib, file) {
				p.hiddenInNodes(p.Catalog.Display(lib, file), p.Document(lib, file))
			}
		}
	}
	p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) { p.hiddenInCEL(src) })
	p.eachRegoRule(p.hiddenInRego)
}

// hasEscapes reports whether a file may hold an escape of a character that is not
// ASCII.
func (p *Pass) hasEscapes(lib *index.Library, file string) bool {
	text, err := p.Catalog.Text(lib, file)
	return err == nil && slices.ContainsFunc([]string{`\u`, `\U`, `\x`, `\N`, `\_`, `\L`, `\P`, `\0`, `\e`}, func(e string) bool { return strings.Contains(string(text), e) })
}

// nameKeys are the keys whose values are names.
func nameKeys() []string {
	return []string{"id", "name", "tool", "namespace", "symbol", "type_name", "effect", "function", "cell"}
}

func (p *Pass) hiddenInNodes(file string, n *doc.Node) {
	eachNode(n, func(key string, value *doc.Node) {
		if value.Kind == doc.String && slices.Contains(nameKeys(), key) {
			p.hiddenName(Place{file, value.Range}, value.Text, strings.Contains(p.source(file, value), `\`))
		}
	})
}

// source is a scalar as it is written.
func (p *Pass) source(file string, n *doc.Node) string {
	for _, lib := range p.Libraries {
		if path, ok := strings.CutPrefix(file, p.Catalog.Display(lib, "")); ok {
			if text, err := p.Catalog.Text(lib, strings.TrimPrefix(path, "/")); err == nil && n.EndOffset <= len(text) {
				return string(text[n.Offset:n.EndOffset])
			}
		}
	}
	return ""
}

// hiddenName reports a name that would not be shown as it is. One without escapes
// is reported for what stands in the file.
func (p *Pass) hiddenName(at Place, name string, escaped bool) {
	if shown := render.Text(name); escaped && shown != name {
		p.Report(Finding{
			Place: at, Message: fmt.Sprintf("the name %q holds a character that cannot be seen or told from another", name),
			Help: "write the name without it: nobody can tell it from the name that it looks like",
		})
	}
}

// comparedName reports a path whose value is a name.
func comparedName(path string) bool {
	last := path[strings.LastIndexByte(path, '.')+1:]
	return slices.Contains([]string{"tool", "namespace", "effect", "type", "name"}, last)
}

func (p *Pass) hiddenInCEL(src *celpolicy.Source) {
	for _, list := range p.celItems(src) {
		for i := range list {
			if list[i].condition == nil {
				continue
			}
			for _, call := range callsOf(list[i].condition.expr) {
				path, texts := comparison(call)
				if comparedName(path) {
					for _, text := range texts {
						p.hiddenName(list[i].conditionPlace(), text, text != "" && !strings.Contains(list[i].condition.text.Source, text))
					}
				}
			}
		}
	}
}

// comparison is the path of a comparison with the texts that it is compared with.
func comparison(call ast.CallExpr) (string, []string) {
	args := call.Args()
	if len(args) != 2 {
		return "", nil
	}
	left, right := args[0], args[1]
	if _, isText := celText(left); isText {
		left, right = right, left
	}
	path, ok := celPath(left)
	if !ok {
		return "", nil
	}
	if text, single := celText(right); single {
		return strings.Join(path, "."), []string{text}
	}
	texts, _ := celTexts(right)
	return strings.Join(path, "."), texts
}

func (p *Pass) hiddenInRego(r *regoRule) {
	rego.WalkExprs(r.rule, func(e *rego.Expr) bool {
		if !e.IsCall() || len(e.Operands()) != 2 {
			return false
		}
		path, ok := regoPath(e.Operand(0))
		texts, _, _ := regoTexts(e.Operand(1))
		if ok && comparedName(path) {
			for _, text := range texts {
				p.hiddenName(regoPlace(e.Location), text, !strings.Contains(string(e.Location.Text), text))
			}
		}
		return false
	})
}
