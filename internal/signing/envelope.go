package signing

import (
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// authenticated is what DSSE signs: the type and the payload with their lengths.
func authenticated(payload []byte) []byte {
	const of = schema.SignatureEnvelopePayloadType
	return fmt.Appendf(nil, "DSSEv1 %d %s %d %s", len(of), of, len(payload), payload)
}

// newEnvelope is an envelope without a signature.
func newEnvelope(s *schema.BundleStatement) (*schema.SignatureEnvelope, error) {
	payload, err := canonical.Marshal(s)
	if err != nil {
		return nil, err
	}
	return &schema.SignatureEnvelope{PayloadType: schema.SignatureEnvelopePayloadType, Payload: base64.StdEncoding.EncodeToString(payload), Signatures: []schema.EnvelopeSignature{}}, nil
}

// envelope is an envelope with what is in it.
type envelope struct {
	schema.SignatureEnvelope
	payload   []byte
	statement schema.BundleStatement
}

// readEnvelope reads what an envelope holds. The error says what is wrong with it, whoever signed it.
func readEnvelope(e schema.SignatureEnvelope) (*envelope, error) {
	out := &envelope{SignatureEnvelope: e}
	var err error
	if out.payload, err = base64.StdEncoding.Strict().DecodeString(e.Payload); err != nil {
		return nil, fmt.Errorf("the payload of the envelope cannot be read: %w", err)
	}
	if e.PayloadType != schema.SignatureEnvelopePayloadType {
		return nil, fmt.Errorf("the envelope holds %q, no statement about a bundle", e.PayloadType)
	}
	n, problems := doc.ReadJSON(File, out.payload, doc.Limits{Bytes: maxToken})
	if problems.HasErrors() {
		return nil, problems
	}
	if problems := out.statement.Decode(File, n); problems.HasErrors() {
		return nil, problems
	}
	again, err := canonical.Marshal(out.statement)
	switch {
	case err != nil:
		return nil, err
	case string(again) != string(out.payload) || out.statement.Format != schema.BundleStatementFormat:
		return nil, errors.New("the statement of the envelope is not in its canonical form")
	case len(e.Signatures) == 0:
		return nil, errors.New("the envelope has no signature")
	}
	return out, nil
}

// check returns the keys that signed the envelope, each once. A signature under the id of a trusted key that is not that key's is an error.
func (e *envelope) check(keys []*PublicKey) ([]*PublicKey, error) {
	var found []*PublicKey
	for _, s := range e.Signatures {
		key := keyOf(keys, s.Keyid)
		if key == nil {
			continue
		}
		signature, err := base64.StdEncoding.Strict().DecodeString(s.Sig)
		if err != nil || !key.verify(authenticated(e.payload), signature) {
			return nil, fmt.Errorf("the signature of the envelope under the key %q is not that key's", s.Keyid)
		}
		if keyOf(found, key.ID) != nil {
			return nil, fmt.Errorf("the envelope is signed twice by the key %q", key.ID)
		}
		found = append(found, key)
	}
	if len(found) == 0 {
		return nil, &KeyError{ID: e.Signatures[0].Keyid}
	}
	return found, nil
}
