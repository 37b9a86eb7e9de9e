// Package weburl takes URLs apart so that two URLs that lead to one place have
// the same parts, and one whose place depends on who reads it has none.
//
// [Parse] follows RFC 3986 where the WHATWG URL standard, which browsers follow,
// agrees with it. Where the two, or common libraries, read a URL differently (a
// backslash, an address in an odd spelling, an encoded slash) the part is not
// known. No name is looked up, so that a name and its address are two hosts.
package weburl
