package main

import (
	"context"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// callReader reads the calls of a provider's messages.
type callReader struct {
	engine *eval.Engine
	ready  *eval.Context // holds the tools, which settle namespaces
	from   string
}

func newCallReader(from *catalog.Catalog, tools []schema.Tool, envelope string) (*callReader, error) {
	engine, err := eval.New(from, eval.Options{})
	if err != nil {
		return nil, &exitError{code: exitBundle, err: err}
	}
	ready, problems := engine.NewContext(schema.Context{Tools: tools})
	if problems.HasErrors() {
		return nil, usagef("%w", problems)
	}
	return &callReader{engine, ready, envelope}, nil
}

// read returns the calls of a message in their order, and notes on what may hold
// calls that could not be read: then nothing is certain.
func (r *callReader) read(message []byte) (calls []*schema.CallTool, notes []string, err error) {
	result := r.engine.Read(context.Background(), r.ready, &eval.Turn{Reply: message, From: r.from})
	switch {
	case result.Failure != nil:
		return nil, nil, result.Failure
	case result.Unusable != "":
		return nil, []string{"nothing can be read from the message: " + result.Unusable}, nil
	case result.Completeness == schema.CompletenessCut:
		notes = append(notes, "the message was cut; calls may be missing")
	}
	for _, a := range result.Actions {
		if call, ok := a.Typed.(*schema.CallTool); ok {
			calls = append(calls, call)
			continue
		}
		for _, v := range a.Violations {
			notes = append(notes, a.Label+": "+v.Message)
		}
	}
	return calls, notes, nil
}
