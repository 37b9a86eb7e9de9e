package signing

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/schema"
)

// Sign returns the archive with a signature of a key. What is signed already must be signed for the same statement, and keeps its other signatures:
// the token for OPA stays that of the first key.
func Sign(a *archive.Archive, s *schema.BundleStatement, key *PrivateKey) ([]archive.File, error) {
	made, err := newEnvelope(s)
	if err != nil {
		return nil, err
	}
	out := &schema.BundleSignatures{Envelope: *made}
	earlier, err := Read(a)
	if err != nil {
		return nil, err
	}
	if err := earlier.refuseOther(key); err != nil {
		return nil, err
	}
	if earlier != nil && earlier.envelope.Payload == made.Payload && earlier.signedByOther(key.ID) {
		out.Signatures, out.Envelope = earlier.file.Signatures, earlier.file.Envelope
		out.Envelope.Signatures = earlier.othersThan(key.ID)
	} else if earlier != nil && earlier.signedByOther(key.ID) {
		return nil, fmt.Errorf("the archive is signed for another statement, such as another time of expiry, by another key; build it again, or sign with the same --expires")
	}
	if len(out.Signatures) == 0 || earlier.tokenKey() == key.ID {
		token, err := key.token(s.Files)
		if err != nil {
			return nil, err
		}
		out.Signatures = []string{token}
	}
	if err := key.addTo(&out.Envelope); err != nil {
		return nil, err
	}
	return withSignatures(a, out)
}

// refuseOther refuses a key whose id another key has signed with already: its signature would be lost, and nobody who trusts that key would take the
// archive any more.
func (s *Signed) refuseOther(key *PrivateKey) error {
	if s == nil {
		return nil
	}
	again := schema.SignatureEnvelope{Payload: s.file.Envelope.Payload}
	if err := key.addTo(&again); err != nil {
		return err
	}
	for _, e := range s.envelope.Signatures {
		if e.Keyid == key.ID && e.Sig != again.Signatures[0].Sig {
			return fmt.Errorf("another key signed the archive with the id %q; give this key another id, or build the archive again", key.ID)
		}
	}
	return nil
}

// addTo signs an envelope.
func (k *PrivateKey) addTo(e *schema.SignatureEnvelope) error {
	payload, err := base64.StdEncoding.DecodeString(e.Payload)
	if err != nil {
		return err
	}
	signature, err := k.sign(authenticated(payload))
	if err != nil {
		return err
	}
	e.Signatures = append(e.Signatures, schema.EnvelopeSignature{Keyid: k.ID, Sig: base64.StdEncoding.EncodeToString(signature)})
	return nil
}

// withSignatures are the members with the signature file in the place of an earlier one.
func withSignatures(a *archive.Archive, s *schema.BundleSignatures) ([]archive.File, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, err
	}
	files := []archive.File{{Path: File, Data: append(text, '\n')}}
	for _, f := range a.Files {
		if f.Path != File {
			files = append(files, f)
		}
	}
	return files, nil
}
