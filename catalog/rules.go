package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// unversioned is the version of a rule that does not give one.
const unversioned = "0.0.0"

// readRules reads the library's CEL rule files: unmodified CEL Policy documents, most of them with a block metadata.
func (l *libraryLoad) readRules() {
	for _, f := range l.in.files {
		if f.library != l.lib.ID || f.kind != ruleFile {
			continue
		}
		if node := l.readYAML(l.in, f); node != nil {
			l.readRule(f, node)
		}
	}
}

func (l *libraryLoad) readRule(f *sourceFile, node *doc.Node) {
	if node.Kind != doc.Map {
		l.report(f.path, node.Range, "rule.form", "write name, rule and metadata", "a CEL rule file is a map, not %s", node.Kind)
		return
	}
	if node.Get("rule") == nil && (node.Get("apiVersion") != nil || node.Get("kind") != nil || node.Get("validations") != nil) {
		l.report(f.path, node.Range, "rule.form", "write name and rule, whose match has items of a condition and the output that refuses; validations say what must be so, and a condition says what must not",
			"%s is no CEL Policy: it has no rule", anotherKind(node))
		return
	}
	r := &index.Rule{Library: l.lib.ID, Language: index.CEL, Title: textOf(node.Get("name")), Description: textOf(node.Get("description")), Document: nodeJSON(node)}
	meta := given(node, "metadata")
	switch {
	case meta == nil:
		r.Metadata = plainMetadata(l.lib.ID, f, node)
	case !l.checkClass(l.in, f.path, "RuleMetadata", meta):
		return
	default:
		if problems := r.Metadata.Decode(l.display(f.path), meta); problems.HasErrors() {
			l.diags.Add(problems...)
			return
		}
	}
	at := node
	if meta != nil {
		at = meta.Get("id")
	}
	r.Element = element(r.Metadata.Id, r.Metadata.Version, f.path, at.Range)
	l.digest(&r.Element, "rule", map[string]any{"language": "cel", "document": node.Plain()})
	if l.opt.CheckRule != nil {
		l.diags.Add(l.opt.CheckRule(r, l.display(f.path), node)...)
	} else {
		l.checkActions(f.path, meta.Get("actions"))
		_, problems := celpolicy.Parse(l.display(f.path), node, celpolicy.DefaultLimits())
		l.diags.Add(problems...)
	}
	l.lib.Rules = append(l.lib.Rules, r)
	l.trees[r.ID] = node
}

// anotherKind is what a document of another checker says it is.
func anotherKind(node *doc.Node) string {
	if kind := textOf(node.Get("kind")); kind != "" {
		return "a document of the kind " + quote(kind)
	}
	return "the document"
}

// plainMetadata is that of a CEL Policy file as others write it: it denies, for every action, and has no version.
func plainMetadata(library string, f *sourceFile, node *doc.Node) schema.RuleMetadata {
	name := textOf(node.Get("name"))
	if name == "" {
		name = strings.TrimSuffix(f.path[strings.LastIndexByte(f.path, '/')+1:], ".yaml")
	}
	return schema.RuleMetadata{Id: library + "." + identifier(name), Version: unversioned, Severity: schema.SeverityDeny}
}

// identifier replaces what an id may not hold.
func identifier(name string) string {
	return strings.Map(func(c rune) rune {
		if isWord(c) || c == '.' {
			return c
		}
		return '_'
	}, name)
}

// checkActions refuses types of action that do not exist.
func (l *libraryLoad) checkActions(file string, list *doc.Node) {
	if list == nil {
		return
	}
	known := l.core.actionTypes()
	for _, item := range list.Items {
		if !slices.Contains(known, item.Text) {
			l.report(file, item.Range, "rule.action", choice(item.Text, known, "types of action are"), "%s is no type of action", quote(item.Text))
		}
	}
}
