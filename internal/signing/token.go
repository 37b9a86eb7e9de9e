package signing

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// hashName is the one hash of files, as OPA names it.
const hashName = "SHA-256"

// token signs a list of files by OPA's rules: a JSON web token whose claims are the files with their hashes, and the key's id. OPA hashes the
// manifest by its value; it is canonical JSON, of which that is the hash of the bytes.
func (k *PrivateKey) token(files []schema.SignedFile) (string, error) {
	list := make([]any, len(files))
	for i, f := range files {
		list[i] = map[string]any{"name": f.Path, "hash": strings.TrimPrefix(f.Digest, canonical.Prefix), "algorithm": hashName}
	}
	header, err := canonical.Marshal(map[string]any{"alg": string(k.Algorithm), "kid": k.ID, "typ": "JWT"})
	if err != nil {
		return "", err
	}
	claims, err := canonical.Marshal(map[string]any{"files": list, "keyid": k.ID})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	message := encode(header) + "." + encode(claims)
	signature, err := k.sign([]byte(message))
	return message + "." + encode(signature), err
}

// tokenParts are what a token says.
type tokenParts struct {
	message   string
	signature []byte
	header    *doc.Node
	claims    *doc.Node
}

func readToken(text string) (*tokenParts, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return nil, errors.New("the token for OPA has not three parts")
	}
	t := &tokenParts{message: parts[0] + "." + parts[1]}
	var err error
	if t.header, err = decodePart(parts[0]); err == nil {
		t.claims, err = decodePart(parts[1])
	}
	if err == nil {
		t.signature, err = base64.RawURLEncoding.Strict().DecodeString(parts[2])
	}
	if err != nil {
		return nil, fmt.Errorf("the token for OPA cannot be read: %w", err)
	}
	return t, nil
}

// maxToken bounds a token, in bytes.
const maxToken = 16 << 20

func decodePart(text string) (*doc.Node, error) {
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, err
	}
	n, problems := doc.ReadJSON(File, data, doc.Limits{Bytes: maxToken})
	if problems.HasErrors() {
		return nil, problems
	}
	return n, nil
}

// text is a text in an object; empty where there is none.
func text(n *doc.Node, key string) string {
	if v := n.Get(key); v != nil && v.Kind == doc.String {
		return v.Text
	}
	return ""
}

// onlyFields reports whether an object holds texts under these keys, a list under those that begin with +, and nothing else.
func onlyFields(n *doc.Node, keys ...string) bool {
	if n == nil || n.Kind != doc.Map || len(n.Fields) != len(keys) {
		return false
	}
	for _, key := range keys {
		name, list := strings.CutPrefix(key, "+")
		v := n.Get(name)
		if v == nil || list && v.Kind != doc.List || !list && v.Kind != doc.String {
			return false
		}
	}
	return true
}

// check holds a token against the files of the statement and against the keys. The error says why it does not count.
func (t *tokenParts) check(files []schema.SignedFile, keys []*PublicKey) (*PublicKey, error) {
	id := text(t.header, "kid")
	switch {
	case !onlyFields(t.header, "alg", "kid", "typ"):
		return nil, errors.New("the header of the token for OPA holds other things than algorithm and key id")
	case !onlyFields(t.claims, "+files", "keyid") || text(t.claims, "keyid") != id:
		return nil, errors.New("the token for OPA names two keys, or makes other claims than on files")
	}
	if err := compareClaims(t.claims.Get("files").Items, files); err != nil {
		return nil, err
	}
	key := keyOf(keys, id)
	switch {
	case key == nil:
		return nil, &KeyError{ID: id}
	case text(t.header, "alg") != string(key.Algorithm):
		return nil, fmt.Errorf("the token for OPA is signed with %q, and the key %q with %s", text(t.header, "alg"), id, key.Algorithm)
	case !key.verify([]byte(t.message), t.signature):
		return nil, fmt.Errorf("the signature of the token for OPA is not that of the key %q", id)
	}
	return key, nil
}

func compareClaims(claims []*doc.Node, files []schema.SignedFile) error {
	if len(claims) != len(files) {
		return errors.New("the token for OPA lists other files than the envelope")
	}
	for i, c := range claims {
		switch {
		case !onlyFields(c, "name", "hash", "algorithm"):
			return errors.New("the token for OPA describes a file in another way than by name, hash and algorithm")
		case text(c, "algorithm") != hashName:
			return fmt.Errorf("the file %q is hashed with %q; only %s counts", text(c, "name"), text(c, "algorithm"), hashName)
		case text(c, "name") != files[i].Path || canonical.Prefix+text(c, "hash") != files[i].Digest:
			return errors.New("the token for OPA lists other files than the envelope")
		}
	}
	return nil
}

// KeyError says that no trusted key has the id of a signature's.
type KeyError struct{ ID string }

func (e *KeyError) Error() string { return fmt.Sprintf("no trusted key has the id %q", e.ID) }

func keyOf(keys []*PublicKey, id string) *PublicKey {
	for _, k := range keys {
		if k.ID == id {
			return k
		}
	}
	return nil
}
