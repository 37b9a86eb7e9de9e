package reply

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Envelope is the form of a reply.
type Envelope string

// The envelopes.
const (
	Auto              Envelope = "auto" // whichever it is
	PlainText         Envelope = "text" // a text, also one in the form of the claim contract
	AnthropicMessages Envelope = "anthropic-messages"
	OpenAIChat        Envelope = "openai-chat"
	OpenAIResponses   Envelope = "openai-responses"
	Gemini            Envelope = "gemini"
	MCP               Envelope = "mcp"
	ClaudeCode        Envelope = "claude-code"
	Codex             Envelope = "codex"
	GeminiCLI         Envelope = "gemini-cli"
	LangChain         Envelope = "langchain"
	LangGraph         Envelope = "langgraph"
	AgentDojo         Envelope = "agentdojo"
	OpenAIAgents      Envelope = "openai-agents"
)

// format is one envelope: what it looks like, why the model stopped, which is
// read first, and how the rest is read.
type format struct {
	name Envelope
	is   func(*doc.Node) bool
	stop func(*message, *doc.Node)
	read func(*message, *doc.Node)
}

// formats returns the envelopes in the order in which they are recognised.
func formats() []format {
	return []format{
		{AnthropicMessages, isAnthropic, stopAnthropic, readAnthropic},
		{OpenAIResponses, isResponses, stopResponses, readResponses},
		{OpenAIAgents, isAgents, stopWhole, readAgents},
		{AgentDojo, isAgentDojo, stopUnsaid, readAgentDojo},
		{OpenAIChat, isChat, stopChat, readChat},
		{Gemini, isGemini, stopGemini, readGemini},
		{Codex, isCodex, stopWhole, readCodex},
		{MCP, isMCP, stopWhole, readMCP},
		{ClaudeCode, isClaudeCode, stopWhole, readClaudeCode},
		{GeminiCLI, isGeminiCLI, stopWhole, readGeminiCLI},
		{LangChain, isLangChain, stopWhole, readLangChain},
		{LangGraph, isLangGraph, stopWhole, readLangGraph},
	}
}

// Envelopes returns the names of all envelopes, Auto and PlainText first.
func Envelopes() []Envelope {
	list := []Envelope{Auto, PlainText}
	for _, f := range formats() {
		list = append(list, f.name)
	}
	return list
}

// Recognise returns the envelope of a message, and PlainText for what is none. A
// response of the claim contract is none, whatever else it holds: who reads it
// as a response would act on actions that are not in the message.
func Recognise(n *doc.Node) Envelope {
	if isResponse(n) {
		return PlainText
	}
	for _, f := range formats() {
		if f.is(n) {
			return f.name
		}
	}
	return PlainText
}

// isResponse reports whether a value is a response of the claim contract: an object with actions, an action, or a list that holds one.
func isResponse(n *doc.Node) bool {
	for _, item := range items(n) {
		if isAction(item) {
			return true
		}
	}
	return n.Get("actions") != nil || isAction(n)
}

func isAction(n *doc.Node) bool {
	switch textOf(n, "type") {
	case "call_tool", "cite", "claim", "answer":
		return true
	}
	return false
}

