package pyexpr

// withOrigin returns the literal with another place and spelling: that of the parentheses around it.
func withOrigin(l Literal, o Origin) Literal {
	switch l := l.(type) {
	case None:
		l.Origin = o
		return l
	case Bool:
		l.Origin = o
		return l
	case Int:
		l.Origin = o
		return l
	case Float:
		l.Origin = o
		return l
	case String:
		l.Origin = o
		return l
	case Bytes:
		l.Origin = o
		return l
	case List:
		l.Origin = o
		return l
	case Tuple:
		l.Origin = o
		return l
	case Set:
		l.Origin = o
		return l
	case Dict:
		l.Origin = o
		return l
	default:
		return l
	}
}
