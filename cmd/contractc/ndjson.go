package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"golang.org/x/term"
)

// maxLine is the longest line of a batch, in bytes.
const maxLine = 32 << 20

// eachLine calls answer for every line of standard input that is not blank and
// prints what it returns as one line, in the same order. A line that is too long
// or that answer refuses is answered with its error. It returns the worst code;
// an input without any line is no success.
func (a *app) eachLine(answer func(line []byte) (any, int)) (int, error) {
	in := bufio.NewReaderSize(a.stdin, 1<<16)
	out := bufio.NewWriter(a.stdout)
	defer out.Flush()
	skipMark(in)
	progress, worst := newProgress(a.stderr), exitOK
	for {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return progress.done(worst, out.Flush())
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return exitUsage, usagef("reading standard input: %w", err)
		}
		if len(trimmed(line)) == 0 && !errors.Is(err, errLong) {
			continue
		}
		var reply any
		code := exitUsage
		if errors.Is(err, errLong) {
			reply = lineError{Error: fmt.Sprintf("the line is longer than the limit of %d bytes", maxLine)}
		} else {
			reply, code = answered(answer, line)
		}
		worst = worstCode(worst, code)
		text, ok := jsonLine(reply)
		if !ok {
			worst = exitUsage
		}
		if _, err := out.Write(text); err != nil {
			return exitUsage, err
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return exitUsage, err
			}
		}
		progress.step()
	}
}

// answered calls answer. A panic is an answer too: the other lines are not to
// suffer from it.
func answered(answer func([]byte) (any, int), line []byte) (reply any, code int) {
	defer func() {
		if p := recover(); p != nil {
			reply, code = lineError{Error: fmt.Sprintf("a fault of contractc: %v", p)}, exitUsage
		}
	}()
	return answer(line)
}

// jsonLine is a value as one line of JSON. Of one that cannot be written it is
// an answer that says so, and false: that is a fault of ours.
func jsonLine(v any) ([]byte, bool) {
	text, err := encodeJSON(v, "")
	if err == nil {
		return text, true
	}
	text, _ = encodeJSON(lineError{Error: "a fault of contractc: " + err.Error()}, "")
	return text, false
}

// lineLimits bound one line of a batch. Every value takes a few hundred bytes
// of memory.
func lineLimits() doc.Limits { return doc.Limits{Bytes: maxLine, Depth: 512, Nodes: 1 << 20} }

// eachObject is eachLine for lines that are JSON objects with known fields.
// Other lines are answered with what is wrong.
func (a *app) eachObject(fields []string, answer func(line []byte, n *doc.Node) (any, int)) (int, error) {
	return a.eachLine(func(line []byte) (any, int) {
		n, problems := doc.ReadJSON("line", line, lineLimits())
		switch {
		case problems.HasErrors():
			return lineError{idIn(line, n), oneLine(problems)}, exitUsage
		case n.Kind != doc.Map:
			return lineError{Error: "a line is a JSON object"}, exitUsage
		}
		for _, f := range n.Fields {
			if !slices.Contains(fields, f.Key) {
				return lineError{idOf(n), fmt.Sprintf("a line has no field %q; there are %s", f.Key, strings.Join(fields, ", "))}, exitUsage
			}
		}
		return answer(line, n)
	})
}

// lineError answers a line that could not be read. ID is nil where it is not
// known.
type lineError struct {
	ID    any
	Error string
}

// MarshalJSON writes the class LineError.
func (e lineError) MarshalJSON() ([]byte, error) {
	answer := schema.LineError{Format: schema.LineErrorFormat, Error: e.Error}
	if e.ID != nil {
		answer.Id = &schema.Any{Value: e.ID}
	}
	return json.Marshal(&answer)
}

var errLong = errors.New("line too long")

func trimmed(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r' || line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
		line = line[:len(line)-1]
	}
	return line
}

// skipMark skips the byte order mark that some programs put before a text.
func skipMark(in *bufio.Reader) {
	const mark = "\uFEFF"
	if start, err := in.Peek(len(mark)); err == nil && string(start) == mark {
		_, _ = in.Discard(len(mark))
	}
}

// readLine reads a line of any length up to the limit; the rest of a longer one
// is thrown away.
func readLine(in *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > maxLine {
			line, long = nil, true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLong
		}
		return line, err
	}
}

// progress counts lines on standard error once a batch takes longer than a
// second, if that is a terminal.
type progress struct {
	out   io.Writer
	start time.Time
	last  time.Time
	count int
	shown bool
}

func newProgress(stderr io.Writer) *progress {
	p := &progress{start: time.Now()}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.out = f
	}
	return p
}

func (p *progress) step() {
	p.count++
	if p.out == nil {
		return
	}
	if now := time.Now(); now.Sub(p.start) > time.Second && now.Sub(p.last) > time.Second/5 {
		fmt.Fprintf(p.out, "\r%d lines", p.count)
		p.last, p.shown = now, true
	}
}

// done ends a batch with its worst code, or with that of nothing done.
func (p *progress) done(worst int, err error) (int, error) {
	if p.shown {
		fmt.Fprintf(p.out, "\r%d lines\n", p.count)
	}
	if p.count == 0 && err == nil {
		return exitNo, &exitError{code: exitNo, err: errors.New("there is no line on standard input, so that nothing was done")}
	}
	return worst, err
}

