package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/contractc/contractc/catalog/archive"
)

func files() []archive.File {
	return []archive.File{
		{Path: "b/x.yaml", Data: bytes.Repeat([]byte("content\n"), 20_000)},
		{Path: "a.yaml", Data: []byte("a")},
		{Path: strings.Repeat("folder/", 15) + strings.Repeat("n", 90), Data: nil},
		{Path: ".manifest", Data: []byte("{}")},
	}
}

// What is written is read again, whatever the order of the files, and Go's own reader reads it too.
func TestWriteRead(t *testing.T) {
	text, err := archive.Write(files())
	if err != nil {
		t.Fatal(err)
	}
	reversed := files()
	for i, f := range files() {
		reversed[len(reversed)-1-i] = f
	}
	again, err := archive.Write(reversed)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("the order of files changes the archive: %v", err)
	}
	got, err := archive.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Files) != len(files()) || got.Files[0].Path != ".manifest" {
		t.Fatalf("read %v", got.Files)
	}
	for _, f := range files() {
		if data, ok := got.File(f.Path); !ok || !bytes.Equal(data, f.Data) {
			t.Errorf("%s is not what was written", f.Path)
		}
	}
	if err := fstest.TestFS(got.FS(), ".manifest", "a.yaml", "b/x.yaml"); err != nil {
		t.Error(err)
	}
}

