package signing

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Signed is what an archive's signatures say. Nothing of it is verified before Verify has been asked.
type Signed struct {
	Statement schema.BundleStatement

	archive  *archive.Archive
	file     schema.BundleSignatures
	envelope *envelope
	token    *tokenParts
}

// maxFile bounds a signature file, in bytes.
const maxFile = 32 << 20

// Read reads the signatures of an archive; nil where it has none. It is an error that they cannot be read, that there is a signature file elsewhere
// than at the root, and that the archive does not hold exactly the files that were signed, whoever signed them.
func Read(a *archive.Archive) (*Signed, error) {
	for _, f := range a.Files {
		if path.Base(f.Path) == File && f.Path != File {
			return nil, fmt.Errorf("the signature file %q is not at the root of the archive", f.Path)
		}
	}
	data, ok := a.File(File)
	if !ok {
		return nil, nil
	}
	n, problems := doc.ReadJSON(File, data, doc.Limits{Bytes: maxFile})
	if problems.HasErrors() {
		return nil, problems
	}
	s := &Signed{archive: a}
	if problems := s.file.Decode(File, n); problems.HasErrors() {
		return nil, problems
	}
	if len(s.file.Signatures) != 1 {
		return nil, errors.New("the signature file holds not exactly one token for OPA")
	}
	var err error
	if s.envelope, err = readEnvelope(s.file.Envelope); err != nil {
		return nil, err
	}
	if s.token, err = readToken(s.file.Signatures[0]); err != nil {
		return nil, err
	}
	s.Statement = s.envelope.statement
	return s, compareFiles(a, s.Statement.Files)
}

// Verify returns the ids of the keys that signed the archive, sorted. The token for OPA must be that of one of the keys too. The error is a *KeyError
// where no key has the id of a signature, and otherwise says what is wrong.
func (s *Signed) Verify(keys []*PublicKey) ([]string, error) {
	if _, err := s.token.check(s.Statement.Files, keys); err != nil {
		return nil, err
	}
	found, err := s.envelope.check(keys)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, k := range found {
		ids = append(ids, k.ID)
	}
	slices.Sort(ids)
	return ids, nil
}

// Signatures lists the signatures as they stand there.
func (s *Signed) Signatures() []schema.InspectedSignature {
	algorithm := text(s.token.header, "alg")
	list := []schema.InspectedSignature{{Scheme: schema.SignatureSchemeJws, Algorithm: &algorithm, Key: s.tokenKey()}}
	for _, e := range s.envelope.Signatures {
		list = append(list, schema.InspectedSignature{Scheme: schema.SignatureSchemeDsse, Key: e.Keyid})
	}
	return list
}

func (s *Signed) tokenKey() string {
	if s == nil {
		return ""
	}
	return text(s.token.header, "kid")
}

// signedByOther reports whether a key of another id signed the envelope.
func (s *Signed) signedByOther(id string) bool { return len(s.othersThan(id)) > 0 }

func (s *Signed) othersThan(id string) []schema.EnvelopeSignature {
	var list []schema.EnvelopeSignature
	for _, e := range s.envelope.Signatures {
		if e.Keyid != id {
			list = append(list, e)
		}
	}
	return list
}
