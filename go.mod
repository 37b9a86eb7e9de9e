// contractc checks what an AI agent proposes to do and shows a person what
// they are asked to approve.
module github.com/contractc/contractc

go 1.26.0

// What the product is built on.
require (
	// CEL. The module github.com/google/cel-go continues under this path since
	// v0.32.0; types of the old and the new path are different types.
	cel.dev/cel-go v0.33.2

	// Rego. Only its v1 packages that need no server are imported.
	github.com/open-policy-agent/opa v1.22.3

	// The lines in which two texts differ, for fmt --diff; in tests the scripts of
	// the command line as txtar files.
	github.com/rogpeppe/go-internal v1.16.0

	// JSON Schema of tool arguments; drafts 4 to 2020-12, typed errors.
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3

	// The command line.
	github.com/spf13/cobra v1.10.2

	// Its flags, where a command reads a flag's value itself.
	github.com/spf13/pflag v1.1.0

	// YAML. The maintained continuation of gopkg.in/yaml.v3, and the one that
	// OPA and cel-go use too.
	go.yaml.in/yaml/v3 v3.0.6

	// Whether standard error is a terminal.
	golang.org/x/term v0.47.0

	// Unicode normalisation.
	golang.org/x/text v0.43.0

	// Shell text: the parser of Bash that shfmt is made of. Only its package
	// syntax is imported, which runs nothing; v3 is the major version in the path.
	mvdan.cc/sh/v3 v3.14.1

	// OCI registries, for push and pull: the lean client, used in internal/oci
	// alone. The path is its vanity path, v2 the major version in it; its two own
	// requirements are the types of the OCI specifications.
	oras.land/oras-go/v2 v2.7.0
)

// There is no requirement for LinkML: a Go module github.com/linkml/linkml-go
// does not exist, so the reader and the generator are ours (schema/linkml).

// What only the tests use.
require (
	// The CEL specification's own test data.
	cel.dev/expr v0.25.3

	// Comparison of values with a readable difference.
	github.com/google/go-cmp v0.7.0

	// Property tests.
	pgregory.net/rapid v1.3.0
)

require (
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/antlr4-go/antlr/v4 v4.13.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1 // indirect
	github.com/gobwas/glob v1.1.0 // indirect
	github.com/goccy/go-json v0.11.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/lestrrat-go/blackmagic v1.0.4 // indirect
	github.com/lestrrat-go/dsig v1.4.0 // indirect
	github.com/lestrrat-go/dsig-secp256k1 v1.0.0 // indirect
	github.com/lestrrat-go/httpcc v1.0.1 // indirect
	github.com/lestrrat-go/httprc/v3 v3.0.6 // indirect
	github.com/lestrrat-go/jwx/v3 v3.4.0 // indirect
	github.com/lestrrat-go/option/v2 v2.0.0 // indirect
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/opencontainers/image-spec v1.1.1 // indirect
	github.com/segmentio/asm v1.2.1 // indirect
	github.com/sirupsen/logrus v1.10.2 // indirect
	github.com/valyala/fastjson v1.6.10 // indirect
	github.com/vektah/gqlparser/v2 v2.5.64 // indirect
	github.com/xeipuuv/gojsonpointer v0.0.0-20190905194746-02993c407bfb // indirect
	github.com/xeipuuv/gojsonreference v0.0.0-20180127040603-bd5ef7bd5415 // indirect
	github.com/yashtewari/glob-intersection v0.2.0 // indirect
	golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	google.golang.org/genproto/googleapis/api v0.0.0-20260928230214-8a89bd6388cc // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260928230214-8a89bd6388cc // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)
