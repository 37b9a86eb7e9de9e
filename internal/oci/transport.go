package oci

import (
	"fmt"
	"net/http"
)

// transport sends requests with TLS, and to hosts of this machine in plain HTTP where
// the registry is one. It holds for whatever the registry leads to: other places of
// a blob, and where passwords are exchanged for tokens.
type transport struct{ plain bool }

// RoundTrip sends a request, or refuses to.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !(t.plain && ofThisMachine(r.URL.Hostname())) {
		return nil, fmt.Errorf("the registry leads to %q, and that is not spoken to with TLS", r.URL.Redacted())
	}
	return http.DefaultTransport.RoundTrip(r)
}
