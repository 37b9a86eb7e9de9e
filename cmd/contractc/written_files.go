package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Annotations of flags that name files which a command writes.
const (
	writesFile    = "contractc_writes_file"
	writesReports = "contractc_writes_reports" // FORMAT=FILE each
	writesInPlace = "contractc_writes_in_place"
)

// writes marks a flag of a command whose value is a file that it writes. In place
// is over its argument, which is meant.
func writes(c *cobra.Command, flag, how string) {
	f := c.Flags().Lookup(flag)
	f.Annotations = map[string][]string{how: nil}
}

// written is a file that a command writes, with the flag that says so.
type written struct{ flag, file string }

// noLostFile refuses to write a file that the same command reads, one of a bundle
// that it reads, and one file twice: what stands there would be lost.
func (a *app) noLostFile(c *cobra.Command, args []string) error {
	targets, inputs := filesOf(c)
	if a.testBundles != "" {
		inputs = append(inputs, a.testBundles)
	}
	for i, t := range targets {
		read := inputs
		if f := c.Flags().Lookup(t.flag); !marked(f, writesInPlace) {
			read = append(read[:len(read):len(read)], args...)
		}
		for _, other := range read {
			if why := lost(t.file, other); why != "" {
				return usagef("--%s: %q %s; write to another file", t.flag, t.file, why)
			}
		}
		for _, other := range targets[:i] {
			if sameFile(t.file, other.file) {
				return usagef("--%s: %q is written twice; write to another file", t.flag, t.file)
			}
		}
	}
	return nil
}

// filesOf are the files that flags say to write, and all other values of flags, each
// of which may be a file.
func filesOf(c *cobra.Command) (targets []written, inputs []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		for _, v := range valuesOf(f) {
			switch {
			case v == "" || v == "-":
			case marked(f, writesReports):
				if _, file, _ := strings.Cut(v, "="); file != "" && file != "-" {
					targets = append(targets, written{f.Name, file})
				}
			case marked(f, writesFile), marked(f, writesInPlace):
				targets = append(targets, written{f.Name, v})
			default:
				_, named, _ := strings.Cut(v, "=")
				inputs = append(inputs, v, named)
			}
		}
	})
	return targets, inputs
}

func marked(f *pflag.Flag, how string) bool {
	_, ok := f.Annotations[how]
	return ok
}

func valuesOf(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// lost says why writing a file would lose what is read; empty where it would not.
func lost(file, read string) string {
	was, err := os.Stat(file)
	if err != nil || !was.Mode().IsRegular() || read == "" {
		return ""
	}
	info, err := os.Stat(read)
	switch {
	case err != nil:
		return ""
	case os.SameFile(was, info):
		return "is read by the same command"
	case !info.IsDir():
		return ""
	}
	if _, err := os.Stat(filepath.Join(read, "contractc.yaml")); err != nil {
		return ""
	}
	if inside, err := isInside(file, read); err == nil && inside {
		return "is there already, in the bundle " + read
	}
	return ""
}

// sameFile reports whether two names are those of one file, which need not be there.
func sameFile(a, b string) bool {
	one, errOne := os.Stat(a)
	two, errTwo := os.Stat(b)
	if errOne == nil && errTwo == nil {
		return os.SameFile(one, two) && one.Mode().IsRegular()
	}
	return placeOf(a) == placeOf(b)
}

// placeOf is the whole name of a file, links of its folder followed.
func placeOf(name string) string {
	whole, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(whole)); err == nil {
		return filepath.Join(folder, filepath.Base(whole))
	}
	return whole
}
