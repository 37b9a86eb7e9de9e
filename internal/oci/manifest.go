package oci

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/contractc/contractc/internal/doc"
)

// readManifest returns the one layer of an image. Nobody reads the manifest
// otherwise: no name stands in an object twice, and a name in other letters is
// another name.
func readManifest(text []byte) (descriptor, error) {
	n, problems := doc.ReadJSON("manifest", text, doc.Limits{Bytes: maxManifest})
	if problems.HasErrors() {
		return descriptor{}, fmt.Errorf("the manifest of the image cannot be read: %w", problems)
	}
	layers := n.Get("layers")
	if textOf(n.Get("mediaType")) != manifestType || layers == nil || len(layers.Items) != 1 || textOf(layers.Items[0].Get("mediaType")) != layerType {
		return descriptor{}, errors.New("the image is no bundle: one layer, a tar archive in gzip, is expected")
	}
	layer := layers.Items[0]
	size, err := sizeOf(layer.Get("size"))
	return descriptor{layerType, textOf(layer.Get("digest")), size}, err
}

// textOf is a text; empty where something else stands there.
func textOf(n *doc.Node) string {
	if n == nil || n.Kind != doc.String {
		return ""
	}
	return n.Text
}

func sizeOf(n *doc.Node) (int64, error) {
	if n != nil && n.Kind == doc.Number {
		if size, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			return size, nil
		}
	}
	return 0, errors.New("the manifest of the image does not say in bytes how large the archive is")
}
