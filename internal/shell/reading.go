package shell

// Reading is what a shell text does, each kind in the order of the text.
type Reading struct {
	Commands      []Command
	Arguments     []Argument
	Hidden        []Hidden
	Variables     []Variable
	Inputs        []Input
	Outputs       []Output
	Substitutions []Substitution
	Operators     []string
	Unknown       []Unknown
}

// Command is a simple command whose command word is known. Of what is nil it is
// not known beforehand.
type Command struct {
	Text       string // as written; of a command that another one runs, the text of that
	Word       string // the command word, such as /usr/bin/git
	Name       string // what stands behind its last slash
	Subcommand *string
	Words      []string // all words; nil where one of them is not known
}

// Argument is a word behind the command word.
type Argument struct {
	Name     string // of the command
	Argument *string
	Option   *string // the option's name with its dashes; empty for an operand
	Path     *string // the path that it names where it is taken for one; empty where it can name none
}

// Hidden is a program that runs what cannot be seen from its words, such as an
// interpreter.
type Hidden struct{ By, Text string }

// Variable is an assignment.
type Variable struct {
	Name  string
	Value *string
}

// Input is a file that is read by redirection.
type Input struct{ Path *string }

// Output is a file that is written by redirection.
type Output struct {
	Path    *string
	Appends bool
}

// Substitution is a command or process substitution; Kind is command or process.
type Substitution struct{ Kind string }

// Unknown is a part of the text of which it is not known what it does.
type Unknown struct{ Text, Reason string }

// Plain returns the reading as plain JSON values, null where something is not
// known.
func (r *Reading) Plain() map[string]any {
	return map[string]any{
		"commands": list(r.Commands, Command.plain), "arguments": list(r.Arguments, Argument.plain),
		"hidden":        list(r.Hidden, func(h Hidden) any { return map[string]any{"by": h.By, "text": h.Text} }),
		"variables":     list(r.Variables, func(v Variable) any { return map[string]any{"name": v.Name, "value": orNull(v.Value)} }),
		"inputs":        list(r.Inputs, func(i Input) any { return map[string]any{"path": orNull(i.Path)} }),
		"outputs":       list(r.Outputs, func(o Output) any { return map[string]any{"path": orNull(o.Path), "appends": o.Appends} }),
		"substitutions": list(r.Substitutions, func(s Substitution) any { return map[string]any{"kind": s.Kind} }),
		"operators":     list(r.Operators, func(o string) any { return map[string]any{"operator": o} }),
		"unknown":       list(r.Unknown, func(u Unknown) any { return map[string]any{"text": u.Text, "reason": u.Reason} }),
	}
}

func (c Command) plain() any {
	var words any
	if c.Words != nil {
		words = list(c.Words, func(w string) any { return w })
	}
	return map[string]any{"text": c.Text, "command": c.Word, "name": c.Name, "subcommand": orNull(c.Subcommand), "words": words}
}

func (a Argument) plain() any {
	return map[string]any{"name": a.Name, "argument": orNull(a.Argument), "option": orNull(a.Option), "path": orNull(a.Path)}
}

func list[T any](items []T, plain func(T) any) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = plain(item)
	}
	return out
}

func orNull(text *string) any {
	if text == nil {
		return nil
	}
	return *text
}
