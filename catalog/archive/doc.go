// Package archive reads and writes the file of a bundle: a tar archive in gzip that a stock OPA reads too. Write gives the same bytes for the
// same files on any machine and with any release of Go, as it compresses nothing and dates nothing. Read takes regular files with names of plain
// characters only, within limits, and nothing that differs from what was written by so much as a trailing byte.
package archive