// foreign packs members as another program might.
func foreign(t *testing.T, members ...*tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	w := tar.NewWriter(z)
	for _, h := range members {
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(w, zeros{}, h.Size); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func regular(name string, size int64) *tar.Header {
	return &tar.Header{Name: name, Size: size, Typeflag: tar.TypeReg, Mode: 0o644}
}

// What is no archive of plain files within limits is refused, with the reason.
func TestRefused(t *testing.T) {
	good, err := archive.Write(files())
	if err != nil {
		t.Fatal(err)
	}
	var many []*tar.Header
	for i := range 30_001 {
		many = append(many, regular("f"+strconv.Itoa(i), 0))
	}
	for _, test := range []struct {
		name, code string
		data       []byte
	}{
		{"nothing", "format", nil},
		{"text", "format", []byte("kind: Bundle\n")},
		{"a part", "format", good[:len(good)/2]},
		{"a byte changed", "format", changed(good)},
		{"something behind it", "trailing", append(bytes.Clone(good), 0)},
		{"two archives", "trailing", append(bytes.Clone(good), good...)},
		{"a path that leads out", "path", foreign(t, regular("../a", 1))},
		{"a path that leads out within", "path", foreign(t, regular("a/../../b", 1))},
		{"an absolute path", "path", foreign(t, regular("/etc/a", 1))},
		{"a path with a point", "path", foreign(t, regular("./a", 1))},
		{"an empty part", "path", foreign(t, regular("a//b", 1))},
		{"a backslash", "name", foreign(t, regular(`a\b`, 1))},
		{"a space", "name", foreign(t, regular("a b", 1))},
		{"a letter beyond ASCII", "name", foreign(t, regular("ä", 1))},
		{"a long path", "limit", foreign(t, regular(strings.Repeat("a/", 8)+strings.Repeat("b", 230), 1))},
		{"a deep path", "limit", foreign(t, regular(strings.Repeat("a/", 16)+"b", 1))},
		{"a symbolic link", "link", foreign(t, &tar.Header{Name: "a", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink})},
		{"a hard link", "link", foreign(t, regular("b", 1), &tar.Header{Name: "a", Linkname: "b", Typeflag: tar.TypeLink})},
		{"a folder", "link", foreign(t, &tar.Header{Name: "a/", Typeflag: tar.TypeDir})},
		{"a device", "link", foreign(t, &tar.Header{Name: "a", Typeflag: tar.TypeChar})},
		{"a name twice", "twice", foreign(t, regular("a", 1), regular("a", 1))},
		{"a file that is a folder", "twice", foreign(t, regular("a", 1), regular("a/b", 1))},
		{"a folder that is a file", "twice", foreign(t, regular("a/b", 1), regular("a", 1))},
		{"names that differ in case", "case", foreign(t, regular("a/B", 1), regular("a/b", 1))},
		{"folders that differ in case", "case", foreign(t, regular("a/c", 1), regular("A/b", 1))},
		{"too many files", "limit", foreign(t, many...)},
		{"a bomb", "limit", foreign(t, regular("a", 60<<20))},
		{"a large file", "limit", foreign(t, regular("a", 65<<20))},
	} {
		_, err := archive.Read(bytes.NewReader(test.data))
		var e *archive.Error
		if !errors.As(err, &e) || e.Code != test.code {
			t.Errorf("%s: %v, want the code %s", test.name, err, test.code)
		}
	}
}

// blocks are a tar archive as it stands in gzip.
func blocks(t *testing.T, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(data)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// What another reader could take for another archive, or for a part of one, is refused, although each byte of it is as gzip's checksum says.
func TestBlocks(t *testing.T) {
	const header, block = 512, 512
	one := blocks(t, foreign(t, regular("a", 5)))
	named := blocks(t, foreign(t, &tar.Header{Name: "a", Size: 5, Typeflag: tar.TypeReg, Format: tar.FormatPAX, PAXRecords: map[string]string{"comment": "x"}}))
	other := blocks(t, foreign(t, &tar.Header{Name: "a", Size: 5, Typeflag: tar.TypeReg, Format: tar.FormatGNU, AccessTime: time.Unix(1, 0)}))
	whole := header + block // where the only file ends
	filled := bytes.Clone(one)
	filled[header+5] = 'x'
	between := append(bytes.Clone(filled[:whole]), blocks(t, foreign(t, regular("b", 1)))...)
	dangling := append(bytes.Clone(one[:whole]), named[:2*block]...)
	long := strings.Repeat("folder/", 15) + strings.Repeat("n", 110)
	for _, test := range []struct {
		name, code string
		data       []byte
	}{
		{"as it is", "", one},
		{"filled up", "", append(bytes.Clone(one), make([]byte, 17*block)...)},
		{"a long name", "", blocks(t, foreign(t, regular(long, 5)))},
		{"another format of headers", "", other},
		{"no last block", "format", one[:whole+block]},
		{"no block of zeros", "format", one[:whole]},
		{"a part of the last block", "format", one[:len(one)-1]},
		{"a part of a block more", "format", append(bytes.Clone(one), 0)},
		{"no end of the last file's block", "format", one[:whole-1]},
		{"a part of the last file", "format", one[:header+3]},
		{"nothing", "format", nil},
		{"a block of zeros", "format", make([]byte, block)},
		{"no files", "", make([]byte, 2*block)},
		{"a header more", "header", named},
		{"a header of nothing", "trailing", append(bytes.Clone(dangling), make([]byte, 2*block)...)},
		{"a header of nothing at the end", "trailing", dangling},
		{"bytes behind the last file", "trailing", filled},
		{"bytes behind a file", "trailing", between},
		{"bytes behind the end", "trailing", append(append(bytes.Clone(one), make([]byte, block-1)...), 'x')},
	} {
		a, err := archive.Read(bytes.NewReader(zipped(t, test.data)))
		var e *archive.Error
		if test.code == "" && (err != nil || len(a.Files) > 1) || test.code != "" && (!errors.As(err, &e) || e.Code != test.code) {
			t.Errorf("%s: %v, want the code %q", test.name, err, test.code)
		}
	}
}

func changed(data []byte) []byte {
	out := bytes.Clone(data)
	out[len(out)/2] ^= 1
	return out
}

// A file with holes is refused in every form of them: it would unpack to more than was packed.
func TestHoles(t *testing.T) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	header := &tar.Header{Name: "a", Size: 1, Typeflag: tar.TypeReg, Mode: 0o644, Format: tar.FormatPAX, PAXRecords: map[string]string{
		"XNU.sparse.numblocks": "1", "XNU.sparse.map": "66000000,1", "XNU.sparse.size": "66000001",
	}}
	if err := w.WriteHeader(header); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(bytes.ReplaceAll(out.Bytes(), []byte("XNU.sparse"), []byte("GNU.sparse")))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	var e *archive.Error
	if _, err := archive.Read(&packed); !errors.As(err, &e) || e.Code != "link" {
		t.Errorf("%v, want the code link", err)
	}
}

// A file that cannot stand in an archive is not written.
func TestNotWritten(t *testing.T) {
	for _, list := range [][]archive.File{
		{{Path: "../a"}}, {{Path: ""}}, {{Path: "a"}, {Path: "a"}}, {{Path: "a"}, {Path: "A"}}, {{Path: "a/" + strings.Repeat("b", 120)}},
	} {
		if _, err := archive.Write(list); err == nil {
			t.Errorf("%v was written", list)
		}
	}
}

// FuzzRead requires that whatever is read is written and read again the same.
func FuzzRead(f *testing.F) {
	good, err := archive.Write(files()[1:])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:40])
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := archive.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		text, err := archive.Write(first.Files)
		if err != nil {
			return // a path that only another format holds
		}
		second, err := archive.Read(bytes.NewReader(text))
		if err != nil || len(second.Files) != len(first.Files) {
			t.Fatalf("what was written is not read: %v", err)
		}
		for i, file := range second.Files {
			if file.Path != first.Files[i].Path || !bytes.Equal(file.Data, first.Files[i].Data) {
				t.Errorf("%q differs", file.Path)
			}
			if got, err := fs.ReadFile(second.FS(), file.Path); err != nil || !bytes.Equal(got, file.Data) {
				t.Errorf("%q is another file: %v", file.Path, err)
			}
		}
	})
}
