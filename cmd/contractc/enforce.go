package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/modelcommand"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// maxTask is how large the task of a prompt may be, in bytes.
const maxTask = 16 << 20

// enforceFlags are the flags of the command enforce.
type enforceFlags struct {
	retries            int
	task, transcript   string
	told, conversation bool
	from, format, into string
	timeout            time.Duration
	maxOutput          int
	command            []string
	retriesSaid        bool
}

func (a *app) enforceCommand() *cobra.Command {
	f := &enforceFlags{}
	c := &cobra.Command{
		Use:   "enforce CONTRACT [flags] -- COMMAND [ARG...]",
		Short: "Run a model command until its reply conforms to an output contract, within bounds",
		Long: `Run a model command until its reply conforms to an output contract. The command
reads the prompt on standard input and prints the reply on standard output; no shell
reads its arguments. The first prompt is the task, from standard input or a file, and
what the contract says. After a reply that does not conform, the contract's ladder
says what is done: the command runs again, with exactly what is wrong, or the loop
ends.

The reply that conforms is printed; of a contract of JSON alone, its JSON value.
Every attempt is kept in the transcript, also where none conforms.

Exit codes: 0 a reply conforms, or the contract's fallback stands in; 2 none
conforms; 4 none does, and a person is asked; 1 the command cannot be run, takes too
long or prints too much, and usage; 3 the contract or the bundle cannot be used.

` + envelopeHelp(),
		Args: f.arguments,
		RunE: func(c *cobra.Command, args []string) error {
			f.command, f.retriesSaid = args[1:], c.Flags().Changed("max-retries")
			contract, err := a.outputContract(args[0])
			if err != nil {
				return err
			}
			return a.enforce(f, contract)
		},
	}
	flags := c.Flags()
	flags.IntVar(&f.retries, "max-retries", 0, "ask again at most `N` times, in place of what the contract's ladder says")
	flags.StringVar(&f.task, "prompt", "-", "`FILE` with the task; - for standard input, which is not read from a terminal")
	flags.BoolVar(&f.told, "told", false, "the task says the contract already: do not add it")
	flags.BoolVar(&f.conversation, "conversation", false, "the command remembers the conversation: send after the first prompt only what is wrong")
	flags.DurationVar(&f.timeout, "timeout", 2*time.Minute, "how `LONG` one run of the command may take")
	flags.IntVar(&f.maxOutput, "max-output", 16<<20, "how many `BYTES` one run may print")
	flags.StringVar(&f.transcript, "transcript", "contractc-transcript.json", "`FILE` in which every attempt is kept; it is written anew")
	writes(c, "transcript", writesFile)
	flags.StringVarP(&f.into, "output", "o", "", "write the reply to `FILE` in place of standard output")
	writes(c, "output", writesFile)
	formatFlag(c, &f.format, "text", "json")
	addEnvelope(c, &f.from)
	return c
}

// arguments checks that there are a contract and, behind --, a command.
func (f *enforceFlags) arguments(c *cobra.Command, args []string) error {
	switch {
	case c.ArgsLenAtDash() != 1 || len(args) < 2:
		return usagef("contractc enforce takes an output contract and behind -- a command, such as contractc enforce output.review -- ./model; see contractc enforce --help")
	case f.timeout <= 0 || f.maxOutput <= 0:
		return usagef("--timeout and --max-output are more than 0")
	case f.retries < 0 || f.retries > output.MaxRetries:
		return usagef("--max-retries is between 0 and %d, not %d", output.MaxRetries, f.retries)
	case f.transcript == "":
		return usagef("--transcript: name a file, so that the attempts are kept")
	}
	return nil
}

func (a *app) enforce(f *enforceFlags, contract *output.Contract) error {
	task, err := a.readTask(f.task)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	options := output.Options{Told: f.told, Conversation: f.conversation, Command: f.command, Keep: f.keep}
	if f.retriesSaid {
		options.Retries = &f.retries
	}
	model := modelcommand.Command{Args: f.command, Timeout: f.timeout, MaxOutput: f.maxOutput}
	transcript, err := contract.Enforce(ctx, task, options, func(ctx context.Context, q output.Question) (output.Reply, error) {
		reply, printed, err := model.Run(ctx, q.Text)
		return output.Reply{Text: reply, From: f.from, Printed: printed}, err
	})
	return a.ended(f, transcript, err)
}

// readTask reads the task. Standard input is not read where it is a terminal:
// nobody knows that something is waited for.
func (a *app) readTask(name string) (string, error) {
	if file, ok := a.stdin.(*os.File); name == "-" && ok && term.IsTerminal(int(file.Fd())) {
		return "", nil
	}
	text, err := a.readInput(name, maxTask)
	return string(text), err
}

// keep writes the transcript whole or not at all.
func (f *enforceFlags) keep(transcript *schema.OutputTranscript) error {
	text, err := encodeJSON(transcript, "  ")
	if err != nil {
		return fmt.Errorf("the transcript cannot be written: %w", err)
	}
	if err := replace.File(f.transcript, text, replace.Private); err != nil {
		return fmt.Errorf("the transcript cannot be kept: %w", err)
	}
	return nil
}

// ended prints what came of the loop.
func (a *app) ended(f *enforceFlags, transcript *schema.OutputTranscript, err error) error {
	var none *output.NotConformingError
	loud := errors.As(err, &none)
	if err != nil && !loud {
		return usagef("%w", err)
	}
	if err := a.printEnd(f, transcript); err != nil {
		return err
	}
	kept := fmt.Sprintf("%s in %q", attempts(len(transcript.Attempts)), f.transcript)
	switch {
	case loud && none.Outcome == schema.OutputOutcomeAsk:
		return &exitError{code: exitUndecided, err: fmt.Errorf("a person is asked: %w; %s", none, kept)}
	case loud:
		return &exitError{code: exitNo, err: fmt.Errorf("%w; %s", none, kept)}
	case *transcript.Outcome == schema.OutputOutcomeFallback:
		a.note("output.fallback", "no reply conforms, and the fallback of %s stands in; %s", transcript.Contract.Id, kept)
	}
	return nil
}

func attempts(n int) string {
	if n == 1 {
		return "the attempt is"
	}
	return fmt.Sprintf("the %d attempts are", n)
}

// printEnd prints the transcript or the reply; where no reply conforms, there is
// none to print.
func (a *app) printEnd(f *enforceFlags, transcript *schema.OutputTranscript) error {
	if f.into != "" && transcript.Reply != nil {
		if err := replace.File(f.into, []byte(*transcript.Reply), replace.Private); err != nil {
			return usagef("%w", err)
		}
	}
	switch {
	case f.format == "json":
		return a.writeJSON(transcript)
	case f.into != "" || transcript.Reply == nil:
		return nil
	}
	text := *transcript.Reply
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if file, ok := a.stdout.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		text = neutraliseLines(text)
	}
	return a.writeText(text)
}

// neutraliseLines makes a text harmless for a terminal and keeps its lines.
func neutraliseLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = diag.Neutralise(strings.TrimSuffix(lines[i], "\r"))
	}
	return strings.Join(lines, "\n")
}
