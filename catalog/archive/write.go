package archive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
)

// File is a member of an archive: its path, with slashes, and its bytes.
type File struct {
	Path string
	Data []byte
}

// Write returns the archive of some files, in the order of their paths whatever the order given. The error says which path cannot stand in one,
// or that two are the same.
func Write(files []File) ([]byte, error) {
	sorted := slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	names := newNames()
	var tar bytes.Buffer
	for _, f := range sorted {
		if err := names.add(f.Path); err != nil {
			return nil, err
		}
		header, err := headerOf(f)
		if err != nil {
			return nil, err
		}
		tar.Write(header)
		tar.Write(f.Data)
		tar.Write(make([]byte, padding(len(f.Data))))
	}
	tar.Write(make([]byte, 2*blockBytes))
	return stored(tar.Bytes()), nil
}

const blockBytes = 512

// padding is how many bytes are missing to whole blocks.
func padding(n int) int { return (blockBytes - n%blockBytes) % blockBytes }

// The fields of a header in the format ustar that differ from file to file.
const (
	nameBytes     = 100
	sizeAt        = 124
	checksumAt    = 148
	checksumBytes = 8
	prefixAt      = 345
	prefixBytes   = 155
)

// headerOf writes the header of a regular file that everybody may read, of nobody, from the beginning of time.
func headerOf(f File) ([]byte, error) {
	prefix, name, err := splitPath(f.Path)
	if err != nil {
		return nil, err
	}
	h := make([]byte, blockBytes)
	copy(h, name)
	copy(h[100:], "0000644\x000000000\x000000000\x00")
	copy(h[sizeAt:], fmt.Sprintf("%011o\x00", len(f.Data)))
	copy(h[136:], "00000000000\x00")
	copy(h[checksumAt:], "        0")
	copy(h[257:], "ustar\x0000")
	copy(h[329:], "0000000\x000000000\x00")
	copy(h[prefixAt:], prefix)
	sum := 0
	for _, b := range h {
		sum += int(b)
	}
	copy(h[checksumAt:], fmt.Sprintf("%06o\x00 ", sum))
	return h, nil
}

// splitPath divides a path at a slash where it is longer than the field for names.
func splitPath(path string) (prefix, name string, err error) {
	if len(path) <= nameBytes {
		return "", path, nil
	}
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '/' && i <= prefixBytes && len(path)-i-1 <= nameBytes {
			return path[:i], path[i+1:], nil
		}
	}
	return "", "", fail(path, "name", "the path %q is too long for an archive; shorten its last part", path)
}

// maxStored is how many bytes a block of what is not compressed holds.
const maxStored = 0xffff

// stored is gzip without compression: its bytes depend on nothing but the content.
func stored(data []byte) []byte {
	out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	rest := data
	for {
		n := min(len(rest), maxStored)
		last := byte(0)
		if n == len(rest) {
			last = 1
		}
		out = append(out, last)
		out = binary.LittleEndian.AppendUint16(out, uint16(n))
		out = binary.LittleEndian.AppendUint16(out, ^uint16(n))
		out = append(out, rest[:n]...)
		if rest = rest[n:]; last == 1 {
			break
		}
	}
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(out, uint32(len(data)))
}
