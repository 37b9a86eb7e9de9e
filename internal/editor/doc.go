// Package editor gives an editor of YAML what it needs to complete and check the
// files of a bundle: JSON Schemas made of the LinkML classes of their kinds
// ([Schemas]), and in each file a line that names its own ([Modeline]).
//
// The schemas lie in the bundle, in the folder .contractc/schema, so that an
// editor finds them without a network. The folder is no part of the bundle: the
// loader passes over it, and no digest covers it.
package editor
