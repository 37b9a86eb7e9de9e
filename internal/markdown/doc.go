// Package markdown finds the headings and code fences of a Markdown text, with
// the places where they stand.
//
// [Read] goes through the text once, line by line, and follows CommonMark's
// rules for what is no heading: lines in code fences, in indented code, in
// lists, in quotes and in blocks of HTML. Headings that are underlined instead
// of marked with # are not looked for. Every text is Markdown, so that there is
// no error, and the work grows with the length of the text and no faster.
package markdown
