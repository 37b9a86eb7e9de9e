package lib.fields

# What is false is there too.
has(object, field) {
	_ = object[field]
}
