package main

import (
	"errors"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/spf13/cobra"
)

func (a *app) formulaCommand() *cobra.Command {
	f := &readFlags{}
	var env string
	c := &cobra.Command{
		Use:   "formula [EXPRESSION]",
		Short: "Compute a formula of the claim contract",
		Long: `Compute a formula such as "({revenue:Q3} - {revenue:Q2}) / {revenue:Q2} * 100"
with the values of a file by key. Formulas are arithmetic; nothing else is run.

With --ndjson a line is {id, expr, env}.`,
		Args: f.argument("one formula"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, err := a.engine(f.rules)
			if err != nil {
				return err
			}
			if f.ndjson {
				return a.formulaLines(engine)
			}
			return a.formula(f, engine, args[0], env)
		},
	}
	f.add(c, "formulas")
	c.Flags().StringVar(&env, "env", "", "`FILE` with the values of placeholders by key, YAML or JSON")
	return c
}

// formulaAnswer is the answer to a formula.
type formulaAnswer struct {
	ID    any      `json:"id,omitempty"`
	Value *float64 `json:"value,omitempty"`
	Error string   `json:"error,omitempty"`
}

// formulaResult computes a formula. What is wrong with it is in the answer;
// the error is our own.
func formulaResult(engine *eval.Engine, expression string, values map[string]any) (formulaAnswer, int, error) {
	x, err := engine.Formula(expression, values)
	var wrong *eval.FormulaError
	switch {
	case errors.As(err, &wrong):
		return formulaAnswer{Error: wrong.Message}, exitNo, nil
	case err != nil:
		return formulaAnswer{}, exitUsage, err
	}
	return formulaAnswer{Value: &x}, exitOK, nil
}

func (a *app) formula(f *readFlags, engine *eval.Engine, expression, file string) error {
	values, err := a.readValues(file)
	if err != nil {
		return err
	}
	answer, code, err := formulaResult(engine, expression, values)
	switch {
	case err != nil:
		return err
	case f.format == "json":
		err = a.writeJSON(answer)
	case answer.Value == nil:
		return &exitError{code: code, err: errors.New(answer.Error)}
	default:
		text, _ := jsonLine(answer.Value)
		_, err = a.stdout.Write(text)
	}
	if err != nil {
		return err
	}
	return exitWith(code)
}

// readValues reads a file of values by key. No file has none.
func (a *app) readValues(name string) (map[string]any, error) {
	if name == "" {
		return nil, nil
	}
	n, text, err := a.readDocument(name)
	if err != nil {
		return nil, err
	}
	values, ok := n.Plain().(map[string]any)
	if !ok {
		var problems diag.List
		problems.Errorf(name, n.Range, "values.form", "values are a map by key")
		a.report(problems, oneFile(name, text))
		return nil, exitWith(exitUsage)
	}
	return values, nil
}

func (a *app) formulaLines(engine *eval.Engine) error {
	code, err := a.eachObject([]string{"id", "expr", "env"}, func(_ []byte, n *doc.Node) (any, int) {
		expr, env := n.Get("expr"), n.Get("env")
		switch {
		case expr == nil || expr.Kind != doc.String:
			return lineError{idOf(n), "expr is no string"}, exitUsage
		case env != nil && env.Kind != doc.Map:
			return lineError{idOf(n), "env is no object"}, exitUsage
		}
		values, _ := env.Plain().(map[string]any)
		answer, code, err := formulaResult(engine, expr.Text, values)
		if err != nil {
			return lineError{idOf(n), diag.Neutralise(err.Error())}, code
		}
		answer.ID = idOf(n)
		return answer, code
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}
