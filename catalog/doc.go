// Package catalog loads policy bundles, checks schema and policies against each other, gives every element a content digest, and binds
// contract expressions to typed invocations.
//
// Load reads bundles from folders or archives and reports every problem at once; Embedded returns the default bundle from an index that was
// made when it was built. Catalog.Bind turns an expression such as rules.only_read_under("docs/") into a Guarantee, never by evaluating
// anything. Bundle files write predicates in CEL, which is translated to the typed constraint algebra or refused with a position.
package catalog
