package canonical

import (
	"crypto/sha256"
	"encoding/hex"
)

// Prefix starts every digest.
const Prefix = "sha256:"

// Digest returns the digest of a value's canonical form, "sha256:" and 64
// lower-case hex digits. Errors are those of [Marshal].
func Digest(v any) (string, error) { return digest(Marshal(v)) }

// DigestExact is [Digest] over the form of [MarshalExact].
func DigestExact(v any) (string, error) { return digest(MarshalExact(v)) }

// DigestBytes returns the digest of bytes as they are.
func DigestBytes(b []byte) string {
	sum := sha256.Sum256(b)
	var text [len(Prefix) + 2*sha256.Size]byte
	copy(text[:], Prefix)
	hex.Encode(text[len(Prefix):], sum[:])
	return string(text[:])
}

func digest(form []byte, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return DigestBytes(form), nil
}
