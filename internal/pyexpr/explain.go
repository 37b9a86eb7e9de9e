package pyexpr

import (
	"strconv"
	"strings"
)

const literalForm = "write a literal: a text in quotes, a number, True, False, None, bytes, or a list, tuple, set or dict of these"

// describe names a token for a message.
func (p *parser) describe(t token) string {
	switch t.kind {
	case endToken:
		return "the end"
	case newlineToken:
		return "a new line"
	case stringToken:
		return "a text"
	case bytesToken:
		return "bytes"
	case intToken, floatToken:
		return "a number"
	}
	return strconv.Quote(t.text)
}

// notLiteral is the error for a token that begins no literal.
func (p *parser) notLiteral(t token) *Error {
	if t.kind == nameToken {
		return p.notLiteralWord(t)
	}
	switch {
	case t.kind == endToken:
		return fail("expression.end", t.span, literalForm+", and close every bracket", "the expression ends where a literal is expected")
	case t.is("*") || t.is("**"):
		return fail("expression.star", t.span, "write the members out", "members by %s are not known before the call", t.text)
	case t.is("..."):
		return fail("expression.literal", t.span, literalForm, "the ellipsis is no value")
	case t.is("~"):
		return fail("expression.operator", t.span, literalForm, "the operator ~; nothing is computed")
	}
	return fail("expression.literal", t.span, literalForm, "expected a literal and not %s", p.describe(t))
}

func (p *parser) notLiteralWord(t token) *Error {
	switch t.text {
	case "lambda":
		return fail("expression.lambda", t.span, literalForm, "a lambda is a function, not a literal")
	case "not":
		return fail("expression.operator", t.span, literalForm, "the operator not; nothing is computed")
	case "await", "yield":
		return fail("expression.literal", t.span, literalForm, "%q needs a running program", t.text)
	case "true", "false", "null":
		word := map[string]string{"true": "True", "false": "False", "null": "None"}[t.text]
		return fail("expression.name", t.span, "write "+word, "%q is a name; the literal is spelled %s", t.text, word)
	}
	if next, err := p.peek(0); err == nil && next.is("(") {
		return fail("expression.call-argument", t.span, "write the value itself", "%q is called; only literals are taken", t.text)
	}
	return fail("expression.name", t.span, literalForm, "%q is a name; its value is not known here", t.text)
}

// unexpected is the error for a token where a literal has ended; expected says what could stand there.
func (p *parser) unexpected(t token, expected string) *Error {
	switch {
	case t.kind == endToken:
		return fail("expression.end", t.span, "close every bracket", "%s and not the end", expected)
	case t.isName("for") || t.isName("async"):
		return fail("expression.comprehension", t.span, "write the members out", "a comprehension is computed, not a literal")
	case t.isName("if"):
		return fail("expression.operator", t.span, "write the value itself", "a choice by if; nothing is computed")
	case t.is(":="):
		return fail("expression.operator", t.span, "write the value itself", "an assignment within the expression")
	case isOperator(t):
		return fail("expression.operator", t.span, "write the result itself", "the operator %s; nothing is computed", t.text)
	case t.is("(") || t.is("[") || t.is("."):
		return fail("expression.access", t.span, "write the value itself", "a call, index or attribute of a value; nothing is computed")
	}
	return fail("expression.syntax", t.span, "check commas and brackets", "%s and not %s", expected, p.describe(t))
}

func isOperator(t token) bool {
	if t.kind == nameToken {
		return strings.Contains(" and or in is not ", " "+t.text+" ")
	}
	return t.kind == operatorToken && strings.Contains(" + - * / // % ** @ & | ^ << >> == != < > <= >= ! ", " "+t.text+" ")
}

// trailing is the error for what follows the call.
func (p *parser) trailing(t token) *Error {
	switch {
	case t.kind == newlineToken || t.is(";"):
		return fail("expression.statements", t.span, "give every contract as an expression of its own", "several statements")
	case t.is(","):
		return fail("expression.statements", t.span, "give every contract as an expression of its own", "several expressions")
	case t.isName("and") || t.isName("or"):
		return fail("expression.operator", t.span, "give every contract as an expression of its own; together they are a conjunction", "the operator %s joins contracts", t.text)
	case isOperator(t) || t.isName("if"):
		return fail("expression.operator", t.span, callForm, "the operator %s; nothing is computed", t.text)
	}
	return fail("expression.trailing", t.span, "end the expression at the closing parenthesis", "the text goes on after the call with %s", p.describe(t))
}
