package main

import (
	"os"
	"regexp"
	"strings"

	"github.com/contractc/contractc/internal/signing"
)

// maxKey bounds a key in PEM, in bytes.
const maxKey = 64 << 10

// keyText reads the value of a flag for a key: a file, or env:NAME for an environment variable, with ID= before it where the key has a name of its own.
func (a *app) keyText(value string) (id string, text []byte, err error) {
	id, where := splitKey(value)
	if name, ok := strings.CutPrefix(where, "env:"); ok {
		if found := os.Getenv(name); found != "" {
			return id, []byte(found), nil
		}
		return id, nil, usagef("--key: the environment variable %q is not set", name)
	}
	text, err = a.readInput(where, maxKey)
	return id, text, err
}

// splitKey divides ID=WHERE.
func splitKey(value string) (id, where string) {
	m := regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)=(.+)$`).FindStringSubmatch(value)
	if m == nil {
		return "", value
	}
	return m[1], m[2]
}

func (a *app) privateKey(value string) (*signing.PrivateKey, error) {
	id, text, err := a.keyText(value)
	if err != nil {
		return nil, err
	}
	key, err := signing.ParsePrivate(id, text)
	if err != nil {
		return nil, usagef("--key: %w", err)
	}
	return key, nil
}

func (a *app) publicKeys(values []string) ([]*signing.PublicKey, error) {
	var keys []*signing.PublicKey
	for _, value := range values {
		id, text, err := a.keyText(value)
		if err != nil {
			return nil, err
		}
		key, err := signing.ParsePublic(id, text)
		if err != nil {
			return nil, usagef("--key: %w", err)
		}
		for _, other := range keys {
			if other.ID == key.ID || other.Same(key) {
				return nil, usagef("--key: the key %q stands twice", key.ID)
			}
		}
		keys = append(keys, key)
	}
	return keys, nil
}
