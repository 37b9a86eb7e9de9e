package doc

// Limits bounds what a reader takes. A limit that is zero or negative is the
// default one.
type Limits struct {
	// Bytes is the size of the document.
	Bytes int
	// Depth is how many lists and maps may stand inside each other.
	Depth int
	// Nodes is the number of values.
	Nodes int
}

// Bounds of one number token. The first is CPython's limit for integers.
const (
	MaxNumberDigits   = 4300
	MaxNumberExponent = 9999
)

// DefaultLimits returns 4 MiB, a depth of 128 and 250,000 nodes.
func DefaultLimits() Limits {
	return Limits{Bytes: 4 << 20, Depth: 128, Nodes: 250_000}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Bytes <= 0 {
		l.Bytes = d.Bytes
	}
	if l.Depth <= 0 {
		l.Depth = d.Depth
	}
	if l.Nodes <= 0 {
		l.Nodes = d.Nodes
	}
	return l
}
