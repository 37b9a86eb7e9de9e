package pyexpr

// Limits bounds what a text may hold. A zero field stands for its value in DefaultLimits.
type Limits struct {
	Bytes  int // length of the text
	Depth  int // nesting of brackets
	Nodes  int // literals, members of lists and dicts included
	Digits int // digits of one number
}

// DefaultLimits returns the limits for a contract expression: 64 KiB, 32 levels, 4,096 literals and 4,300 digits, which is CPython's own limit.
func DefaultLimits() Limits {
	return Limits{Bytes: 64 << 10, Depth: 32, Nodes: 4096, Digits: 4300}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	return Limits{
		Bytes:  positiveOr(l.Bytes, d.Bytes),
		Depth:  positiveOr(l.Depth, d.Depth),
		Nodes:  positiveOr(l.Nodes, d.Nodes),
		Digits: positiveOr(l.Digits, d.Digits),
	}
}

func positiveOr(n, fallback int) int {
	if n > 0 {
		return n
	}
	return fallback
}
