package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// blocks is a tar archive of some files, and of what is written behind them.
func blocks(t *testing.T, files []archive.File, more ...*tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.Path, Size: int64(len(f.Data)), Typeflag: tar.TypeReg, Mode: 0o644})
		_, wrote := w.Write(f.Data)
		if err := errors.Join(err, wrote); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range more {
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// zipped are parts of an archive, each packed for itself.
func zipped(t *testing.T, parts ...[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, part := range parts {
		z := gzip.NewWriter(&out)
		_, err := z.Write(part)
		if err := errors.Join(err, z.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// renamed is an archive in which a header with another name stands before each file, and the file's own is that of another.
func renamed(t *testing.T, files []archive.File) []byte {
	t.Helper()
	var out []byte
	for _, f := range files {
		one := blocks(t, []archive.File{{Path: "harmless", Data: f.Data}})
		before := blocks(t, nil, &tar.Header{Name: "x", Typeflag: tar.TypeReg, Format: tar.FormatPAX, PAXRecords: map[string]string{"qath": f.Path}})
		before = bytes.Replace(before, []byte(" qath="), []byte(" path="), 1)
		out = append(append(out, before[:2*512]...), one[:len(one)-2*512]...)
	}
	return append(out, make([]byte, 2*512)...)
}

// tamperedArchives are signed files in archives that another reader takes for others.
func tamperedArchives(t *testing.T, read *archive.Archive, flags []string) []tampering {
	t.Helper()
	whole := blocks(t, read.Files)
	good, again := zipped(t, whole), archive.File{Path: "contractc.yaml", Data: []byte("kind: Bundle\nname: acme-bank\nversion: 9.0.0\nlibraries: []\n")}
	added := func(name string) []byte { return blocks(t, read.Files, &tar.Header{Name: name, Typeflag: tar.TypeReg}) }
	holes := blocks(t, read.Files, &tar.Header{Name: "a", Typeflag: tar.TypeReg, Format: tar.FormatPAX, PAXRecords: map[string]string{
		"XNU.sparse.numblocks": "0", "XNU.sparse.map": "", "XNU.sparse.size": "66000001",
	}})
	filled := bytes.Clone(whole)
	filled[512+len(read.Files[0].Data)] = 'x' // read.Files[0] does not fill its last block
	list := []tampering{
		{name: "a file twice", want: "stands in the archive twice", file: saved(t, zipped(t, blocks(t, append(slices.Clone(read.Files), again))))},
		{name: "a file twice, the other first", want: "stands in the archive twice", file: saved(t, zipped(t, blocks(t, append([]archive.File{again}, read.Files...))))},
		{name: "headers that rename", want: "more headers than one", file: saved(t, zipped(t, renamed(t, read.Files)))},
		{name: "a symbolic link", want: "no regular file", file: saved(t, zipped(t, blocks(t, read.Files, &tar.Header{Name: "bank/a.yaml", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink})))},
		{name: "a hard link", want: "no regular file", file: saved(t, zipped(t, blocks(t, read.Files, &tar.Header{Name: "bank/a.yaml", Linkname: "contractc.yaml", Typeflag: tar.TypeLink})))},
		{name: "a file with holes", want: "no regular file", file: saved(t, zipped(t, bytes.ReplaceAll(holes, []byte("XNU.sparse"), []byte("GNU.sparse"))))},
		{name: "a name in other letters", want: "differ in case only", file: saved(t, zipped(t, added("Contractc.yaml")))},
		{name: "a composed letter", want: "other characters than", file: saved(t, zipped(t, added("bank/\u00e9.yaml")))},
		{name: "a decomposed letter", want: "other characters than", file: saved(t, zipped(t, added("bank/e\u0301.yaml")))},
		{name: "bytes behind the archive", want: "something stands behind the archive", file: saved(t, append(bytes.Clone(good), 0))},
		{name: "an archive behind the archive", want: "something stands behind the archive", file: saved(t, zipped(t, whole, added("a")))},
		{name: "an archive in two parts", want: "is not whole", file: saved(t, zipped(t, whole[:2048], whole[2048:]))},
		{name: "a file behind the end", want: "something stands behind the last file", file: saved(t, zipped(t, append(bytes.Clone(whole), blocks(t, []archive.File{again})...)))},
		{name: "bytes between the files", want: "something stands between the files", file: saved(t, zipped(t, filled))},
		{name: "a last block cut off", want: "is not whole", file: saved(t, zipped(t, whole[:len(whole)-512]))},
		{name: "an end cut off", want: "is not whole", file: saved(t, zipped(t, whole[:len(whole)-1024]))},
		{name: "a checksum cut off", want: "is not whole", file: saved(t, good[:len(good)-4])},
	}
	for i := range list {
		list[i].flags, list[i].stock = flags, "accepted"
	}
	return list
}

// tamperedSignatures are signed files with a signature file that was changed.
func tamperedSignatures(t *testing.T, read *archive.Archive, flags []string) []tampering {
	t.Helper()
	text, _ := read.File(signing.File)
	var signed schema.BundleSignatures
	if err := signed.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	archived := func(signatures []byte) string {
		data, err := archive.Write(member(read, signing.File, signatures))
		if err != nil {
			t.Fatal(err)
		}
		return saved(t, data)
	}
	replaced := func(old, new string) string {
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("%q is not in the signatures", old)
		}
		return archived(bytes.Replace(text, []byte(old), []byte(new), 1))
	}
	added := func(keyid string, change func([]byte) []byte) string {
		s := signed
		one := s.Envelope.Signatures[0]
		sig, err := base64.StdEncoding.DecodeString(one.Sig)
		if err != nil {
			t.Fatal(err)
		}
		s.Envelope.Signatures = []schema.EnvelopeSignature{one, {Keyid: keyid, Sig: base64.StdEncoding.EncodeToString(change(sig))}}
		out, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return archived(out)
	}
	same := func(sig []byte) []byte { return sig }
	other, err := archive.Read(strings.NewReader(readText(t, signedArchive(t, "../../policies"))))
	if err != nil {
		t.Fatal(err)
	}
	others, _ := other.File(signing.File)
	two := trustOfTwo(t)
	list := []tampering{
		{name: "another bundle's signatures", want: "is not", file: archived(others)},
		{name: "two envelopes", want: "duplicate key", file: replaced(`"envelope": {`, `"envelope": {"payloadType": "x", "payload": "", "signatures": []}, "envelope": {`)},
		{name: "two lists of tokens", want: "duplicate key", file: replaced(`"signatures": [`, `"signatures": [], "signatures": [`)},
		{name: "an envelope in other letters", want: "has no field", file: replaced(`"envelope"`, `"Envelope"`)},
		{name: "an envelope of another type", want: "expected", file: replaced(schema.SignatureEnvelopePayloadType, "application/vnd.in-toto+json")},
		{name: "something behind the signatures", want: "extra data", file: archived(append(bytes.Clone(text), "{}"...))},
		{name: "another key's id", want: "is not that key's", file: replaced(`"keyid": "release"`, `"keyid": "security"`)},
		{name: "one key for two", want: "signed by 1 of the keys", file: archived(text), flags: two},
		{name: "one signature for two", want: "signed twice by the key", file: added("release", same), flags: two},
		{name: "one signature under two ids", want: "is not that key's", file: added("security", same), flags: two},
		{name: "one signature under the id of nobody", want: "signed by 1 of the keys", file: added("nobody", same), flags: two},
		{name: "one signature in two forms", want: "is not that key's", file: added("release", plusOrder), flags: two},
	}
	for i := range list {
		if list[i].stock = "accepted"; list[i].flags == nil {
			list[i].flags = flags
		}
	}
	return list
}

// trustOfTwo are flags by which two keys must have signed.
func trustOfTwo(t *testing.T) []string {
	t.Helper()
	text := strings.Replace(readText(t, "../../testdata/keys/trust.yaml"), "name: \"*\"\n    signed: true", "name: \"*\"\n    signed: true\n    threshold: 2", 1)
	name := t.TempDir() + "/two.yaml"
	write(t, name, []byte(text))
	return []string{"--trust", name, "--at", "2026-12-01T00:00:00Z"}
}

// plusOrder is a signature by Ed25519 with the order of the group added to its number, which some verify too.
func plusOrder(sig []byte) []byte {
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	number := slices.Clone(sig[32:ed25519.SignatureSize])
	slices.Reverse(number)
	sum := new(big.Int).Add(new(big.Int).SetBytes(number), order).FillBytes(make([]byte, 32))
	slices.Reverse(sum)
	return append(slices.Clone(sig[:32]), sum...)
}
