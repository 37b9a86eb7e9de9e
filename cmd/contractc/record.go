package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"time"

	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/internal/trust"
)

// lockWait is how long another process may keep the folder of a file of trust.
const lockWait = 10 * time.Second

// record writes a bundle into the file of trust as the latest that was seen. Of
// several processes that do so, each begins with what the one before it wrote.
func (a *app) record(c *trust.Candidate, terms trust.Terms) (err error) {
	file, err := filepath.EvalSymlinks(a.trust.file)
	if err != nil {
		return usagef("%w", err)
	}
	unlock, err := lockFolder(filepath.Dir(file), lockWait)
	if err != nil {
		return usagef("--record: %w", err)
	}
	defer func() { err = firstError(err, unlock()) }()
	if err := a.judgeAgain(c, terms); err != nil {
		return err
	}
	text, changed, err := a.trust.policy.Record(c)
	switch {
	case err != nil:
		return err
	case !changed:
		return a.writeText(fmt.Sprintf("nothing to record: %s %s is no later than what was seen\n", c.Name, c.Version))
	}
	if err := replace.File(file, text, replace.Private); err != nil {
		return usagef("%w", err)
	}
	return a.writeText(fmt.Sprintf("recorded %s %s as the latest that was seen\n", c.Name, c.Version))
}

// judgeAgain reads the file of trust once more, and refuses what it does not accept
// any more.
func (a *app) judgeAgain(c *trust.Candidate, terms trust.Terms) error {
	text, err := a.readInput(a.trust.file, maxTrust)
	if err != nil || bytes.Equal(text, a.trust.text) {
		return err
	}
	a.trust.policy = nil
	if _, err := a.trustPolicy(); err != nil {
		return err
	}
	if answer := a.trust.policy.Judge(c, terms); !answer.Accepted {
		return &exitError{code: exitBundle, err: fmt.Errorf("the file of trust changed meanwhile, and does not accept the bundle any more: %s", answer.Problems[0])}
	}
	return nil
}
