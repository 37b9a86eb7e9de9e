package trust

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Record returns the text of the file with a bundle as the latest that was seen, and whether that changes it. An earlier version never takes the
// place of a later one. The rest of the file stays as it is written, comments too; only where an entry has no room for a line of its own, as in
// JSON, the file is written anew.
func (p *Policy) Record(c *Candidate) (text []byte, changed bool, err error) {
	entry := p.entry(c.Name)
	if entry == nil {
		return nil, false, nil
	}
	now := schema.SeenBundle{Name: c.Name, Version: c.Version, Digest: c.Digest}
	var edited []byte
	switch seen := p.seen(c.Name); {
	case seen == nil:
		edited = p.withLine(entry, now)
		entry.LastSeen = append(entry.LastSeen, now)
	case compareVersions(c.Version, seen.Version) < 0 || *seen == now:
		return nil, false, nil
	default:
		edited = p.withReplaced(seen, now)
		*seen = now
	}
	data, err := p.source.MarshalJSON()
	if err != nil || p.says(edited, data) {
		return edited, err == nil, err
	}
	n, problems := doc.ReadJSON("trust", data, doc.Limits{})
	if problems.HasErrors() {
		return nil, false, problems
	}
	return n.YAML(), true, nil
}

// says reports whether a text is a file of trust with the content that is given as JSON.
func (p *Policy) says(text, content []byte) bool {
	if text == nil {
		return false
	}
	other, problems := Read("trust", text)
	if other == nil || problems.HasErrors() {
		return false
	}
	data, err := other.source.MarshalJSON()
	return err == nil && bytes.Equal(data, content)
}

// nodeOf is where a bundle's entry stands in the file; nil where that is not known.
func (p *Policy) nodeOf(entry *schema.TrustedBundle) *doc.Node {
	list := p.node.Get("bundles")
	for i := range p.source.Bundles {
		if &p.source.Bundles[i] == entry && list != nil && i < len(list.Items) {
			return list.Items[i]
		}
	}
	return nil
}

// withReplaced is the file with another version and digest in the place of those that were seen.
func (p *Policy) withReplaced(seen *schema.SeenBundle, now schema.SeenBundle) []byte {
	for i := range p.source.Bundles {
		b := &p.source.Bundles[i]
		for j := range b.LastSeen {
			if &b.LastSeen[j] != seen {
				continue
			}
			list := p.nodeOf(b).Get("last_seen")
			if list == nil || j >= len(list.Items) {
				return nil
			}
			item := list.Items[j]
			return p.spliced(
				splice{item.Get("version"), fmt.Sprintf("%q", now.Version)},
				splice{item.Get("digest"), fmt.Sprintf("%q", now.Digest)})
		}
	}
	return nil
}

// splice is a text for the place of a value.
type splice struct {
	at   *doc.Node
	text string
}

func (p *Policy) spliced(list ...splice) []byte {
	out := bytes.Clone(p.text)
	if len(list) == 2 && list[0].at != nil && list[1].at != nil && list[0].at.Offset < list[1].at.Offset {
		list[0], list[1] = list[1], list[0] // the later one first, so that places stay
	}
	for _, s := range list {
		if s.at == nil || s.at.Offset > s.at.EndOffset || s.at.EndOffset > len(p.text) {
			return nil
		}
		out = append(append(bytes.Clone(out[:s.at.Offset]), s.text...), out[s.at.EndOffset:]...)
	}
	return out
}

// withLine is the file with one more bundle that was seen, on a line of its own behind what the entry says.
func (p *Policy) withLine(entry *schema.TrustedBundle, now schema.SeenBundle) []byte {
	node := p.nodeOf(entry)
	if node == nil || len(node.Fields) == 0 {
		return nil
	}
	said := fmt.Sprintf("{name: %q, version: %q, digest: %q}", now.Name, now.Version, now.Digest)
	seen := node.Get("last_seen")
	switch {
	case seen == nil:
		return p.behind(node.Fields[len(node.Fields)-1].Value, strings.Repeat(" ", node.Fields[0].KeyRange.Start.Column-1)+"last_seen: ["+said+"]")
	case len(seen.Items) == 0:
		return p.spliced(splice{seen, "[" + said + "]"})
	case p.text[seen.Offset] == '[':
		last := seen.Items[len(seen.Items)-1]
		return p.insert(last.EndOffset, ", "+said)
	}
	return p.behind(seen.Items[len(seen.Items)-1], strings.Repeat(" ", seen.Range.Start.Column-1)+"- "+said)
}

// behind is the file with a line behind that on which a value ends.
func (p *Policy) behind(value *doc.Node, line string) []byte {
	rest := p.text[value.EndOffset:]
	if value.EndOffset > 0 && p.text[value.EndOffset-1] == '\n' {
		return p.insert(value.EndOffset, line+"\n")
	}
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		return p.insert(value.EndOffset+end+1, line+"\n")
	}
	return p.insert(len(p.text), "\n"+line+"\n")
}

func (p *Policy) insert(at int, text string) []byte {
	return append(append(bytes.Clone(p.text[:at]), text...), p.text[at:]...)
}
