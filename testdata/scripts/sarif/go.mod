// The module whose file holds the JSON Schema of SARIF 2.1.0 with errata 01, which
// the tests validate reports with. Nothing is built from it; the major version is
// in its path. It is in the public domain.
module github.com/contractc/contractc/testdata/scripts/sarif

go 1.26.0

require github.com/owenrumney/go-sarif/v3 v3.3.1
