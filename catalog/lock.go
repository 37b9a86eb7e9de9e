package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// lockState is what a bundle's lock file says of its content.
type lockState struct {
	file    string       // display name
	present bool         // there is a lock file that can be read
	lock    schema.Lock  // as it was written
	places  []diag.Range // of its entries
	broken  diag.List    // why it cannot be read
	current []schema.LockEntry
}

// Lock returns the lock of a bundle's present content: kind, id, version and digest of every element, sorted by kind and id.
func Lock(b *index.Bundle) schema.Lock {
	lock := schema.Lock{Kind: schema.LockKind, Format: schema.LockFormat, Entries: []schema.LockEntry{}}
	for _, lib := range b.Libraries {
		lock.Entries = append(lock.Entries, lockEntries(lib)...)
	}
	slices.SortFunc(lock.Entries, compareEntries)
	return lock
}

func lockEntries(lib *index.Library) []schema.LockEntry {
	var list []schema.LockEntry
	for _, e := range elementsOf(lib) {
		list = append(list, schema.LockEntry{Kind: e.kind, Id: e.ID, Version: e.Version, Digest: e.Digest})
	}
	for _, e := range lib.Effects {
		list = append(list, schema.LockEntry{Kind: "template", Id: e.ID, Version: e.Version, Digest: e.SentenceDigest})
	}
	for _, c := range lib.Contracts {
		list = append(list, schema.LockEntry{Kind: "template", Id: c.ID, Version: c.Version, Digest: c.TextDigest})
	}
	return list
}

func compareEntries(a, b schema.LockEntry) int {
	if c := strings.Compare(a.Kind, b.Kind); c != 0 {
		return c
	}
	return strings.Compare(a.Id, b.Id)
}

// FormatLock returns the text of contractc.lock.
func FormatLock(lock schema.Lock) []byte {
	var b strings.Builder
	b.WriteString("kind: Lock\nformat: " + schema.LockFormat + "\nentries:")
	if len(lock.Entries) == 0 {
		b.WriteString(" []")
	}
	b.WriteString("\n")
	for _, e := range lock.Entries {
		b.WriteString("  - {kind: " + e.Kind + ", id: " + quote(e.Id) + ", version: " + quote(e.Version) + ", digest: " + quote(e.Digest) + "}\n")
	}
	return []byte(b.String())
}

// lockState reads a bundle's lock file. A lock that is missing or wrong does not stop a bundle from being used: it is then unlocked.
func (l *loader) lockState(b *bundleLoad) lockState {
	s := lockState{file: b.src.display(lockFile), current: Lock(b.bundle).Entries}
	f := b.file(lockFile)
	if f == nil {
		return s
	}
	n, problems := doc.ReadYAML(s.file, f.text, doc.Limits{Bytes: maxFileBytes})
	if !problems.HasErrors() {
		problems = s.lock.Decode(s.file, n)
	}
	if s.broken = problems; problems.HasErrors() {
		return s
	}
	s.present = true
	for _, item := range n.Get("entries").Items {
		s.places = append(s.places, item.Range)
	}
	b.bundle.Locked = len(s.check(nil)) == 0
	return s
}

// CheckLock compares a bundle's lock file with its content. Content that changed under an unchanged version is an error that names it; so is every
// other difference, which contractc lock settles. An empty list means that the bundle is locked. An index was checked when it was made.
func (c *Catalog) CheckLock(b *index.Bundle) diag.List {
	for i, candidate := range c.Bundles {
		if candidate == b && i < len(c.locks) {
			return c.locks[i].check(func(kind, id string) string { return c.placeOf(b, kind, id) })
		}
	}
	return nil
}

// LockChanged is the code of what CheckLock says of content that changed under an unchanged version.
const LockChanged = "lock.changed"

// The codes of what else CheckLock says of a lock that can be read.
const (
	lockMissing   = "lock.missing"
	lockDuplicate = "lock.duplicate"
	lockAdded     = "lock.added"
	lockRemoved   = "lock.removed"
	lockVersion   = "lock.version"
)

// LockCodes are the codes of what CheckLock says of a lock that can be read.
func LockCodes() []string {
	return []string{lockMissing, lockDuplicate, lockAdded, lockRemoved, lockVersion, LockChanged}
}

const runLock = "run contractc lock to record the present content"

// check compares the lock with the content; placed, where it is given, says where an element stands.
func (s *lockState) check(placed func(kind, id string) string) diag.List {
	if len(s.broken) > 0 {
		return s.broken
	}
	if !s.present {
		return diag.List{diag.Errorf(s.file, diag.Range{}, lockMissing, "the bundle has no contractc.lock").WithDetail("%s", runLock)}
	}
	var list diag.List
	seen := map[string]bool{}
	for i, e := range s.lock.Entries {
		key := e.Kind + " " + e.Id
		if seen[key] {
			list.Add(diag.Errorf(s.file, s.places[i], lockDuplicate, "the %s %s is listed twice", quote(e.Kind), quote(e.Id)).WithDetail("%s", runLock))
		}
		seen[key] = true
		list.Add(s.compare(e, s.places[i], placed)...)
	}
	for _, e := range s.current {
		if !seen[e.Kind+" "+e.Id] {
			list.Add(diag.Errorf(s.file, diag.Range{}, lockAdded, "the %s %s is not in the lock", e.Kind, quote(e.Id)).WithDetail("%s", runLock))
		}
	}
	list.Sort()
	return list
}

// compare finds the present element of a locked entry and says how it differs.
func (s *lockState) compare(e schema.LockEntry, at diag.Range, placed func(kind, id string) string) diag.List {
	i, found := slices.BinarySearchFunc(s.current, e, compareEntries)
	if !found {
		return diag.List{diag.Errorf(s.file, at, lockRemoved, "the %s %s is no longer in the bundle", quote(e.Kind), quote(e.Id)).WithDetail("%s", runLock)}
	}
	now := s.current[i]
	switch {
	case now.Version != e.Version:
		return diag.List{diag.Errorf(s.file, at, lockVersion, "the %s %s has version %s and is locked at %s", e.Kind, quote(e.Id), now.Version, quote(e.Version)).WithDetail("%s", runLock)}
	case now.Digest != e.Digest:
		d := diag.Errorf(s.file, at, LockChanged, "the content of the %s %s changed under the unchanged version %s", e.Kind, quote(e.Id), e.Version)
		if e.Version == regorules.Unversioned {
			return diag.List{d.WithDetail("it has no version of its own; %s, or take the change back", runLock)}
		}
		advice := changedAdvice(e.Kind)
		if placed != nil {
			advice += placed(e.Kind, e.Id)
		}
		return diag.List{d.WithDetail("%s", advice)}
	}
	return nil
}

// placeOf says in a line of its own where an element of a bundle stands; of a template, where the contract or effect does whose text it is. It is empty
// where that is not known.
func (c *Catalog) placeOf(b *index.Bundle, kind, id string) string {
	for _, lib := range b.Libraries {
		for _, e := range elementsOf(lib) {
			template := kind == "template" && (e.kind == "contract" || e.kind == "effect")
			if e.ID == id && (e.kind == kind || template) && e.File != "" {
				return fmt.Sprintf("\nit stands at %s:%d:%d", c.Display(lib, e.File), e.Line, e.Column)
			}
		}
	}
	return ""
}

func changedAdvice(kind string) string {
	where := "raise its version"
	switch kind {
	case "class", "cell":
		where = "raise the version of the library in library.yaml"
	case "template":
		where = "raise the version of the contract or effect whose text it is"
	}
	return where + ", then run contractc lock; or take the change back"
}
