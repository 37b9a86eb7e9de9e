// Package sample makes schemas and values for property tests. Names, texts and
// numbers are few, so that values often come near to what a schema demands.
package sample
