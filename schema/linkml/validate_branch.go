package linkml

// runBranches checks the boolean combinations of an expression, whatever kind of expression it is.
func runBranches[T any](k *checker, x value, set branchSet[T], check func(t *checker, b T, none bool)) {
	for _, b := range set.all {
		check(k, b, false)
	}
	if len(set.any) > 0 {
		k.anyOf(x, tryAll(k, set.any, false, check))
	}
	if len(set.exactly) > 0 {
		k.exactlyOneOf(x, tryAll(k, set.exactly, false, check))
	}
	if len(set.none) > 0 {
		k.noneOf(x, tryAll(k, set.none, true, check))
	}
}

// tryAll returns the problems of each alternative.
func tryAll[T any](k *checker, branches []T, none bool, check func(*checker, T, bool)) [][]Problem {
	out := make([][]Problem, len(branches))
	for i, b := range branches {
		out[i] = k.try(func(t *checker) { check(t, b, none) })
	}
	return out
}

func met(results [][]Problem) (count int, nearest []Problem) {
	for i, problems := range results {
		if len(problems) == 0 {
			count++
		}
		if i == 0 || len(problems) < len(nearest) {
			nearest = problems
		}
	}
	return count, nearest
}

func (k *checker) anyOf(x value, results [][]Problem) {
	switch n, nearest := met(results); {
	case n > 0:
	case len(results) == 1:
		k.keep(nearest)
	default:
		k.report(x, CodeBranch, "Nearest: "+sentence(nearest)+".", "none of the %d alternatives fits", len(results))
	}
}

func (k *checker) exactlyOneOf(x value, results [][]Problem) {
	switch n, nearest := met(results); {
	case n == 1:
	case n == 0:
		k.report(x, CodeBranch, "Nearest: "+sentence(nearest)+".", "none of the %d alternatives fits, and exactly one must", len(results))
	default:
		k.report(x, CodeBranch, "Change it so that one alternative remains.", "%d of the %d alternatives fit, and exactly one must", n, len(results))
	}
}

func (k *checker) noneOf(x value, results [][]Problem) {
	if n, _ := met(results); n > 0 {
		k.report(x, CodeBranch, "Change it so that it meets none of them.", "%d of the %d excluded alternatives fit", n, len(results))
	}
}
