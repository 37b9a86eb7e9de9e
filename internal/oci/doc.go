// Package oci pushes archives of bundles to OCI registries and pulls them, as images of one layer that a stock OPA downloads too. What is pulled is
// named by its digest and is checked against it; whether it is trusted is for others to say. Hosts of this machine are spoken to in plain HTTP, all
// others with TLS.
package oci
