// Package docs holds pages of the documentation that commands show.
package docs

import "embed"

// Lint holds the page of every rule of the lint, lint/ID.md.
//
//go:embed lint/*.md
var Lint embed.FS
