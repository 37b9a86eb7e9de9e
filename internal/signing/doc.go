// Package signing signs the archives of bundles and verifies them. An archive's .signatures.json holds a token that a stock OPA verifies, and a DSSE
// envelope, which takes the signatures of several keys and says until when they count. Both list every file of the archive with its SHA-256 and
// nothing else. Signatures are made with EdDSA or RS256, of which the same key and the same archive give the same bytes.
//
// It is stricter than OPA: one signature file, at the root; SHA-256 only, over the bytes as they are; no key by another id than its own; no
// algorithm but that of the key.
package signing
