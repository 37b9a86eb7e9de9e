package subset

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/tables"
)

// check finds the first thing that is wrong with a profile, in the order of
// names.
func (p *Profile) check() error {
	if p.Name == "" {
		return wrong("it lacks the provider's name", "name")
	}
	for _, name := range slices.Sorted(maps.Keys(p.Keywords)) {
		if err := p.Keywords[name].check(); err != nil {
			return wrong(err.Error(), "keywords", name)
		}
	}
	if err := p.Otherwise.check(); err != nil {
		return wrong(err.Error(), "otherwise")
	}
	for _, name := range slices.Sorted(maps.Keys(p.Structure)) {
		if err := p.Structure[name].check(name); err != nil {
			return wrong(err.Error(), "structure", name)
		}
	}
	if err := p.Limits.check(); err != nil {
		return wrong(err.Error(), "limits")
	}
	return p.checkRequests()
}

func wrong(message string, path ...string) error { return &tables.Error{Message: message, Path: path} }

func (k Keyword) check() error {
	switch {
	case !k.Use.known():
		return fmt.Errorf("use is taken, rejected, ignored or rewritten, not %q", k.Use)
	case k.Else != "" && !k.Else.known():
		return fmt.Errorf("else is taken, rejected, ignored or rewritten, not %q", k.Else)
	case !k.SDK.known() || !k.SDKElse.known():
		return fmt.Errorf("sdk is kept, described, dropped, replaced or refused, not %q", string(k.SDK)+string(k.SDKElse))
	case (k.Use == Rewritten) != (k.Instead != ""):
		return fmt.Errorf("instead names the keyword that a rewritten one is read as")
	case k.conditional() != (k.Else != ""):
		return fmt.Errorf("else says what happens where a condition is not met")
	}
	for _, t := range k.Values {
		if !slices.Contains([]string{"string", "number", "boolean", "null", "array", "object"}, t) {
			return fmt.Errorf("there is no type %q of values", t)
		}
	}
	return nil
}

func (k Keyword) conditional() bool {
	return k.Most != nil || k.Values != nil || k.Formats != nil || k.Without != nil || k.Only != nil || k.Below != nil || k.Alone || k.Bare
}

func (s Structure) check(name string) error {
	switch {
	case !slices.Contains(Structures(), name):
		return fmt.Errorf("there is no structure of this name; there are %s", strings.Join(Structures(), ", "))
	case !s.Use.known():
		return fmt.Errorf("use is taken, rejected, ignored or rewritten, not %q", s.Use)
	case !s.SDK.known():
		return fmt.Errorf("sdk is kept, described, dropped, replaced or refused, not %q", s.SDK)
	case s.Levels < 0 || s.Levels > maxLevels:
		return fmt.Errorf("levels are 0 to %d", maxLevels)
	}
	return nil
}

// maxLevels bounds how often a schema that holds itself is written out.
const maxLevels = 5

func (l Limits) check() error {
	for _, n := range []int{l.Depth, l.Properties, l.Optional, l.Unions, l.EnumValues, l.Names, l.LongEnum, l.LongEnumText} {
		if n < 0 {
			return fmt.Errorf("a limit is below 0")
		}
	}
	return nil
}

func (p *Profile) checkRequests() error {
	for _, name := range p.RequestNames() {
		if n := count(p.Requests[name], slotSchema); n != 1 {
			return wrong(fmt.Sprintf("the fragment holds %q %d times, and must once", slotSchema, n), "requests", name)
		}
	}
	if _, err := regexp.Compile(p.RequestName.Pattern); err != nil {
		return wrong("it is no regular expression", "request_name", "pattern")
	}
	if !p.RequestName.fits(p.RequestName.Default) {
		return wrong("the default does not match the pattern", "request_name", "default")
	}
	return nil
}
