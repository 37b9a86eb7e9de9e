package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// traceFlags are the flags of trace.
type traceFlags struct {
	context    string
	guarantees []string
	imports    []string
	library    string
	directory  string
	from       string
	format     string
	closed     bool
	all        bool
	complete   bool
	ndjson     bool
}

func (a *app) traceCommand() *cobra.Command {
	f := &traceFlags{}
	c := &cobra.Command{
		Use:   "trace [FILE]",
		Short: "Judge recorded events against guarantees, as they come in",
		Long: `Judge a trace of events against guarantees, one event at a time. FILE holds one
event a line, {effect, fields, library?, provenance?}; without it, or with -,
events are read from standard input. With --from, every line is a message of
that envelope, and what its calls do is judged.

The first event that violates a guarantee ends it, unless --all is given. A trace
is open unless it is --closed: then a guarantee that is not met yet is violated.

With --ndjson every line of standard input is a whole trace with its own
guarantees, {id, guarantees, imports?, events, closed?, library?}, and is answered
with the verdicts on it.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || f.ndjson && len(args) > 0 {
				return usagef("contractc trace takes one file at most, and none with --ndjson; see contractc trace --help")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if f.ndjson {
				return a.traceLines(c)
			}
			return a.trace(f, append(args, "-")[0])
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.context, "context", "", "`FILE` with guarantees, imports, working directory, tools, and events so far, YAML or JSON")
	flags.StringArrayVarP(&f.guarantees, "guarantee", "g", nil, "contract `EXPRESSION` in force, beside the context's (repeats)")
	flags.StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for contract expressions (repeats)")
	flags.StringVar(&f.library, "library", "", "`LIBRARY` whose effect is meant where several share a name")
	flags.StringVar(&f.directory, "working-directory", "", "absolute `PATH` that relative paths start from")
	flags.StringVar(&f.from, "from", "", "`ENVELOPE` of the messages that the lines are, such as auto; without it, lines are events")
	flags.BoolVar(&f.closed, "closed", false, "the trace is complete: no event follows")
	flags.BoolVar(&f.all, "all", false, "go on after the first violation and report them all")
	flags.BoolVar(&f.complete, "provenance-complete", false, "a field without provenance is a literal, not of unknown origin")
	flags.BoolVar(&f.ndjson, "ndjson", false, "read traces, one JSON document a line, and answer each with one")
	formatFlag(c, &f.format, "text", "json")
	return c
}

// traceLines answers traces from standard input. All that a trace is judged with
// is in its line.
func (a *app) traceLines(c *cobra.Command) error {
	for _, name := range []string{"context", "guarantee", "import", "library", "working-directory", "from", "closed", "all", "provenance-complete", "format"} {
		if c.Flags().Changed(name) {
			return usagef("--%s does not go with --ndjson: every line says it for its own trace", name)
		}
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	tracer := eval.NewTracer(from)
	fields := []string{"id", "guarantees", "imports", "events", "closed", "library", "working_directory"}
	code, err := a.eachObject(fields, func(_ []byte, n *doc.Node) (any, int) {
		var c schema.TraceCase
		if problems := c.Decode("line", n); problems.HasErrors() {
			return lineError{idOf(n), oneLine(problems)}, exitUsage
		}
		answer, err := tracer.Answer(&c)
		if err != nil {
			return lineError{idOf(n), diag.Neutralise(err.Error())}, exitUsage
		}
		return answer, answerCode(answer)
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}

// answerCode is the exit code of one answer of a batch.
func answerCode(a *schema.TraceAnswer) int {
	code := exitNo // nothing tested
	if a.Verdict != nil && len(a.Preconditions) > 0 {
		code = verdictCode(*a.Verdict)
	}
	for _, p := range a.Preconditions {
		switch {
		case p.Ok == nil:
			code = worstCode(code, exitUndecided)
		case !*p.Ok:
			code = worstCode(code, exitNo)
		}
	}
	return code
}

func verdictCode(v schema.Verdict) int {
	switch v {
	case schema.VerdictHolds:
		return exitOK
	case schema.VerdictViolated:
		return exitNo
	}
	return exitUndecided
}

// tracing is one run of trace.
type tracing struct {
	flags *traceFlags
	trace *eval.Trace
	out   traceOutput
	calls *callReader // nil where lines are events
	code  int
	done  bool // an event violated a guarantee, and --all was not given
}

func (a *app) trace(f *traceFlags, name string) error {
	from, err := a.catalog()
	if err != nil {
		return err
	}
	source, err := a.readContext(f.context)
	if err != nil {
		return err
	}
	t := &tracing{flags: f}
	if t.trace, err = a.startTrace(from, f, source); err != nil {
		return err
	}
	if f.from != "" {
		if t.calls, err = newCallReader(from, source.Tools, f.from); err != nil {
			return err
		}
	}
	buffered := bufio.NewWriter(a.stdout)
	t.out = newTraceOutput(f.format, buffered)
	err = a.traceFile(t, source.Events, name)
	if err == nil {
		t.finish()
	}
	if flushed := buffered.Flush(); err == nil && flushed != nil {
		err = usagef("%w", flushed)
	}
	if err != nil {
		return err
	}
	return exitWith(t.code)
}

// startTrace begins a trace with the guarantees of the context and the flags.
func (a *app) startTrace(from *catalog.Catalog, f *traceFlags, source schema.Context) (*eval.Trace, error) {
	imports, err := parseImports(f.imports)
	if err != nil {
		return nil, err
	}
	for _, i := range source.Imports {
		if _, twice := imports[i.Alias]; twice {
			return nil, usagef("--import: the context imports the alias %q already", i.Alias)
		}
		imports[i.Alias] = i.Module
	}
	directory := f.directory
	if directory == "" && source.WorkingDirectory != nil {
		directory = *source.WorkingDirectory
	}
	trace, problems := eval.NewTracer(from).Start(eval.TraceOptions{
		Guarantees: append(append([]string{}, source.Guarantees...), f.guarantees...), Imports: imports, Library: f.library,
		WorkingDirectory: directory, ProvenanceComplete: f.complete, Exhaustive: f.all,
	})
	if problems.HasErrors() {
		a.reportExpressions(problems)
		return nil, exitWith(exitUsage)
	}
	return trace, nil
}

// traceFile takes in the events so far and those of a file, up to the first
// violation.
func (a *app) traceFile(t *tracing, before []schema.Event, name string) error {
	in := a.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return usagef("%w", err)
		}
		defer f.Close()
		in = f
	}
	for i := range before {
		if err := t.event(&before[i]); err != nil {
			return usagef("context: %w", err)
		}
	}
	return t.lines(bufio.NewReaderSize(in, 1<<16), name)
}

func (t *tracing) lines(in *bufio.Reader, name string) error {
	for number := 1; !t.done; number++ {
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil
		case errors.Is(err, errLong):
			return usagef("%q, line %d: it is longer than the limit of %d bytes", name, number, maxLine)
		case err != nil && !errors.Is(err, io.EOF):
			return usagef("reading %q: %w", name, err)
		case len(trimmed(line)) == 0:
			continue
		}
		if err := t.line(line); err != nil {
			return usagef("%q, line %d: %w", name, number, err)
		}
		if in.Buffered() == 0 {
			if err := t.out.flush(); err != nil {
				return usagef("%w", err)
			}
		}
	}
	return nil
}

func (t *tracing) line(line []byte) error {
	if t.calls != nil {
		return t.message(line)
	}
	event, err := eval.ReadEvent(line)
	if err != nil {
		return err
	}
	return t.event(&event)
}

func (t *tracing) event(e *schema.Event) error {
	if t.done {
		return nil
	}
	step, err := t.trace.Step(e)
	if err != nil {
		return err
	}
	t.step(&step)
	return nil
}

// message takes in the calls of a message.
func (t *tracing) message(line []byte) error {
	calls, notes, err := t.calls.read(line)
	if err != nil {
		return err
	}
	for _, note := range notes {
		t.undecided(note)
	}
	for _, call := range calls {
		if t.done {
			return nil
		}
		steps, err := t.trace.StepCall(context.Background(), call)
		switch {
		case errors.Is(err, eval.ErrUnmodelled):
			t.undecided(err.Error())
		case err != nil:
			return fmt.Errorf("the effects of the tool %q cannot be told from its arguments: %w", call.Tool, err)
		}
		for i := range steps {
			t.step(&steps[i])
		}
	}
	return nil
}

// undecided notes what no contract speaks of.
func (t *tracing) undecided(note string) {
	t.code = worstCode(t.code, exitUndecided)
	t.out.finding(&schema.TraceFinding{
		Format: schema.TraceFindingFormat, Kind: schema.TraceFindingKindUnmodelled, Event: int64(t.trace.Len()), Message: note,
	})
}

func (t *tracing) step(s *eval.TraceStep) {
	for _, f := range s.Findings() {
		t.out.finding(&f)
	}
	if len(s.Broken) > 0 {
		t.code = worstCode(t.code, exitNo)
	}
	if len(s.Unsettled) > 0 {
		t.code = worstCode(t.code, exitUndecided)
	}
	t.done = t.done || len(s.Violated) > 0 && !t.flags.all
}

// finish reports the verdicts. A trace that was cut at a violation is judged as
// open: what follows was not read.
func (t *tracing) finish() {
	report := t.trace.Report(t.flags.closed && !t.done)
	report.Stopped = t.done
	switch {
	case report.NothingTested != nil:
		t.code = worstCode(t.code, exitNo)
	case report.Verdict != nil:
		t.code = worstCode(t.code, verdictCode(*report.Verdict))
	}
	t.out.report(report)
}
