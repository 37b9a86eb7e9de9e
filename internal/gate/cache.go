package gate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// Cache is a folder with what the steps found, under the digest of everything
// that it depends on. Whoever can write in the folder can make the gate pass, so
// one that others than its owner can write in is not used.
type Cache struct{ Folder string }

const (
	cacheFormat   = "contractc/gate-cache/v1"
	maxEntryBytes = 16 << 20
	maxEntries    = 64
)

// cached is what the steps found, from the cache where that is possible. What is
// wrong with the cache is a note; then the steps are run.
func (q *Request) cached(ctx context.Context) (*schema.GateReport, []string, error) {
	if q.Cache == nil {
		found, err := q.check(ctx)
		return found, nil, err
	}
	key, err := q.key(ctx)
	if err != nil {
		found, failed := q.check(ctx)
		return found, []string{fmt.Sprintf("the cache is not used: %v", err)}, failed
	}
	var notes []string
	found, err := q.Cache.read(key)
	switch {
	case err != nil:
		notes = append(notes, fmt.Sprintf("the cache is not used: %v", err))
	case found != nil:
		return found, nil, nil
	}
	if found, err = q.check(ctx); err != nil {
		return nil, notes, err
	}
	return found, append(notes, q.keep(ctx, key, found)...), nil
}

// keep puts what was found into the cache, if all was looked at and nothing
// changed meanwhile.
func (q *Request) keep(ctx context.Context, key string, found *schema.GateReport) []string {
	if !complete(found) {
		return nil
	}
	after, err := q.key(ctx)
	if err != nil || after != key {
		return []string{"files changed while they were checked; the result is not kept"}
	}
	if err := q.Cache.write(key, found); err != nil {
		return []string{fmt.Sprintf("the result is not kept: %v", err)}
	}
	return nil
}

// complete reports whether everything was looked at. What was not may be looked
// at next time, with a solver that answers.
func complete(r *schema.GateReport) bool {
	return !slices.ContainsFunc(r.Findings, func(f schema.GateFinding) bool { return !f.Checked }) &&
		!slices.ContainsFunc(r.Steps, func(s schema.GateStep) bool { return s.Outcome == schema.GateOutcomeNotChecked })
}

// file is the name of an entry.
func (c *Cache) file(key string) string {
	return filepath.Join(c.Folder, strings.TrimPrefix(key, canonical.Prefix)+entrySuffix)
}

const entrySuffix = ".json"

// isEntry reports whether a file's name is that of an entry. What else stands in
// the folder belongs to somebody else.
func isEntry(name string) bool {
	digest, ok := strings.CutSuffix(name, entrySuffix)
	return ok && len(digest) == 64 && strings.Trim(digest, "0123456789abcdef") == ""
}

// read returns the entry of a key, nil where there is none. An entry that is
// damaged, or that others than its owner can change, is an error.
func (c *Cache) read(key string) (*schema.GateReport, error) {
	name := c.file(key)
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := c.trusted(info); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return readEntry(key, text)
}

// trusted reports what keeps an entry from being believed.
func (c *Cache) trusted(entry fs.FileInfo) error {
	if err := c.closed(); err != nil {
		return err
	}
	switch {
	case !entry.Mode().IsRegular() || !isOurs(entry) || entry.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("the entry %q is no file that its owner alone can write", entry.Name())
	case entry.Size() > maxEntryBytes:
		return fmt.Errorf("the entry %q has more than %d bytes", entry.Name(), maxEntryBytes)
	}
	return nil
}

// closed reports what lets others than its owner write in the folder, or lead to
// another one.
func (c *Cache) closed() error {
	for _, look := range []func(string) (fs.FileInfo, error){os.Lstat, os.Stat} {
		info, err := look(c.Folder)
		switch {
		case err != nil:
			return err
		case !isOurs(info) || info.IsDir() && info.Mode().Perm()&0o022 != 0:
			return fmt.Errorf("others can write in the folder %q", c.Folder)
		}
	}
	return nil
}

// header is the first line of an entry: what it is, for which key, and the
// digest of the rest.
func header(key string, rest []byte) string {
	return cacheFormat + " " + key + " " + canonical.DigestBytes(rest)
}

// readEntry checks an entry against its header and reads it.
func readEntry(key string, text []byte) (*schema.GateReport, error) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if string(first) != header(key, rest) {
		return nil, fmt.Errorf("the entry %s is damaged", key)
	}
	var r schema.GateReport
	if err := r.UnmarshalJSON(rest); err != nil {
		return nil, fmt.Errorf("the entry %s cannot be read: %w", key, err)
	}
	if !complete(&r) {
		return nil, fmt.Errorf("the entry %s is of a check that was not complete", key)
	}
	return &r, nil
}

// write puts an entry into the folder at once, and removes the oldest where there
// are many. In a folder that others can write in it would never be read.
func (c *Cache) write(key string, r *schema.GateReport) (err error) {
	rest, err := r.MarshalJSON()
	if err != nil {
		return err
	}
	if err := errors.Join(os.MkdirAll(c.Folder, 0o700), c.closed()); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(c.Folder, ".new-*") // for its owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temporary.Name()))
		}
	}()
	_, wrote := temporary.WriteString(header(key, rest) + "\n" + string(rest))
	if err := errors.Join(wrote, temporary.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), c.file(key)); err != nil {
		return err
	}
	return c.prune()
}

// prune removes the oldest entries.
func (c *Cache) prune() error {
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		return err
	}
	var kept []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && isEntry(e.Name()) {
			kept = append(kept, info)
		}
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, old := range kept[min(maxEntries, len(kept)):] {
		if err := os.Remove(filepath.Join(c.Folder, old.Name())); err != nil {
			return err
		}
	}
	return nil
}
