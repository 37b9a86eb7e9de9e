package output

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contractc/contractc/internal/outputcontract"
)

// The ids of the tables that checks and prompts are made with.
const (
	WordsTable  = "output.words"
	LimitsTable = "output.limits"
	// RepairsTable says which repairs of the table claim.repairs are used.
	RepairsTable = "output.repairs"
)

// claimRepairs is the table with the repairs that exist.
const claimRepairs = "claim.repairs"

// words are the values of the table [WordsTable].
type words struct {
	Problems map[string]string `json:"problems"`
	Feedback feedbackWords     `json:"feedback"`
	Prompt   promptWords       `json:"prompt"`
	Value    valueWords        `json:"value"`
}

// feedbackWords are what is sent back after a reply.
type feedbackWords struct {
	Told       int    `json:"told"`
	Opening    string `json:"opening"`
	Problem    string `json:"problem"`
	Pointer    string `json:"pointer"`
	Root       string `json:"root"`
	Line       string `json:"line"`
	More       string `json:"more"`
	Example    string `json:"example"`
	Reply      string `json:"reply"`
	ReplyBytes int    `json:"reply_bytes"`
}

// promptWords are what a contract says.
type promptWords struct {
	Title           string `json:"title"`
	JSON            string `json:"json"`
	JSONBare        string `json:"json_bare"`
	JSONSection     string `json:"json_section"`
	JSONSectionBare string `json:"json_section_bare"`
	Value           string `json:"value"`
	Rules           string `json:"rules"`
	Sections        string `json:"sections"`
	Section         string `json:"section"`
	Optional        string `json:"optional"`
	MayBeEmpty      string `json:"may_be_empty"`
	AtLeast         string `json:"at_least"`
	AtMost          string `json:"at_most"`
	Fences          string `json:"fences"`
	PlainFence      string `json:"plain_fence"`
	NoFences        string `json:"no_fences"`
	OnlyFence       string `json:"only_fence"`
	NoPreamble      string `json:"no_preamble"`
	Preamble        string `json:"preamble"`
	NoOthers        string `json:"no_others"`
	Others          string `json:"others"`
}

// valueWords say a JSON value by its schema.
type valueWords struct {
	Any        string `json:"any"`
	OfType     string `json:"of_type"`
	Choice     string `json:"choice"`
	Constant   string `json:"constant"`
	AtLeast    string `json:"at_least"`
	AtMost     string `json:"at_most"`
	Minimum    string `json:"minimum"`
	Maximum    string `json:"maximum"`
	Above      string `json:"above"`
	Below      string `json:"below"`
	Multiple   string `json:"multiple"`
	Pattern    string `json:"pattern"`
	Format     string `json:"format"`
	Unique     string `json:"unique"`
	Closed     string `json:"closed"`
	Open       string `json:"open"`
	Empty      string `json:"empty"`
	Required   string `json:"required"`
	Optional   string `json:"optional"`
	Others     string `json:"others"`
	Item       string `json:"item"`
	Further    string `json:"further"`
	Position   string `json:"position"`
	Reference  string `json:"reference"`
	Definition string `json:"definition"`
	Schema     string `json:"schema"`
}

// limits are the values of the table [LimitsTable].
type limits struct {
	outputcontract.Limits
	Deadline int `json:"deadline"`
}

func (l limits) deadline() time.Duration { return time.Duration(l.Deadline) * time.Millisecond }

// slotPattern finds braces: literal ones, slots, and what is neither.
var slotPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{|\}\}|\{[a-z_]+\}|[{}]`) })

// check refuses problems without words, and words with slots that are never
// filled.
func (w *words) check() error {
	codes := map[string]bool{}
	for _, code := range outputcontract.Codes() {
		codes[string(code)] = true
		text := w.Problems[string(code)]
		if text == "" {
			return fmt.Errorf("the problem %q has no words", code)
		}
		if err := checkSlots(text, code.Slots()); err != nil {
			return fmt.Errorf("the problem %q: %w", code, err)
		}
	}
	for code := range w.Problems {
		if !codes[code] {
			return fmt.Errorf("there is no problem %q", code)
		}
	}
	if w.Feedback.Told < 1 || w.Feedback.ReplyBytes < 0 {
		return fmt.Errorf("told is at least 1 and reply_bytes not negative")
	}
	return checkTexts(w.Feedback, w.Prompt, w.Value)
}

func checkSlots(text string, known []string) error {
	for _, brace := range slotPattern().FindAllString(text, -1) {
		switch name := strings.Trim(brace, "{}"); {
		case brace == "{{" || brace == "}}":
		case name == "":
			return fmt.Errorf("a brace stands alone; write it twice")
		case !slices.Contains(known, name):
			return fmt.Errorf("there is no slot {%s}; slots are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// fill replaces the slots of a text once.
func fill(text string, pairs ...string) string {
	if strings.IndexByte(text, '{') < 0 && strings.IndexByte(text, '}') < 0 {
		return text
	}
	old := []string{"{{", "{", "}}", "}"}
	for i := 0; i+1 < len(pairs); i += 2 {
		old = append(old, "{"+pairs[i]+"}", pairs[i+1])
	}
	return strings.NewReplacer(old...).Replace(text)
}
