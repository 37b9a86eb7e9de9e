package tables

// Whole decodes all values of a table that has no sections into the struct that
// into points to, by its json tags. A field that the struct lacks is an error.
func Whole(values, into any) error { return decode(values, into) }
