package shell

import (
	"fmt"
	"slices"
	"strings"
)

// Table says what a reading needs to know of programs, variables and limits. It
// is decoded from a table of a bundle and does not change afterwards.
type Table struct {
	Limits    Limits    `json:"limits"`
	Programs  []Program `json:"programs"`
	Variables Variables `json:"variables"`
	// Folders are where programs lie that the machine came with. One in another
	// folder can be anything.
	Folders []string          `json:"folders"`
	Reasons map[string]string `json:"reasons"`

	byName map[string]*Program
}

// Limits bound what is read; what is beyond them is unknown.
type Limits struct {
	Bytes   int `json:"bytes"`   // of a text
	Nesting int `json:"nesting"` // of brackets
	Shells  int `json:"shells"`  // of programs that run programs
	Words   int `json:"words"`   // of all commands together
}

// Program says how programs run others.
type Program struct {
	// Names are what the programs are called, without a folder. An asterisk at
	// the end stands for any ending.
	Names []string `json:"names"`
	// Does is how they run others.
	Does Manner `json:"does"`
	// Flags are the options without a value and Valued those with one, which may
	// be the word that follows. Any other option makes the call unknown.
	Flags  []string `json:"flags"`
	Valued []string `json:"valued"`
	// Inert are options with which nothing is run.
	Inert []string `json:"inert"`
	// Text are options that make the first operand shell text.
	Text []string `json:"text"`
	// Replaces are valued options whose value stands for words that come at run
	// time.
	Replaces []string `json:"replaces"`
	// Options, of programs that hide commands, are those that make them do so;
	// where there are none they always do.
	Options []string `json:"options"`
	// Operands is the number of words of their own before the command.
	Operands int `json:"operands"`
	// Assignments says that words such as NAME=VALUE may stand before it.
	Assignments bool `json:"assignments"`
	// Appends says that words are added at run time.
	Appends bool `json:"appends"`
	// Absent is the command that is run where none is given. Where it is left out
	// none is.
	Absent string `json:"absent"`
	// Starts and Ends are the words around a command among the arguments, and
	// Placeholder stands for a word that comes at run time.
	Starts      []string `json:"starts"`
	Ends        []string `json:"ends"`
	Placeholder string   `json:"placeholder"`
	// Elsewhere are the words, among Starts or Names, behind which a command runs
	// in another directory or with another root.
	Elsewhere []string `json:"elsewhere"`
	// Portable says of a shell that it may be none like Bash: a text that POSIX
	// does not read as Bash does is unknown.
	Portable bool `json:"portable"`
	// Subcommands, of programs that hide commands with Options, are the only ones
	// that do not.
	Subcommands []string `json:"subcommands"`
	// Harmless are the only words with which a setting changes nothing that
	// matters here.
	Harmless []string `json:"harmless"`
}

// Manner is how a program runs others.
type Manner string

// The manners of programs.
const (
	RunsWords    Manner = "runs_words"  // its last words are a command
	RunsText     Manner = "runs_text"   // a word is shell text, with the options Text
	RunsJoined   Manner = "runs_joined" // its last words, joined, are shell text
	RunsInside   Manner = "runs_inside" // commands stand among its arguments
	Hides        Manner = "hides"       // it runs what cannot be seen from its words
	Unknowable   Manner = "unknowable"  // what it does to the shell cannot be told
	Moves        Manner = "moves"       // it changes the working directory
	SetsNamed    Manner = "sets_named"  // its last words are names of variables that it sets
	SetsByOption Manner = "sets_option" // its first option may name a variable that it sets
	Tests        Manner = "tests"       // it is the command test
	Configures   Manner = "configures"  // it sets options of the shell
)

func manners() []Manner {
	return []Manner{RunsWords, RunsText, RunsJoined, RunsInside, Hides, Unknowable, Moves, SetsNamed, SetsByOption, Tests, Configures}
}

// Variables are names of variables; an asterisk at the end stands for any
// ending.
type Variables struct {
	// Plain change nothing that commands do.
	Plain []string `json:"plain"`
	// Special change what the shell itself does, though their names have small
	// letters. A name with small letters that is not among them is taken for a
	// variable of the text's own, unless it is exported.
	Special []string `json:"special"`
}

// reason tells why something is unknown.
type reason string

const (
	notText   reason = "not_text"
	tooLong   reason = "too_long"
	tooDeep   reason = "too_deep"
	unparsed  reason = "unparsed"
	computed  reason = "computed"
	unseen    reason = "unseen"
	shellCode reason = "shell_code"
	variable  reason = "variable"
	redefined reason = "redefined"

	otherShell reason = "other_shell"
)

func reasons() []reason {
	return []reason{notText, tooLong, tooDeep, unparsed, computed, unseen, shellCode, variable, redefined, otherShell}
}

// Prepare checks a table and makes it ready for use. The error says what is
// wrong with it.
func (t *Table) Prepare() error {
	if l := t.Limits; l.Bytes <= 0 || l.Nesting <= 0 || l.Shells <= 0 || l.Words <= 0 {
		return fmt.Errorf("each of the limits bytes, nesting, shells and words must be above 0")
	}
	for _, r := range reasons() {
		if t.Reasons[string(r)] == "" {
			return fmt.Errorf("the reason %q has no text", r)
		}
	}
	t.byName = map[string]*Program{}
	for i := range t.Programs {
		p := &t.Programs[i]
		if !slices.Contains(manners(), p.Does) {
			return fmt.Errorf("%q is nothing that a program does", p.Does)
		}
		for _, name := range p.Names {
			if t.byName[name] != nil || name == "" {
				return fmt.Errorf("the program %q is described twice, or has no name", name)
			}
			t.byName[name] = p
		}
	}
	return nil
}

// program finds how a program runs others; nil where it is not known to do so.
// A version behind its name, and the ending of programs of Windows, make it no
// other program.
func (t *Table) program(name string) *Program {
	if p := t.named(name); p != nil {
		return p
	}
	if at := len(name) - len(".exe"); at > 0 && strings.EqualFold(name[at:], ".exe") {
		name = strings.ToLower(name[:at])
	}
	if p := t.named(name); p != nil {
		return p
	}
	if bare := strings.TrimRight(name, "0123456789.-"); bare != name && bare != "" {
		return t.named(bare)
	}
	return nil
}

// isOtherShell reports whether a program that is not listed has a name like that
// of a shell and gets a text as one does.
func (t *Table) isOtherShell(name string, rest []word) bool {
	bare := strings.TrimRight(strings.TrimSuffix(name, ".exe"), "0123456789.-")
	return strings.HasSuffix(bare, "sh") && !strings.HasSuffix(bare, ".sh") && t.program(name) == nil && slices.ContainsFunc(rest, func(w word) bool {
		return !w.known || isOption("-c", w.text) || isOption("--command", w.text)
	})
}

func (t *Table) named(name string) *Program {
	if p := t.byName[name]; p != nil {
		return p
	}
	for i := range t.Programs {
		if matchesAny(t.Programs[i].Names, name) {
			return &t.Programs[i]
		}
	}
	return nil
}

// isForeign reports whether a command word names a program by its path, in none
// of the folders.
func (t *Table) isForeign(word string) bool {
	at := strings.LastIndexByte(word, '/')
	return at >= 0 && !slices.Contains(t.Folders, word[:at])
}

// matchesAny reports whether a name is one of the patterns.
func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		start, open := strings.CutSuffix(p, "*")
		return open && strings.HasPrefix(name, start) || p == name
	})
}
