# METADATA
# title: Lists
package t.lists

blocked(name) if name in {"mallory", "eve"}
