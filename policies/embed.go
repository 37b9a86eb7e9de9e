// Package policies is the default bundle: data, embedded, and an index of it that is made when it is checked.
package policies

import "embed"

//go:generate go run -tags bootstrap ../catalog/cmd/indexgen

// FS holds the files of the default bundle.
//
//go:embed contractc.yaml contractc.lock */*
var FS embed.FS
