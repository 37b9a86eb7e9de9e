// Package formula evaluates the restricted arithmetic of the claim contract.
//
// A formula is arithmetic over numbers and {key} placeholders, such as
// ({revenue:Q3} - {revenue:Q2}) / {revenue:Q2} * 100. It is written in Python's
// expression grammar, which is read whole so that a message can say what is not
// supported, and evaluated on doubles by this package alone; nothing in it can
// run code, and its cost is bounded by its length.
//
// [Eval] computes a formula, [Keys] lists the beliefs that it needs. Every
// intermediate result is a finite real number, or there is an [Error]. Results
// do not depend on the machine: the functions that a processor or a C library
// may round differently are computed with more digits and rounded once.
package formula

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
)

// Eval computes a formula. The environment holds the values of the beliefs
// that the formula may use, by key, as plain values (see package pyvalue).
// The error is an [*Error] with a message for the author of the formula.
func Eval(expr string, env map[string]any, opt Options) (float64, error) {
	if err := checkLength(expr, opt); err != nil {
		return 0, err
	}
	src := newlines(expr)
	places := findPlaceholders(src)
	if err := checkNames(src, places); err != nil {
		return 0, err
	}
	values, err := readValues(places, env)
	if err != nil {
		return 0, err
	}
	var names map[string]float64
	if opt.Placeholders == Textual {
		src, names, places = substitute(src, places, values)
	}
	root, err := parse(src, places, opt)
	if err != nil {
		return 0, invalid(expr, err)
	}
	e := evaluator{expr: expr, opt: opt, names: names, values: values}
	x, failure := e.eval(root, 0)
	if failure != nil {
		return 0, failure
	}
	return x, nil
}

// Keys returns the keys of the placeholders of a formula in the order of their
// first occurrence, each once, those in comments included. The error is that
// of a formula over the length limit.
func Keys(expr string, opt Options) ([]string, error) {
	if err := checkLength(expr, opt); err != nil {
		return nil, err
	}
	var keys []string
	seen := map[string]bool{}
	for _, p := range findPlaceholders(expr) {
		if !seen[p.key] {
			seen[p.key] = true
			keys = append(keys, p.key)
		}
	}
	return keys, nil
}

// Same reports whether a formula's result is the value that a claim states. A
// stated value that is not a number (a bool is none) is never the same.
func Same(stated any, computed float64, t pyvalue.Tolerance) bool {
	n, ok := pyvalue.NumberOf(stated)
	if !ok {
		return false
	}
	x, fits := n.Float64()
	return fits && t.Close(x, computed)
}

func checkLength(expr string, opt Options) error {
	if utf8.RuneCountInString(expr) > opt.Length {
		return fail(TooLong, "formula is longer than %d characters", opt.Length)
	}
	return nil
}
