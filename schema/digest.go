package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
)

// Digest returns the digest of the core vocabulary: SHA-256 over the lines of
// path and SHA-256 of its files, sorted by path.
func Digest() string { return digest() }

var digest = sync.OnceValue(func() string {
	all := sha256.New()
	entries, err := fs.ReadDir(Vocabulary, ".")
	if err != nil {
		panic(err) // the files are in the binary
	}
	for _, e := range entries {
		text, err := fs.ReadFile(Vocabulary, e.Name())
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(all, "%s %x\n", e.Name(), sha256.Sum256(text))
	}
	return "sha256:" + hex.EncodeToString(all.Sum(nil))
})
