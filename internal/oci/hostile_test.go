package oci

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/canonical"
)

// server stands in the place of a registry: what it has and does.
type server struct {
	manifest []byte
	blobs    map[string][]byte // by digest
	answer   func(w http.ResponseWriter, r *http.Request) bool
	asked    []string // "METHOD path", and with what authorization
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization"))
	if s.answer != nil && s.answer(w, r) {
		return
	}
	data, found := s.blobs[r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]]
	if strings.Contains(r.URL.Path, "/manifests/") {
		data, found = s.manifest, true
		w.Header().Set("Content-Type", manifestType)
		w.Header().Set("Docker-Content-Digest", canonical.DigestBytes(data))
	}
	if !found {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	_, _ = w.Write(data)
}

// image is a registry with an image of one layer.
func image(layer string) *server {
	s := &server{blobs: map[string][]byte{canonical.DigestBytes([]byte(layer)): []byte(layer), canonical.DigestBytes([]byte("{}")): []byte("{}")}}
	return s.with(manifest{
		SchemaVersion: 2, MediaType: manifestType, Config: descriptor{configType, canonical.DigestBytes([]byte("{}")), 2},
		Layers: []descriptor{{layerType, canonical.DigestBytes([]byte(layer)), int64(len(layer))}},
	})
}

func (s *server) with(m manifest) *server {
	s.manifest, _ = json.Marshal(m)
	return s
}

func (s *server) answering(answer func(http.ResponseWriter, *http.Request) bool) *server {
	s.answer = answer
	return s
}

func (s *server) changed(change func(*manifest)) *server {
	var m manifest
	_ = json.Unmarshal(s.manifest, &m)
	change(&m)
	return s.with(m)
}

// written is the registry with another text in its manifest.
func (s *server) written(old, new string) *server {
	s.manifest = []byte(strings.ReplaceAll(string(s.manifest), old, new))
	return s
}

// on answers the requests whose path holds a text.
func on(part string, answer http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, part) {
			return false
		}
		answer(w, r)
		return true
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func leading(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusTemporaryRedirect) }
}

// endless sends without an end until nobody reads.
func endless(w http.ResponseWriter, r *http.Request) {
	part := []byte(strings.Repeat("a", 1<<16))
	for r.Method != http.MethodHead {
		if _, err := w.Write(part); err != nil {
			return
		}
	}
}

// slow sends the beginning and then nothing.
func slow(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "5")
	_, _ = io.WriteString(w, "l")
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

func pull(t *testing.T, s *server, c Credentials, digest string) ([]byte, error) {
	t.Helper()
	on := httptest.NewServer(s)
	defer on.Close()
	defer on.CloseClientConnections()
	if digest == "" {
		digest = canonical.DigestBytes(s.manifest)
	}
	r, err := Parse(strings.TrimPrefix(on.URL, "http://") + "/a/b@" + digest)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return Pull(ctx, r, c)
}

