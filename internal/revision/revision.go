// Package revision reads the files of a folder as a revision of a git repository
// has them, through the git binary. It touches no work tree and no index.
//
// Entry point: Read. What is promised: it reads regular files only, within
// limits, and runs nothing that the repository asks for: no filters, hooks,
// replacements or fetches.
package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// Limits of a folder.
const (
	maxFiles     = 10_000
	maxFileBytes = 4 << 20
	maxBytes     = 64 << 20
)

// File is a file with its path below the folder.
type File struct {
	Path string
	Data []byte
}

// MissingError says that git is not installed.
type MissingError struct{}

func (*MissingError) Error() string {
	return "git is not installed: no git on PATH; install it, on Debian with apt-get install git"
}

// Error says why a folder of a revision cannot be read: one line.
type Error struct{ Reason string }

func (e *Error) Error() string { return e.Reason }

// Read returns the files of a folder of a revision, such as main, HEAD~1 or a
// commit, of the repository that the directory is in, in the order of their
// paths. The folder is named from the repository's root; empty for the root
// itself. The error is a *MissingError, an *Error, or that of the context.
func Read(ctx context.Context, directory, revision, folder string) ([]File, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, &MissingError{}
	}
	g := &git{program: program, directory: directory}
	tree, err := g.tree(ctx, revision, folder)
	if err != nil {
		return nil, err
	}
	entries, err := g.list(ctx, tree)
	if err != nil {
		return nil, err
	}
	return g.blobs(ctx, entries)
}

type git struct{ program, directory string }

// command runs git without what a repository, or its user, could make it run.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, g.program, append([]string{"-C", g.directory, "--no-pager"}, args...)...)
	c.Env = append(os.Environ(), "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	return c
}

// tree finds the tree of a folder of a revision.
func (g *git) tree(ctx context.Context, revision, folder string) (string, error) {
	if revision == "" {
		return "", &Error{"no revision is named; write git:REVISION or git:REVISION:FOLDER"}
	}
	folder = strings.Trim(folder, "/")
	for _, part := range strings.Split(folder, "/") {
		if part == "." || part == ".." {
			return "", &Error{fmt.Sprintf("the folder %q is named from the root of the repository, without . and ..", folder)}
		}
	}
	out, err := g.output(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", err
	}
	commit := strings.TrimSpace(out)
	if commit == "" {
		return "", &Error{fmt.Sprintf("there is no revision %q", revision)}
	}
	if out, err = g.output(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+":"+folder+"^{tree}"); err != nil {
		return "", err
	}
	if tree := strings.TrimSpace(out); tree != "" {
		return tree, nil
	}
	if out, err = g.treeOf(ctx, commit, folder); err != nil {
		return "", err
	}
	if out == "" {
		return "", &Error{fmt.Sprintf("the revision %q has no folder %q", revision, folder)}
	}
	return out, nil
}

// treeOf finds the tree of a folder by listing it: a name may hold what the
// syntax of revisions takes for its own.
func (g *git) treeOf(ctx context.Context, commit, folder string) (string, error) {
	if folder == "" {
		out, err := g.output(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{tree}")
		return strings.TrimSpace(out), err
	}
	out, err := g.output(ctx, "--literal-pathspecs", "ls-tree", "-z", "-d", "--full-tree", commit, "--", folder)
	if err != nil {
		return "", err
	}
	fields := strings.Fields(out)
	if len(fields) < 3 || fields[1] != "tree" {
		return "", nil
	}
	return fields[2], nil
}

// output is what git prints; nothing where it ends with an error and says
// nothing.
func (g *git) output(ctx context.Context, args ...string) (string, error) {
	c := g.command(ctx, args...)
	var out, problems bytes.Buffer
	c.Stdout, c.Stderr = &out, &problems
	err := c.Run()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &ended) && problems.Len() == 0:
		return "", nil
	}
	return "", failed(problems.String(), err)
}

func failed(problems string, err error) error {
	first, _, _ := strings.Cut(strings.TrimSpace(problems), "\n")
	if first == "" {
		first = err.Error()
	}
	return &Error{fmt.Sprintf("git says %q", first)}
}

// entry is a file of a tree.
type entry struct {
	path, object string
	size         int
}

// list lists the files of a tree.
func (g *git) list(ctx context.Context, tree string) ([]entry, error) {
	out, err := g.output(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", tree)
	if err != nil {
		return nil, err
	}
	var entries []entry
	total := 0
	for _, line := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		if line == "" {
			continue
		}
		e, err := parseEntry(line)
		if err != nil {
			return nil, err
		}
		if total += e.size; total > maxBytes {
			return nil, &Error{fmt.Sprintf("the folder has more than %d bytes", maxBytes)}
		}
		if entries = append(entries, e); len(entries) > maxFiles {
			return nil, &Error{fmt.Sprintf("the folder has more than %d files", maxFiles)}
		}
	}
	if len(entries) == 0 {
		return nil, &Error{"the folder is empty"}
	}
	return entries, nil
}

// parseEntry reads a line such as 100644 blob 1f2e 12 TAB path.
func parseEntry(line string) (entry, error) {
	before, path, ok := strings.Cut(line, "\t")
	fields := strings.Fields(before)
	if !ok || len(fields) != 4 {
		return entry{}, &Error{fmt.Sprintf("git listed %q, which is no entry of a tree", line)}
	}
	if mode := fields[0]; mode != "100644" && mode != "100755" {
		return entry{}, &Error{fmt.Sprintf("%q is no regular file: a bundle holds no symbolic links and no other repositories", path)}
	}
	size, err := strconv.Atoi(fields[3])
	if err != nil {
		return entry{}, &Error{fmt.Sprintf("the size of %q is not known", path)}
	}
	if size > maxFileBytes {
		return entry{}, &Error{fmt.Sprintf("%q has more than %d bytes", path, maxFileBytes)}
	}
	return entry{path, fields[2], size}, nil
}

// blobs reads the files, all by one process.
func (g *git) blobs(ctx context.Context, entries []entry) ([]File, error) {
	c := g.command(ctx, "cat-file", "--batch")
	var names strings.Builder
	for _, e := range entries {
		names.WriteString(e.object + "\n")
	}
	var problems bytes.Buffer
	c.Stdin, c.Stderr = strings.NewReader(names.String()), &problems
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, failed("", err)
	}
	files, err := readBlobs(bufio.NewReader(out), entries)
	if err != nil {
		_ = c.Process.Kill()
	}
	if ended := c.Wait(); err == nil && ended != nil {
		err = failed(problems.String(), ended)
	}
	return files, err
}

func readBlobs(from *bufio.Reader, entries []entry) ([]File, error) {
	var files []File
	for _, e := range entries {
		head, err := from.ReadString('\n')
		if err != nil || strings.TrimSpace(head) != fmt.Sprintf("%s blob %d", e.object, e.size) {
			return nil, &Error{fmt.Sprintf("git has not the file %q", e.path)}
		}
		data := make([]byte, e.size)
		if _, err := io.ReadFull(from, data); err != nil {
			return nil, &Error{fmt.Sprintf("git ended within the file %q", e.path)}
		}
		if _, err := from.ReadByte(); err != nil {
			return nil, &Error{fmt.Sprintf("git ended behind the file %q", e.path)}
		}
		files = append(files, File{e.path, data})
	}
	return files, nil
}
