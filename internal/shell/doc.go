// Package shell reads shell text without running it: which simple commands it
// runs and with which words, what joins them, which files it redirects, which
// variables it sets, and what of it cannot be told before it runs.
//
// A [Table] is data of a bundle: which programs run others and how, which
// variables change what commands do, the limits. [Table.Text] reads shell text,
// [Table.Words] a program with its arguments.
//
// The promise is one-sided. What the reading lists may not happen, since a
// branch may not be taken. But whatever happens is listed, or the reading has an
// [Unknown]: what a shell computes at run time, what the parser refuses and what
// is beyond the limits is never taken for nothing. Text is read as Bash reads
// it.
package shell
