package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
)

// Limits of an archive.
const (
	MaxBytes     = 192 << 20 // of the file
	maxContent   = 160 << 20 // of all members
	maxFileBytes = 64 << 20  // of one member
	maxFiles     = 30_000
	maxRatio     = 200     // of content to file, beyond freeContent
	freeContent  = 1 << 20 // content that may be packed however tightly
)

// Archive is an archive that was read whole. It does not change.
type Archive struct {
	Files []File // by path
}

// Read reads an archive from a stream. It stops at the first byte beyond a limit, so that what unpacks to more than it should is never unpacked. An
// archive that was cut is refused, wherever that was, and so is one that another reader could take for another: with headers that change what the
// next one says, where nothing asks for them, and with bytes that belong to no file. The error is an *Error, or that of the stream.
func Read(from io.Reader) (*Archive, error) {
	count := &counter{from: io.LimitReader(from, MaxBytes+1)}
	packed := bufio.NewReader(count)
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, unreadable(err)
	}
	unpacked.Multistream(false)
	r := &reader{packed: count, names: newNames(), out: &Archive{}}
	if err := r.members(unpacked); err != nil {
		return nil, err
	}
	if _, err := packed.ReadByte(); !errors.Is(err, io.EOF) {
		return nil, fail("", "trailing", "something stands behind the archive")
	}
	slices.SortFunc(r.out.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return r.out, nil
}

// counter counts the bytes that were read.
type counter struct {
	from io.Reader
	n    int64
}

// Read reads and counts.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if c.n += int64(n); c.n > MaxBytes {
		return n, fail("", "limit", "the archive has more than %d bytes", MaxBytes)
	}
	return n, err
}

// reader is the state of one Read.
type reader struct {
	packed  *counter
	content int64
	names   *names
	out     *Archive
}

// members reads the members up to the end of the archive, and that nothing but zeros follows.
func (r *reader) members(unpacked io.Reader) error {
	from := &tight{from: unpacked, packed: r.packed}
	t := tar.NewReader(from)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return from.end()
		}
		if err != nil {
			return unreadable(err)
		}
		if err := r.member(h, t, from.n > from.filled+blockBytes); err != nil {
			return err
		}
		from.filled = from.n + int64(padding(int(h.Size)))
	}
}

// member reads one member, and whether it has more headers than one. Only a long name needs another: to a reader that skips it, the file has the name
// and the size of the last.
func (r *reader) member(h *tar.Header, from io.Reader, more bool) error {
	switch {
	case h.Typeflag != tar.TypeReg || sparse(h):
		return fail(h.Name, "link", "%q is no regular file; an archive holds no links, folders or devices", h.Name)
	case len(r.out.Files) == maxFiles:
		return fail("", "limit", "the archive has more than %d files", maxFiles)
	case h.Size > maxFileBytes:
		return fail(h.Name, "limit", "%q has more than %d bytes", h.Name, maxFileBytes)
	}
	if err := r.names.add(h.Name); err != nil {
		return err
	}
	if more && len(h.Name) <= nameBytes {
		return fail(h.Name, "header", "%q has more headers than one, which its name does not need", h.Name)
	}
	if r.content += h.Size; r.content > maxContent {
		return fail("", "limit", "the archive unpacks to more than %d bytes", maxContent)
	}
	data, err := io.ReadAll(from)
	if err != nil {
		return unreadable(err)
	}
	r.out.Files = append(r.out.Files, File{Path: h.Name, Data: data})
	return nil
}

// sparse reports whether a file has holes, which unpack to more than was packed.
func sparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// tight reads what is unpacked as long as it is not out of proportion to what it is unpacked from. It keeps where in it something stands.
type tight struct {
	from   io.Reader
	packed *counter
	n      int64
	filled int64 // where the last file ends that was read, filled with zeros to whole blocks
	last   int64 // behind the last byte that is not zero
}

// Read reads and compares.
func (t *tight) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	if between := min(max(t.filled-t.n, 0), int64(n)); notZero(p[:between]) > 0 {
		return n, fail("", "trailing", "something stands between the files of the archive")
	}
	if at := notZero(p[:n]); at > 0 {
		t.last = t.n + int64(at)
	}
	if t.n += int64(n); t.n > freeContent && t.n > maxRatio*t.packed.n {
		return n, fail("", "limit", "the archive unpacks to more than %d times its size", maxRatio)
	}
	if t.n > 2*maxContent {
		return n, fail("", "limit", "the archive unpacks to more than %d bytes", maxContent)
	}
	return n, err
}

// notZero is how many bytes there are up to the last that is not zero.
func notZero(data []byte) int { return len(bytes.TrimRight(data, "\x00")) }

// end reads to the end of the archive: at least two blocks of zeros, by which one that was cut behind a file differs from a whole one, and more of
// them where it was filled up.
func (t *tight) end() error {
	if _, err := io.Copy(io.Discard, t); err != nil {
		return unreadable(err)
	}
	switch {
	case t.last > t.filled:
		return fail("", "trailing", "something stands behind the last file of the archive")
	case t.n < t.filled+2*blockBytes || t.n%blockBytes != 0:
		return unreadable(io.ErrUnexpectedEOF)
	}
	return nil
}

// unreadable is an error of ours as it is, and any other as one about the format.
func unreadable(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fail("", "format", "the archive is not whole")
	}
	return fail("", "format", "this is no bundle: a tar archive in gzip is expected (%v)", err)
}