// What a registry sends that is not the image that was asked for is refused, in time
// and in bounds.
func TestHostileRegistry(t *testing.T) {
	if data, err := pull(t, image("layer"), Credentials{}, ""); err != nil || string(data) != "layer" {
		t.Fatalf("%q, %v", data, err)
	}
	other := httptest.NewUnstartedServer(image("layer"))
	other.Config.ErrorLog = log.New(io.Discard, "", 0)
	other.StartTLS()
	defer other.Close()
	layers := func(n int64, kind string) func(*manifest) {
		return func(m *manifest) { m.Layers[0].Size, m.Layers[0].MediaType = n, kind }
	}
	for _, c := range []struct {
		name, want string
		of         *server
	}{
		{"another archive", "mismatch", image("layer").answering(on("/blobs/", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5")
			_, _ = io.WriteString(w, "other")
		}))},
		{"another size", "another size", image("layer").changed(layers(4, layerType))},
		{"no size", "more than", image("layer").changed(layers(-1, layerType))},
		{"too large", "more than", image("layer").changed(layers(1<<40, layerType))},
		{"another type of layer", "no bundle", image("layer").changed(layers(5, "application/zip"))},
		{"no layer", "no bundle", image("layer").changed(func(m *manifest) { m.Layers = nil })},
		{"two layers", "no bundle", image("layer").changed(func(m *manifest) { m.Layers = append(m.Layers, m.Layers[0]) })},
		{"an index", "no bundle", image("layer").changed(func(m *manifest) { m.MediaType = "application/vnd.oci.image.index.v1+json" })},
		{"a digest of another kind", "digest", image("layer").changed(func(m *manifest) { m.Layers[0].Digest = "md5:d41d8cd98f00b204e9800998ecf8427e" })},
		{"a path as digest", "invalid", image("layer").changed(func(m *manifest) { m.Layers[0].Digest = "../../../etc/passwd" })},
		{"no manifest", "cannot be read", &server{manifest: []byte("none")}},
		{"layers twice", "duplicate key", image("layer").written(`"layers":`, `"layers":[],"layers":`)},
		{"a digest twice", "duplicate key", image("layer").written(`"size":5`, `"size":5,"digest":"x"`)},
		{"layers in other letters", "no bundle", image("layer").written(`"layers"`, `"Layers"`)},
		{"a type in other letters", "no bundle", image("layer").written(`"mediaType"`, `"mediatype"`)},
		{"two manifests", "extra data", image("layer").written(`{"schemaVersion"`, `{}{"schemaVersion"`)},
		{"a list", "no bundle", &server{manifest: []byte("[]")}},
		{"a size in words", "does not say", image("layer").written(`"size":5`, `"size":"5"`)},
		{"a size with a fraction", "does not say", image("layer").written(`"size":5`, `"size":5.0`)},
		{"a size beyond numbers", "does not say", image("layer").written(`"size":5`, `"size":9223372036854775808`)},
		{"a large manifest", "more than", &server{manifest: []byte(strings.Repeat(" ", maxManifest+1))}},
		{"an endless manifest", "", image("layer").answering(on("/manifests/", endless))},
		{"an endless archive", "", image("layer").answering(on("/blobs/", endless))},
		{"a slow archive", "deadline", image("layer").answering(func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/blobs/") {
				slow(w, r)
				return true
			}
			return false
		})},
		{"a cut archive", "EOF", image("layer").answering(on("/blobs/", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "5")
			_, _ = io.WriteString(w, "la")
		}))},
		{"an empty reply", "", image("layer").answering(on("/manifests/", status(http.StatusOK)))},
		{"too many requests", "429", image("layer").answering(on("/v2/", status(http.StatusTooManyRequests)))},
		{"a failure", "500", image("layer").answering(on("/v2/", status(http.StatusInternalServerError)))},
		{"another image", "mismatch", image("layer").answering(on("/manifests/", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", manifestType)
			w.Header().Set("Content-Length", "2")
			_, _ = io.WriteString(w, "{}")
		}))},
		{"a file", "not spoken to with TLS", image("layer").answering(on("/blobs/", leading("file:///etc/passwd")))},
		{"a plain host elsewhere", "not spoken to with TLS", image("layer").answering(on("/blobs/", leading("http://registry.example.com/x")))},
		{"a host of which nobody vouches", "certificate", image("layer").answering(on("/blobs/", leading(other.URL+"/x")))},
		{"a circle", "redirects", image("layer").answering(on("/blobs/", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }))},
	} {
		data, err := pull(t, c.of, Credentials{}, "")
		if err == nil || data != nil && string(data) != "layer" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d bytes, %v; want %q", c.name, len(data), err, c.want)
		}
	}
}

// A password goes to the registry and to where it sends for a token, with TLS; no
// challenge makes it go elsewhere.
func TestChallenges(t *testing.T) {
	const password = "open sesame"
	for _, c := range []struct{ challenge, want string }{
		{`Bearer realm="http://tokens.example.com/token",service="x"`, "not spoken to with TLS"},
		{`Bearer realm="file:///etc/passwd"`, "unsupported scheme"},
		{`Bearer realm="::"`, ""},
		{`Bearer`, ""},
		{`Negotiate`, "401"},
		{``, "401"},
		{`Digest realm="x", nonce="y"`, "401"},
	} {
		s := image("layer").answering(func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("WWW-Authenticate", c.challenge)
			w.WriteHeader(http.StatusUnauthorized)
			return true
		})
		_, err := pull(t, s, Credentials{User: "ann", Password: password}, "")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), password) {
			t.Errorf("%s: %v; want %q", c.challenge, err, c.want)
		}
		for _, asked := range s.asked {
			if !strings.HasSuffix(asked, " ") {
				t.Errorf("%s: a password was sent: %s", c.challenge, asked)
			}
		}
	}
}

// A registry with TLS leads to nothing in plain HTTP, of this machine neither.
func TestTransport(t *testing.T) {
	for _, c := range []struct {
		plain bool
		url   string
		ok    bool
	}{
		{false, "http://registry.example.com/", false},
		{false, "http://localhost:1/", false},
		{true, "http://registry.example.com/", false},
		{true, "http://127.0.0.1:1/", true},
		{true, "http://[::1]:1/", true},
		{true, "ftp://localhost/", true},
		{false, "https://127.0.0.1:1/", true},
	} {
		r, err := http.NewRequest(http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = transport{c.plain}.RoundTrip(r)
		if refused := strings.Contains(fmt.Sprint(err), "not spoken to with TLS"); refused == c.ok {
			t.Errorf("%s from a registry that is plain: %t: %v", c.url, c.plain, err)
		}
	}
}

// What is pushed is not sent to another host.
func TestPushLedElsewhere(t *testing.T) {
	s := image("layer").answering(func(w http.ResponseWriter, r *http.Request) bool {
		switch r.Method {
		case http.MethodHead:
			w.WriteHeader(http.StatusNotFound)
		case http.MethodPost:
			w.Header().Set("Location", "http://registry.example.com/upload")
			w.WriteHeader(http.StatusAccepted)
		default:
			t.Errorf("%s %s", r.Method, r.URL)
		}
		return true
	})
	on := httptest.NewServer(s)
	defer on.Close()
	r, err := Parse(strings.TrimPrefix(on.URL, "http://") + "/a/b:1.0.0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Push(context.Background(), r, Credentials{}, []byte("layer"), nil); err == nil || !strings.Contains(err.Error(), "different host") {
		t.Error(err)
	}
}
