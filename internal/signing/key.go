package signing

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
)

// Algorithm is how a key signs, by its name in tokens.
type Algorithm string

// The algorithms.
const (
	EdDSA Algorithm = "EdDSA"
	RS256 Algorithm = "RS256"
)

// minRSABits is the least size of an RSA key.
const minRSABits = 2048

// PublicKey verifies signatures.
type PublicKey struct {
	ID        string
	Algorithm Algorithm
	key       crypto.PublicKey
}

// PrivateKey signs.
type PrivateKey struct {
	PublicKey
	signer crypto.Signer
}

// ParsePublic reads a public key in PEM. Without an id, the key is named by the SHA-256 of its standard form, in hex.
func ParsePublic(id string, text []byte) (*PublicKey, error) {
	block, err := onlyBlock(text)
	if err != nil {
		return nil, err
	}
	var key crypto.PublicKey
	switch block.Type {
	case "PUBLIC KEY":
		key, err = x509.ParsePKIXPublicKey(block.Bytes)
	case "RSA PUBLIC KEY":
		key, err = x509.ParsePKCS1PublicKey(block.Bytes)
	default:
		return nil, fmt.Errorf("a public key is expected in PEM, not %q", block.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("the public key cannot be read: %w", err)
	}
	return publicKey(id, key)
}

// ParsePrivate reads a private key in PEM.
func ParsePrivate(id string, text []byte) (*PrivateKey, error) {
	block, err := onlyBlock(text)
	if err != nil {
		return nil, err
	}
	var key any
	switch block.Type {
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	default:
		return nil, fmt.Errorf("a private key is expected in PEM, not %q", block.Type)
	}
	if err != nil {
		return nil, errors.New("the private key cannot be read: it is damaged, or protected by a password")
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, errors.New("the private key cannot sign")
	}
	public, err := publicKey(id, signer.Public())
	if err != nil {
		return nil, err
	}
	return &PrivateKey{*public, signer}, nil
}

// onlyBlock is the one block of a PEM text.
func onlyBlock(text []byte) (*pem.Block, error) {
	block, rest := pem.Decode(text)
	switch {
	case block == nil:
		return nil, errors.New("a key in PEM is expected, which begins with -----BEGIN")
	case strings.TrimSpace(string(rest)) != "":
		return nil, errors.New("one key in PEM is expected, and something stands behind it")
	}
	return block, nil
}

func publicKey(id string, key crypto.PublicKey) (*PublicKey, error) {
	out := &PublicKey{ID: id, key: key}
	switch key := key.(type) {
	case ed25519.PublicKey:
		out.Algorithm = EdDSA
	case *rsa.PublicKey:
		if key.N.BitLen() < minRSABits {
			return nil, fmt.Errorf("the RSA key has %d bits; at least %d are needed", key.N.BitLen(), minRSABits)
		}
		out.Algorithm = RS256
	default:
		return nil, errors.New("a key is an Ed25519 key or an RSA key")
	}
	if id == "" {
		der, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(der)
		out.ID = hex.EncodeToString(sum[:])
	}
	return out, nil
}

// sign signs a message. Both algorithms give the same bytes each time.
func (k *PrivateKey) sign(message []byte) ([]byte, error) {
	if k.Algorithm == EdDSA {
		return k.signer.Sign(nil, message, crypto.Hash(0))
	}
	sum := sha256.Sum256(message)
	return k.signer.Sign(rand.Reader, sum[:], crypto.SHA256)
}

// verify reports whether a signature is that of the message.
func (k *PublicKey) verify(message, signature []byte) bool {
	switch key := k.key.(type) {
	case ed25519.PublicKey:
		return ed25519.Verify(key, message, signature)
	case *rsa.PublicKey:
		sum := sha256.Sum256(message)
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
	}
	return false
}

// Same reports whether two keys are the same key, whatever their ids.
func (k *PublicKey) Same(other *PublicKey) bool {
	key, ok := k.key.(interface{ Equal(crypto.PublicKey) bool })
	return ok && key.Equal(other.key)
}
