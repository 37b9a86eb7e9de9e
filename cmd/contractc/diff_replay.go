package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/schema"
)

// judges judge replies under both versions.
type judges struct{ old, new *judge }

// diffJudges make ready what judges replies.
func (a *app) diffJudges(old, new policydiff.Side) (*judges, error) {
	var both [2]*judge
	for i, side := range []policydiff.Side{old, new} {
		engine, err := eval.New(side.Catalog, eval.Options{})
		if err != nil {
			return nil, &exitError{code: exitBundle, err: fmt.Errorf("%q cannot judge replies: %w", side.Source, err)}
		}
		renderer, err := newRenderer(side.Catalog, defaultLocale)
		if err != nil {
			return nil, &exitError{code: exitBundle, err: fmt.Errorf("%q cannot write cards: %w", side.Source, err)}
		}
		both[i] = &judge{engine, renderer}
	}
	return &judges{both[0], both[1]}, nil
}

// turns judges the recorded turns of files under both versions.
func (j *judges) turns(ctx context.Context, files []string) ([]policydiff.Turn, error) {
	var list []policydiff.Turn
	for i, file := range files {
		if slices.Contains(files[:i], file) {
			continue
		}
		found, err := j.file(ctx, file)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, &exitError{code: exitNo, err: fmt.Errorf("there is no turn in %q, so that nothing was replayed", file)}
		}
		list = append(list, found...)
	}
	return list, nil
}

// file judges the turns of one file, a JSON document a line.
func (j *judges) file(ctx context.Context, name string) ([]policydiff.Turn, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, usagef("%w", err)
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	skipMark(in)
	var list []policydiff.Turn
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, usagef("%s:%d: %w", name, number, err)
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			turn, err := j.line(ctx, name, number, text)
			if err != nil {
				return nil, err
			}
			list = append(list, turn)
		}
		if err != nil {
			return list, nil
		}
	}
}

// line judges one turn. A line that is no turn is an error: a file of something else
// would show no decision that changes.
func (j *judges) line(ctx context.Context, file string, number int, line []byte) (policydiff.Turn, error) {
	t := policydiff.Turn{Source: file, Name: fmt.Sprintf("line %d", number)}
	n, problems := doc.ReadJSON(file, line, lineLimits())
	if problems.HasErrors() {
		return t, usagef("%s:%d:%d: %s; a line is one turn, as contractc eval --ndjson reads it", file, number, problems[0].Range.Start.Column, problems[0].Summary)
	}
	turn, source, expressions, err := readTurn(line, n, contextFile{})
	if err != nil {
		return t, usagef("%s:%d: %w", file, number, err)
	}
	if id := n.Get("id"); id != nil && id.Kind == doc.String {
		t.Name = id.Text
	}
	t.Old, t.New = j.old.recorded(ctx, turn, source, expressions), j.new.recorded(ctx, turn, source, expressions)
	return t, nil
}

// recorded judges a recorded turn under one version, which may not know what the
// turn's context names.
func (j *judge) recorded(ctx context.Context, turn *eval.Turn, source contextFile, expressions []string) policydiff.Judged {
	ready, problems := j.engine.NewContextFrom(source.written, source.Context, expressions...)
	if problems.HasErrors() {
		return policydiff.Judged{Problem: oneLine(problems)}
	}
	return judged(&j.renderer.Turn(j.engine.Judge(ctx, ready, turn)).Decision, nil)
}

// judged is a decision; our own failure is none.
func judged(d *schema.Decision, err error) policydiff.Judged {
	switch {
	case err != nil:
		return policydiff.Judged{Problem: err.Error()}
	case d.Error != nil:
		return policydiff.Judged{Problem: *d.Error}
	}
	return policydiff.Judged{Decision: d}
}

// tests judges the replies of the tests of both versions under both: those of
// the new one, and of the old one those that the new one lacks.
func diffTests(ctx context.Context, old, new policydiff.Side) ([]policydiff.Turn, error) {
	before, err := policytest.NewRunner(old.Catalog, defaultLocale)
	if err != nil {
		return nil, err
	}
	after, err := policytest.NewRunner(new.Catalog, defaultLocale)
	if err != nil {
		return nil, err
	}
	cases := readCases(new.Catalog)
	for _, c := range readCases(old.Catalog) {
		if !slices.ContainsFunc(cases, func(o *policytest.Case) bool { return o.Library == c.Library && o.Name == c.Name }) {
			cases = append(cases, c)
		}
	}
	list := make([]policydiff.Turn, len(cases))
	for i, c := range cases {
		list[i] = policydiff.Turn{Source: c.File, Name: c.Name, Old: judged(before.Decide(ctx, c)), New: judged(after.Decide(ctx, c))}
	}
	return list, nil
}

// readCases are the cases of a bundle's tests that can be read. What is wrong with
// them is for contractc test to say.
func readCases(from *catalog.Catalog) []*policytest.Case {
	cases, _ := policytest.Cases(from, policytest.Files(from))
	return cases
}
