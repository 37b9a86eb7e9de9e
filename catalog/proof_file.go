package catalog

import (
	"strings"

	"github.com/contractc/contractc/schema"
)

// ProofFile is the path of a recorded proof below the folder of the implied contract's library.
func ProofFile(p *schema.Proof) string {
	return "proofs/" + p.Stated.Id + "-implies-" + p.Implied.Id + ".yaml"
}

// FormatProof returns the text of a file with a recorded proof.
func FormatProof(p *schema.Proof) []byte {
	var b strings.Builder
	b.WriteString("kind: Proof\nformat: " + p.Format + "\n")
	for _, side := range []struct {
		name string
		of   *schema.ProvedContract
	}{{"stated", &p.Stated}, {"implied", &p.Implied}} {
		b.WriteString(side.name + ": {id: " + quote(side.of.Id) + ", version: " + quote(side.of.Version) + ", digest: " + quote(side.of.Digest) + "}\n")
	}
	writeList(&b, "parameters", p.Parameters, func(o schema.OpenParameter) string {
		return "{name: " + quote(o.Name) + ", type: " + quote(o.Type) + ", of: " + string(o.Of) + "}"
	})
	writeList(&b, "grounds", p.Grounds, func(g schema.ProofGround) string {
		return "{kind: " + g.Kind + ", id: " + quote(g.Id) + ", digest: " + quote(g.Digest) + "}"
	})
	writeList(&b, "solvers", p.Solvers, func(s schema.ProofSolver) string {
		return "{name: " + quote(s.Name) + ", version: " + quote(s.Version) + "}"
	})
	b.WriteString("script: " + quote(p.Script) + "\nengine: " + quote(p.Engine) + "\n")
	return []byte(b.String())
}

func writeList[T any](b *strings.Builder, name string, list []T, item func(T) string) {
	if len(list) == 0 {
		b.WriteString(name + ": []\n")
		return
	}
	b.WriteString(name + ":\n")
	for _, v := range list {
		b.WriteString("  - " + item(v) + "\n")
	}
}