// ReadMessage reads a reply in an envelope: the JSON text of a provider's
// message, of a hook's input or of a review item. Auto recognises the envelope;
// what is none of them is read as Read reads it. A named envelope that the text
// is not makes the reply unusable. The error is that of options that cannot be
// used or of an envelope that does not exist.
func ReadMessage(text []byte, from Envelope, opt Options) (*Reply, error) {
	if from == PlainText {
		return Read(text, opt)
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	m := message{reader: newReader(string(text), opt), stop: opt.StopReason}
	if (from == Auto || from == "") && !m.mayBeMessage() {
		m.reader.read()
		return m.finish(), nil
	}
	n, ok := m.parse()
	f, known := m.format(n, from)
	switch {
	case !known:
		return nil, badOption("there is no envelope %q", from)
	case f.read == nil:
		return Read(text, opt)
	case !ok || !f.is(n):
		m.reply.Unusable = "response is not a message in the form " + string(from)
		return m.finish(), nil
	}
	m.native, m.reply.Envelope = true, f.name
	f.stop(&m, n)
	m.reply.StopReason = m.stop
	m.checkNames(n)
	f.read(&m, n)
	m.end()
	return m.finish(), nil
}

// mayBeMessage is false for what is no object or list of JSON, and for an object with actions, without building a tree.
func (m *message) mayBeMessage() bool {
	if len(m.text) > m.opt.Limits.Bytes {
		return false
	}
	s := m.scanner(len(m.text))
	s.space()
	rank, ok := s.whole(s.pos)
	return ok && rank != responseRank
}

// format returns the envelope that is asked for, one without a read function for plain text.
func (m *message) format(n *doc.Node, from Envelope) (format, bool) {
	if from == Auto || from == "" {
		if n == nil {
			return format{}, true
		}
		from = Recognise(n)
	}
	if from == PlainText {
		return format{}, true
	}
	for _, f := range formats() {
		if f.name == from {
			return f, true
		}
	}
	return format{}, false
}

// parse reads the message as one JSON value.
func (m *message) parse() (*doc.Node, bool) {
	if len(m.text) > m.opt.Limits.Bytes {
		return nil, false
	}
	limits := m.opt.Limits.json(len(m.text), 0)
	n, end, err := m.json.Value(0, doc.JSONOptions{Limits: limits, Tolerant: true, Report: m.noted})
	s := scanner{src: m.text, pos: end}
	if err != nil || !s.trailing() {
		m.raw = nil
		return nil, false
	}
	m.values += size(n)
	return n, true
}

// message reads the content of an envelope.
type message struct {
	*reader
	texts []innerText // blocks of text, in order
	stop  schema.StopReason
	whole bool // the provider has one word for the end with and without calls
	calls int
}

// stopped notes a stop reason; of several the worst stays.
func (m *message) stopped(s schema.StopReason) {
	order := []schema.StopReason{
		"", schema.StopReasonEnd, schema.StopReasonToolUse, schema.StopReasonIncomplete, schema.StopReasonLength, schema.StopReasonFilter, schema.StopReasonRefusal,
	}
	for _, worse := range order {
		switch worse {
		case m.stop:
			m.stop = s
			return
		case s:
			return
		}
	}
}

// finished notes that the provider says that the message is complete, in one word
// for messages with and without calls.
func (m *message) finished() {
	m.whole = true
	m.stopped(schema.StopReasonEnd)
}

// stopWhole is for requests that are made of complete messages only.
func stopWhole(m *message, _ *doc.Node) { m.finished() }

// stopUnsaid is for messages that carry no stop reason.
func stopUnsaid(*message, *doc.Node) {}

// say adds a block of text; anything else than a string is none.
func (m *message) say(n *doc.Node) {
	if n != nil && n.Kind == doc.String && n.Text != "" {
		m.texts = append(m.texts, m.innerText(n))
	}
}

// call adds a call of a tool. At is the part of the message that it is; name and args are parts of it, args an object, a JSON-encoded
// string, or nil. The namespace is empty where the envelope has none.
func (m *message) call(at, name, args *doc.Node, namespace string) {
	if namespace == codexItem {
		namespace = "server/" + namespace
	}
	m.put(at, name, args, namespace)
}

func (m *message) put(at, name, args *doc.Node, namespace string) {
	m.calls++
	n := &doc.Node{Kind: doc.Map, Offset: at.Offset, EndOffset: at.EndOffset, Range: at.Range}
	put := func(key string, value *doc.Node) {
		if value != nil {
			n.Fields = append(n.Fields, doc.Field{Key: key, KeyRange: value.Range, Value: value})
		}
	}
	put("type", m.mark(at, "call_tool"))
	if namespace != "" {
		put("namespace", m.mark(at, namespace))
	}
	put("tool", name)
	put("args", args)
	if m.add(&m.reply.Actions, n); len(m.reply.Actions) > 0 {
		m.reply.Actions[len(m.reply.Actions)-1].Native = true
	}
}

// word is a text of ours in the place of a part of the message.
func (m *message) word(at *doc.Node, text string) *doc.Node {
	return &doc.Node{Kind: doc.String, Text: text, Offset: at.Offset, EndOffset: at.EndOffset, Range: at.Range}
}

// mark is a text of ours at the start of a part of the message.
func (m *message) mark(at *doc.Node, text string) *doc.Node {
	n := m.word(at, text)
	n.EndOffset, n.Range.End = n.Offset, n.Range.Start
	return n
}

// is reports whether a field is a given text.
func is(n *doc.Node, field, text string) bool {
	v := n.Get(field)
	return v != nil && v.Kind == doc.String && v.Text == text
}

// has reports whether a field is of a kind.
func has(n *doc.Node, field string, kind doc.Kind) bool {
	v := n.Get(field)
	return v != nil && v.Kind == kind
}

// textOf returns a text field, and "" for anything else.
func textOf(n *doc.Node, field string) string {
	if v := n.Get(field); v != nil && v.Kind == doc.String {
		return v.Text
	}
	return ""
}

// first returns the first of some fields that is there, or nil.
func first(n *doc.Node, fields ...string) *doc.Node {
	for _, field := range fields {
		if v := n.Get(field); v != nil {
			return v
		}
	}
	return nil
}

// items returns the elements of a list, and none for anything else.
func items(n *doc.Node) []*doc.Node {
	if n == nil || n.Kind != doc.List {
		return nil
	}
	return n.Items
}
