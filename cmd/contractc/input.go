package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Limits of what is read, in bytes.
const (
	maxReply   = 4 << 20
	maxContext = 32 << 20
)

// readInput reads a file, or standard input where the name is "-", up to a
// limit.
func (a *app) readInput(name string, limit int64) ([]byte, error) {
	in := a.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, usagef("%w", err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, usagef("reading %q: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, usagef("%q is larger than the limit of %d bytes", name, limit)
	}
	return text, nil
}

// contextFile is a context with the file that it was read from.
type contextFile struct {
	schema.Context
	written eval.Written
	text    []byte
}

// readContext reads a context file, YAML or JSON by its name. No file is an
// empty context. What is wrong with it is printed.
func (a *app) readContext(name string) (schema.Context, error) {
	c, err := a.contextFile(name)
	return c.Context, err
}

func (a *app) contextFile(name string) (contextFile, error) {
	var c contextFile
	if name == "" {
		return c, nil
	}
	n, text, err := a.readDocument(name)
	if err != nil {
		return c, err
	}
	c.written, c.text = eval.Written{File: name, Node: n}, text
	if problems := c.Decode(name, n); problems.HasErrors() {
		a.reportContext(c, problems)
		return c, exitWith(exitUsage)
	}
	return c, nil
}

// readDocument reads a file, YAML or JSON by its name. What is wrong with it is
// printed.
func (a *app) readDocument(name string) (*doc.Node, []byte, error) {
	text, err := a.readInput(name, maxContext)
	if err != nil {
		return nil, nil, err
	}
	limits := doc.DefaultLimits()
	limits.Bytes = maxContext
	read := doc.ReadYAML
	if strings.EqualFold(filepath.Ext(name), ".json") {
		read = doc.ReadJSON
	}
	n, problems := read(name, text, limits)
	if problems.HasErrors() {
		a.report(problems, oneFile(name, text))
		return nil, nil, exitWith(exitUsage)
	}
	return n, text, nil
}

// reportContext prints what is wrong with a context and with contract
// expressions that stand elsewhere.
func (a *app) reportContext(c contextFile, problems diag.List) {
	problems.Sort()
	a.report(problems, func(file string) ([]byte, bool) {
		if text, ok := expressionText(file); ok && file != c.written.File {
			return text, true
		}
		return c.text, file == c.written.File
	})
}

// oneFile gives the text of one file by its name.
func oneFile(name string, text []byte) func(string) ([]byte, bool) {
	return func(file string) ([]byte, bool) { return text, file == name }
}

// expressionText gives the text of a contract expression in a diagnostic.
func expressionText(file string) ([]byte, bool) {
	text, ok := strings.CutPrefix(file, eval.ExpressionPrefix)
	return []byte(text), ok
}

// reportExpressions prints what is wrong with contract expressions.
func (a *app) reportExpressions(problems diag.List) { a.report(problems, expressionText) }