// evalLines judges turns from standard input.
func (a *app) evalLines(f *evalFlags, j *judge) error {
	base, err := a.evalContext(f)
	if err != nil {
		return err
	}
	code, err := a.eachLine(func(line []byte) (any, int) {
		return a.evalLine(f, j, base, line)
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}

func (a *app) evalLine(f *evalFlags, j *judge, base contextFile, line []byte) (any, int) {
	n, problems := doc.ReadJSON("line", line, lineLimits())
	if problems.HasErrors() {
		return lineError{idIn(line, n), oneLine(problems)}, exitUsage
	}
	turn, source, expressions, err := readTurn(line, n, base)
	if err != nil {
		return lineError{ID: idOf(n), Error: diag.Neutralise(err.Error())}, exitUsage
	}
	turn.From = f.from
	if turn.StopReason == nil {
		turn.StopReason, _ = stopReason(f.stopReason)
	}
	ready, problems := j.engine.NewContextFrom(source.written, source.Context, append(expressions, f.guarantees...)...)
	if problems.HasErrors() {
		return lineError{ID: turn.ID, Error: oneLine(problems)}, exitUsage
	}
	result := j.renderer.Turn(j.engine.Judge(context.Background(), ready, turn))
	return &result.Decision, decisionCode(&result.Decision)
}

// idOf is the id of a line; nil where there is none that can be written.
func idOf(n *doc.Node) any {
	id := n.Get("id")
	if id == nil {
		return nil
	}
	if _, err := json.Marshal(id.Plain()); err != nil {
		return nil
	}
	return id.Plain()
}

// idIn is the id of a line that is no JSON as a whole, where that begins with it.
func idIn(line []byte, n *doc.Node) any {
	if n != nil {
		return idOf(n)
	}
	rest := line
	for _, token := range []string{"{", `"id"`, ":"} {
		var ok bool
		if rest, ok = bytes.CutPrefix(bytes.TrimLeft(rest, " \t"), []byte(token)); !ok {
			return nil
		}
	}
	id, _, err := doc.ReadJSONPrefix(line, len(line)-len(rest), doc.JSONOptions{Limits: lineLimits()})
	if err != nil {
		return nil
	}
	return idOf(&doc.Node{Kind: doc.Map, Fields: []doc.Field{{Key: "id", Value: id}}})
}

func oneLine(problems diag.List) string {
	lines := make([]string, len(problems))
	for i, d := range problems {
		lines[i] = d.String()
	}
	return strings.Join(lines, "; ")
}

// readTurn reads a turn of a batch: its reply, and what stands beside it in
// place of the context of the command line.
func readTurn(line []byte, n *doc.Node, base contextFile) (*eval.Turn, contextFile, []string, error) {
	t, source := &eval.Turn{ID: idOf(n), File: "reply"}, base
	if n.Kind != doc.Map {
		return nil, source, nil, fmt.Errorf("a turn is a JSON object")
	}
	for _, f := range n.Fields {
		if !slices.Contains(turnFields(), f.Key) {
			return nil, source, nil, fmt.Errorf("a turn has no field %q; there are %s", f.Key, strings.Join(turnFields(), ", "))
		}
	}
	reply := n.Get("reply")
	if reply == nil {
		return nil, source, nil, fmt.Errorf("the turn has no reply")
	}
	t.Reply = replyText(line, reply)
	if err := readBeside(n, t, &source); err != nil {
		return nil, source, nil, err
	}
	expressions, err := stringsOf(n.Get("guarantees"))
	return t, source, expressions, err
}

func turnFields() []string {
	return []string{"id", "reply", "stop_reason", "context", "imports", "guarantees"}
}

// readBeside reads what stands beside a reply. Imports take the place of those
// of the context.
func readBeside(n *doc.Node, t *eval.Turn, source *contextFile) (err error) {
	if own := n.Get("context"); own != nil {
		source.written = eval.Written{File: "line", Node: own}
		if problems := source.Decode("line", own); problems.HasErrors() {
			return errors.New(oneLine(problems))
		}
	}
	if own := n.Get("imports"); own != nil {
		if source.Imports, err = importsOf(own); err != nil {
			return err
		}
	}
	if own := n.Get("stop_reason"); own != nil && own.Kind != doc.Null {
		if own.Kind != doc.String {
			return fmt.Errorf("stop_reason is no text")
		}
		t.StopReason, err = stopReason(own.Text)
	}
	return err
}

// replyText is a reply of a line: a text, or a message, as it is written.
func replyText(line []byte, n *doc.Node) []byte {
	if n.Kind == doc.String {
		return []byte(n.Text)
	}
	return line[n.Offset:n.EndOffset]
}

func importsOf(n *doc.Node) ([]schema.Import, error) {
	if n.Kind != doc.Map {
		return nil, fmt.Errorf("imports are an object of modules by alias")
	}
	var list []schema.Import
	for _, f := range n.Fields {
		if f.Value.Kind != doc.String {
			return nil, fmt.Errorf("the import %q is not a text", f.Key)
		}
		list = append(list, schema.Import{Alias: f.Key, Module: f.Value.Text})
	}
	return list, nil
}

func stringsOf(n *doc.Node) ([]string, error) {
	if n == nil {
		return nil, nil
	}
	if n.Kind != doc.List {
		return nil, fmt.Errorf("guarantees are a list of texts")
	}
	var list []string
	for _, item := range n.Items {
		if item.Kind != doc.String {
			return nil, fmt.Errorf("guarantees are a list of texts")
		}
		list = append(list, item.Text)
	}
	return list, nil
}
